package textrank

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"
)

// TestScores compares the scores with those of networkx; testdata/oracle.py
// names the version.
func TestScores(t *testing.T) {
	data, err := os.ReadFile("testdata/scores.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Words     []*string
		Keywords  map[string]float64
		Sentences [][]string
		Scores    []float64
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	worst := 0.0
	compare := func(c int, what any, got, want float64) {
		t.Helper()
		worst = max(worst, math.Abs(got-want))
		if !(math.Abs(got-want) <= 1e-9) {
			t.Errorf("case %d, %v: got %v, want %v", c, what, got, want)
		}
	}
	for c, in := range cases {
		names, got := rankWords(in.Words)
		if len(names) != len(in.Keywords) {
			t.Errorf("case %d: got %d keywords, want %d", c, len(names), len(in.Keywords))
		}
		for i, name := range names {
			compare(c, name, got[i], in.Keywords[name])
		}
		got = rankTerms(in.Sentences)
		if len(got) != len(in.Scores) {
			t.Fatalf("case %d: got %d sentences, want %d", c, len(got), len(in.Scores))
		}
		for i, want := range in.Scores {
			compare(c, i, got[i], want)
		}
	}
	t.Logf("%d graphs, at most %.1g off", 2*len(cases), worst)
}

// rankWords ranks words as keywords does; nil did not pass the filter.
func rankWords(words []*string) (names []string, scores []float64) {
	ids := map[string]int32{}
	var p pairs
	before := int32(none)
	for _, w := range words {
		v := int32(none)
		if w != nil {
			id, ok := ids[*w]
			if !ok {
				id = int32(len(names))
				ids[*w] = id
				names = append(names, *w)
			}
			v = id
		}
		if v != none && before != none {
			p.join(before, v)
		}
		before = v
	}
	p.build(len(names))
	return names, new(ranks).rank(&p, len(names))
}

// rankTerms ranks sentences that are lists of terms.
func rankTerms(sentences [][]string) []float64 {
	o, size := overlapOf(sentences)
	o.build(size)
	return new(ranks).rank(o, len(sentences))
}

func overlapOf(sentences [][]string) (o *overlap, size int) {
	ids := map[string]int32{}
	o = new(overlap)
	o.reset()
	for _, s := range sentences {
		seen := map[string]bool{}
		for _, term := range s {
			if seen[term] {
				continue
			}
			seen[term] = true
			if _, ok := ids[term]; !ok {
				ids[term] = int32(len(ids))
			}
			o.terms = append(o.terms, ids[term])
		}
		o.add()
	}
	return o, len(ids)
}

// TestMultiply compares the product without edges with one that looks at
// every pair of sentences. One overlap is used for all, as a worker does.
func TestMultiply(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var o overlap
	for round := range 200 {
		n, vocabulary, longest := rng.IntN(60), 1+rng.IntN(50), 1+rng.IntN(20)
		o.reset()
		sets := make([]map[int32]bool, n)
		for i := range sets {
			sets[i] = map[int32]bool{}
			for range rng.IntN(longest + 1) {
				if term := int32(rng.IntN(vocabulary)); !sets[i][term] {
					sets[i][term] = true
					o.terms = append(o.terms, term)
				}
			}
			o.add()
		}
		o.build(vocabulary)
		x, got := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = rng.Float64()
		}
		o.multiply(got, x)
		for i := range sets {
			want := 0.0
			for j := range sets {
				if i != j {
					want += weight(sets[i], sets[j]) * x[j]
				}
			}
			if math.Abs(got[i]-want) > 1e-12 {
				t.Fatalf("round %d, sentence %d: got %v, want %v", round, i, got[i], want)
			}
			if (got[i] != 0) != (want != 0) {
				t.Fatalf("round %d, sentence %d: got %v, want %v: no edges must be no edges", round, i, got[i], want)
			}
		}
	}
}

// weight is the paper's formula.
func weight(a, b map[int32]bool) float64 {
	common := 0
	for t := range a {
		if b[t] {
			common++
		}
	}
	if len(a)*len(b) < 2 {
		return 0
	}
	return float64(common) / (math.Log(float64(len(a))) + math.Log(float64(len(b))))
}
