package textrank

import (
	"encoding/json"
	"math"
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

// TestFixedPoint holds the scores of graphs to the paper's formula. They have
// two parts, one far larger than the other, and the last vertex has no edge.
func TestFixedPoint(t *testing.T) {
	for name, join := range map[string]func(p *pairs, from, to int32){
		"chain": func(p *pairs, from, to int32) {
			for i := from + 1; i < to; i++ {
				p.join(i-1, i)
			}
		},
		"star": func(p *pairs, from, to int32) {
			for i := from + 1; i < to; i++ {
				p.join(from, i)
			}
		},
	} {
		for _, n := range []int{1, 2, 11, 50_001} {
			var p pairs
			join(&p, 0, int32(n/10))
			join(&p, int32(n/10), int32(n-1))
			p.build(n)
			fixedPoint(t, name, &p, new(ranks).rank(&p, n))
		}
	}
}

// fixedPoint checks that the scores, times a factor, are S = (1-d) + d·ΣS/D.
func fixedPoint(t *testing.T, name string, p *pairs, scores []float64) {
	t.Helper()
	factor := (1 - damping) / scores[len(scores)-1]
	for i, s := range scores {
		want := 1 - damping
		for _, j := range p.near[p.start[i]:p.start[i+1]] {
			want += damping * scores[j] * factor / float64(p.start[j+1]-p.start[j])
		}
		if !(math.Abs(s*factor-want) <= near/10*want) {
			t.Fatalf("%s of %d: vertex %d has %v, want %v", name, len(scores), i, s*factor, want)
		}
	}
}
