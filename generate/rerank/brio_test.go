package rerank_test

import (
	"cmp"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/generate"
	"hed/generate/generatetest"
	"hed/generate/rerank"
	"hed/generate/transformer"
	"hed/tensor"
)

// folder is that of a tiny model.
func folder(model string) string {
	if filepath.IsAbs(model) {
		return model
	}
	return filepath.Join("..", "..", "neural", "decoder", "testdata", model)
}

// must makes a generator of options such as "beams=2+max=9".
func must(t *testing.T, dir, options string, seed uint64) generate.Generator {
	t.Helper()
	d := tensor.New(2)
	t.Cleanup(d.Close)
	info := transformer.Info(func() (tensor.Device, error) { return d, nil }, func(name string) (string, error) { return name, nil })
	all := map[string]string{"model": dir}
	for o := range strings.SplitSeq(options, "+") {
		if k, v, ok := strings.Cut(o, "="); ok {
			all[k] = v
		}
	}
	g, err := info.New(all, seed)
	if err != nil {
		t.Fatalf("%s: %v", options, err)
	}
	t.Cleanup(func() { g.(io.Closer).Close() })
	return g
}

func reranked(t *testing.T, g generate.Generator, list string) (generate.Generator, error) {
	t.Helper()
	d := tensor.New(2)
	t.Cleanup(d.Close)
	return rerank.New(generate.Named{Name: "mine", Generator: g}, list,
		rerank.Models{Device: func() (tensor.Device, error) { return d, nil }, Find: func(name string) (string, error) { return folder(name), nil }})
}

// TestRerank: the candidates are those of the generator, in the order of what the model makes of them: its own, where lengths count otherwise than in
// the search, or another one.
func TestRerank(t *testing.T) {
	for _, list := range []string{"brio", "brio:model=t5+alpha=1"} {
		from := must(t, folder("bart"), "beams=6+penalty=0", 1)
		g, err := reranked(t, from, list)
		if err != nil {
			t.Fatal(err)
		}
		docs := generatetest.Documents()
		before, err := generate.Candidates(t.Context(), from, docs, 16)
		if err != nil {
			t.Fatal(err)
		}
		after, err := generate.Candidates(t.Context(), g, docs, 16)
		if err != nil {
			t.Fatal(err)
		}
		moved := 0
		for i := range docs {
			if before[i][0].Headline != after[i][0].Headline {
				moved++
			}
			var all [2][]string
			for k, list := range [][]generate.Candidate{before[i], after[i]} {
				for _, c := range list {
					if c.Headline != "" || len(list) == 1 {
						all[k] = append(all[k], c.Headline)
					}
				}
				slices.Sort(all[k])
			}
			if len(all[0]) > 0 && !slices.Equal(all[0], all[1]) {
				t.Errorf("%s: candidates %q, then %q", docs[i].ID, all[0], all[1])
			}
		}
		if moved == 0 {
			t.Errorf("%s: the best of %d documents are as before", list, len(docs))
		}
	}
}

// TestRerankContract: what is put in another order keeps the contract of generators.
func TestRerankContract(t *testing.T) {
	g, err := reranked(t, must(t, folder("mt5"), "beams=4+max=12", 1), "brio")
	if err != nil {
		t.Fatal(err)
	}
	generatetest.Run(t, g, 60)
}

// TestRerankScore: the score is the log of the probability over the tokens to the power of alpha. The ratio of two powers shows how many tokens
// there are, the end of the headline included, and that the sum is the same.
func TestRerankScore(t *testing.T) {
	d := &corpus.Document{ID: "1", Body: "A bridge over the river closes on Monday."}
	scores := map[string]map[string]float64{}
	for _, alpha := range []string{"0", "1", "2"} {
		g, err := reranked(t, must(t, folder("pegasus"), "beams=4", 1), "brio:alpha="+alpha)
		if err != nil {
			t.Fatal(err)
		}
		all, err := generate.Candidates(t.Context(), g, []*corpus.Document{d}, 9)
		if err != nil {
			t.Fatal(err)
		}
		scores[alpha] = map[string]float64{}
		for _, c := range all[0] {
			scores[alpha][c.Headline] = c.Score
		}
	}
	for headline, sum := range scores["0"] {
		n := sum / scores["1"][headline]
		if !(sum < 0) || math.Abs(n-math.Round(n)) > 1e-9 || n < 2 || math.Abs(scores["2"][headline]*n*n-sum) > 1e-9*-sum {
			t.Errorf("%q: %g, by tokens %g, by their square %g", headline, sum, scores["1"][headline], scores["2"][headline])
		}
	}
}

// TestRerankSignature: all that changes the order is in the signature.
func TestRerankSignature(t *testing.T) {
	from := must(t, folder("bart"), "beams=4", 1)
	seen := []string{from.Signature()}
	for _, list := range []string{"brio", "brio:alpha=1", "brio:candidates=3", "brio:model=t5", "brio:model=t5+prefix=a"} {
		g, err := reranked(t, from, list)
		if err != nil {
			t.Fatal(err)
		}
		if s := g.Signature(); slices.Contains(seen, s) || !strings.HasPrefix(s, from.Signature()) {
			t.Errorf("%s: the signature is %s", list, s)
		}
		seen = append(seen, g.Signature())
	}
}

// single is a generator of one headline.
type single struct{ generate.Generator }

// sized wants many documents at once.
type sized struct{ *transformer.Generator }

func (sized) BatchSize() int { return 640 }

// TestRerankSize: as many documents are given at once as the generator wants; a pointer-generator on a card got few.
func TestRerankSize(t *testing.T) {
	bart := must(t, folder("bart"), "", 1)
	for want, from := range map[int]generate.Generator{1: bart, 640: sized{bart.(*transformer.Generator)}} {
		g, err := reranked(t, from, "brio:model=bart")
		if err != nil {
			t.Fatal(err)
		}
		if got := g.(generate.Sized).BatchSize(); got != want {
			t.Errorf("a batch is of %d documents, want %d", got, want)
		}
	}
}

// TestRerankRefused: what cannot be chosen from or by is refused with what to do.
func TestRerankRefused(t *testing.T) {
	bart := must(t, folder("bart"), "", 1)
	others, err := reranked(t, bart, "brio")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		list, want string
		from       generate.Generator
	}{
		{"best", "want brio or style", nil},
		{"brio,brio", "want brio", nil},
		{"brio:beta=2", `no option "beta"; have model, prefix, alpha, candidates`, nil},
		{"brio:as=b", `no option "as"; have model`, nil},
		{"brio:alpha=NaN", "alpha=NaN: want a number", nil},
		{"brio:candidates=0", "candidates=0: want a number from 1", nil},
		{"brio:candidates=257", "candidates=257: want a number from 1 to 256", nil},
		{"brio", "numerals=prefer would do nothing", must(t, folder("bart"), "beams=2+numerals=prefer", 1)},
		{"brio:prefix=a", "prefix is for another model", nil},
		{"brio:model=none", "config.json", nil},
		{"brio", "mine writes only one headline for each document", single{bart}},
		{"brio", "model=DIR is missing: mine is not a transformer", others},
	} {
		if _, err := reranked(t, cmp.Or[generate.Generator](c.from, bart), c.list); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.list, err, c.want)
		}
	}
}
