// Package hed scores news headlines. The root package holds only this page
// and the version.
//
// Data flows one way:
//
//	corpus -> text -> metric -> score -> stat -> report
//
// corpus and score are the two ends: what is read and what is written.
// They import nothing of hed but the version. metric reads the one and fills the other;
// stat and report see only score. evaluate drives metrics over a corpus,
// and cmd/hed ties everything to a command line.
//
// internal/layer holds this order as a list and a test.
package hed
