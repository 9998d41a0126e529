// Package termstest tries metrics of terms on corpora that leave little to learn
// from.
package termstest

import (
	"bytes"
	"context"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/metric"
	"hed/metric/metrictest"
	"hed/score"
)

// Articles are a corpus of bodies.
type Articles []string

// Documents implements corpus.Reader.
func (a Articles) Documents(context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for _, s := range a {
			if !yield(&corpus.Document{Body: s}, nil) {
				return
			}
		}
	}
}

// odd are corpora of which each has an article with the word bridge alone or
// among others, the first but for empty ones.
var odd = map[string]Articles{
	"one document":         {"bridge ferry harbour bridge"},
	"one document, a word": {"bridge"},
	"identical documents":  slices.Repeat(Articles{"bridge ferry"}, 5),
	"one word":             {"bridge", "bridge bridge", "bridge bridge bridge"},
	"no word in common":    {"bridge", "ferry", "harbour"},
	"empty articles":       {"", "bridge ferry", "", "the of", "?!", "ferry"},
	"one is not empty":     {"", "bridge", ""},
}

// empty are corpora without a word.
var empty = map[string]Articles{
	"no document": nil, "an empty document": {""}, "stop words": {"the of", "?!", "and"},
}

// Odd fits metrics to odd corpora. What they give must be in the range of its
// column, 1 for a headline that is the article, absent for a text without a
// word, and the same from a kept state. A closed metric has values for words
// of its corpus alone, and cannot be fitted to a corpus without any.
func Odd(t *testing.T, closed bool, build func() metric.Keeper) {
	t.Helper()
	for name, docs := range odd {
		t.Run(name, func(t *testing.T) {
			m := build()
			if err := m.Fit(t.Context(), docs, 2); err != nil {
				t.Fatal(err)
			}
			check(t, closed, m, docs)
			again, kept := build(), new(bytes.Buffer)
			if err := m.Save(kept); err != nil {
				t.Fatal(err)
			}
			if err := again.Load(kept); err != nil {
				t.Fatal(err)
			}
			check(t, closed, again, docs)
		})
	}
	for name, docs := range empty {
		t.Run(name, func(t *testing.T) {
			m := build()
			err := m.Fit(t.Context(), docs, 2)
			if !closed {
				if err != nil {
					t.Fatal(err)
				}
				check(t, closed, m, odd["one document"])
			} else if err == nil || !strings.Contains(err.Error(), "nothing to learn from") {
				t.Errorf("got the error %v", err)
			}
		})
	}
}

// check scores with articles of the corpus and without.
func check(t *testing.T, closed bool, k metric.Keeper, docs Articles) {
	t.Helper()
	m := k.(metric.Metric)
	columns := m.Columns() // the first for the article, the second for references
	article := docs[slices.IndexFunc(docs, func(s string) bool { return s != "" })]
	headlines := []string{article, "bridge", "zebra", "the of", ""}
	for _, test := range []struct {
		body, reference string
		has             [2]bool
	}{
		{article, article, [2]bool{true, true}},
		{article, "", [2]bool{true, false}},
		{"the of", article, [2]bool{false, true}},
		{"zebra", "zebra", [2]bool{!closed, !closed}},
	} {
		c := corpus.NewCase(&corpus.Document{Body: test.body, References: []string{test.reference}}, headlines...)
		values := metrictest.Score(t, m, c)
		for i, h := range headlines {
			known := h == article || h == "bridge" || h == "zebra" && !closed
			for j, other := range []string{test.body, test.reference} {
				v, want := values[2*i+j], known && test.has[j]
				switch {
				case score.IsAbsent(v) == want:
					t.Errorf("%s of %q beside %q is %v; has a value: %v", columns[j].Name, h, other, v, want)
				case want && !(v >= columns[j].Low && v <= columns[j].High):
					t.Errorf("%s of %q beside %q is %v", columns[j].Name, h, other, v)
				case want && h == other && !(math.Abs(v-1) < 1e-12):
					t.Errorf("%s of %q beside itself is %v", columns[j].Name, h, v)
				}
			}
		}
	}
}
