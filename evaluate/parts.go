package evaluate

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"

	"hed/corpus"
	"hed/corpus/jsonl"
	"hed/internal/ordered"
	"hed/metric"
)

// A Place is documents that an engine reads where they are, so that they do not pass through this machine. Their records have the
// headlines of the systems, too.
type Place struct {
	URI     string
	Format  string // jsonl, csv, tsv or parquet
	Columns corpus.Options
	Systems []string
}

// A Part is some of the records of a Place, which are read and answered together.
type Part struct {
	File    string `json:"file"`
	Start   int64  `json:"start"`   // where it begins, in bytes
	Length  int64  `json:"length"`  // of the file
	Changed int64  `json:"changed"` // when the file was, by the clock of who has it
	Number  int    `json:"number"`  // among those of the file
}

// A PartEngine is an engine that can read documents itself. Its Start has found the parts.
type PartEngine interface {
	Engine
	// Parts are those of the place, in the order of the documents.
	Parts() []Part
	// AnswerPart is the block, without its length, that a Worker with Blocks and Summary answers to the records of a part.
	AnswerPart(ctx context.Context, part int) (*PartAnswer, error)
	// Records are those of a part, one JSON object per line.
	Records(ctx context.Context, part int) ([]byte, error)
}

// A PartAnswer is what a worker said to so many Lines, and which lines of the part its line numbers mean: Before lines came before the part, and Blank
// lines, by their numbers in the part, were left out.
type PartAnswer struct {
	Before int    `json:"before"`
	Lines  int    `json:"lines"`
	Blank  []int  `json:"blank"`
	Rows   []byte `json:"-"`
}

// A partBatch is what an answer says.
type partBatch struct {
	batch
	answer []byte // as the journal keeps it; nil where it is from there
}

// runParts is Run where the engine reads the documents.
func (j *Job) runParts(ctx context.Context, sink func(*Row) error) (*Summary, error) {
	scorer, learnt, err := j.fitParts(ctx)
	if err != nil {
		return nil, err
	}
	if err := j.start(ctx, scorer); err != nil {
		return nil, err
	}
	from, err := j.answers(ctx)
	if err != nil {
		return nil, err
	}
	if j.Journal != nil {
		from.kept = j.Journal.parts
	}
	sum, err := (&partsPass{newPass(j, scorer, j.Journal), from}).run(ctx, sink)
	if err != nil {
		return nil, err
	}
	if learnt != "" && learnt != sum.SHA256 {
		return nil, &corpus.SyntaxError{File: j.DocsFile, Msg: "has changed since metrics learnt from it; run the command again when nobody writes to it"}
	}
	sum.Unfit = scorer.Unfit
	return sum, nil
}

// fitParts lets metrics learn from what the engine reads, and sums that, or takes what they learnt before.
func (j *Job) fitParts(ctx context.Context) (scorer *Scorer, sum string, err error) {
	if j.State != nil || !j.learnsFirst() {
		scorer, err = j.fitBy(ctx, nil, j.State, j.Workers)
		return scorer, "", err
	}
	all, err := j.lessons(ctx)
	if err != nil {
		return nil, "", err
	}
	plan := j.Plan
	plan.Learnt = all.learnt
	scorer, err = plan.fitBy(ctx, all.teach, nil, j.Workers)
	all.close(err == nil)
	return scorer, all.sum, err
}

// learnsFirst reports whether a metric learns before it scores.
func (p *Plan) learnsFirst() bool {
	return slices.ContainsFunc(p.Metrics, func(m metric.Selected) bool {
		_, fits := m.Metric.(metric.Fitter)
		return fits
	})
}

// A partsPass goes over parts.
type partsPass struct {
	*pass
	from *answers
}

// run answers every part, and calls sink with each row in the order of the documents.
func (p *partsPass) run(ctx context.Context, sink func(*Row) error) (*Summary, error) {
	sum, all, once := newSummary(), newDigests(), corpus.NewOnce(p.DocsFile)
	defer once.Close()
	var row Row
	for b, err := range ordered.Map(ctx, p.workers, p.from.turns(), p.work) {
		if err != nil {
			return nil, err
		}
		if err := p.from.keep(b.answer); err != nil {
			return nil, err
		}
		for i, c := range b.cases {
			if err := once.Add(c.Doc.ID); err != nil {
				return nil, err
			}
			for _, o := range c.Outputs {
				if o.Reason != "" && p.Failed != nil {
					p.Failed(o)
				}
			}
			if p.journal != nil && p.journal.headlines != nil {
				if err := p.journal.addHeadlines(c.Doc.ID, c.Outputs[len(p.Systems):]); err != nil {
					return nil, err
				}
			}
			row = Row{Case: c, Values: b.values[i*p.width : (i+1)*p.width]}
			if err := sink(&row); err != nil {
				return nil, err
			}
		}
		sum.Merge(b.sum)
		all.Write(b.digests)
		if p.Progress != nil {
			p.Progress(Scoring, sum.Docs)
		}
	}
	for err := range once.End() {
		return nil, err
	}
	if sum.Docs == 0 {
		return nil, corpus.Empty(p.DocsFile)
	}
	if p.journal != nil {
		if err := p.journal.Flush(); err != nil {
			return nil, err
		}
	}
	sum.SHA256 = all.String()
	return sum, nil
}

