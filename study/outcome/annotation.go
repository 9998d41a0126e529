package outcome

import (
	"context"
	"strconv"
	"strings"

	"hed/stat/agree"
	"hed/study"
)

// An Annotation is what came of a protocol with consensus.
type Annotation struct {
	// Fleiss' kappa over all cases, those whose answer is copied and those that need
	// reasoning.
	All, Copy, Reasoning agree.Agreement
	// Cases has one for each of the study.
	Cases []Agreed
	// Approved have a value, Unanswerable are those of them that say there is none.
	Approved, Unanswerable int
	Right, Wrong           int // verdicts of the human validation
}

// Agreed is what the judges of a case agreed on.
type Agreed struct {
	Case      *study.Case
	Value     string // as the first judge wrote it; "" without consensus
	Round     int    // in which it was reached
	Answers   int    // that were given in all rounds
	Reasoning *bool  // what the corpus says, else whether Value is no Copy; nil if unknown
	Verdict   string // of the human validation: right, wrong or ""
	Note      string
}

func (d *Data) annotation(ctx context.Context, o Options) (*Annotation, error) {
	rule := d.Study.Protocol.Consensus
	var question *study.Question
	for _, q := range d.Questions() {
		if q.ID == rule.Question {
			question = q
		}
	}
	ratings := d.Ratings(question)
	a := &Annotation{}
	for i := range d.Cases {
		a.Cases = append(a.Cases, Agreed{Case: &d.Cases[i], Reasoning: d.Cases[i].Reasoning})
	}
	d.decide(a, rule, ratings)
	d.verdicts(a)
	kind := func(reasoning bool) func(*Rating) bool {
		return func(r *Rating) bool { k := a.Cases[r.Case].Reasoning; return k != nil && *k == reasoning }
	}
	for _, k := range []struct {
		to   *agree.Agreement
		keep func(*Rating) bool
	}{
		{&a.All, func(*Rating) bool { return true }}, {&a.Copy, kind(false)}, {&a.Reasoning, kind(true)},
	} {
		got, err := o.agreement(ctx, agree.Nominal, filter(ratings, k.keep))
		if err != nil {
			return nil, err
		}
		*k.to = got.Fleiss
	}
	return a, nil
}

// decide finds what the judges of each case agreed on.
func (d *Data) decide(a *Annotation, rule *study.Consensus, ratings []Rating) {
	boards := make([]study.Board, len(d.Cases))
	for i := range boards {
		boards[i] = study.Board{Judges: d.Judges, Values: map[int]map[string]string{i: {}}}
	}
	for _, t := range d.Tasks {
		boards[t.Case].Tasks = append(boards[t.Case].Tasks, t)
	}
	for i := range d.Answers {
		if x := &d.Answers[i]; x.Question == rule.Question && x.Case != study.About {
			boards[x.Case].Values[x.Case][x.Judge] = x.Value
		}
	}
	for i := range ratings {
		a.Cases[ratings[i].Case].Answers++
	}
	for i := range a.Cases {
		c, v := &a.Cases[i], d.Study.Verdict(&boards[i], i)
		if !v.Agreed {
			continue
		}
		c.Value, c.Round = v.Value, v.Round
		a.Approved++
		if unanswerable(c.Value) {
			a.Unanswerable++
		} else if c.Reasoning == nil {
			reasoning := !strings.HasPrefix(c.Value, "Copy")
			c.Reasoning = &reasoning
		}
	}
}

func unanswerable(value string) bool { return strings.HasPrefix(value, study.Unanswerable+":") }

// verdicts reads what the coordinator said of what was agreed; the last word counts.
func (d *Data) verdicts(a *Annotation) {
	for _, e := range d.Events {
		n, err := strconv.Atoi(e.Of)
		if e.What != "verdict" || err != nil || n < 0 || n >= len(a.Cases) {
			continue
		}
		a.Cases[n].Verdict, a.Cases[n].Note, _ = strings.Cut(e.Note, ": ")
	}
	for i := range a.Cases {
		switch a.Cases[i].Verdict {
		case "right":
			a.Right++
		case "wrong":
			a.Wrong++
		}
	}
}
