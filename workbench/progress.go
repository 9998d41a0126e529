package workbench

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"hed/corpus"
	"hed/evaluate"
	"hed/metric"
	"hed/run"
)

// A Progress is how far a run is, as it tells.
type Progress struct {
	now    func() time.Time
	scored *atomic.Int64 // documents of all runs

	mu      sync.Mutex
	at      Snapshot
	sources []*corpus.Source
	began   time.Time // of the stage
	before  int       // documents that were done then
	counted int       // documents that are in scored, or were done before
}

// A Snapshot is a Progress at some time.
type Snapshot struct {
	// Doing is the stage, in a word or a sentence.
	Doing string `json:"doing"`
	// Done and Total count documents of the stage; Total is 0 if nobody knows it.
	Done  int `json:"done"`
	Total int `json:"total"`
	// Share is how much of the stage is done, from 0 to 1; 0 if nobody knows.
	Share float64 `json:"share"`
	// Left is how many seconds the stage may still take; 0 if nobody knows.
	Left int `json:"left"`
	// Resumed is how many documents an earlier try had done.
	Resumed  int            `json:"resumed"`
	Metrics  []MetricStatus `json:"metrics"`
	Warnings []string       `json:"warnings"`
	Notes    []string       `json:"notes"`
}

// A MetricStatus is what a metric is doing.
type MetricStatus struct {
	Name  string `json:"name"`
	State string `json:"state"` // waits, learns, learnt, scores or done
}

// mostNotes is how many warnings and notes are kept.
const mostNotes = 50

func newProgress(now func() time.Time, scored *atomic.Int64) *Progress {
	return &Progress{now: now, scored: scored, at: Snapshot{Doing: "opening the files"}, began: now()}
}

func (p *Progress) plan(metrics []metric.Selected, documents int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at.Total = documents
	for _, m := range metrics {
		p.at.Metrics = append(p.at.Metrics, MetricStatus{m.Label(), "waits"})
	}
}

// set gives metrics that are in one of the states another.
func (p *Progress) set(to string, from ...string) {
	for i := range p.at.Metrics {
		if slices.Contains(from, p.at.Metrics[i].State) {
			p.at.Metrics[i].State = to
		}
	}
}

// tell takes an event of a run.
func (p *Progress) tell(e run.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e.Kind {
	case run.Begun:
		p.sources = e.Sources
	case run.Resumed:
		p.at.Resumed, p.counted = e.Done, e.Done
	case run.Learning:
		p.at.Doing, p.at.Done = "learning from the documents", 0
		p.set("learnt", "learns")
		for i := range p.at.Metrics {
			if p.at.Metrics[i].Name == e.Text {
				p.at.Metrics[i].State = "learns"
			}
		}
	case run.Progress:
		if doing := stages[e.Stage]; p.at.Doing != doing {
			p.at.Doing, p.began, p.before = doing, p.now(), e.Done
			if p.set("learnt", "learns"); e.Stage == evaluate.Scoring {
				p.set("scores", "waits", "learnt")
			}
		}
		if e.Stage == evaluate.Scoring {
			p.scored.Add(int64(max(e.Done-p.counted, 0)))
			p.counted = max(p.counted, e.Done)
		}
		p.at.Done = e.Done
	case run.Scored:
		p.scored.Add(int64(max(e.Done-p.counted, 0)))
		p.counted = max(p.counted, e.Done)
		p.at.Done, p.at.Total = e.Done, e.Done
		p.set("done", "waits", "learns", "learnt", "scores")
	case run.Doing:
		p.at.Doing = e.Text
	case run.Warning:
		if len(p.at.Warnings) < mostNotes {
			p.at.Warnings = append(p.at.Warnings, e.Text)
		}
	case run.Note:
		if len(p.at.Notes) < mostNotes {
			p.at.Notes = append(p.at.Notes, e.Text)
		}
	}
}

var stages = map[evaluate.Stage]string{evaluate.Writing: "writing headlines", evaluate.Scoring: "scoring headlines"}

// snapshot is how far the run is now.
func (p *Progress) snapshot() Snapshot {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.at
	s.Metrics, s.Warnings, s.Notes = slices.Clone(s.Metrics), slices.Clone(s.Warnings), slices.Clone(s.Notes)
	switch {
	case s.Total > 0:
		s.Share = min(float64(s.Done)/float64(s.Total), 1)
	case s.Done > 0:
		s.Share = corpus.Share(p.sources)
	}
	if took, did := p.now().Sub(p.began).Seconds(), s.Done-p.before; did > 0 && s.Total > s.Done && took > 1 {
		s.Left = int(took/float64(did)*float64(s.Total-s.Done)) + 1
	}
	return s
}

// Progress is how far a run is; nil if it does not go.
func (b *Bench) Progress(id string) *Snapshot {
	b.mu.Lock()
	g := b.going[id]
	b.mu.Unlock()
	if g == nil {
		return nil
	}
	s := g.progress.snapshot()
	return &s
}
