// Package outcome turns the answers of a study into what a paper prints:
// agreement, shares, ranks, tests, charts, LaTeX and a paragraph on the methods.
//
// Answers speak of letters; Ratings put them in terms of systems. Of then finds for
// each question what its kind allows. The numbers are those of hed/stat and
// hed/stat/agree; an agreement that is undefined stays so.
//
// Judges that were excluded count nowhere. Cases that are not finished count as far
// as they go, and the outcome says how many there are.
package outcome

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"hed/study"
)

// Data is what is known of a study at one moment. Answers are those of judges that
// count.
type Data struct {
	study.Snapshot
	// Models are judges that are models. Nothing of them is in Judges, Tasks and Answers, so that it counts with nothing that
	// people did.
	Models []*Model

	// hidden are answers, by Seq, whose question a later answer to another took away. They
	// stay in the store, since that answer may be changed back.
	hidden map[int64]bool
}

// Load reads a study from its store.
func Load(ctx context.Context, s study.Store) (*Data, error) {
	all, err := s.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	d := &Data{Snapshot: *all}
	d.setApart()
	out := d.excluded()
	d.Answers = slices.DeleteFunc(d.Answers, func(a study.Answer) bool { return out[a.Judge] })
	d.hide()
	return d, nil
}

// hide finds the answers that do not count: those taken back, and those to questions
// that are not asked after all.
func (d *Data) hide() {
	type place struct {
		judge string
		of    int
	}
	tasks, given := map[place]*study.Task{}, map[place]map[string]string{}
	for i := range d.Tasks {
		t := &d.Tasks[i]
		tasks[place{t.Judge, t.Case}] = t
	}
	for i := range d.Answers {
		a := &d.Answers[i]
		at := place{a.Judge, a.Case}
		if given[at] == nil {
			given[at] = map[string]string{}
		}
		given[at][a.Question] = a.Value
	}
	counted := map[place]map[string]string{}
	for at, answers := range given {
		if t := tasks[at]; t != nil {
			counted[at] = d.Study.Protocol.Counted(&d.Cases[at.of], t, answers)
		}
	}
	d.hidden = map[int64]bool{}
	for i := range d.Answers {
		a := &d.Answers[i]
		d.hidden[a.Seq] = counted[place{a.Judge, a.Case}][a.Question] == ""
	}
}

// Counts tells whether an answer of Answers is one to a case that counts. What judges
// say of themselves is none, nor what they took back.
func (d *Data) Counts(a *study.Answer) bool { return a.Case != study.About && !d.hidden[a.Seq] }

// Consensus is the question that judges are to agree on; nil if there is none.
func (d *Data) Consensus() *study.Question {
	for _, q := range d.Questions() {
		if c := d.Study.Protocol.Consensus; c != nil && c.Question == q.ID {
			return q
		}
	}
	return nil
}

// Verdicts tell of each case whether it is settled.
func (d *Data) Verdicts() []study.Verdict {
	b := &study.Board{Judges: d.Judges, Tasks: d.Tasks, Values: map[int]map[string]string{}}
	if q := d.Consensus(); q != nil {
		for i := range d.Answers {
			a := &d.Answers[i]
			if a.Question != q.ID || !d.Counts(a) {
				continue
			}
			if b.Values[a.Case] == nil {
				b.Values[a.Case] = map[string]string{}
			}
			b.Values[a.Case][a.Judge] = a.Value
		}
	}
	return d.Study.Verdicts(b, len(d.Cases))
}

// A Rating is an answer in terms of systems.
type Rating struct {
	Judge    string
	Case     int
	Question string // id
	// System is whose headline it is about, Other the second of a pair; "" where the
	// question is about the case.
	System, Other string
	// Value is the answer; of a rank the place, from 1; of a choice among headlines
	// the system that was chosen; of a numeral the expression in its canonical form.
	Value string
}

// item is what the rating is a rating of, for agreement.
func (r *Rating) item() string {
	return fmt.Sprintf("%d\x00%s\x00%s", r.Case, r.System, r.Other)
}

// Ratings are all answers to a question, by Seq; those to a rank are one for each
// headline.
func (d *Data) Ratings(q *study.Question) []Rating {
	var all []Rating
	for i := range d.Answers {
		a := &d.Answers[i]
		id, of := study.CutKey(a.Question)
		if id != q.ID || !d.Counts(a) {
			continue
		}
		c := &d.Cases[a.Case]
		r := Rating{Judge: a.Judge, Case: a.Case, Question: id, Value: a.Value}
		switch {
		case q.Kind == study.Rank:
			for letter, place := range study.Places(a.Value) {
				r.System, r.Value = c.Headlines[study.Place(letter)].System, strconv.Itoa(place)
				all = append(all, r)
			}
			continue
		case q.Kind == study.Choice && q.Of == study.OfHeadlines:
			r.Value = c.Headlines[study.Place(a.Value)].System
		case q.Kind == study.Numeral:
			r.Value = study.DeriveResult(c, a.Value).Canonical
		}
		switch {
		case len(of) == 2:
			r.System, r.Other = c.Headlines[of[0]].System, c.Headlines[of[1]].System
			if slices.Index(d.Study.Systems, r.System) > slices.Index(d.Study.Systems, r.Other) {
				r.System, r.Other = r.Other, r.System
			}
		case len(of) == 1:
			r.System = c.Headlines[of[0]].System
		case len(c.Headlines) == 1:
			r.System = c.Headlines[0].System
		}
		all = append(all, r)
	}
	return all
}

// Questions are those that cases are asked, in order; checks of attention are not
// among them.
func (d *Data) Questions() []*study.Question {
	var all []*study.Question
	for i := range d.Study.Protocol.Steps {
		step := &d.Study.Protocol.Steps[i]
		for j := range step.Questions {
			all = append(all, &step.Questions[j])
		}
	}
	return all
}
