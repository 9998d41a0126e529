package decoder_test

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"hed/neural/decoder"
	"hed/tensor"
)

// brio is what testdata/guided.py made of a model.
type brio struct {
	Texts []struct {
		Text, Reference []int32
		Candidates      [][]int32
	}
	Scores                 [][]float64
	Rank, Likelihood, Loss float64
	Gradients              map[string][]float64
}

func readBrio(t testing.TB) map[string]*brio {
	var g struct{ Models map[string]*brio }
	unpack(t, filepath.Join("testdata", "brio.json.gz"), &g)
	return g.Models
}

// TestScore compares the scores of given sequences with the restatement, in one batch and one by one.
func TestScore(t *testing.T) {
	for name, g := range readBrio(t) {
		m := open(t, filepath.Join("testdata", name))
		var texts []decoder.Text
		var given [][][]int32
		for _, x := range g.Texts {
			texts, given = append(texts, decoder.Text{Tokens: x.Text}), append(given, x.Candidates)
		}
		texts, given = append(texts, texts[0]), append(given, nil) // for which nothing is given
		all, err := m.Score(t.Context(), texts, given)
		if err != nil || len(all) != len(texts) || len(all[3]) != 0 {
			t.Fatalf("%s: %v, %v", name, all, err)
		}
		for i, want := range g.Scores {
			for k, score := range want {
				tokens := given[i][k]
				got := all[i][k] / math.Pow(float64(len(tokens)), 2)
				if !(math.Abs(got-score) <= 1e-5*math.Abs(score)) {
					t.Errorf("%s, text %d, candidate %d: %g, in the restatement %g", name, i, k, got, score)
				}
				alone, err := m.Score(t.Context(), texts[i:i+1], [][][]int32{{tokens}})
				if err != nil || !reflect.DeepEqual(alone, [][]float64{{all[i][k]}}) {
					t.Errorf("%s, text %d, candidate %d: %v alone, %g together, error %v", name, i, k, alone, all[i][k], err)
				}
			}
		}
	}
}

// TestScoreWritten: what beam search finds has the score that it was found with, in batches of many texts.
func TestScoreWritten(t *testing.T) {
	g, m := read(t, "bart"), open(t, filepath.Join("testdata", "bart"))
	s := runs(m)["beams"]
	s.Penalty = 0
	var texts []decoder.Text
	for _, ids := range g.IDs[:60] {
		texts = append(texts, decoder.Text{Tokens: ids})
	}
	found, err := m.Write(t.Context(), texts, s)
	if err != nil {
		t.Fatal(err)
	}
	given := make([][][]int32, len(texts))
	for i, list := range found {
		for _, w := range list {
			given[i] = append(given[i], w.Tokens)
		}
	}
	all, err := m.Score(t.Context(), texts, given)
	if err != nil {
		t.Fatal(err)
	}
	for i, list := range found {
		for k, w := range list {
			if !(math.Abs(all[i][k]-w.Score) <= 1e-4*max(1, math.Abs(w.Score))) {
				t.Errorf("text %d, candidate %d: %g, found with %g", i, k, all[i][k], w.Score)
			}
		}
	}
}

// TestScoreMisuse: what the model cannot read or write is refused, and a context ends the work.
func TestScoreMisuse(t *testing.T) {
	m := open(t, filepath.Join("testdata", "bart"))
	text := []decoder.Text{{Tokens: []int32{3, 2}}}
	for _, c := range []struct {
		tokens []int32
		want   string
	}{
		{[]int32{300}, "a sequence for text 0: token 300 is not one of the model's 300"},
		{make([]int32, 65), "a sequence for text 0 has 65 tokens, the model takes 64"},
	} {
		if _, err := m.Score(t.Context(), text, [][][]int32{{c.tokens}}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Score(ctx, text, [][][]int32{{{5, 2}}}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if all, err := m.Score(t.Context(), text, [][][]int32{{{}}}); err != nil || all[0][0] != 0 {
		t.Errorf("%v %v for a sequence without tokens", all, err)
	}
}

// TestScoreScarce: on a device that always gets as many rows, the scores are the same, and all memory comes back.
func TestScoreScarce(t *testing.T) {
	g := readBrio(t)["bart"]
	d := &scarce{CPU: tensor.New(2), left: 1 << 30}
	defer d.Close()
	own, err := decoder.Open(filepath.Join("testdata", "bart"), d)
	if err != nil {
		t.Fatal(err)
	}
	m := open(t, filepath.Join("testdata", "bart"))
	for _, x := range g.Texts {
		texts, given := []decoder.Text{{Tokens: x.Text}}, [][][]int32{x.Candidates}
		got, err := own.Score(t.Context(), texts, given)
		if err != nil {
			t.Fatal(err)
		}
		if want, err := m.Score(t.Context(), texts, given); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v, want %v, error %v", got, want, err)
		}
	}
	if err := own.Close(); err != nil || d.left != 1<<30 {
		t.Errorf("%d numbers did not come back, error %v", 1<<30-d.left, err)
	}
}
