// Package chrf implements chrF (Popović 2015: "chrF: character n-gram F-score for
// automatic MT evaluation") and chrF++ (Popović 2017), which counts words besides, as
// sacreBLEU 2.6.0 computes them.
//
// As BLEU, chrF of a corpus is made of the summed counts of its headlines, and the column
// is pooled accordingly. The value of a single headline is sacreBLEU's
// sentence chrF. Values are fractions, where sacreBLEU has percentages.
//
// docs/bleu.md says how far the numbers agree.
package chrf

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"hed/corpus"
	"hed/internal/python"
	"hed/metric"
	"hed/score"
)

// Info presents chrF to metric/all.
var Info = metric.Info{
	Name:    "chrf",
	Doc:     "precision and recall of n-grams of characters, and of words where wanted, with more weight on recall",
	Paper:   "Popović 2015; Popović 2017 (chrF++)",
	Peer:    "sacreBLEU 2.6.0",
	Needs:   metric.References,
	Options: Options{},
	Pool:    pool,
	New:     metric.Maker(defaults, New),
}

// Options are the settings of a Metric.
type Options struct {
	Chars      int  `opt:"chars" doc:"most characters of an n-gram, 1 to 16; default 6"`
	Words      int  `opt:"words" doc:"most words of an n-gram, 0 to 8; default 0, and 2 for chrF++"`
	Beta       int  `opt:"beta" doc:"how many times as much recall counts as precision, 1 to 100; default 2"`
	Lowercase  bool `opt:"lowercase" doc:"ignore case; default no"`
	Whitespace bool `opt:"whitespace" doc:"count spaces too; default no"`
	Epsilon    bool `opt:"eps" doc:"average F over all orders, as chrF++.py does, instead of precision and recall over the orders that occur; default no"`
}

var defaults = Options{Chars: 6, Beta: 2}

// A Metric is a configured chrF.
type Metric struct {
	opt     Options
	columns []score.Column
	workers sync.Pool
}

var _ metric.Metric = (*Metric)(nil)

// New returns chrF with the given options.
func New(opt Options) (*Metric, error) {
	for _, o := range []struct {
		name               string
		value, least, most int
	}{{"chars", opt.Chars, 1, 16}, {"words", opt.Words, 0, 8}, {"beta", opt.Beta, 1, 100}} {
		if o.value < o.least || o.value > o.most {
			return nil, fmt.Errorf("%s=%d: want %d to %d", o.name, o.value, o.least, o.most)
		}
	}
	m := &Metric{opt: opt}
	m.columns = []score.Column{{
		Name: "chrf", Metric: "chrf", Title: "chrF", Topic: score.Informativeness, Doc: "runs of letters in common, of all headlines together or of one",
		Better: score.Higher, Low: 0, High: 1, Assume: "checked",
		Signature: opt.signature(), Pool: opt.pool(),
	}}
	m.workers.New = func() any { return new(worker) }
	return m, nil
}

// signature is that of sacreBLEU, and beta, which is in its name of the measure.
func (o Options) signature() score.Signature {
	choice := func(is bool, yes, no string) string {
		if is {
			return yes
		}
		return no
	}
	return score.Signature{
		{Key: "case", Value: choice(o.Lowercase, "lc", "mixed")},
		{Key: "eff", Value: choice(o.Epsilon, "no", "yes")},
		{Key: "nc", Value: strconv.Itoa(o.Chars)},
		{Key: "nw", Value: strconv.Itoa(o.Words)},
		{Key: "space", Value: choice(o.Whitespace, "yes", "no")},
		{Key: "beta", Value: strconv.Itoa(o.Beta)},
	}
}

// pool reads out of a signature what the value of counts depends on.
func pool(sig score.Signature) (*score.Pool, error) {
	o := Options{Epsilon: slices.Contains(sig, score.Setting{Key: "eff", Value: "no"})}
	for _, kv := range sig {
		number := map[string]*int{"nc": &o.Chars, "nw": &o.Words, "beta": &o.Beta}[kv.Key]
		if number == nil {
			continue
		}
		var err error
		if *number, err = strconv.Atoi(kv.Value); err != nil {
			return nil, fmt.Errorf("%s:%s: want a whole number", kv.Key, kv.Value)
		}
	}
	m, err := New(o)
	if err != nil {
		return nil, err
	}
	return m.columns[0].Pool, nil
}

// Columns implements metric.Metric.
func (m *Metric) Columns() []score.Column { return m.columns }

// Score implements metric.Metric. Of several references the one counts that gives the
// headline the best score.
func (m *Metric) Score(_ context.Context, c *corpus.Case, out []float64) error {
	w := m.workers.Get().(*worker)
	defer m.workers.Put(w)
	refs := make([]grams, len(c.Doc.References))
	for i, ref := range c.Doc.References {
		refs[i] = m.opt.count(m.text(ref), w)
	}
	width := score.Width(m.columns)
	counts := make([]float64, width-1)
	for i := range c.Outputs {
		own := m.opt.count(m.text(c.Outputs[i].Text), w)
		row := out[i*width : (i+1)*width]
		row[0] = -1
		for _, ref := range refs {
			m.opt.match(own, ref, counts)
			if v := m.opt.value(counts); v > row[0] {
				row[0] = v
				copy(row[1:], counts)
			}
		}
		w.free = append(w.free, own)
	}
	w.free = append(w.free, refs...)
	return nil
}

func (m *Metric) text(s string) string {
	if m.opt.Lowercase {
		return python.Lower(s)
	}
	return s
}

// The counts of an order.
const (
	ofHyp = iota
	ofRef
	matched
	perOrder
)

func (o Options) pool() *score.Pool {
	var names []string
	add := func(kind string, orders int) {
		for n := range orders {
			for _, of := range []string{"hyp", "ref", "match"} {
				names = append(names, kind+strconv.Itoa(n+1)+"_"+of)
			}
		}
	}
	add("char", o.Chars)
	add("word", o.Words)
	return &score.Pool{Counts: names, Value: o.value}
}

// epsilon is what an order without n-grams counts under eps, as in chrF++.py.
const epsilon = 1e-16

// value is chrF of counts.
func (o Options) value(counts []float64) float64 {
	factor := float64(o.Beta * o.Beta)
	f := func(p, r float64) float64 {
		if below := float64(factor*p) + r; below > 0 {
			return float64((1+factor)*p*r) / below
		}
		return 0
	}
	sum, precision, recall, orders := 0.0, 0.0, 0.0, 0
	for ; len(counts) > 0; counts = counts[perOrder:] {
		p, r := epsilon, epsilon
		if counts[ofHyp] > 0 {
			p = counts[matched] / counts[ofHyp]
		}
		if counts[ofRef] > 0 {
			r = counts[matched] / counts[ofRef]
		}
		if p+r > 0 {
			sum += f(p, r)
		} else {
			sum += epsilon
		}
		if counts[ofHyp] > 0 && counts[ofRef] > 0 {
			precision, recall, orders = precision+p, recall+r, orders+1
		}
	}
	switch {
	case o.Epsilon:
		return sum / float64(o.Chars+o.Words)
	case orders == 0:
		return 0
	}
	return f(precision/float64(orders), recall/float64(orders))
}
