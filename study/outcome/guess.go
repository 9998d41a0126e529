package outcome

import (
	"context"
	"slices"

	"hed/report"
	"hed/score"
	"hed/stat"
	"hed/stat/agree"
	"hed/study"
)

// A Guess is how well judges knew the source of headlines (the style study's tables 4
// and 5).
type Guess struct {
	Sources []string
	Chance  float64 // of a guess to be right
	Systems []Guessed
}

// Guessed is how well they did for one system's headlines.
type Guessed struct {
	System  string
	All     Accuracy        // of all judges
	Judges  []Accuracy      // of each
	Sources []Accuracy      // of all judges, for headlines of each source
	Alpha   agree.Agreement // nominal
	// F1 is that of each source over all judges' answers, Average their mean, the
	// macro-average.
	F1      []float64
	Average float64
}

// An Accuracy is how often somebody was right, with its interval and a test against chance.
type Accuracy struct {
	Who        string // a judge, or a source
	Right, All int
	Interval   stat.Interval // over headlines
	// Result tests whether it is chance: for one judge the exact binomial test, for several Wilcoxon's signed-rank test on the
	// means of headlines, since answers to one headline are not independent. Adjusted is by Holm's method, over judges, over
	// sources and over systems.
	Result   stat.Result
	Adjusted float64
}

// guess compares what judges said with where headlines came from, for each system.
func (d *Data) guess(ctx context.Context, q *study.Question, o Options) (*Guess, error) {
	g := &Guess{}
	for i := range d.Cases {
		if s := d.Cases[i].Source; !slices.Contains(g.Sources, s) {
			g.Sources = append(g.Sources, s)
		}
	}
	if len(g.Sources) < 2 {
		return nil, nil // there is nothing to tell apart
	}
	slices.Sort(g.Sources)
	g.Chance = 1 / float64(len(g.Sources))
	ratings := d.Ratings(q)
	for _, name := range d.Study.Systems {
		of := filter(ratings, func(r *Rating) bool { return r.System == name })
		s := Guessed{System: name}
		a, err := o.agreement(ctx, agree.Nominal, of)
		if err != nil {
			return nil, err
		}
		s.Alpha = a.Alpha
		if s.All, err = d.accuracy(ctx, o, "all", of, g.Chance); err != nil {
			return nil, err
		}
		for _, j := range d.Judges {
			own, err := d.accuracy(ctx, o, j.ID, filter(of, func(r *Rating) bool { return r.Judge == j.ID }), g.Chance)
			if err != nil {
				return nil, err
			}
			if own.All > 0 {
				s.Judges = append(s.Judges, own)
			}
		}
		for _, source := range g.Sources {
			own, err := d.accuracy(ctx, o, source, filter(of, func(r *Rating) bool { return d.Cases[r.Case].Source == source }), g.Chance)
			if err != nil {
				return nil, err
			}
			s.Sources = append(s.Sources, own)
		}
		adjust(s.Judges)
		adjust(s.Sources)
		s.F1, s.Average = d.f1(g.Sources, of)
		g.Systems = append(g.Systems, s)
	}
	all := make([]Accuracy, len(g.Systems))
	for i := range all {
		all[i] = g.Systems[i].All
	}
	adjust(all)
	for i := range all {
		g.Systems[i].All.Adjusted = all[i].Adjusted
	}
	return g, nil
}

// accuracy is how often answers are right. Judges who always guess are right by chance.
func (d *Data) accuracy(ctx context.Context, o Options, who string, of []Rating, chance float64) (Accuracy, error) {
	a := Accuracy{Who: who, All: len(of)}
	right := func(r *Rating) float64 { return truth(r.Value == d.Cases[r.Case].Source) }
	sums, counts := map[int]float64{}, map[int]float64{}
	several := false
	for i := range of {
		r := &of[i]
		a.Right += int(right(r))
		sums[r.Case] += right(r)
		counts[r.Case]++
		several = several || counts[r.Case] > 1
	}
	var err error
	if a.Interval, err = o.interval(ctx, of, right, share); err != nil {
		return a, err
	}
	if a.All == 0 {
		a.Result = undefined
		return a, nil
	}
	if !several {
		a.Result = stat.Binomial(a.Right, a.All, chance)
		return a, nil
	}
	var means, expected []float64
	for c := range d.Cases {
		if counts[c] > 0 {
			means, expected = append(means, sums[c]/counts[c]), append(expected, chance)
		}
	}
	a.Result = stat.SignedRank(means, expected)
	return a, nil
}

