package cloze

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"hed/corpus"
	"hed/corpus/all"
	"hed/corpus/input"
	"hed/corpus/lines"
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

// Files are the headlines to judge, with the documents or the lines of the official scorer, or both.
type Files struct {
	Docs      *input.Paths // may have none, where there are Gold and Type
	Headlines string
	Gold      string // a gold numeral a line; "" if the documents have them
	Type      string // 0 for a copied numeral, 1 for another; "" if the documents tell
}

// alone reports whether there is nothing but files of the official scorer.
func (f *Files) alone() bool { return len(f.Docs.Files()) == 0 }

// Open brings the files together. Where there are no documents, the gold numerals stand in
// for references. The outputs of a case are then the headline, the gold if it has a file
// and there are documents, and the type if it has a file. Where it fails after something
// was opened, what there is has the warnings.
func (f *Files) Open(ctx context.Context) (*input.Joined, error) {
	docs, err := f.documents(ctx)
	if err != nil {
		return nil, err
	}
	j := &input.Joined{Documents: docs}
	hyp, err := f.Docs.System(ctx, option.Name("hyp"), f.Headlines)
	if err != nil {
		return j, err
	}
	outputs := []corpus.System{hyp.System}
	j.Warnings, j.Sources = append(j.Warnings, hyp.Warnings...), append(j.Sources, hyp.Source)
	for _, n := range []input.Named{{Name: "gold", File: f.Gold}, {Name: "type", File: f.Type}} {
		if n.File == "" || n.Name == "gold" && f.alone() {
			continue
		}
		src, err := f.Docs.Source(ctx, n.File)
		if err != nil {
			return j, err
		}
		outputs = append(outputs, corpus.System{Name: option.Name(n.Name), File: n.File, Outputs: lines.Outputs(src)})
		j.Sources = append(j.Sources, src)
	}
	j.Cases = corpus.Join(ctx, docs.Reader, docs.File, outputs)
	return j, nil
}

// documents are those that there are, or else the gold numerals.
func (f *Files) documents(ctx context.Context) (*input.Documents, error) {
	if !f.alone() {
		return f.Docs.Open(ctx, f.Gold == "")
	}
	src, err := f.Docs.Source(ctx, f.Gold)
	if err != nil {
		return nil, err
	}
	docs := &input.Documents{File: src.Name(), Sources: []*corpus.Source{src}}
	docs.Reader, err = all.Parallel(nil, src)
	return docs, err
}

// Judge finds the gold numeral of each case of Open. Lines that are none are a
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
		if f.alone() {
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
		return j, &corpus.SyntaxError{File: f.Docs.Docs, Msg: fmt.Sprintf("document %s has no article, so nobody knows whether its numeral is copied; say so with %s", c.Doc.ID, option.Name("type"))}
	}
	return j, nil
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
