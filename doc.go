// Package hed scores news headlines. The root package holds only this page
// and the version.
//
// Data flows one way:
//
//	corpus -> text -> metric -> score -> stat -> analysis -> report
//
// corpus and score are the two ends: what is read and what is written.
// They import nothing of hed but the version. metric reads the one and fills the other;
// stat, analysis and report see only score. evaluate drives generators and metrics over a corpus,
// run makes a folder of results of it and reads such folders, and cmd/hed ties
// everything to a command line. A program that evaluates begins with package run.
//
// internal/layer holds this order as a list and a test.
package hed
