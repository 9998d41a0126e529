package evaluate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"hed/corpus"
	"hed/corpus/input"
	"hed/corpus/jsonl"
	"hed/generate"
	"hed/internal/option"
	"hed/internal/ordered"
	"hed/metric"
)

// A Worker scores cases that somebody sends, in place of a corpus: the part of an
// evaluation that any number of machines can do at once. Each case brings its own
// headlines, and generators add theirs.
type Worker struct {
	// Columns says how records differ from cases, if they do.
	Columns corpus.Options
	// Systems, if there are any, are those whose headlines are scored, in their order. A record may have such a headline
	// in a field of the system's name, too.
	Systems []string
	// Summary puts a line with what is known of the documents before the empty line that ends an answer. They are then held to what a
	// corpus is, which cases that somebody sends need not be.
	Summary bool
	// Blocks answers in the form for engines, which people cannot read and programs read fast.
	Blocks bool

	plan       *Plan
	scorer     *Scorer // nil for one that only writes headlines, or extracts
	extractors []metric.Extractor
	wire       *Wire
	workers    int
}

// Worker makes a worker of the plan, whose Systems are not used: cases name theirs. It sees
// some of the documents at a time, so that whatever learns from all of them must have
// learnt before, and be in the state.
func (p *Plan) Worker(ctx context.Context, state *State, workers int) (*Worker, error) {
	if err := p.checkWorker(); err != nil {
		return nil, err
	}
	w := &Worker{plan: p, workers: workers}
	if p.Extract {
		w.Blocks = true // there are no lines for it
		var err error
		w.extractors, err = p.extractors()
		return w, err
	}
	for _, m := range p.Metrics {
		if _, fits := m.Metric.(metric.Fitter); fits && state == nil {
			return nil, &UnfitError{m.Label()}
		}
	}
	if len(p.Metrics) == 0 {
		return w, nil
	}
	var err error
	w.scorer, err = p.Fit(ctx, nil, state, workers)
	w.wire = p.Wire()
	return w, err
}

// checkWorker refuses what needs more than some of the documents, and cannot have learnt
// before.
func (p *Plan) checkWorker() error {
	for _, g := range p.Generators {
		if _, fits := g.Generator.(generate.Fitter); fits {
			return fmt.Errorf("generator %s learns from all documents before it writes, but a worker sees only some of them; write its headlines first, and send them with the cases", g.Name)
		}
	}
	for _, m := range p.Metrics {
		if isSurveyor(m) {
			return fmt.Errorf("metric %s looks at all headlines before it scores any, but a worker sees only some of them", m.Label())
		}
	}
	return nil
}

// An UnfitError is a metric that would have to learn where there is nothing to learn from.
type UnfitError struct{ Metric string }

func (e *UnfitError) Error() string {
	return fmt.Sprintf("metric %s learns from all documents before it scores, but a worker sees only some of them; give it what it learnt before as %s", e.Metric, option.Name("state"))
}

// Done is what a worker has seen.
type Done struct{ Cases, Bad int }

// A parcel is some lines on their way, and what is answered.
type parcel struct {
	lines []sent
	end   bool // an answer was asked for
	out   []byte
	sum   *Summary
	// digests are of the cases, for a summary.
	digests []byte
	Done
}

// sent is a line: a case, or what is wrong with it.
type sent struct {
	*corpus.Case
	bad *corpus.SyntaxError
}

// Run answers every case, as Wire says, in the order in which they come. A line that is
// not a case, or one that lacks what a metric needs, has an error in the place of its
// rows. An empty line asks for the answers to all before it, and is answered by one.
//
// Only a few batches are read ahead, so that whoever sends more than is scored waits.
func (w *Worker) Run(ctx context.Context, in io.Reader, out io.Writer) (all Done, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	cases := jsonl.Cases(corpus.Stream("stdin", input.Stoppable(ctx, in)), w.Columns)
	to := newReply(out, w.Blocks)
	sum, digests := newSummary(), []byte(nil)
	for p, err := range ordered.Map(ctx, w.workers, w.parcels(cases), w.work) {
		if err == nil {
			all.Cases, all.Bad = all.Cases+p.Cases, all.Bad+p.Bad
			to.data = append(to.data, p.out...)
			if w.Summary {
				sum.Merge(p.sum)
				digests = append(digests, p.digests...)
			}
			if p.end && w.Summary {
				to.data = AppendSummary(to.data, sum, digests)
				sum, digests = newSummary(), nil
			}
			if err = to.flush(); p.end && err == nil {
				err = to.end()
			}
		}
		if err != nil {
			stop() // or the loop would wait for whoever sends
			return all, err
		}
	}
	return all, to.close()
}

// parcels puts the lines together, so many that a network is not asked for each alone.
func (w *Worker) parcels(cases iter.Seq2[*corpus.Case, error]) iter.Seq2[*parcel, error] {
	most := batchLimit(w.plan.Generators)
	return func(yield func(*parcel, error) bool) {
		p, bytes := new(parcel), 0
		for c, err := range cases {
			if c != nil && err == nil {
				err = w.choose(c)
			}
			if c != nil && err == nil {
				err = w.check(c)
				bytes += size(c)
			}
			bad, syntax := errors.AsType[*corpus.SyntaxError](err)
			switch {
			case syntax:
				p.lines = append(p.lines, sent{bad: bad})
			case err != nil:
				if yield(p, nil) { // what came before is answered
					yield(nil, err)
				}
				return
			case c == nil:
				p.end = true
			default:
				p.lines = append(p.lines, sent{Case: c})
			}
			if p.end || len(p.lines) == most || bytes > batchBytes {
				if !yield(p, nil) {
					return
				}
				p, bytes = new(parcel), 0
			}
		}
		yield(p, nil)
	}
}

