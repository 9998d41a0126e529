package outcome

import (
	"context"
	"io"
	"math"
	"slices"
	"strconv"

	"hed/report"
	"hed/score"
	"hed/stat"
	"hed/stat/agree"
	"hed/study"
)

// A Model is a judge that is one, and what it said: Data has its answers alone.
type Model struct {
	study.Judge
	Name string // of the model, and where it is
	*Data
}

// Finished is how many cases it has answered.
func (m *Model) Finished() int {
	n := 0
	for i := range m.Tasks {
		n += int(truth(m.Tasks[i].State == study.Finished))
	}
	return n
}

// setApart puts what models did where nothing counts it.
func (d *Data) setApart() {
	names := map[string]string{}
	for _, e := range d.Events {
		if e.What == "model" {
			names[e.Of] = e.Note
		}
	}
	for _, j := range d.Judges {
		if !j.Model() || j.State == study.Excluded {
			continue
		}
		own := &Data{Snapshot: study.Snapshot{Study: d.Study, Running: d.Running, Cases: d.Cases, Judges: []study.Judge{j}}}
		own.Tasks = only(d.Tasks, func(t *study.Task) bool { return t.Judge == j.ID })
		own.Answers = only(d.Answers, func(a *study.Answer) bool { return a.Judge == j.ID })
		own.hide()
		d.Models = append(d.Models, &Model{j, names[j.ID], own})
	}
	d.Judges = only(d.Judges, func(j *study.Judge) bool { return !j.Model() })
	d.Tasks = only(d.Tasks, func(t *study.Task) bool { return !study.IsModel(t.Judge) })
	d.Answers = only(d.Answers, func(a *study.Answer) bool { return !study.IsModel(a.Judge) })
}

func only[T any](list []T, keep func(*T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(v T) bool { return !keep(&v) })
}

// Beside is what a model said to a question beside what people did.
type Beside struct {
	Model    *Model
	Question *study.Question
	Cases    int       // that both have answered
	With     Agreement // of the model and each person
	People   agree.Agreement
	Systems  []Values // where the question is about headlines
}

// Values are what people and a model gave a system.
type Values struct {
	System        string
	People, Model float64
}

// A Position is what was said of headlines by where they stood.
type Position struct {
	Who      string // people, or the id of a model
	Question *study.Question
	Cases    int
	Means    []float64 // by place: shares of yes, shares of choices, means, mean places
	Result   stat.Result
	Adjusted float64
}

// Biased tells whether the place of a headline decides.
func (p *Position) Biased() bool { return p.Adjusted < level05 } // NaN is not

// compareModels puts models beside people.
func (o *Outcome) compareModels(ctx context.Context, options Options) error {
	if len(o.Models) == 0 {
		return nil
	}
	o.byPlace("people", o.Data)
	for _, m := range o.Models {
		for _, f := range o.Findings {
			if f.Question.Kind == study.FreeText {
				continue
			}
			b := Beside{Model: m, Question: f.Question, People: f.Alpha}
			own := m.Ratings(f.Question)
			var err error
			if b.With, b.Cases, err = o.with(ctx, options, f, own); err != nil {
				return err
			}
			if f.Systems != nil {
				found, err := m.Find(ctx, f.Question, Options{Workers: 1})
				if err != nil {
					return err
				}
				for i, s := range f.Systems {
					b.Systems = append(b.Systems, Values{s.Name, s.Value, found.Systems[i].Value})
				}
			}
			o.Beside = append(o.Beside, b)
		}
		o.byPlace(m.ID, m.Data)
	}
	return nil
}

// with is how far a model agrees with people: each pair of its answer and a person's to the same is an item of two
// raters. Cases are resampled, since all pairs of a case have the model's answer in common.
func (o *Outcome) with(ctx context.Context, options Options, f *Finding, own []Rating) (a Agreement, cases int, err error) {
	said := map[string]string{}
	for i := range own {
		said[own[i].item()] = own[i].Value
	}
	var pairs []Rating
	both := map[int]bool{}
	for _, r := range o.Ratings(f.Question) {
		v, ok := said[r.item()]
		if !ok {
			continue
		}
		both[r.Case] = true
		// An item of their own: who it is of makes it different from those of other people.
		one := Rating{Judge: "model", Case: r.Case, System: r.System, Other: r.Other + "\x00" + r.Judge, Value: v}
		other := one
		other.Judge, other.Value = "person", r.Value
		pairs = append(pairs, one, other)
	}
	a, err = options.agreement(ctx, f.Level, pairs)
	return a, len(both), err
}

// byPlace finds for each question about headlines what was said of them by their places.
func (o *Outcome) byPlace(who string, d *Data) {
	if d.Study.Protocol.Unit != study.Documents {
		return
	}
	var p []float64
	first := len(o.Positions)
	for _, q := range d.Rated() {
		values, cases := d.places(q)
		if cases == 0 {
			continue
		}
		x := Position{Who: who, Question: q, Cases: cases}
		for _, of := range values {
			x.Means = append(x.Means, meanOf(of))
		}
		if len(values) == 2 {
			x.Result = stat.SignedRank(values[0], values[1])
		} else {
			x.Result = stat.Friedman(values...)
		}
		p = append(p, x.Result.P)
		o.Positions = append(o.Positions, x)
	}
	for i, v := range stat.Holm(p) {
		o.Positions[first+i].Adjusted = v
	}
}

