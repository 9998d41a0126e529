package evaluate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"hed/corpus"
	"hed/generate"
	"hed/metric"
	"hed/score"
)

// A Plan is what is computed, whatever the documents are: whose headlines, read
// or written here, by which metrics.
type Plan struct {
	// Systems are those whose headlines are read, in the order of a case.
	Systems []string
	// Generators are systems that write their headlines here. They come after
	// the others.
	Generators []generate.Named
	// Candidates is how many headlines a generator is asked for and Output.Candidates has; 0 for the best alone.
	Candidates int
	Metrics    []metric.Selected
	// Extract has a Worker make what the metrics, which are Learners, learn from of the documents, in place of scores. All but what learns is
	// left out of such a plan.
	Extract bool

	// Strict makes errors of what is else absent with a reason: metrics that cannot learn
	// from the documents, and documents that a metric cannot score.
	Strict bool
	// Limit is the time that a metric has for a document; 0 is DefaultLimit. Which documents
	// take longer depends on the machine.
	Limit time.Duration
	// Learnt is where metrics keep what they learn until the work is done.
	Learnt *Learnt
	// Learns, if not nil, is told which metric or generator begins to learn from the documents.
	Learns func(name string)
}

// Names are the systems in the order of a row.
func (p *Plan) Names() []string {
	names := append([]string{}, p.Systems...)
	for _, g := range p.Generators {
		names = append(names, g.Name)
	}
	return names
}

// Columns describes the values of one headline.
func (p *Plan) Columns() []score.Column {
	var cols []score.Column
	for _, m := range p.Metrics {
		cols = append(cols, m.Columns()...)
	}
	return cols
}

// Width is the number of values in a row: for each system one for each column, and
// the counts of columns that are pooled.
func (p *Plan) Width() int { return len(p.Names()) * score.Width(p.Columns()) }

// Needs is what the metrics compare headlines with, all together.
func (p *Plan) Needs() (n metric.Need) {
	for _, m := range p.Metrics {
		n |= m.Info.Needs
	}
	return n
}

// ReadsTwice reports whether the documents are read before they are scored, by
// metrics or generators that learn from them or look at all headlines first.
func (p *Plan) ReadsTwice() bool {
	for _, m := range p.Metrics {
		if _, fits := m.Metric.(metric.Fitter); fits || isSurveyor(m) {
			return true
		}
	}
	for _, g := range p.Generators {
		if _, fits := g.Generator.(generate.Fitter); fits {
			return true
		}
	}
	return false
}

func isSurveyor(m metric.Selected) bool {
	_, ok := m.Metric.(metric.Surveyor)
	return ok
}

// Close gives back what the generators hold.
func (p *Plan) Close() error {
	var errs []error
	for _, g := range p.Generators {
		if c, ok := g.Generator.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}

// check refuses a document of a file that lacks what a metric needs.
func (p *Plan) check(d *corpus.Document, file string) error {
	for _, m := range p.Metrics {
		lacks := ""
		switch {
		case m.Info.Needs&metric.References != 0 && len(d.References) == 0:
			lacks = "reference headline"
		case m.Info.Needs&metric.Body != 0 && d.Body == "":
			lacks = "text"
		default:
			continue
		}
		return &corpus.SyntaxError{File: cmp.Or(d.File, file), Line: d.Line,
			Msg: fmt.Sprintf("document %s has no %s, which metric %s needs; add it or leave the metric out", d.ID, lacks, m.Info.Name)}
	}
	return nil
}

// fit lets the generators learn, where they want to.
func (p *Plan) fit(ctx context.Context, docs corpus.Reader) error {
	for _, g := range p.Generators {
		if f, ok := g.Generator.(generate.Fitter); ok {
			p.learns(g.Name)
			if err := f.Fit(ctx, docs); err != nil {
				return fitError("generator "+g.Name, err)
			}
		}
	}
	return nil
}

func (p *Plan) learns(name string) {
	if p.Learns != nil {
		p.Learns(name)
	}
}

// Write adds the headlines of the generators to cases that have those of the
// Systems.
func (p *Plan) Write(ctx context.Context, cases []*corpus.Case) error {
	if len(p.Generators) == 0 || len(cases) == 0 {
		return nil
	}
	docs := make([]*corpus.Document, len(cases))
	for i, c := range cases {
		docs[i] = c.Doc
	}
	for _, g := range p.Generators {
		all, err := generate.Candidates(ctx, g.Generator, docs, max(1, p.Candidates))
		if err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			e := &GenerateError{docs[0].ID + " and those after it", g.Name, err}
			if one, ok := errors.AsType[*generate.Error](err); ok {
				e.Doc, e.Err = one.Doc, one.Err
			}
			return e
		}
		for i, c := range cases {
			o := corpus.Output{System: g.Name, Doc: c.Doc.ID, Text: all[i][0].Headline, Reason: all[i][0].Reason}
			if p.Candidates > 0 {
				o.Candidates = all[i]
			}
			c.Outputs = append(c.Outputs, o)
		}
	}
	return nil
}
