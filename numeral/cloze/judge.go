package cloze

import (
	"fmt"
	"iter"
	"strings"

	"hed/corpus"
	"hed/internal/option"
)

// A Judged is a headline with the gold numeral that it should have.
type Judged struct {
	Headline, Article string
	Gold              Gold
	// Known is false where the reference has no numeral, or several, so that
	// nobody knows which one is meant.
	Known bool
}

// Files name what the outputs of a case are besides the headline, which comes
// first: lines of the official scorer.
type Files struct {
	Docs string // the articles, for messages
	// Gold has gold numerals, "" if the documents have them. They are the
	// second output of a case, or References where there are no documents.
	Gold       string
	References bool
	Type       string // 0 for a copied numeral, 1 for another; the last output, "" if the documents tell
}

// Judge finds the gold numeral of each case. Lines that are none are a
// *corpus.SyntaxError.
func (f *Files) Judge(cases iter.Seq2[*corpus.Case, error]) iter.Seq2[Judged, error] {
	return func(yield func(Judged, error) bool) {
		n := 0
		for c, err := range cases {
			var j Judged
			if err == nil {
				n++
				j, err = f.judge(c, n)
			}
			if !yield(j, err) {
				return
			}
		}
	}
}

// judge finds the gold numeral of the nth case.
func (f *Files) judge(c *corpus.Case, n int) (j Judged, err error) {
	j.Headline, j.Article, j.Known = c.Outputs[0].Text, c.Doc.Text(), true
	if f.Gold == "" {
		if j.Gold, j.Known = GoldOf(c.Doc); !j.Known {
			return j, nil
		}
	} else {
		text := ""
		if f.References {
			text = oneLine(c.Doc.References[0])
		} else {
			text = oneLine(c.Outputs[1].Text)
		}
		if text == "" {
			return j, &corpus.SyntaxError{File: f.Gold, Line: n, Msg: "is empty; expected the gold numeral"}
		}
		j.Gold = GoldNamed(c.Doc, text)
	}
	if f.Type != "" {
		line, ok := oneLine(c.Outputs[len(c.Outputs)-1].Text), false
		if j.Gold.Type, ok = ParseType(line); !ok {
			return j, &corpus.SyntaxError{File: f.Type, Line: n, Msg: fmt.Sprintf("is %q; expected 0 for a copied numeral or 1 for one that takes reasoning", line)}
		}
	}
	if j.Gold.Type == Unknown {
		return j, &corpus.SyntaxError{File: f.Docs, Msg: fmt.Sprintf("document %s has no article, so hed cannot know whether its numeral is copied; say so with %s", c.Doc.ID, option.Name("type"))}
	}
	return j, nil
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