// places are the means over judges by place and case, absent where nobody said anything, and how many cases have some.
func (d *Data) places(q *study.Question) (values [][]float64, cases int) {
	values = make([][]float64, len(d.Study.Systems))
	counts := make([][]float64, len(values))
	for i := range values {
		values[i], counts[i] = make([]float64, len(d.Cases)), make([]float64, len(d.Cases))
	}
	put := func(place, of int, v float64) {
		values[place][of] += v
		counts[place][of]++
	}
	for i := range d.Answers {
		a := &d.Answers[i]
		id, of := study.CutKey(a.Question)
		if id != q.ID || !d.Counts(a) {
			continue
		}
		switch {
		case q.Kind == study.Rank:
			for letter, place := range study.Places(a.Value) {
				put(study.Place(letter), a.Case, float64(place))
			}
		case q.Kind == study.Choice && q.Of == study.OfHeadlines:
			for place := range values {
				put(place, a.Case, truth(place == study.Place(a.Value)))
			}
		case len(of) == 1 && (q.Kind == study.YesNo || q.Kind == study.Scale):
			put(of[0], a.Case, number(q)(a.Value))
		}
	}
	for i := range d.Cases {
		some := 0.0
		for place := range values {
			some += counts[place][i]
			values[place][i] /= counts[place][i] // NaN without any
		}
		cases += int(truth(some > 0))
	}
	return values, cases
}

// meanOf is that of the values that are there.
func meanOf(values []float64) float64 {
	sum, n := 0.0, 0
	for _, v := range values {
		if !math.IsNaN(v) {
			sum += v
			n++
		}
	}
	if n == 0 {
		return score.Absent
	}
	return sum / float64(n)
}

func (o *Outcome) models() (t *report.Table) {
	for i := range o.Beside {
		b := &o.Beside[i]
		if t == nil {
			t = table("judge", "model", "question", "cases", "pairs", "alpha", "low", "high", "%same", "people_alpha", "undefined")
		}
		why := ""
		if b.With.Alpha.Undefined != nil {
			why = b.With.Alpha.Undefined.Error()
		}
		add(t, report.Label(b.Model.ID), report.Label(b.Model.Name), report.Label(b.Question.ID), report.Count(b.Cases), report.Count(b.With.Alpha.Items),
			report.Number(b.With.Alpha.Value), report.Number(b.With.Alpha.Low), report.Number(b.With.Alpha.High), report.Number(b.With.Percent.Value),
			report.Number(b.People.Value), report.Label(why))
	}
	return t
}

func (o *Outcome) modelSystems() (t *report.Table) {
	for i := range o.Beside {
		b := &o.Beside[i]
		for _, v := range b.Systems {
			if t == nil {
				t = table("judge", "question", "system", "people", "model")
			}
			add(t, report.Label(b.Model.ID), report.Label(b.Question.ID), report.Label(v.System), report.Number(v.People), report.Number(v.Model))
		}
	}
	return t
}

func (o *Outcome) positions() (t *report.Table) {
	for i := range o.Positions {
		p := &o.Positions[i]
		if t == nil {
			t = table("judge", "question", "cases")
			for place := range o.Study.Systems {
				t.Columns = append(t.Columns, report.Column{Name: study.Letter(place)})
			}
			t.Columns = append(t.Columns, table("statistic", "p", "p_adjusted", "biased").Columns...)
		}
		row := []report.Cell{report.Label(p.Who), report.Label(p.Question.ID), report.Count(p.Cases)}
		for _, m := range p.Means {
			row = append(row, report.Number(m))
		}
		biased := "no"
		switch {
		case score.IsAbsent(p.Adjusted): // the test is undefined
			biased = ""
		case p.Biased():
			biased = "yes"
		}
		t.Rows = append(t.Rows, append(row, report.Number(p.Result.Statistic), report.P(p.Result.P), report.P(p.Adjusted), report.Label(biased)))
	}
	return t
}

// ModelSentences say of each model how far people agree with it, and whether places decide what it says.
func (o *Outcome) ModelSentences() (all []string) {
	w := o.tongue()
	for _, m := range o.Models {
		var with, biased []string
		for i := range o.Beside {
			if b := &o.Beside[i]; b.Model == m && b.With.Alpha.Undefined == nil {
				with = append(with, w.say("%s %s (%s)", b.Question.ID, w.statistic(b.With.Alpha.Value), w.statistic(b.People.Value)))
			}
		}
		for i := range o.Positions {
			if p := &o.Positions[i]; p.Who == m.ID && p.Biased() {
				biased = append(biased, w.say("%s (%s)", p.Question.ID, favoured(w, p)))
			}
		}
		if with != nil {
			all = append(all, w.say("Model %s (%s) agrees with people by alpha (people among themselves in brackets): %s.", m.ID, m.Name, w.list(with)))
		}
		if biased != nil {
			all = append(all, w.say("Model %s (%s) is biased by position: where a headline stands decides %s.", m.ID, m.Name, w.list(biased)))
		}
	}
	return all
}

// favoured says which place does best.
func favoured(w *tongue, p *Position) string {
	best := 0
	for i, v := range p.Means {
		if p.Question.Kind == study.Rank && v < p.Means[best] || p.Question.Kind != study.Rank && v > p.Means[best] {
			best = i
		}
	}
	return w.say("best for %s", study.Letter(best))
}

// WriteModels writes the answers of models, with who they are, one row each, by judge, case and question.
func (d *Data) WriteModels(w io.Writer, raw bool) error {
	out := newRows(w, raw)
	out.Write([]string{"judge", "model", "case", "question", "value"})
	for _, m := range d.Models {
		for _, a := range m.sorted() {
			out.Write([]string{a.Judge, m.Name, strconv.Itoa(a.Case), a.Question, a.Value})
		}
	}
	out.Flush()
	return out.Error()
}