// choose leaves the headlines of the worker's systems, if it has any, in their order.
func (w *Worker) choose(c *corpus.Case) error {
	if len(w.Systems) == 0 {
		return nil
	}
	outputs := make([]corpus.Output, len(w.Systems))
	for i, name := range w.Systems {
		given := slices.IndexFunc(c.Outputs, func(o corpus.Output) bool { return o.System == name })
		text, field := c.Doc.Meta[name]
		switch {
		case field:
			outputs[i] = corpus.Output{System: name, Doc: c.Doc.ID, Text: text}
		case given >= 0:
			outputs[i] = c.Outputs[given]
		default:
			return corpus.At("", c.Doc.Line, corpus.NoOutput(c.Doc.ID, name))
		}
	}
	c.Outputs = outputs
	return nil
}

// check refuses a case that cannot be answered.
func (w *Worker) check(c *corpus.Case) error {
	if w.Summary {
		if err := c.Doc.Check(); err != nil {
			return corpus.At("", c.Doc.Line, err)
		}
	}
	if w.plan.Extract {
		return nil // all documents are learnt from
	}
	if len(c.Outputs)+len(w.plan.Generators) == 0 {
		return &corpus.SyntaxError{Line: c.Doc.Line, Msg: fmt.Sprintf(`document %s has no headlines; put them in "outputs", as {SYSTEM: HEADLINE}`, c.Doc.ID)}
	}
	return w.plan.check(c.Doc, "")
}

// work answers a parcel.
func (w *Worker) work(ctx context.Context, p *parcel) (*parcel, error) {
	var cases []*corpus.Case
	for _, line := range p.lines {
		if line.bad == nil {
			cases = append(cases, line.Case)
		}
	}
	if err := w.plan.Write(ctx, cases); err != nil {
		return nil, err
	}
	rows, failures, err := w.score(ctx, cases)
	if err != nil {
		return nil, err
	}
	if w.Summary {
		w.sum(p, cases)
	}
	n := 0
	for _, line := range p.lines {
		if line.bad != nil {
			p.out = AppendError(p.out, line.bad)
			p.Bad++
			continue
		}
		for _, o := range line.Outputs[len(line.Outputs)-len(w.plan.Generators):] {
			p.out = AppendHeadline(p.out, o)
		}
		for ; len(failures) > 0 && failures[0].Case == n; failures = failures[1:] {
			p.out = AppendFailure(p.out, failures[0].Failure)
		}
		switch {
		case w.plan.Extract:
			p.out = appendBlockRow(p.out, line.Doc.ID, nil)
		case w.scorer == nil:
		case w.Blocks:
			p.out = appendBlockRow(p.out, line.Doc.ID, rows[n])
		default:
			p.out = w.wire.AppendRow(p.out, &Row{Case: line.Case, Values: rows[n]})
		}
		n++
	}
	w.extract(p, cases)
	p.Cases = n
	p.lines = nil
	return p, nil
}

// sum adds what is known of the documents of a parcel.
func (w *Worker) sum(p *parcel, cases []*corpus.Case) {
	p.sum = newSummary()
	for _, c := range cases {
		p.sum.add(c, nil, nil)
		if !w.plan.Extract { // metrics that have not learnt may see nothing
			p.sum.look(c, w.plan.Metrics)
		}
		p.digests = appendDigest(p.digests, c, len(c.Outputs)-len(w.plan.Generators))
	}
}

// extract adds what metrics learn from, if that is asked for.
func (w *Worker) extract(p *parcel, cases []*corpus.Case) {
	if len(cases) == 0 {
		return
	}
	docs := make([]*corpus.Document, len(cases))
	for i, c := range cases {
		docs[i] = c.Doc
	}
	for _, e := range w.extractors {
		p.out = appendExtract(p.out, e.Name(), len(docs), e.Extract(docs))
	}
}

// score gives the values of every case. Those with as many headlines as the one before are
// scored together.
func (w *Worker) score(ctx context.Context, cases []*corpus.Case) (rows [][]float64, failures []located, err error) {
	if w.scorer == nil {
		return nil, nil, nil
	}
	for first, end := 0, 0; first < len(cases); first = end {
		systems := len(cases[first].Outputs)
		for end = first; end < len(cases) && len(cases[end].Outputs) == systems; end++ {
		}
		width := systems * w.scorer.all
		values := make([]float64, (end-first)*width)
		found, err := w.scorer.score(ctx, cases[first:end], systems, values)
		if err != nil {
			return nil, nil, err
		}
		for _, f := range found {
			failures = append(failures, located{first + f.Case, f.Failure})
		}
		for i := range end - first {
			rows = append(rows, values[i*width:(i+1)*width])
		}
	}
	return rows, failures, nil
}
