// Package bleu implements BLEU (Papineni et al. 2002: "BLEU: a Method for Automatic
// Evaluation of Machine Translation") as sacreBLEU 2.6.0 computes it (Post 2018: "A Call
// for Clarity in Reporting BLEU Scores").
//
// BLEU is defined for a corpus: n-grams are counted in all headlines, and the score is
// made of the sums. The column is pooled accordingly. The value of a single
// headline is sacreBLEU's sentence BLEU, which stops at the longest n-grams that the
// headline has (the effective order), as sacrebleu.sentence_bleu does by default;
// the value of a corpus does not, as in sacrebleu.corpus_bleu. Values are
// fractions, where sacreBLEU has percentages.
//
// docs/bleu.md says how far the numbers agree.
package bleu

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"hed/corpus"
	"hed/internal/exponential"
	"hed/internal/python"
	"hed/metric"
	"hed/score"
)

// Info presents BLEU to metric/all.
var Info = metric.Info{
	Name:    "bleu",
	Doc:     "precision of n-grams of up to four words, with a penalty for headlines that are too short",
	Paper:   "Papineni et al. 2002; Post 2018",
	Peer:    "sacreBLEU 2.6.0",
	Needs:   metric.References,
	Options: Options{},
	Pool:    pool,
	New:     metric.Maker(Options{}, New),
}

// Options are the settings of a Metric. The zero value is sacreBLEU's default.
type Options struct {
	Tokens    string   `opt:"tok" doc:"how texts are cut into words: 13a (default), intl, char, zh or none"`
	Smooth    string   `opt:"smooth" doc:"how n-grams without a match are smoothed: exp (default), floor, add-k or none"`
	Value     *float64 `opt:"value" doc:"value for floor (default 0.1) and add-k (default 1)"`
	Lowercase bool     `opt:"lowercase" doc:"ignore case; default no"`
}

// order is the length of the longest n-grams.
const order = 4

// A Metric is a configured BLEU.
type Metric struct {
	columns  []score.Column
	smooth   smoothing
	tokenize func(string) []string
	lower    bool
	workers  sync.Pool
}

var _ metric.Metric = (*Metric)(nil)

// New returns BLEU with the given options.
func New(opt Options) (*Metric, error) {
	tokens, smooth := "13a", "exp"
	if opt.Tokens != "" {
		tokens = opt.Tokens
	}
	if opt.Smooth != "" {
		smooth = opt.Smooth
	}
	tokenize := tokenizers[tokens]
	if tokenize == nil {
		return nil, fmt.Errorf("tok=%s: want 13a, intl, char, zh or none", tokens)
	}
	m := &Metric{tokenize: tokenize, lower: opt.Lowercase, smooth: smoothing{method: smooth}}
	if err := m.smooth.settle(opt.Value); err != nil {
		return nil, err
	}
	c := "mixed"
	if m.lower {
		c = "lc"
	}
	m.columns = []score.Column{{
		Name: "bleu", Metric: "bleu", Title: "BLEU", Topic: score.Informativeness, Doc: "runs of 1 to 4 words in common, of all headlines together or of one",
		Better: score.Higher, Low: 0, High: 1, Assume: "checked",
		Signature: score.Signature{
			{Key: "case", Value: c}, {Key: "eff", Value: "no"}, {Key: "tok", Value: tokens}, {Key: "smooth", Value: m.smooth.String()},
		},
		Pool: m.smooth.pool(),
	}}
	m.workers.New = func() any { return newWorker() }
	return m, nil
}

// Columns implements metric.Metric.
func (m *Metric) Columns() []score.Column { return m.columns }

// Score implements metric.Metric. An n-gram counts as often as the reference that has it
// most often, and the length of a headline is held against the reference
// that is nearest in length.
func (m *Metric) Score(_ context.Context, c *corpus.Case, out []float64) error {
	w := m.workers.Get().(*worker)
	defer m.workers.Put(w)
	w.begin()
	for _, ref := range c.Doc.References {
		w.reference(m.words(ref))
	}
	width := score.Width(m.columns)
	for i := range c.Outputs {
		row := out[i*width : (i+1)*width]
		w.headline(m.words(c.Outputs[i].Text), row[1:])
		row[0] = m.smooth.value(row[1:], true)
	}
	return nil
}

