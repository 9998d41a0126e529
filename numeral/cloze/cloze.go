// Package cloze is numeral questions: a headline with a blank in place of a
// numeral, as NumHG (Huang et al. 2024) and SemEval-2024 task 7 have them.
//
// [Of] finds the question of a document and [GoldOf] the numeral that its
// headline should have. [Ask] makes questions of headlines, [Solve] answers
// them, [Count] says how articles and questions are made up, and a [Writer] puts
// them into the shapes that corpus/numhg, corpus/semeval and corpus/jsonl read.
//
// The formats of questions put them into Document.Cloze. In formats that know
// nothing of questions, jsonl above all, the columns of NumHG are found in
// Meta under their own names, where splitting a corpus keeps them. Others ask [Of]
// and need not care.
//
// It stands on numeral/derive, which finds the ways from articles to numerals;
// metric/numacc, which judges headlines by gold numerals, stands on it.
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
