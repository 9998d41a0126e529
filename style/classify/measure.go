package classify

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Held sets a share of examples aside, at random, of each label the same share; at least one of each label stays, and one
// is set aside. Both parts keep the order of the examples.
func Held(examples []Example, share float64, seed uint64) (learn, held []Example) {
	of := map[string][]int{}
	for i, e := range examples {
		of[e.Label] = append(of[e.Label], i)
	}
	aside := make([]bool, len(examples))
	for k, label := range labelsOf(examples) {
		which := of[label]
		r := rand.New(rand.NewPCG(seed, uint64(k)))
		r.Shuffle(len(which), func(i, j int) { which[i], which[j] = which[j], which[i] })
		n := min(max(int(float64(len(which))*share+0.5), 1), len(which)-1)
		for _, i := range which[:n] {
			aside[i] = true
		}
	}
	for i, e := range examples {
		if aside[i] {
			held = append(held, e)
		} else {
			learn = append(learn, e)
		}
	}
	return learn, held
}

// Measured is how well headlines are judged.
type Measured struct {
	N        int       `json:"n"`
	Accuracy float64   `json:"accuracy"`
	F1       []float64 `json:"f1"` // of each label, in their order
	Macro    float64   `json:"macro_f1"`
	// Low and High are the bounds of Macro: 95% by bootstrap over the headlines.
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
	Confusion [][]int `json:"confusion"` // by the label that is right, then by the one that was said
}

// Measure compares what was judged with what is right; both are places among so many labels.
func Measure(labels int, right, judged []int, seed uint64) Measured {
	m := Measured{N: len(right), Confusion: table(labels, right, judged)}
	hits := 0
	for k := range labels {
		hits += m.Confusion[k][k]
		m.F1 = append(m.F1, f1(m.Confusion, k))
	}
	if m.N > 0 {
		m.Accuracy = float64(hits) / float64(m.N)
	}
	m.Macro = macro(m.Confusion)
	m.Low, m.High = bounds(m.N, seed, func(which []int) float64 { return macro(table(labels, pick(right, which), pick(judged, which))) })
	return m
}

// table counts what was said, by what is right.
func table(labels int, right, judged []int) [][]int {
	t := make([][]int, labels)
	for k := range t {
		t[k] = make([]int, labels)
	}
	for i, k := range right {
		t[k][judged[i]]++
	}
	return t
}

// f1 is the harmonic mean of precision and recall of a label; 0 where nothing is right.
func f1(t [][]int, k int) float64 {
	said, are := 0, 0
	for i := range t {
		said += t[i][k]
		are += t[k][i]
	}
	if said+are == 0 {
		return 0
	}
	return 2 * float64(t[k][k]) / float64(said+are)
}

func macro(t [][]int) (mean float64) {
	for k := range t {
		mean += f1(t, k)
	}
	return mean / float64(len(t))
}

func pick(from, which []int) []int {
	some := make([]int, len(which))
	for i, j := range which {
		some[i] = from[j]
	}
	return some
}

// bounds are the 2.5th and 97.5th percentile of a statistic over samples of n items, drawn with replacement. The samples of a
// seed are the same, so that differences between judges of the same items are paired.
func bounds(n int, seed uint64, of func(which []int) float64) (low, high float64) {
	if n == 0 {
		return 0, 0
	}
	const samples = 1000
	r := rand.New(rand.NewPCG(seed, 1))
	all, which := make([]float64, samples), make([]int, n)
	for s := range all {
		for i := range which {
			which[i] = r.IntN(n)
		}
		all[s] = of(which)
	}
	slices.Sort(all)
	return all[samples/40], all[samples-1-samples/40]
}

// Measure says how well the classifier judges examples, and how it judges each.
func (c *Classifier) Measure(ctx context.Context, examples []Example, seed uint64) (*Measured, []Judgement, error) {
	right := make([]int, len(examples))
	for i, e := range examples {
		k, err := c.Index(e.Label)
		if err != nil {
			return nil, nil, fmt.Errorf("measure on the headline %q: %w", clip(e.Text), err)
		}
		right[i] = k
	}
	all, err := c.Judge(ctx, textsOf(examples))
	if err != nil {
		return nil, nil, err
	}
	judged := make([]int, len(all))
	for i, j := range all {
		judged[i] = j.Label
	}
	m := Measure(len(c.Labels()), right, judged, seed)
	return &m, all, nil
}
