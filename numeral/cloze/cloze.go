// Package cloze is numeral questions: a headline with a blank in place of a
// numeral, as NumHG (Huang et al. 2024) and SemEval-2024 task 7 have them.
//
// [Of] finds the question of a document and [GoldOf] the numeral that its
// headline should have. [Ask] makes questions of headlines, [Solve] answers
// them, [Count] says how articles and questions are made up, and a [Writer] puts
// them into the shapes that corpus/numhg and corpus/semeval read.
//
// The formats of questions put them into Document.Cloze. In formats that know
// nothing of questions, jsonl above all, the columns of NumHG are found in
// Meta under their own names, where corpus/jsonl writes them. Others ask [Of] and
// need not care.
//
// It stands on numeral/derive, which finds the ways from articles to numerals;
// metric/numacc, which judges headlines by gold numerals, stands on it.
package cloze

import (
	"hed/corpus"
	"hed/numeral"
)

// Of returns the question of a document: its Cloze, or what its Meta says
// in the columns of NumHG. It returns nil where there is no question.
func Of(d *corpus.Document) *corpus.Cloze {
	if d.Cloze != nil {
		return d.Cloze
	}
	return corpus.ClozeOf(d.Meta)
}

// articleOf is the article of a document as annotations are checked against it.
func articleOf(d *corpus.Document) *numeral.Article {
	a := numeral.NewArticle(d.Text())
	a.SetDate(d.Date)
	return a
}
