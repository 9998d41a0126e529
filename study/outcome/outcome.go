package outcome

import (
	"cmp"
	"context"
	"slices"
	"time"

	"hed/study"
)

// An Outcome is all that a study shows.
type Outcome struct {
	*Data
	Findings []*Finding
	People   []Group // of judges, by what they said of themselves
	Parts    []Part  // what those groups said, if that was asked for
	Progress Progress
	Records  []Record // of the judges
	// Guess is of a question that asks for the source of a headline; nil without one.
	Guess *Guess
	// Annotation is of a protocol with consensus; nil without.
	Annotation *Annotation
	// Beside are models beside people, by model and question; Positions how far the place of a headline decides what is said
	// of it, for people and models. Without models there are none.
	Beside    []Beside
	Positions []Position
}

// Of finds what the answers to all questions show.
func Of(ctx context.Context, d *Data, o Options) (*Outcome, error) {
	out := &Outcome{Data: d, Progress: d.Progress(), Records: d.Records(), People: d.People()}
	for _, q := range d.Questions() {
		f, err := d.Find(ctx, q, o)
		if err != nil {
			return nil, err
		}
		out.Findings = append(out.Findings, f)
		if q.Kind == study.Choice && q.Of == study.OfSources {
			if out.Guess, err = d.guess(ctx, q, o); err != nil {
				return nil, err
			}
		}
	}
	if q := d.Consensus(); q != nil {
		var err error
		if out.Annotation, err = d.annotation(ctx, q, o); err != nil {
			return nil, err
		}
	}
	if o.By != "" {
		if err := out.split(ctx, o.By, o); err != nil {
			return nil, err
		}
	}
	return out, out.compareModels(ctx, o)
}

// Progress is how far a study is.
type Progress struct {
	Judges, Excluded int // judges with a task, without those excluded; those excluded
	Cases, Complete  int // of the study; those that need no more judges
	Tasks, Finished  int // of judges that count
	Answers          int
	First, Last      time.Time     // answer
	Median           time.Duration // of a finished case; 0 without one
}

// Done tells whether all cases have all their judges.
func (p *Progress) Done() bool { return p.Complete == p.Cases }

// Progress tells how far the study is. What excluded judges did counts for nothing.
func (d *Data) Progress() Progress {
	p := Progress{Cases: len(d.Cases), Answers: len(d.sorted())}
	out := d.excluded()
	p.Excluded = len(out)
	judges := map[string]bool{}
	for i := range d.Tasks {
		t := &d.Tasks[i]
		if out[t.Judge] {
			continue
		}
		judges[t.Judge] = true
		p.Tasks++
		if t.State == study.Finished {
			p.Finished++
		}
	}
	p.Judges = len(judges)
	for _, v := range d.Verdicts() {
		if v.Settled {
			p.Complete++
		}
	}
	if len(d.Answers) > 0 {
		p.First, p.Last = d.Answers[0].At, d.Answers[len(d.Answers)-1].At
	}
	p.Median = Median(d.took())
	return p
}

// Median is the middle one of some times, or the mean of the two in the middle; 0 if
// there are none.
func Median(times []time.Duration) time.Duration {
	if len(times) == 0 {
		return 0
	}
	times = slices.Sorted(slices.Values(times))
	return (times[(len(times)-1)/2] + times[len(times)/2]) / 2
}

// took are the times that are known, without those of excluded judges.
func (d *Data) took() (known []time.Duration) {
	out := d.excluded()
	for i, t := range d.Times() {
		if t > 0 && !out[d.Tasks[i].Judge] {
			known = append(known, t)
		}
	}
	return known
}

// excluded are the judges that count for nothing.
func (d *Data) excluded() map[string]bool {
	out := map[string]bool{}
	for _, j := range d.Judges {
		if j.State == study.Excluded {
			out[j.ID] = true
		}
	}
	return out
}

// Times are how long judges were at their cases, in the order of Tasks: as the page
// counted, else since they got the case or finished the one before. It is 0 where that
// is not known: the case is not finished, or was imported.
func (d *Data) Times() []time.Duration {
	type place struct {
		judge string
		of    int
	}
	counted := map[place]int64{}
	for i := range d.Answers {
		a := &d.Answers[i]
		at := place{a.Judge, a.Case}
		counted[at] = max(counted[at], a.Millis)
	}
	var done []int
	for i := range d.Tasks {
		if d.Tasks[i].State == study.Finished {
			done = append(done, i)
		}
	}
	// A case that was given with others began when the one before was finished.
	slices.SortStableFunc(done, func(i, j int) int {
		a, b := &d.Tasks[i], &d.Tasks[j]
		return cmp.Or(cmp.Compare(a.Judge, b.Judge), a.Done.Compare(b.Done))
	})
	took := make([]time.Duration, len(d.Tasks))
	var last *study.Task // that the judge finished
	for _, i := range done {
		t := &d.Tasks[i]
		began := t.Given
		if last != nil && last.Judge == t.Judge && last.Done.After(began) {
			began = last.Done
		}
		took[i], last = t.Done.Sub(began), t
		if ms := counted[place{t.Judge, t.Case}]; ms > 0 {
			took[i] = time.Duration(ms) * time.Millisecond
		}
	}
	return took
}
