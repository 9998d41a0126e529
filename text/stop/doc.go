// Package stop drops function words.
//
// A list is a text file: words separated by white space, and lines that
// begin with # are comments. The lists were written for hed and hold what a grammar calls closed classes: articles,
// prepositions, pronouns, conjunctions, auxiliaries and common adverbs.
// Numerals stay, since headlines are about numbers.
//
// Words are compared as they are, so filters belong after a tokenizer that
// lower-cases and writes apostrophes as ', and before a stemmer.
package stop
