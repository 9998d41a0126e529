package cloze_test

import (
	"bytes"
	"io"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/corpus/corpustest"
	"hed/corpus/numhg"
	"hed/corpus/semeval"
	"hed/numeral/cloze"
)

func docs() []*corpus.Document {
	return []*corpus.Document{
		{ID: "a", Dateline: "(Jun 21, 2013  9:57 AM CDT)  ", Date: "2013-06-21", Body: "A ferry with 212 people, \"it\" says.\nFine.", References: []string{"Ferry With 212 Aboard"},
			Cloze: &corpus.Cloze{Question: "Ferry With ____ Aboard", Answer: "212", Derivation: "Copy( 212 )", Reasoning: new(false)}},
		{ID: "b", Body: "It <sank>.", References: []string{"9 Lost"},
			Cloze: &corpus.Cloze{Question: "____ Lost", Answer: "9", Derivation: "the article has no such number"}},
	}
}

// What is written is read again by the reader of its shape.
func TestWriters(t *testing.T) {
	for _, c := range []struct {
		format corpus.Format
		make   func(io.Writer) cloze.Writer
		types  bool // whether the shape holds need_reasoning
	}{
		{numhg.Format, cloze.NewNumHG, true},
		{semeval.Format, cloze.NewSemEval, false},
	} {
		t.Run(c.format.Name, func(t *testing.T) {
			var file bytes.Buffer
			w := c.make(&file)
			want := docs()
			for _, d := range want {
				if err := w.Write(&cloze.Question{Doc: d, Cloze: cloze.Of(d)}); err != nil {
					t.Fatal(err)
				}
				if !c.types {
					d.Cloze.Reasoning = nil
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if !c.format.Sniff(file.Bytes()) {
				t.Errorf("does not look like %s:\n%s", c.format.Name, &file)
			}
			got, err := corpustest.Collect(c.format.Documents(corpus.Stream("out", &file), corpus.Options{}))
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range got {
				d.Line = 0
			}
			if d := gocmp.Diff(want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestNoDocuments(t *testing.T) {
	for want, make := range map[string]func(io.Writer) cloze.Writer{
		"text,summary,cloze,cloze_gt,cloze_annotation,need_reasoning,id\n": cloze.NewNumHG,
		"[]\n": cloze.NewSemEval,
	} {
		var file bytes.Buffer
		if err := make(&file).Close(); err != nil || file.String() != want {
			t.Errorf("%q, %v; want %q", &file, err, want)
		}
	}
}

func TestOf(t *testing.T) {
	own := &corpus.Cloze{Question: "____"}
	for _, c := range []struct {
		doc  corpus.Document
		want *corpus.Cloze
	}{
		{corpus.Document{}, nil},
		{corpus.Document{Cloze: own, Meta: map[string]string{"cloze": "x ____"}}, own},
		{corpus.Document{Meta: map[string]string{"cloze": "no blank", "cloze_gt": "3"}}, nil},
		{corpus.Document{Meta: map[string]string{"cloze": "____ Lost"}}, &corpus.Cloze{Question: "____ Lost"}},
		{corpus.Document{Meta: map[string]string{"cloze": "____ Lost", "need_reasoning": "maybe"}}, &corpus.Cloze{Question: "____ Lost"}},
		{corpus.Document{Meta: map[string]string{"cloze": "____ Lost", "cloze_gt": "9", "cloze_annotation": "Add( 4 , 5 )", "need_reasoning": "1"}},
			&corpus.Cloze{Question: "____ Lost", Answer: "9", Derivation: "Add( 4 , 5 )", Reasoning: new(true)}},
		{corpus.Document{Meta: map[string]string{"cloze": "____ Lost", "need_reasoning": "0"}}, &corpus.Cloze{Question: "____ Lost", Reasoning: new(false)}},
	} {
		if d := gocmp.Diff(c.want, cloze.Of(&c.doc)); d != "" {
			t.Errorf("%+v:\n%s", c.doc, d)
		}
	}
}
