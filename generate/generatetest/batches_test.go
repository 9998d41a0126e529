package generatetest

import (
	"context"
	"strings"
	"testing"

	"hed/corpus"
	"hed/generate"
)

// ranked writes the first word, and has the others as further candidates.
type ranked struct {
	spoil func(docs []*corpus.Document, n int, all [][]generate.Candidate) [][]generate.Candidate
}

func (ranked) Signature() string { return "ranked" }

func (ranked) Generate(_ context.Context, d *corpus.Document) (string, error) {
	return candidatesOf(d, 1)[0].Headline, nil
}

func candidatesOf(d *corpus.Document, n int) (list []generate.Candidate) {
	for _, word := range strings.FieldsFunc(strings.ToValidUTF8(d.Body, " "), func(r rune) bool { return r < 'A' || r > 'z' }) {
		if len(list) == n {
			break
		}
		list = append(list, generate.Candidate{Headline: word, Score: -float64(len(list))})
	}
	if list == nil {
		return []generate.Candidate{{}}
	}
	return list
}

func (w ranked) GenerateBatch(_ context.Context, docs []*corpus.Document, n int) (all [][]generate.Candidate, _ error) {
	for _, d := range docs {
		all = append(all, candidatesOf(d, n))
	}
	if w.spoil != nil {
		all = w.spoil(docs, n, all)
	}
	return all, nil
}

func TestBatcher(t *testing.T) { Run(t, ranked{}, 50_000) }

// Each promise of a Batcher that is broken is noticed.
func TestBrokenBatchers(t *testing.T) {
	docs, want := Documents(), []string(nil)
	for _, d := range docs {
		want = append(want, Headline(t, ranked{}, d))
	}
	type lists = [][]generate.Candidate
	for name, c := range map[string]struct {
		spoil func(docs []*corpus.Document, n int, all lists) lists
		why   string
	}{
		"none":       {nil, ""},
		"lost":       {func(_ []*corpus.Document, _ int, all lists) lists { return all[1:] }, "candidates for 0 documents, want 1"},
		"too many":   {func(_ []*corpus.Document, _ int, all lists) lists { return append(all, all[0]) }, "candidates for 2 documents, want 1"},
		"empty list": {func(_ []*corpus.Document, _ int, all lists) lists { all[0] = nil; return all }, "0 candidates, want 1 to 1"},
		"neighbours": {func(docs []*corpus.Document, _ int, all lists) lists {
			if len(docs) == 7 {
				all[6][0].Headline = "other"
			}
			return all
		}, "in batches of 7"},
		"large batches": {func(docs []*corpus.Document, _ int, all lists) lists {
			if len(docs) > 7 {
				all[0][0].Headline = "other"
			}
			return all
		}, "in batches of 32"},
		"number of candidates": {func(_ []*corpus.Document, n int, all lists) lists {
			if n > 1 {
				all[0][0].Headline = "other"
			}
			return all
		}, "if it is one of three"},
		"order": {func(_ []*corpus.Document, _ int, all lists) lists {
			for _, list := range all {
				for k := range list {
					list[k].Score = float64(k)
				}
			}
			return all
		}, "less than the 1 behind it"},
	} {
		err := batches(t.Context(), ranked{c.spoil}, docs, want)
		if (c.why == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
