// Package readability measures how easily a headline reads, with the five
// measures of HEvAS (Litvak, Vanetik and Kdosha 2019, section 3.2): shares of
// proper nouns, of other nouns and of pronouns, the Gunning fog index and the
// average length of words. Where the language is said to be one with an index
// of its own, as Italian is, that is a column too.
//
// HEvAS cannot be run any more, so no numbers are equal to its numbers: the
// formulas are those that the paper prints, the words, tags and syllables are
// hed's. docs/readability.md says what follows from that, and why the paper's
// own table of fog indices cannot come from its formula.
package readability

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"hed/corpus"
	"hed/metric"
	"hed/score"
	"hed/text/lang"
	"hed/text/pos"
)

// Info presents the metric to metric/all.
var Info = metric.Info{
	Name:    "readability",
	Doc:     "shares of proper nouns, nouns and pronouns, the fog index and the length of words",
	Paper:   "Litvak et al. 2019; Gunning 1952 (fog)",
	Options: Options{},
	New:     metric.Maker(Options{}, New),
}

// Options of the metric.
type Options struct {
	Lang   string `opt:"lang" doc:"language of the headlines, such as en or it; default: what the document says, else English"`
	Fog    string `opt:"fog" doc:"formula of the fog index: hevas, as that paper prints it, or gunning, the classic one; default hevas"`
	Tagger string `opt:"tagger" file:"true" doc:"model made by training a tagger, for headlines of its language; English and Italian have their own"`
}

// A Metric is configured readability.
type Metric struct {
	lang    lang.Choice
	gunning bool
	index   *index      // of the language, where it is one for all and has one; else nil
	model   *pos.Tagger // in place of the pack's, for its language; may be nil
	columns []score.Column
	workers sync.Pool
}

var _ metric.Metric = (*Metric)(nil)

// New returns the metric with the given options.
func New(opt Options) (*Metric, error) {
	language, err := lang.Choose(opt.Lang)
	if err != nil {
		return nil, fmt.Errorf("lang=%s: %w", opt.Lang, err)
	}
	m := &Metric{lang: language, index: indices[language.String()]}
	switch opt.Fog {
	case "", "hevas":
	case "gunning":
		m.gunning = true
	default:
		return nil, fmt.Errorf("fog=%s: want hevas or gunning", opt.Fog)
	}
	if opt.Tagger != "" {
		t, err := pos.Open(opt.Tagger)
		if err != nil {
			return nil, err
		}
		if opt.Lang != "" && language.String() != t.About.Lang {
			return nil, fmt.Errorf("tagger=%s is for %s, but lang=%s", opt.Tagger, t.About.Lang, opt.Lang)
		}
		if _, err := lang.Get(t.About.Lang); err != nil {
			return nil, fmt.Errorf("tagger=%s: %w", opt.Tagger, err)
		}
		m.model = t
	}
	m.columns = m.describe()
	m.workers.New = func() any { return new(worker) }
	return m, nil
}

// Columns implements metric.Metric.
func (m *Metric) Columns() []score.Column { return m.columns }

// The columns, in order.
const (
	pnr = iota
	nr
	pr
	fog
	awl
	ofLanguage // the index of the language, if there is one
)

// Where a column's share of the overall score ends: headlines are at their
// worst there.
const (
	worstFog = 20
	worstAWL = 12
)

func (m *Metric) describe() []score.Column {
	words := score.Signature{
		{Key: "lang", Value: m.lang.String()},
		{Key: "tok", Value: m.lang.Sign(func(p *lang.Pack) string { return p.Tokenizer.Signature() }), ByLang: m.lang.ByDocument()},
	}
	tagger := score.Setting{Key: "tagger", Value: m.lang.Sign(func(p *lang.Pack) string {
		if t := m.tagger(p); t != nil {
			return t.Signature()
		}
		return "none"
	}), ByLang: m.lang.ByDocument()}
	column := func(name, title, doc string, better score.Better, high, full float64, more ...score.Setting) score.Column {
		return score.Column{
			Name: name, Metric: "readability", Title: title, Topic: score.Readability, Doc: doc, Better: better, High: high, Full: full, Assume: "checked",
			Signature: append(slices.Clone(words), more...),
		}
	}
	formula := []score.Setting{{Key: "formula", Value: "hevas"}}
	if m.gunning { // which leaves out proper nouns
		formula = []score.Setting{{Key: "formula", Value: "gunning"}, tagger}
	}
	columns := []score.Column{
		pnr: column("pnr", "Proper nouns", "share of words that are proper nouns", score.Higher, 1, 1, tagger),
		nr:  column("nr", "Other nouns", "share of words that are other nouns", score.Lower, 1, 1, tagger),
		pr:  column("pr", "Pronouns", "share of words that are pronouns", score.Lower, 1, 1, tagger),
		fog: column("fog", "Gunning fog", "years of school that a reader needs", score.Lower, math.Inf(1), worstFog, formula...),
		awl: column("awl", "Word length", "mean length of words in letters", score.Lower, math.Inf(1), worstAWL),
	}
	if x := m.index; x != nil {
		c := column(x.name, x.title, x.doc, score.Higher, math.Inf(1), x.full)
		c.Low = math.Inf(-1)
		columns = append(columns, c)
	}
	return columns
}

func (m *Metric) tagger(p *lang.Pack) *pos.Tagger {
	if m.model != nil && m.model.About.Lang == p.Code && !p.Foreign {
		return m.model
	}
	if p.Tagger != nil {
		return p.Tagger()
	}
	return nil
}

// Score implements metric.Metric. A headline without a word has no values, and
// one in a language without a tagger, or that hed does not know, no shares; Gunning's index then counts
// names like other words.
func (m *Metric) Score(_ context.Context, c *corpus.Case, out []float64) error {
	pack := m.lang.Of(c.Doc.Lang)
	w := m.workers.Get().(*worker)
	defer m.workers.Put(w)
	n := len(m.columns)
	for i, o := range c.Outputs {
		w.score(m, &pack, o.Text, out[i*n:(i+1)*n])
	}
	return nil
}
