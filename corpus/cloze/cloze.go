// Package cloze knows where the numeral questions of documents stand, and
// writes documents with them in the shapes that corpus/numhg,
// corpus/semeval and corpus/jsonl read.
//
// Those formats put the question into Document.Cloze. In formats that know
// nothing of questions, jsonl above all, the columns of NumHG are found in
// Meta under their own names; that is how 'hed split' keeps them. Packages
// of metrics and of the command line ask [Of] and need not care.
package cloze

import (
	"strings"

	"hed/corpus"
)

// The columns of NumHG, which are keys of Meta in other formats.
const (
	question   = "cloze"
	answer     = "cloze_gt"
	annotation = "cloze_annotation"
	reasoning  = "need_reasoning"
)

// Of returns the question of a document: its Cloze, or what its Meta says
// in the columns of NumHG. It returns nil where there is no question, and
// leaves out a need_reasoning that is neither 0 nor 1.
func Of(d *corpus.Document) *corpus.Cloze {
	if d.Cloze != nil {
		return d.Cloze
	}
	q := d.Meta[question]
	if !strings.Contains(q, corpus.Blank) {
		return nil
	}
	c := &corpus.Cloze{Question: q, Answer: d.Meta[answer], Derivation: d.Meta[annotation]}
	switch d.Meta[reasoning] {
	case "0":
		c.Reasoning = new(false)
	case "1":
		c.Reasoning = new(true)
	}
	return c
}

// fields are a question as keys and values of Meta, in the order of NumHG's
// columns; what is unknown is "".
func fields(c *corpus.Cloze) [4][2]string {
	needs := ""
	if c.Reasoning != nil {
		needs = "0"
		if *c.Reasoning {
			needs = "1"
		}
	}
	return [4][2]string{{question, c.Question}, {answer, c.Answer}, {annotation, c.Derivation}, {reasoning, needs}}
}
