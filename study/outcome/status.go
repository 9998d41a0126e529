package outcome

import (
	"fmt"
	"time"

	"hed/internal/count"
	"hed/report"
)

// A Status is how far a study is, for who asks while it runs. Its JSON is a promise.
type Status struct {
	Title    string        `json:"title"`
	Protocol string        `json:"protocol"`
	Running  bool          `json:"running"`
	Cases    int           `json:"cases"`
	Complete int           `json:"complete"` // cases that need no more judges
	Answers  int           `json:"answers"`  // that count
	Judges   []JudgeStatus `json:"judges"`
	Models   []ModelStatus `json:"models,omitempty"` // which no other number counts
	// Doubts is a sentence on judges that are worth a look; "" if none are.
	Doubts string `json:"doubts,omitempty"`
}

// A JudgeStatus is how far a judge is.
type JudgeStatus struct {
	ID       string `json:"id"`
	State    string `json:"state"`
	Given    int    `json:"given"` // cases, with those returned
	Finished int    `json:"finished"`
	Answers  int    `json:"answers"`
	Seen     string `json:"seen,omitempty"` // when the last answer came
}

// A ModelStatus is how far a model is.
type ModelStatus struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Finished int    `json:"finished"` // cases
	Answers  int    `json:"answers"`
}

// Status tells how far the study is.
func (d *Data) Status() *Status {
	p, records := d.Progress(), d.records(english)
	s := &Status{
		Title: d.Study.Title, Protocol: d.Study.Protocol.Name, Running: d.Running,
		Cases: p.Cases, Complete: p.Complete, Answers: p.Answers, Judges: []JudgeStatus{}, Doubts: doubts(english, records),
	}
	for _, m := range d.Models {
		s.Models = append(s.Models, ModelStatus{m.ID, m.Name, m.Finished(), len(m.sorted())})
	}
	for i := range records {
		r := &records[i]
		j := JudgeStatus{ID: r.ID, State: string(r.State), Given: r.Given + r.Returned, Finished: r.Finished, Answers: r.Answers}
		if !r.Seen.IsZero() {
			j.Seen = r.Seen.UTC().Format(time.RFC3339)
		}
		s.Judges = append(s.Judges, j)
	}
	return s
}

// String is the status in a sentence without its stop.
func (s *Status) String() string {
	state := "takes answers"
	if !s.Running {
		state = "is stopped"
	}
	return fmt.Sprintf("%s (%s) %s: %d of %s complete, %s of %s", s.Title, s.Protocol, state,
		s.Complete, count.Of(s.Cases, "case"), count.Of(s.Answers, "answer"), count.Of(len(s.Judges), "judge"))
}

// Table has a row for each judge.
func (s *Status) Table() *report.Table {
	t := table("judge", "state", "given", "finished", "answers", "seen")
	for _, j := range s.Judges {
		add(t, report.Label(j.ID), report.Label(j.State), report.Count(j.Given), report.Count(j.Finished), report.Count(j.Answers), report.Label(j.Seen))
	}
	return t
}
