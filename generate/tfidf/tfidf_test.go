package tfidf

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/generate/generatetest"
)

func TestContract(t *testing.T) {
	generatetest.Signatures(t, Info, map[string][]string{"words": {"", "3"}, "lang": {"", "en", "it"}})
	generatetest.Run(t, newGenerator(t, Options{Words: new(30)}), 30)
}

func newGenerator(t *testing.T, o Options) *Generator {
	t.Helper()
	g, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestScores compares the scores with those of scikit-learn; testdata/oracle.py
// names the version.
func TestScores(t *testing.T) {
	data, err := os.ReadFile("testdata/scores.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Lang, Text string
		Scores     map[string]float64
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	var docs []*corpus.Document
	for _, c := range cases {
		docs = append(docs, &corpus.Document{Lang: c.Lang, Body: c.Text})
	}
	g := newGenerator(t, Options{})
	generatetest.Fit(t, g, docs)
	compared, worst := 0, 0.0
	for i, c := range cases {
		v := g.vocabularies[g.settings.Pick(docs[i])]
		for _, w := range newCounter().rank(v, c.Text) {
			off := math.Abs(w.score - c.Scores[w.text])
			if !(off <= 1e-12) {
				t.Errorf("text %d: %s is %v, want %v", i, w.text, w.score, c.Scores[w.text])
			}
			worst = max(worst, off)
			compared++
			delete(c.Scores, w.text)
		}
		for w := range c.Scores {
			if v.pack.Stop.Filter(w) != "" {
				t.Errorf("text %d: %s is missing", i, w)
			}
		}
	}
	t.Logf("%d scores, at most %.1g off", compared, worst)
}

func TestGenerate(t *testing.T) {
	docs := []*corpus.Document{
		{Body: "Bridge closed. The bridge closed, then a ferry sank. Fog lifted over Ansley; fog returned. Costs: $4.5."},
		{Body: "Fog again. Ferry delayed again."},
		{Lang: "it", Body: "Ponte chiuso, ponte dell'Arno aperto. Fog."},
	}
	g := newGenerator(t, Options{})
	if _, err := g.Generate(t.Context(), docs[0]); err == nil || !strings.Contains(err.Error(), "call Fit first") {
		t.Errorf("got the error %v before Fit", err)
	}
	generatetest.Fit(t, g, docs)
	for i, want := range []string{
		// bridge and closed twice in one of two documents; fog twice in
		// two; the others once, with ferry in two. Bridge opens the text and
		// later stands in lower case; Fog later does as well.
		"bridge closed fog sank lifted Ansley returned Costs $4.5",
		"delayed Fog Ferry",
		"ponte chiuso Arno aperto Fog",
	} {
		if got := generatetest.Headline(t, g, docs[i]); got != want {
			t.Errorf("document %d: got %q, want %q", i, got, want)
		}
	}
	// A word of no document has the highest idf, in a language without
	// documents too.
	if got, want := generatetest.Headline(t, g, &corpus.Document{Body: "bridge ferry unheard"}), "unheard bridge ferry"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Fit does not depend on the order of documents.
func TestOrder(t *testing.T) {
	docs := generatetest.Documents()
	a, b := newGenerator(t, Options{}), newGenerator(t, Options{})
	generatetest.Fit(t, a, docs)
	slices.Reverse(docs)
	generatetest.Fit(t, b, docs)
	for _, d := range docs {
		if x, y := generatetest.Headline(t, a, d), generatetest.Headline(t, b, d); x != y {
			t.Errorf("%s: %q, and %q in another order", d.ID, x, y)
		}
	}
	if a.Signature() != b.Signature() {
		t.Errorf("signatures %s and %s", a.Signature(), b.Signature())
	}
}

type broken struct{}

func (broken) Documents(context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		_ = yield(&corpus.Document{Body: "a word"}, nil) && yield(nil, &corpus.SyntaxError{File: "f", Line: 2, Msg: "bad"})
	}
}

func TestFitError(t *testing.T) {
	g := newGenerator(t, Options{})
	var syntax *corpus.SyntaxError
	if err := g.Fit(t.Context(), broken{}); !errors.As(err, &syntax) {
		t.Errorf("got %v, want the reader's error", err)
	}
}