func (m *Metric) words(text string) []string {
	if m.lower {
		text = python.Lower(text)
	}
	return m.tokenize(python.TrimRight(text))
}

// The counts of a headline, as sacreBLEU has them.
const (
	hypLen  = iota
	refLen  // of the reference that is nearest in length
	correct // of each order
	total   = correct + order
	counts  = total + order
)

func (s smoothing) pool() *score.Pool {
	names := []string{"hyp_len", "ref_len"}
	for _, kind := range []string{"correct", "total"} {
		for n := range order {
			names = append(names, kind+strconv.Itoa(n+1))
		}
	}
	return &score.Pool{Counts: names, Value: func(sums []float64) float64 { return s.value(sums, false) }}
}

// pool reads the smoothing out of a signature, on which alone the value of counts depends.
func pool(sig score.Signature) (*score.Pool, error) {
	i := slices.IndexFunc(sig, func(s score.Setting) bool { return s.Key == "smooth" })
	if i < 0 {
		return nil, fmt.Errorf("the signature has no smooth")
	}
	method, rest, hasValue := strings.Cut(sig[i].Value, "[")
	s := smoothing{method: method}
	var value *float64
	if hasValue {
		v, err := strconv.ParseFloat(strings.TrimSuffix(rest, "]"), 64)
		if err != nil {
			return nil, fmt.Errorf("smooth:%s: want a number in brackets", sig[i].Value)
		}
		value = &v
	}
	if err := s.settle(value); err != nil {
		return nil, err
	}
	return s.pool(), nil
}

// A smoothing is what is done about orders without a match (Chen and Cherry 2014).
type smoothing struct {
	method string
	k      float64 // of floor and add-k
}

// settle checks the method and takes its default where no value is given.
func (s *smoothing) settle(value *float64) error {
	switch s.method {
	case "floor":
		s.k = 0.1
	case "add-k":
		s.k = 1
	case "exp", "none":
		if value != nil {
			return fmt.Errorf("value=%v: smooth=%s takes none", *value, s.method)
		}
		return nil
	default:
		return fmt.Errorf("smooth=%s: want exp, floor, add-k or none", s.method)
	}
	if value != nil {
		s.k = *value
	}
	if !(s.k > 0 && s.k <= 1) {
		return fmt.Errorf("value=%v: want a number above 0, and 1 at most", s.k)
	}
	return nil
}

// String is the smoothing as in signatures of sacreBLEU, but with all digits.
func (s smoothing) String() string {
	if s.k == 0 {
		return s.method
	}
	short := strconv.FormatFloat(s.k, 'f', -1, 64)
	if long := strconv.FormatFloat(s.k, 'f', 2, 64); len(long) > len(short) {
		short = long
	}
	return s.method + "[" + short + "]"
}

// value is BLEU of counts. With effective it stops at the longest n-grams that there
// are; without, a corpus that has none of four words scores 0.
func (s smoothing) value(c []float64, effective bool) float64 {
	if !slices.ContainsFunc(c[correct:total], func(v float64) bool { return v > 0 }) {
		return 0
	}
	logs, orders, half := 0.0, order, 1.0
	for n := range order {
		hits, all := c[correct+n], c[total+n]
		if s.method == "add-k" && n > 0 {
			hits, all = hits+s.k, all+s.k
		}
		if all == 0 {
			if !effective {
				return 0
			}
			break
		}
		if effective {
			orders = n + 1
		}
		if hits == 0 {
			switch s.method {
			case "exp":
				half /= 2
				hits = half
			case "floor":
				hits = s.k
			default:
				return 0
			}
		}
		logs += exponential.Log(hits / all)
	}
	brevity := 0.0
	if c[hypLen] < c[refLen] {
		brevity = 1 - c[refLen]/c[hypLen]
	}
	return exponential.Exp(brevity + logs/float64(orders))
}
