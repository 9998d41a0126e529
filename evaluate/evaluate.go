// Package evaluate runs metrics and generators over a corpus.
//
// Cases stream through: one goroutine reads them, workers write and score
// headlines for batches of them, and the caller gets the rows in the order of the documents. So the result does not depend on
// the number of workers, and memory does not grow with the corpus unless
// the caller keeps what it gets.
package evaluate

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"hed/corpus"
	"hed/generate"
	"hed/metric"
	"hed/score"
	"hed/text/lang"
)

// A Job is what to score, and with what.
type Job struct {
	// Cases are the documents with the headlines to score, as corpus.Join
	// makes them of files. They are read once more for a metric that surveys
	// them.
	Cases   iter.Seq2[*corpus.Case, error]
	Systems []string // whose headlines they are, in the order of a case
	// Generators are systems that write their headlines while the job runs.
	// They come after the others.
	Generators []generate.Named
	Metrics    []metric.Selected
	Workers    int // at least 1

	// Docs are the documents alone, for metrics and generators that learn
	// from them first; nil is fine if none does.
	Docs     corpus.Reader
	DocsFile string // name of the documents for messages

	// State, if not nil, has what metrics learnt before. One that learns, and
	// has nothing there, ends the run with an error.
	State *State
	// Journal, if not nil, remembers the rows across interruptions.
	Journal *Journal
	// Progress, if not nil, is called now and then with the number of
	// documents done.
	Progress func(done int)
}

// A Row is the scores of all systems for one document. It and its values
// are valid until the next row.
type Row struct {
	*corpus.Case
	// Values has one value a column for the first system, then for the
	// second, and so on.
	Values []float64
}

// A Summary is what Run learnt of the inputs.
type Summary struct {
	Docs             int
	MinRefs, MaxRefs int            // references a document
	EmptyRefs        int            // documents with an empty reference
	Empty            map[string]int // empty headlines by system
	Absent           map[string]int // headlines without a value, by column
	// Unfit are metrics that were left out, by name: they are optional, and could
	// not learn from the documents. Their values are absent.
	Unfit map[string]error
	// Foreign are documents in languages that hed does not know, by the code.
	Foreign map[string]int
}

// Names are the systems in the order of a row.
func (j *Job) Names() []string {
	names := slices.Clone(j.Systems)
	for _, g := range j.Generators {
		names = append(names, g.Name)
	}
	return names
}

// Columns describes the values of one headline.
func (j *Job) Columns() []score.Column {
	var cols []score.Column
	for _, m := range j.Metrics {
		cols = append(cols, m.Columns()...)
	}
	return cols
}

// Run scores everything and calls sink with each row, in the order of the
// documents. Malformed records end it with an error that lists the first of them.
func (j *Job) Run(ctx context.Context, sink func(*Row) error) (*Summary, error) {
	sum := &Summary{Empty: map[string]int{}, Absent: map[string]int{}, Unfit: map[string]error{}, Foreign: map[string]int{}}
	left := make([]bool, len(j.Metrics))
	for i, m := range j.Metrics {
		err := j.fit(ctx, m)
		if unfit, ok := errors.AsType[*FitError](err); ok && m.Spec.Optional && ctx.Err() == nil {
			left[i], sum.Unfit[m.Info.Name] = true, unfit.Err
		} else if err != nil {
			return nil, err
		}
	}
	for _, g := range j.Generators {
		if f, ok := g.Generator.(generate.Fitter); ok {
			if err := f.Fit(ctx, j.Docs); err != nil {
				return nil, fitError("generator "+g.Name, err)
			}
		}
	}
	for i, m := range j.Metrics {
		if s, ok := m.Metric.(metric.Surveyor); ok && !left[i] {
			if err := s.Survey(ctx, j.headlines(ctx)); err != nil {
				return nil, fitError("metric "+m.Info.Name, err)
			}
		}
	}
	p := newPipeline(ctx, j, left)
	defer p.stop()
	columns := j.Columns()
	var row Row // one for all, since sink makes it escape
	for b := range p.ordered {
		select {
		case <-b.done:
		case <-p.ctx.Done(): // b may never have reached a worker
			return nil, context.Cause(ctx)
		}
		if b.err != nil {
			return nil, b.err
		}
		for i, c := range b.cases {
			row = Row{Case: c, Values: b.row(i)}
			if err := j.settle(&row, sum.Docs); err != nil {
				return nil, err
			}
			sum.add(p.names, columns, &row)
			if err := sink(&row); err != nil {
				return nil, err
			}
		}
		if j.Journal != nil {
			if err := j.Journal.Flush(); err != nil {
				return nil, err
			}
		}
		if j.Progress != nil {
			j.Progress(sum.Docs)
		}
		p.recycle(b)
	}
	return sum, context.Cause(ctx)
}

// fit lets a metric learn, if it wants to, or gives it what it learnt before.
func (j *Job) fit(ctx context.Context, m metric.Selected) error {
	if k, ok := m.Metric.(metric.Keeper); ok && j.State != nil {
		return j.State.load(m, k)
	}
	if f, ok := m.Metric.(metric.Fitter); ok {
		if err := f.Fit(ctx, j.Docs, max(j.Workers, 1)); err != nil {
			return fitError("metric "+m.Info.Name, err)
		}
	}
	return nil
}

