// Package cloze knows where the numeral questions of documents stand, and
// writes documents with them in the shapes that corpus/numhg and corpus/semeval
// read; corpus/jsonl writes its own.
//
// Those formats put the question into Document.Cloze. In formats that know
// nothing of questions, jsonl above all, the columns of NumHG are found in
// Meta under their own names; that is how 'hed split' keeps them. Packages
// of metrics and of the command line ask [Of] and need not care.
package cloze

import "hed/corpus"

// Of returns the question of a document: its Cloze, or what its Meta says
// in the columns of NumHG. It returns nil where there is no question.
func Of(d *corpus.Document) *corpus.Cloze {
	if d.Cloze != nil {
		return d.Cloze
	}
	return corpus.ClozeOf(d.Meta)
}
