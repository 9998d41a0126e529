// Package numsupport measures how many of a headline's numbers the article
// supports, whatever the reference says. It is the number-focused metric that
// Huang et al. (2024) name as future work: a headline may choose another
// number than its reference and be right (table 7 of the paper), and a number
// of the article is wrong where the headline says something else of it
// (table 8).
//
// What supports a number is decided by hed/numeral/check: what the article
// states, or what follows from it, is supported; what it contradicts or does not
// have is not, nor is what it states of something else. There is no reference
// program. docs/numerals.md says what it catches, and what not. It reads the languages that
// numeral/gloss has data for.
package numsupport

import (
	"context"
	"fmt"

	"hed/corpus"
	"hed/metric"
	"hed/numeral/check"
	"hed/numeral/derive"
	"hed/numeral/gloss"
	"hed/score"
	"hed/text/lang"
)

// Info presents the metric to metric/all.
var Info = metric.Info{
	Name:    "numsupport",
	Doc:     "share of the headline's numbers that the article supports in their context",
	Paper:   "Huang et al. 2024 (as future work)",
	Needs:   metric.Body,
	Options: Options{},
	New:     metric.Maker(Options{}, New),
}

// Options of the metric.
type Options struct {
	Lang string `opt:"lang" doc:"language of all texts, such as en or it; default: what the document says, else English"`
}

// A Metric is the metric with its model.
type Metric struct {
	model *derive.Model // of English
	lang  lang.Choice
}

var _ metric.Metric = (*Metric)(nil)

// New returns the metric.
func New(opt Options) (*Metric, error) {
	language, err := lang.Choose(opt.Lang)
	if err != nil {
		return nil, fmt.Errorf("lang=%s: %w", opt.Lang, err)
	}
	if opt.Lang != "" && !check.Reads(opt.Lang) {
		return nil, fmt.Errorf("lang=%s: hed does not read the numbers of this language", opt.Lang)
	}
	return &Metric{derive.English(), language}, nil
}

// Columns implements metric.Metric.
func (m *Metric) Columns() []score.Column {
	return []score.Column{{
		Name: "numsupport", Metric: "numsupport", Title: "Supported numbers", Topic: score.Numerals, Doc: "share of the headline's numbers that the article supports",
		Better: score.Higher, High: 1, Assume: "nothing", // most headlines have one number, or none
		Signature: score.Signature{
			{Key: "lang", Value: m.sign(func(p *lang.Pack) string { return p.Code }), ByLang: m.lang.ByDocument()},
			{Key: "check", Value: m.sign(func(p *lang.Pack) string {
				if gloss := gloss.Of(p.Code).Signature(); gloss != "" {
					return check.Rules + "-" + gloss
				}
				return check.Rules
			}), ByLang: m.lang.ByDocument()},
			{Key: "model", Value: m.sign(func(p *lang.Pack) string {
				if !derive.Reads(p.Code) {
					return "none"
				}
				return fmt.Sprintf("%.8s-%d", m.model.About.SHA256, m.model.About.Seed)
			}), ByLang: m.lang.ByDocument()},
		},
	}}
}

// sign names a part of the languages whose numbers are read.
func (m *Metric) sign(part func(*lang.Pack) string) string {
	return m.lang.Sign(func(p *lang.Pack) string {
		if !check.Reads(p.Code) {
			return "none"
		}
		return part(p)
	})
}

// Score implements metric.Metric. A headline without a number that claims
// something has no value, nor has one in a language whose numbers are not read. One with
// more numbers than are checked is an error.
func (m *Metric) Score(_ context.Context, c *corpus.Case, out []float64) error {
	pack := m.lang.Of(c.Doc.Lang)
	article := check.Read(c.Doc.Text(), pack.Code, check.Day(c.Doc.Date))
	for i, o := range c.Outputs {
		out[i] = score.Absent
		if pack.Foreign || !check.Reads(pack.Code) {
			continue
		}
		n, supported := 0, 0
		for _, r := range article.Check(m.model, o.Text) {
			switch {
			case r.Kind == check.Limit:
				return fmt.Errorf("the headline has more than %d numbers, and no more are checked", check.MaxNumbers)
			case r.Verdict == check.Unchecked:
			default:
				n++
				if r.Verdict.Level() == check.Fine {
					supported++
				}
			}
		}
		if n > 0 {
			out[i] = float64(supported) / float64(n)
		}
	}
	return nil
}
