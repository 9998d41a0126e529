package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"hed/corpus"
	"hed/generate"
	"hed/internal/journal"
	"hed/internal/ordered"
	"hed/score"
)

// A batch is what a worker takes at a time: enough cases that handing it
// over costs nothing, few enough that memory stays small. Generators that work in
// batches are slow or cost money, so that less of their work may be lost at once.
const (
	batchCases = 256
	slowCases  = 32
	batchBytes = 1 << 20
)

// A pass goes over the cases once, writing headlines, and scoring them if it has a
// scorer. What the journal knows from before is taken from there.
type pass struct {
	*Job
	scorer  *Scorer // nil for a pass that only writes
	journal *Journal
	columns []score.Column
	width   int // values of a case
	most    int // cases of a batch
	bytes   int // of the texts of a batch, about
	workers int // batches at a time

	// What is known, and where to read it: only the goroutine that reads cases
	// does.
	written, scored int
	headlines, rows *journal.Cursor
	read            int // cases so far

	free chan *batch
}

// A batch of cases on its way from the reader through a worker to the caller.
type batch struct {
	cases   []*corpus.Case
	written int // how many at the start have all headlines
	known   int // how many at the start have values
	values  []float64
	// failures are of the cases, by their places in the batch and in that order.
	failures []located
	digests  []byte // of the cases, where the job sums them
	sum      *Summary
}

func newPass(j *Job, scorer *Scorer, kept *Journal) *pass {
	p := &pass{Job: j, scorer: scorer, journal: kept, most: batchLimit(j.Generators), bytes: batchBytes, workers: j.Workers, free: make(chan *batch, 8)}
	if scorer != nil {
		p.columns, p.width = j.Columns(), scorer.Width()
	}
	if j.Engine != nil {
		p.most, p.bytes, p.workers = engineCases, engineBytes, j.Engine.Slots()
	}
	if kept == nil {
		return p
	}
	if kept.headlines != nil {
		p.written, p.headlines = kept.Written(), kept.headlines.Cursor()
	}
	if kept.rows != nil && scorer != nil {
		p.scored, p.rows = kept.Rows(), kept.rows.Cursor()
	}
	return p
}

// batchLimit is how many cases a batch has at most.
func batchLimit(generators []generate.Named) int {
	most := batchCases
	if slices.ContainsFunc(generators, func(g generate.Named) bool { _, ok := g.Generator.(generate.Batcher); return ok }) {
		most = slowCases
	}
	for _, g := range generators {
		if s, ok := g.Generator.(generate.Sized); ok {
			most = max(most, s.BatchSize())
		}
	}
	return most
}

// run makes the pass, and calls sink, if there is one, with each row in the order
// of the documents.
func (p *pass) run(ctx context.Context, stage Stage, sink func(*Row) error) (*Summary, error) {
	sum, all := newSummary(), newDigests()
	var row Row // one for all, since sink makes it escape
	for b, err := range ordered.Map(ctx, p.workers, p.batches(), p.work) {
		if err != nil {
			return nil, err
		}
		for i, c := range b.cases {
			row = Row{Case: c, Values: b.values[i*p.width : (i+1)*p.width]}
			for _, o := range c.Outputs {
				if o.Reason != "" && p.Failed != nil {
					p.Failed(o)
				}
			}
			if err := p.keep(b, i, &row); err != nil {
				return nil, err
			}
			if sink == nil {
				continue
			}
			if err := sink(&row); err != nil {
				return nil, err
			}
		}
		if p.journal != nil {
			if err := p.journal.Flush(); err != nil {
				return nil, err
			}
		}
		sum.Merge(b.sum)
		all.Write(b.digests)
		if p.Progress != nil {
			p.Progress(stage, sum.Docs)
		}
		p.recycle(b)
	}
	if p.Sums {
		sum.SHA256 = all.String()
	}
	return sum, nil
}

// keep writes to the journal what is new of case i.
func (p *pass) keep(b *batch, i int, row *Row) error {
	if p.journal == nil {
		return nil
	}
	if p.journal.headlines != nil && i >= b.written {
		if err := p.journal.addHeadlines(row.Doc.ID, row.Outputs[len(p.Systems):]); err != nil {
			return err
		}
	}
	if p.journal.rows == nil || p.scorer == nil || i < b.known {
		return nil
	}
	for _, f := range b.failures {
		if f.Case == i {
			if err := p.journal.addFailure(f.Failure); err != nil {
				return err
			}
		}
	}
	return p.journal.addRow(row.Values)
}