// work has a part answered, and takes the answer apart.
func (p *partsPass) work(ctx context.Context, t partTurn) (*partBatch, error) {
	answer, err := p.from.answer(ctx, t)
	if err != nil {
		return nil, err
	}
	b := new(partBatch)
	if t.known == nil {
		b.answer = answer
	}
	if err := p.read(b, answer); err != nil {
		return nil, p.from.failed(t, err)
	}
	if p.Strict && len(b.failures) > 0 {
		f := b.failures[0]
		return nil, &ScoreError{f.Document, f.Metric, fmt.Errorf("%s", f.Reason)}
	}
	return b, nil
}

// read takes the answer of a part apart.
func (p *partsPass) read(b *partBatch, answer []byte) error {
	form := p.scorer.form()
	for len(answer) > 0 {
		line, rest, err := cutRecord(answer)
		if err != nil {
			return err
		}
		if bytes.HasPrefix(line, summaryRow) {
			return p.readSummary(b, line, rest)
		}
		id, err := recordID(line)
		if err != nil {
			return err
		}
		c := &corpus.Case{Doc: &corpus.Document{ID: id}}
		for _, name := range p.Systems {
			c.Outputs = append(c.Outputs, corpus.Output{System: name, Doc: c.Doc.ID})
		}
		n := len(b.cases)
		b.cases = append(b.cases, c)
		b.values = slices.Grow(b.values, p.width)[:(n+1)*p.width]
		failed := func(f Failure) { b.failures = append(b.failures, located{n, f}) }
		if answer, err = readCase(answer, c, p.Generators, failed, form, b.values[n*p.width:]); err != nil {
			return fmt.Errorf("score document %s: %w", c.Doc.ID, err)
		}
	}
	return fmt.Errorf("the engine answered %d documents and did not end its answer", len(b.cases))
}

// readSummary takes in the last line of an answer.
func (p *partsPass) readSummary(b *partBatch, line, rest []byte) error {
	got := summed{Summary: newSummary()}
	err := json.Unmarshal(line, &got)
	if s := got.Summary; err != nil || len(rest) > 0 || s == nil || s.Docs != len(b.cases) || len(got.Digests) != 32*len(b.cases) {
		return fmt.Errorf("the engine answered %d documents and ended with %.200s", len(b.cases), line)
	}
	b.sum, b.digests = got.Summary, got.Digests
	for i, m := range p.Plan.sent().Metrics { // which workers may know by another name
		if n, ok := b.sum.Unseen[m.Label()]; ok && m.Label() != p.Metrics[i].Label() {
			delete(b.sum.Unseen, m.Label())
			b.sum.Unseen[p.Metrics[i].Label()] = n
		}
	}
	for _, f := range b.failures {
		b.sum.failed(f.Failure, p.scorer.systems)
	}
	for i := range b.cases {
		b.sum.lacks(p.columns, b.values[i*p.width:(i+1)*p.width])
	}
	return nil
}

// PartCases are the cases of all parts, which the engine hands out one part at a time. It must have been started.
func (j *Job) PartCases(ctx context.Context) iter.Seq2[*corpus.Case, error] {
	return func(yield func(*corpus.Case, error) bool) {
		engine, err := j.partEngine()
		if err != nil {
			yield(nil, err)
			return
		}
		w := &Worker{Systems: j.Place.Systems}
		for i, part := range engine.Parts() {
			records, err := engine.Records(ctx, i)
			if err != nil {
				yield(nil, &EngineError{err})
				return
			}
			for c, err := range jsonl.Cases(corpus.Stream(part.File, bytes.NewReader(records)), j.Place.Columns) {
				if c == nil && err == nil {
					continue
				}
				if err == nil {
					err = w.choose(c)
				}
				if !yield(c, err) || err != nil {
					return
				}
			}
		}
	}
}
