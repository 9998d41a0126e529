// Package numacc measures whether headlines have the numeral that they
// should have: the numeral accuracy of NumHG (Huang et al. 2024, "NumHG: A
// Dataset for Number-Focused Headline Generation", table 4), over all
// headlines, over those whose numeral can be copied from the article, and
// over those whose numeral takes reasoning.
//
// The rule of the official scorer is [numeral.Strict], whose verdicts are
// those of its regular expression on every headline of NumHG. The scorer
// itself is a loop over files; what is right is decided by that rule, and
// which headlines count as copied by the file number_type. Other rules are
// options. Beside accuracy stands what is wrong: [Error] has the types of
// the paper's table 6. A [Tally] counts both, for one system.
package numacc

import (
	"context"
	"fmt"

	"hed/corpus"
	"hed/metric"
	"hed/numeral"
	"hed/numeral/cloze"
	"hed/score"
)

// Info presents the metric to metric/all.
var Info = metric.Info{
	Name:    "numacc",
	Doc:     "whether the headline has the numeral of the reference, as a share of headlines",
	Paper:   "Huang et al. 2024",
	Peer:    "the scorer of NumHG",
	Needs:   metric.References | metric.Body,
	Options: Options{},
	New:     metric.Maker(Options{}, New),
}

// Options of the metric.
type Options struct {
	Rule string `opt:"rule" doc:"strict: the gold numeral and no other; lenient: the gold numeral among others; value: a number of the same value, 1K for 1,000; default strict"`
}

// Rules are the rules by the names that users give them, strictest first.
var Rules = [rules]struct {
	Name string
	Rule numeral.Rule
}{
	{"strict", numeral.Strict},
	{"lenient", numeral.Lenient},
	{"value", numeral.ByValue},
}

// A Metric is numeral accuracy by one rule.
type Metric struct {
	rule    numeral.Rule
	columns []score.Column
}

var _ metric.Metric = (*Metric)(nil)

// New returns the metric with the given options.
func New(opt Options) (*Metric, error) {
	if opt.Rule == "" {
		opt.Rule = Rules[0].Name
	}
	for _, r := range Rules {
		if r.Name == opt.Rule {
			return &Metric{rule: r.Rule, columns: describe(r.Name)}, nil
		}
	}
	return nil, fmt.Errorf("rule=%s: want strict, lenient or value", opt.Rule)
}

// The columns, in order.
const (
	overall = iota
	copied
	reasoned
	measures
)

func describe(rule string) []score.Column {
	column := func(name, title, doc string) score.Column {
		return score.Column{
			Name: name, Metric: "numacc", Title: title, Topic: score.Numerals, Doc: doc, Better: score.Higher, High: 1, Assume: "nothing", // a value is 0 or 1
			Signature: score.Signature{{Key: "rule", Value: rule}, {Key: "numeral", Value: "numhg"}},
		}
	}
	columns := []score.Column{
		overall:  column("numacc", "Numeral accuracy", "whether the headline has the gold numeral"),
		copied:   column("numacc_copy", "Numeral accuracy, copied", "whether the headline has the gold numeral, if it can be copied from the article"),
		reasoned: column("numacc_reasoning", "Numeral accuracy, reasoned", "whether the headline has the gold numeral, if it takes reasoning"),
	}
	columns[copied].Aside, columns[reasoned].Aside = true, true
	return columns
}

// Columns implements metric.Metric.
func (m *Metric) Columns() []score.Column { return m.columns }

// Score implements metric.Metric. A value is 1 if the headline satisfies
// the rule and 0 if not, so an empty headline has 0. All values are absent
// where [cloze.GoldOf] knows no gold numeral, and those of a column where the
// numeral is of the other type or of unknown type.
func (m *Metric) Score(_ context.Context, c *corpus.Case, out []float64) error {
	for i := range out {
		out[i] = score.Absent
	}
	gold, ok := cloze.GoldOf(c.Doc)
	if !ok {
		return nil
	}
	for i, o := range c.Outputs {
		row := out[i*measures : (i+1)*measures]
		row[overall] = 0
		if m.rule.Match(o.Text, gold.Numeral) {
			row[overall] = 1
		}
		switch gold.Type {
		case cloze.Copy:
			row[copied] = row[overall]
		case cloze.Reasoning:
			row[reasoned] = row[overall]
		}
	}
	return nil
}