// headlines are the cases with what the generators write.
func (j *Job) headlines(ctx context.Context) iter.Seq2[*corpus.Case, error] {
	return func(yield func(*corpus.Case, error) bool) {
		for c, err := range j.Cases {
			if err == nil {
				err = j.generate(ctx, c)
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

// generate adds the headlines of the generators.
func (j *Job) generate(ctx context.Context, c *corpus.Case) error {
	for _, g := range j.Generators {
		h, err := g.Generate(ctx, c.Doc)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			return &GenerateError{c.Doc.ID, g.Name, err}
		}
		c.Outputs = append(c.Outputs, corpus.Output{System: g.Name, Doc: c.Doc.ID, Text: h})
	}
	return nil
}

// fitError leaves a malformed record as it is: its message begins with the file.
func fitError(what string, err error) error {
	if _, syntax := errors.AsType[*corpus.SyntaxError](err); syntax {
		return err
	}
	return &FitError{what, err}
}

// Table runs the job and keeps all rows.
func (j *Job) Table(ctx context.Context) (*score.Table, *Summary, error) {
	t := score.NewTable(j.Columns())
	width, names := len(j.Columns()), j.Names()
	sum, err := j.Run(ctx, func(row *Row) error {
		for i, s := range names {
			t.Append(score.Key{Doc: row.Doc.ID, System: s}, row.Values[i*width:(i+1)*width])
		}
		return nil
	})
	return t, sum, err
}

// settle exchanges the row with the journal: rows of an earlier run are
// read from it, new ones are written to it.
func (j *Job) settle(row *Row, n int) error {
	switch {
	case j.Journal == nil:
		return nil
	case n < j.Journal.Len():
		return j.Journal.Read(row.Values)
	default:
		return j.Journal.Append(row.Values)
	}
}

func (s *Summary) add(systems []string, columns []score.Column, row *Row) {
	refs := row.Doc.References
	if s.Docs == 0 {
		s.MinRefs = len(refs)
	}
	s.Docs++
	s.MinRefs = min(s.MinRefs, len(refs))
	s.MaxRefs = max(s.MaxRefs, len(refs))
	if tag := row.Doc.Lang; tag != "" && lang.Of(tag).Foreign {
		s.Foreign[lang.Code(tag)]++
	}
	for _, r := range refs {
		if strings.TrimSpace(r) == "" {
			s.EmptyRefs++
			break
		}
	}
	for i, o := range row.Outputs {
		if strings.TrimSpace(o.Text) == "" {
			s.Empty[systems[i]]++
		}
	}
	for i, v := range row.Values {
		if score.IsAbsent(v) {
			s.Absent[columns[i%len(columns)].Name]++
		}
	}
}

// Sign returns the columns with what the corpus adds to their signatures: the
// number of references, for metrics that use them.
func (s *Summary) Sign(metrics []metric.Selected, more ...score.Setting) []score.Column {
	nrefs := fmt.Sprint(s.MinRefs)
	if s.MinRefs != s.MaxRefs {
		nrefs = fmt.Sprintf("%d-%d", s.MinRefs, s.MaxRefs)
	}
	var cols []score.Column
	for _, m := range metrics {
		for _, c := range m.Columns() {
			sig := append(score.Signature{}, c.Signature...)
			if m.Info.Needs&metric.References != 0 {
				sig = append(sig, score.Setting{Key: "nrefs", Value: nrefs})
			}
			c.Signature = append(sig, more...)
			cols = append(cols, c)
		}
	}
	return cols
}

// A FitError is a metric or generator that could not learn from the documents.
type FitError struct {
	What string
	Err  error
}

func (e *FitError) Error() string { return fmt.Sprintf("fit %s: %v", e.What, e.Err) }

func (e *FitError) Unwrap() error { return e.Err }

// A ScoreError is a case that a metric could not score.
type ScoreError struct {
	Doc, Metric string
	Err         error
}

func (e *ScoreError) Error() string {
	return fmt.Sprintf("score document %s with metric %s: %v", e.Doc, e.Metric, e.Err)
}

func (e *ScoreError) Unwrap() error { return e.Err }

// A GenerateError is a document that a generator could not write for.
type GenerateError struct {
	Doc, Generator string
	Err            error
}

func (e *GenerateError) Error() string {
	return fmt.Sprintf("write a headline for document %s with %s: %v", e.Doc, e.Generator, e.Err)
}

func (e *GenerateError) Unwrap() error { return e.Err }

// maxErrors is how many malformed records are reported before reading
// stops: enough to see the pattern, not so many that it scrolls away.
const maxErrors = 10

// collect gathers errors of malformed records; add says whether reading
// should end.
type collect struct{ errs []error }

func (c *collect) add(err error) (stop bool) {
	c.errs = append(c.errs, err)
	var syntax *corpus.SyntaxError
	return !errors.As(err, &syntax) || len(c.errs) == maxErrors
}

func (c *collect) err() error {
	if len(c.errs) == maxErrors {
		c.errs = append(c.errs, fmt.Errorf("stopped after %d errors; there may be more", maxErrors))
	}
	return errors.Join(c.errs...)
}