// batches reads the cases. After a malformed record it reads on only to report
// more of them.
func (p *pass) batches() iter.Seq2[*batch, error] {
	return func(yield func(*batch, error) bool) {
		var bad collect
		b, bytes := p.newBatch(), 0
		for c, err := range p.Cases {
			if err == nil {
				err = p.check(c.Doc, p.DocsFile)
			}
			if err == nil && len(bad.errs) == 0 {
				err = p.add(b, c)
			}
			if err != nil && bad.add(err) {
				break
			}
			if len(bad.errs) > 0 {
				continue
			}
			bytes += size(c)
			if len(b.cases) == p.most || bytes > p.bytes {
				if !yield(b, nil) {
					return
				}
				b, bytes = p.newBatch(), 0
			}
		}
		if len(bad.errs) > 0 {
			yield(nil, bad.err())
			return
		}
		yield(b, nil)
	}
}

// size is the length of a case's texts.
func size(c *corpus.Case) int {
	n := len(c.Doc.Body)
	for _, r := range c.Doc.References {
		n += len(r)
	}
	for _, o := range c.Outputs {
		n += len(o.Text)
	}
	return n
}

// add puts a case into the batch, with what is known of it.
func (p *pass) add(b *batch, c *corpus.Case) error {
	n := len(b.cases)
	b.cases = append(b.cases, c)
	b.values = slices.Grow(b.values, p.width)[:(n+1)*p.width]
	written, err := p.recall(c)
	if err != nil {
		return err
	}
	if written {
		b.written = n + 1
	}
	if p.read <= p.scored {
		failures, err := nextRow(p.rows, b.values[n*p.width:])
		if err != nil {
			return fmt.Errorf("continue with the rows of document %s: %w", c.Doc.ID, damaged(err))
		}
		b.known = n + 1
		for _, f := range failures {
			b.failures = append(b.failures, located{n, f})
		}
	}
	return nil
}

// recall adds the headlines to the next case that the journal has for it.
func (p *pass) recall(c *corpus.Case) (known bool, err error) {
	p.read++
	if p.read > p.written {
		return len(p.Generators) == 0, nil
	}
	h, err := nextHeadlines(p.headlines)
	switch {
	case err != nil:
		return false, fmt.Errorf("continue with the headlines for document %s: %w", c.Doc.ID, damaged(err))
	case h.Doc != c.Doc.ID || len(h.Texts) != len(p.Generators):
		return false, fmt.Errorf("continue with the headlines for document %s: the journal has document %s there; start again", c.Doc.ID, h.Doc)
	}
	for i, g := range p.Generators {
		c.Outputs = append(c.Outputs, corpus.Output{System: g.Name, Doc: c.Doc.ID, Text: h.Texts[i]})
		if s, ok := g.Generator.(generate.Spender); ok {
			s.Count(c.Doc)
		}
	}
	return true, nil
}

// damaged says of a journal that ends before what was counted in it that it is
// not whole.
func damaged(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// work is what a worker does: it writes the headlines of a batch that are not
// there yet, and scores the cases that have no values.
func (p *pass) work(ctx context.Context, b *batch) (*batch, error) {
	here := len(b.cases) // up to where they are written and scored on this machine
	if p.Engine != nil {
		here = b.known
		if len(p.Generators) > 0 { // what was written is not written again
			here = b.written
		}
	}
	if err := p.Write(ctx, b.cases[min(b.written, here):here]); err != nil {
		return nil, err
	}
	if p.scorer != nil {
		if p.Strict && len(b.failures) > 0 { // of a run that went on without
			f := b.failures[0]
			return nil, &ScoreError{f.Document, f.Metric, errors.New(f.Reason)}
		}
		failures, err := p.scorer.score(ctx, b.cases[b.known:here], p.scorer.systems, b.values[b.known*p.width:])
		if err != nil {
			return nil, err
		}
		b.fail(b.known, failures)
		if failures, err = p.ask(ctx, b.cases[here:], b.values[here*p.width:]); err != nil {
			return nil, err
		}
		b.fail(here, failures)
	}
	b.sum = newSummary()
	for _, f := range b.failures {
		b.sum.failed(f.Failure, p.scorer.systems)
	}
	for i, c := range b.cases {
		b.sum.add(c, p.columns, b.values[i*p.width:(i+1)*p.width])
		b.sum.look(c, p.Metrics)
		if p.Sums {
			b.digests = appendDigest(b.digests, c, len(p.Systems))
		}
	}
	return b, nil
}

// fail adds the failures of the cases from the first on.
func (b *batch) fail(first int, failures []located) {
	for _, f := range failures {
		b.failures = append(b.failures, located{first + f.Case, f.Failure})
	}
}

func (p *pass) newBatch() *batch {
	select {
	case b := <-p.free:
		return b
	default:
		return &batch{cases: make([]*corpus.Case, 0, p.most)}
	}
}

// recycle takes back a batch that is no longer needed.
func (p *pass) recycle(b *batch) {
	clear(b.cases)
	*b = batch{cases: b.cases[:0], values: b.values[:0], failures: b.failures[:0], digests: b.digests[:0]}
	select {
	case p.free <- b:
	default:
	}
}
