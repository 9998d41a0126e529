package generate_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/split"
	"hed/generate"
)

// told writes its word.
type told struct{ word string }

func (g told) Generate(context.Context, *corpus.Document) (string, error) { return g.word, nil }

func (g told) Signature() string { return "told|word:" + g.word + "|v:1" }

// batched is the same in batches.
type batched struct{ told }

func (g batched) GenerateBatch(_ context.Context, docs []*corpus.Document, _ int) (all [][]generate.Candidate, err error) {
	for range docs {
		all = append(all, []generate.Candidate{{Headline: g.word, Score: 1}, {Headline: "other"}})
	}
	return all, nil
}

// Each document has the generator of its fold, alone and in batches that have documents of several.
func TestPerFold(t *testing.T) {
	set := generate.NewSet([]generate.Info{
		{Name: "told", New: func(o map[string]string, _ uint64) (generate.Generator, error) { return told{o["word"]}, nil }},
		{Name: "batched", New: func(o map[string]string, _ uint64) (generate.Generator, error) { return batched{told{o["word"]}}, nil }},
		{Name: "fitted", New: func(map[string]string, uint64) (generate.Generator, error) { return fitted{}, nil }},
	})
	folds := []string{"1", "2", "3"}
	var docs []*corpus.Document
	for _, fold := range []string{"1", "1", "2", "3"} {
		docs = append(docs, &corpus.Document{ID: "d" + fold, Meta: map[string]string{split.FoldField: fold}})
	}
	all, err := set.PerFold(folds).Choose("told:word=w{fold},batched:word=w{fold},told:word=w+as=same", nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range all {
		written, err := generate.Candidates(t.Context(), g.Generator, docs, 1)
		if err != nil {
			t.Fatal(err)
		}
		var heads []string
		for _, c := range written {
			heads = append(heads, c[0].Headline)
		}
		one, err := g.Generate(t.Context(), docs[2])
		want := []string{"w1 w1 w2 w3", "w1 w1 w2 w3", "w w w w"}[i]
		if got := strings.Join(heads, " "); got != want || err != nil || one != heads[2] {
			t.Errorf("%s: got %s and %s, %v", g.Name, got, one, err)
		}
	}
	if got := all[0].Signature(); got != "told|word:w1/w2/w3|v:1" {
		t.Errorf("got %s", got)
	}
	// Which fold has which generator is in the signature: A, A, B and A, B, B were both A/B. So is what only some have.
	for words, want := range map[string]string{
		"A A B": "told|word:A/A/B|v:1", "A B B": "told|word:A/B/B|v:1", "A A A": "told|word:A|v:1",
		"A B|x:1 B": "told|word:A|v:1/told|word:B|x:1|v:1/told|word:B|v:1",
	} {
		of := strings.Fields(words)
		set := generate.NewSet([]generate.Info{{Name: "told", New: func(o map[string]string, _ uint64) (generate.Generator, error) {
			i, err := strconv.Atoi(o["word"])
			return told{of[i-1]}, err
		}}})
		all, err := set.PerFold(folds).Choose("told:word={fold}", nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := all[0].Signature(); got != want {
			t.Errorf("%s: got %s", words, got)
		}
	}
	if got := all[0].Spec.String(); got != "told:word=w{fold}" {
		t.Errorf("got %s", got)
	}
	more, err := all[1].Generator.(generate.Batcher).GenerateBatch(t.Context(), docs, 2)
	if err != nil || len(more) != 4 || len(more[3]) != 2 {
		t.Errorf("got %v, %v", more, err)
	}
	if _, err := all[0].Generate(t.Context(), &corpus.Document{ID: "x"}); err == nil || !strings.Contains(err.Error(), `document x is of the fold "", for which there is no generator`) {
		t.Errorf("got %v", err)
	}
	if _, err := set.PerFold(nil).Choose("told:word={fold}", nil, 1); err == nil || !strings.Contains(err.Error(), "word={fold}: there are no folds to replace {fold}") {
		t.Errorf("got %v", err)
	}
	if _, err := set.PerFold(folds).Choose("fitted:word={fold}", nil, 1); err == nil || !strings.Contains(err.Error(), "it learns from the documents") {
		t.Errorf("got %v", err)
	}
}