func adjust(list []Accuracy) {
	var p []float64
	for i := range list {
		p = append(p, list[i].Result.P)
	}
	for i, v := range stat.Holm(p) {
		list[i].Adjusted = v
	}
}

// f1 is that of each source, and the mean of those; absent where nobody was asked.
func (d *Data) f1(sources []string, of []Rating) (each []float64, average float64) {
	for _, s := range sources {
		right, said, there := 0, 0, 0
		for i := range of {
			says, is := of[i].Value == s, d.Cases[of[i].Case].Source == s
			said += int(truth(says))
			there += int(truth(is))
			right += int(truth(says && is))
		}
		v := score.F1(right, said, there)
		each = append(each, v)
		average += v / float64(len(sources))
	}
	return each, average
}

// share is what was right of all.
func (a *Accuracy) share() float64 { return ratio(a.Right, a.All) }

// sentences say for each system whether judges knew the sources.
func (g *Guess) sentences(w *tongue) (all []string) {
	for i := range g.Systems {
		s := &g.Systems[i]
		if s.All.All == 0 {
			continue
		}
		text := w.say("%s: judges named the source of %s of the headlines", s.System, w.percent(s.All.share()))
		if in := w.span(s.All.Interval, w.percent); in != "" {
			text += " (" + in + ")"
		}
		switch p := s.All.Adjusted; {
		case score.IsAbsent(p):
			text += w.say("; there are too few answers to tell that from chance, which is %s", w.percent(g.Chance))
		case p >= level05:
			text += w.say(", which is not told apart from chance, %s (p %s)", w.percent(g.Chance), w.probability(p))
		case s.All.share() > g.Chance:
			text += w.say(", more often than by chance, %s (p %s)", w.percent(g.Chance), w.probability(p))
		default:
			text += w.say(", less often than by chance, %s (p %s)", w.percent(g.Chance), w.probability(p))
		}
		all = append(all, text+"; "+agreed(w, s.Alpha)+".")
	}
	return all
}

// judged says which judges are told apart from chance; "" if nobody answered.
func (g *Guess) judged(w *tongue) string {
	judges := map[string]bool{}
	var known []string
	for i := range g.Systems {
		for _, j := range g.Systems[i].Judges {
			judges[j.Who] = true
			if j.Adjusted < level05 {
				known = append(known, w.say("%s (%s of the headlines of %s)", j.Who, w.percent(j.share()), g.Systems[i].System))
			}
		}
	}
	switch {
	case len(judges) == 0:
		return ""
	case known == nil && len(judges) == 1:
		return w.said("The one judge is not told apart from chance.")
	case known == nil:
		return w.say("None of the %d judges is told apart from chance.", len(judges))
	}
	return w.say("Of %s, these are told apart from chance: %s.", w.of(len(judges), "judge"), w.list(known))
}

func accuracyTable(lead ...string) *report.Table {
	return table(append(lead, "right", "answers", "%accuracy", "%low", "%high", "p", "p_adjusted")...)
}

func (a *Accuracy) cells(lead ...string) []report.Cell {
	var row []report.Cell
	for _, l := range lead {
		row = append(row, report.Label(l))
	}
	return append(row, report.Count(a.Right), report.Count(a.All), report.Number(a.share()),
		report.Number(a.Interval.Low), report.Number(a.Interval.High), report.P(a.Result.P), report.P(a.Adjusted))
}

// guesses has a row for each system and judge, and one over all judges.
func (o *Outcome) guesses() *report.Table {
	if o.Guess == nil {
		return nil
	}
	t := accuracyTable("system", "judge")
	for i := range o.Guess.Systems {
		s := &o.Guess.Systems[i]
		if s.All.All == 0 {
			continue
		}
		add(t, s.All.cells(s.System, "all")...)
		for j := range s.Judges {
			add(t, s.Judges[j].cells(s.System, s.Judges[j].Who)...)
		}
	}
	return t
}

// sources has a row for each system and source, with F1, and one for the mean of the sources.
func (o *Outcome) sources() *report.Table {
	if o.Guess == nil {
		return nil
	}
	t := accuracyTable("system", "source")
	t.Columns = append(t.Columns, report.Column{Name: "f1", Fraction: true})
	for i := range o.Guess.Systems {
		s := &o.Guess.Systems[i]
		if s.All.All == 0 {
			continue
		}
		for k := range s.Sources {
			add(t, append(s.Sources[k].cells(s.System, s.Sources[k].Who), report.Number(s.F1[k]))...)
		}
		add(t, append(s.All.cells(s.System, "all"), report.Number(s.Average))...)
	}
	return t
}
