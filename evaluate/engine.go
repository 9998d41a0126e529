package evaluate

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"

	"hed/corpus"
	"hed/corpus/jsonl"
	"hed/metric"
)

// An Engine scores cases on other machines. All else is done here: cases are read and
// sent in batches, and rows come back in their order, into the same journal.
type Engine interface {
	// Start makes Workers of the plan ready, which know what metrics learnt; the state is
	// nil if none learns. With a place, the engine reads the documents there; see PartEngine. It may be called again when no answer is awaited, with another plan
	// and state, for the same place.
	Start(ctx context.Context, p *Plan, state *State, from *Place) error
	// Answer is the block that a Worker with Blocks answers to the lines, without its length. It is called from several goroutines.
	Answer(ctx context.Context, lines []byte) ([]byte, error)
	// Slots is how many calls at a time keep the workers busy.
	Slots() int
}

// engineCases and engineBytes are what a batch on its way to an engine has at most: enough that its
// way takes little of its time.
const (
	engineCases = 4096
	engineBytes = 2 << 20
)

// start sends what the metrics learnt to the engine. Workers know nothing of those that could not learn.
func (j *Job) start(ctx context.Context, scorer *Scorer) error {
	sent := j.Plan
	sent.Metrics = nil
	for _, p := range scorer.parts {
		if !p.left {
			sent.Metrics = append(sent.Metrics, p.Selected)
		}
	}
	if names := slices.Sorted(maps.Keys(scorer.Unfit)); len(names) > 0 && len(sent.Metrics) == 0 {
		return fitError("metric "+names[0], scorer.Unfit[names[0]])
	}
	state, err := scorer.state()
	if err != nil {
		return err
	}
	return j.startEngine(ctx, sent.sent(), state)
}

// startEngine starts the engine. Where it is not to be had, another try may do better.
func (j *Job) startEngine(ctx context.Context, sent *Plan, state *State) error {
	if err := j.Engine.Start(ctx, sent, state, j.Place); err != nil {
		return &EngineError{err}
	}
	return nil
}

// sent is the plan as workers elsewhere carry it out. They are told of each metric by itself, so that one whose columns
// have other names because of others has a prefix.
func (p *Plan) sent() *Plan {
	sent := *p
	sent.Metrics = make([]metric.Selected, len(p.Metrics))
	for i, m := range p.Metrics {
		sent.Metrics[i] = m.Apart("metric" + strconv.Itoa(i+1))
	}
	return &sent
}

// ask lets the engine write and score cases.
func (p *pass) ask(ctx context.Context, cases []*corpus.Case, values []float64) ([]located, error) {
	if len(cases) == 0 {
		return nil, nil
	}
	var lines bytes.Buffer
	to := jsonl.NewWriter(&lines)
	for _, c := range cases {
		if err := to.WriteCase(c); err != nil {
			return nil, err
		}
	}
	answer, err := p.Engine.Answer(ctx, lines.Bytes())
	if err != nil {
		return nil, &EngineError{err}
	}
	failures, err := readBlock(answer, cases, p.Generators, p.scorer.form(), values)
	if err == nil && p.Strict && len(failures) > 0 {
		f := failures[0]
		err = &ScoreError{f.Document, f.Metric, errors.New(f.Reason)}
	}
	return failures, err
}
