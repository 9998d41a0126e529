package evaluate

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"hed/corpus"
	"hed/metric"
	"hed/score"
)

// A batch is what a worker takes at a time: enough cases that handing it
// over costs nothing, few enough that memory stays small.
const (
	batchCases = 256
	batchBytes = 1 << 20
)

// A batch of cases on its way from the reader through a worker to Run.
type batch struct {
	cases  []*corpus.Case
	known  int // how many cases at the start need no scoring
	values []float64
	width  int
	err    error
	done   chan struct{} // closed when values are there
}

// row returns the values of case i.
func (b *batch) row(i int) []float64 { return b.values[i*b.width : (i+1)*b.width] }

// A pipeline reads and scores. Every batch goes to the workers and, in the
// order of reading, into ordered, so that whoever ranges over it and
// waits for each batch sees the documents in order.
type pipeline struct {
	job     *Job
	ctx     context.Context
	cancel  context.CancelFunc
	names   []string
	columns []int  // values a metric gives, by metric
	left    []bool // metrics that are left out
	width   int    // values a case has

	ordered chan *batch
	work    chan *batch
	free    chan *batch
	running sync.WaitGroup
}

func newPipeline(ctx context.Context, j *Job, left []bool) *pipeline {
	p := &pipeline{job: j, names: j.Names(), left: left}
	p.ctx, p.cancel = context.WithCancel(ctx)
	for _, m := range j.Metrics {
		p.columns = append(p.columns, len(m.Columns()))
		p.width += len(m.Columns()) * len(p.names)
	}
	workers := max(j.Workers, 1)
	// A little slack, so that one slow batch does not stop the others.
	p.ordered = make(chan *batch, 2*workers)
	p.work = make(chan *batch, 2*workers)
	p.free = make(chan *batch, 4*workers+1)
	p.running.Go(p.read)
	for range workers {
		p.running.Go(p.score)
	}
	return p
}

// stop ends all goroutines and waits for them.
func (p *pipeline) stop() {
	p.cancel()
	for b := range p.ordered {
		_ = b // what the reader still holds out, so that it can see the end
	}
	p.running.Wait()
}

// recycle takes back a batch whose values are no longer needed.
func (p *pipeline) recycle(b *batch) {
	clear(b.cases)
	select {
	case p.free <- b:
	default:
	}
}

func (p *pipeline) newBatch() *batch {
	var b *batch
	select {
	case b = <-p.free:
		b.cases, b.known, b.err = b.cases[:0], 0, nil
	default:
		b = &batch{cases: make([]*corpus.Case, 0, batchCases), width: p.width}
	}
	b.done = make(chan struct{})
	return b
}

// send hands b on; false means that the run is over.
func (p *pipeline) send(b *batch) bool {
	for _, ch := range []chan *batch{p.ordered, p.work} {
		select {
		case ch <- b:
		case <-p.ctx.Done():
			return false
		}
	}
	return true
}

// read sends the cases on in batches. After a malformed
// record it reads on only to report more of them.
func (p *pipeline) read() {
	defer close(p.ordered)
	defer close(p.work)
	var bad collect
	b, bytes, n := p.newBatch(), 0, 0
	for c, err := range p.job.Cases {
		if err == nil {
			err = p.check(c.Doc)
		}
		if err != nil {
			if bad.add(err) {
				break
			}
			continue
		}
		if len(bad.errs) > 0 {
			continue
		}
		b.cases = append(b.cases, c)
		if p.job.Journal != nil && n < p.job.Journal.Len() {
			b.known++
		}
		n++
		bytes += size(c)
		if len(b.cases) == batchCases || bytes > batchBytes {
			if !p.send(b) {
				return
			}
			b, bytes = p.newBatch(), 0
		}
	}
	if len(bad.errs) > 0 {
		b.cases = b.cases[:0]
		b.err = bad.err()
	}
	p.send(b)
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

// check refuses a document that lacks what a metric needs.
func (p *pipeline) check(d *corpus.Document) error {
	for _, m := range p.job.Metrics {
		lacks := ""
		switch {
		case m.Info.Needs&metric.References != 0 && len(d.References) == 0:
			lacks = "reference headline"
		case m.Info.Needs&metric.Body != 0 && d.Body == "":
			lacks = "text"
		default:
			continue
		}
		return &corpus.SyntaxError{File: p.job.DocsFile, Line: d.Line,
			Msg: fmt.Sprintf("document %s has no %s, which metric %s needs; add it or leave the metric out", d.ID, lacks, m.Info.Name)}
	}
	return nil
}

// score is one worker, which writes headlines first.
func (p *pipeline) score() {
	var out []float64
	for b := range p.work {
		if b.err == nil {
			b.values = slices.Grow(b.values[:0], len(b.cases)*b.width)[:len(b.cases)*b.width]
			if b.err = p.generate(b); b.err == nil {
				out, b.err = p.scoreBatch(b, out)
			}
		}
		close(b.done)
	}
}

// generate adds the headlines of the generators. Rows that are known have
// them too, since whoever gets a row may want to show it.
func (p *pipeline) generate(b *batch) error {
	for _, c := range b.cases {
		if err := p.job.generate(p.ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// scoreBatch fills the values of the cases that are not known, with one metric
// after another. out is memory for what a metric gives.
func (p *pipeline) scoreBatch(b *batch, out []float64) ([]float64, error) {
	systems := len(p.names)
	all, first := p.width/max(systems, 1), 0
	cases := b.cases[b.known:]
	for k, m := range p.job.Metrics {
		width := p.columns[k]
		size := width * systems
		out = slices.Grow(out[:0], len(cases)*size)[:len(cases)*size]
		if p.left[k] {
			for i := range out {
				out[i] = score.Absent
			}
		} else if err := p.scoreAll(m, cases, out); err != nil {
			return out, err
		}
		for i := range cases {
			row, got := b.row(b.known+i), out[i*size:]
			for s := range systems {
				copy(row[s*all+first:s*all+first+width], got[s*width:])
			}
		}
		first += width
	}
	return out, nil
}

// scoreAll fills out with what one metric gives.
func (p *pipeline) scoreAll(m metric.Selected, cases []*corpus.Case, out []float64) error {
	if len(cases) == 0 {
		return nil
	}
	if b, ok := m.Metric.(metric.Batcher); ok {
		err := b.ScoreBatch(p.ctx, cases, out)
		return p.failed(m, cases[0].Doc.ID+" and those after it", err)
	}
	size := len(out) / len(cases)
	for i, c := range cases {
		if p.ctx.Err() != nil {
			return context.Cause(p.ctx)
		}
		if err := m.Score(p.ctx, c, out[i*size:(i+1)*size]); err != nil {
			return p.failed(m, c.Doc.ID, err)
		}
	}
	return nil
}

func (p *pipeline) failed(m metric.Selected, doc string, err error) error {
	switch {
	case err == nil:
		return nil
	case p.ctx.Err() != nil:
		return context.Cause(p.ctx)
	}
	return &ScoreError{doc, m.Info.Name, err}
}
