package outcome

import (
	"slices"
	"strconv"

	"hed/chart"
	"hed/score"
	"hed/stat"
	"hed/study"
)

// A Figure is a chart with the name of its file and what it shows.
type Figure struct {
	Name    string // as in answers_correct.svg
	Caption string
	chart.Chart
}

// Figures are those of the human-evaluation paper, figures 2 to 4, for whatever
// questions there are: answers yes and no, shares of choices, places and mean places; and those of sources that were guessed
// and numerals that were derived. All have intervals: what has none yet is not drawn.
func (o *Outcome) Figures() []Figure {
	w := o.tongue()
	var all []Figure
	add := func(name, caption string, c chart.Chart, intervals ...stat.Interval) {
		if slices.ContainsFunc(intervals, func(in stat.Interval) bool { return in.Method != "" }) {
			all = append(all, Figure{name, w.said(caption), c})
		}
	}
	for _, f := range o.Findings {
		id, title, note := f.Question.ID, f.Question.Text.In(o.Study.Lang), o.behind(f.Answers, f.judges)
		values, firsts := f.intervals()
		switch {
		case f.Pairs != nil:
			add("pairs_"+id, "Share of yes for each two systems", o.pairFigure(f, title, note), values...)
		case f.Systems == nil:
		case f.Question.Kind == study.Choice:
			add("chosen_"+id, "Share of answers that chose each system", o.chosen(f, title, note), values...)
		case f.Question.Kind == study.Rank:
			add("places_"+id, "Shares of places in the ranking", o.shares(f, title, note), firsts...)
			add("mean_"+id, "Mean place", o.meanPlaces(f, title, note), values...)
		case f.Question.Kind == study.YesNo:
			add("answers_"+id, "Shares of yes and no", o.shares(f, title, note), firsts...)
		default:
			add("answers_"+id, "Shares of answers", o.shares(f, title, note), firsts...)
			add("mean_"+id, "Mean", o.means(f, title, note), values...)
		}
	}
	if g := o.Guess; g != nil {
		for i, f := range g.figures(o) {
			add([]string{"guesses", "guesses_judges"}[i], []string{"How often judges named the source, by system and source", "How often each judge named the source"}[i], f, f.intervals...)
		}
	}
	if a := o.Annotation; a != nil && a.Operators != nil {
		b := &chart.Bar{Title: w.said("How far annotators agree on an operator"), Axis: w.said("answers of others that have the operator too") + ", %", Dots: true, Fixed: true,
			Range: chart.Range{Low: 0, High: 100}, Level: confidence, Note: o.behind(a.answers, a.judges)}
		var in []stat.Interval
		for _, p := range a.Operators {
			if p.Agreed.Method == "" {
				continue // one case says nothing of others
			}
			b.Items = append(b.Items, item(w.said(p.Name), p.Agreed.Mean, p.Agreed, 100))
			in = append(in, p.Agreed)
		}
		add("operators", "How far annotators agree on an operator", b, in...)
	}
	return all
}

// behind says how many answers a figure shows, and whether more are to come: a figure may stand alone.
func (o *Outcome) behind(answers, judges int) string {
	w := o.tongue()
	text := w.say("%s of %s.", w.of(answers, "answer"), w.of(judges, "judge"))
	if !o.Progress.Done() {
		text += w.say(" The study is not complete: %d of %s.", o.Progress.Complete, w.of(o.Progress.Cases, "case"))
	}
	return text
}

// intervals are those of the values of systems or pairs, and of their first shares.
func (f *Finding) intervals() (values, firsts []stat.Interval) {
	for i := range f.Systems {
		values, firsts = append(values, f.Systems[i].Interval), append(firsts, f.Systems[i].First)
	}
	for i := range f.Pairs {
		values = append(values, f.Pairs[i].Interval)
	}
	return values, firsts
}

// item is a bar of a value with its interval, times by.
func item(name string, value float64, in stat.Interval, by float64) chart.BarItem {
	return chart.BarItem{Name: name, Value: by * value, Low: by * in.Low, High: by * in.High}
}

// shareBar is a bar chart of shares as percentages.
func shareBar(title, axis, note string, better score.Better) *chart.Bar {
	return &chart.Bar{Title: title, Axis: axis + ", %", Better: better, Range: chart.Range{Low: 0, High: 100}, Level: confidence, Note: note}
}

func (o *Outcome) chosen(f *Finding, title, note string) chart.Chart {
	b := shareBar(title, o.tongue().said("share of answers"), note, f.Better)
	for i := range f.Systems {
		b.Items = append(b.Items, item(f.Systems[i].Name, f.Systems[i].Value, f.Systems[i].Interval, 100))
	}
	return b
}

func (o *Outcome) pairFigure(f *Finding, title, note string) chart.Chart {
	b := shareBar(title, o.tongue().said("share of yes"), note, score.Unknown)
	for i := range f.Pairs {
		p := &f.Pairs[i]
		b.Items = append(b.Items, item(p.A+", "+p.B, p.Value, p.Interval, 100))
	}
	slices.SortStableFunc(b.Items, func(x, y chart.BarItem) int { return int(truth(x.Value < y.Value) - truth(x.Value > y.Value)) })
	b.Fixed = true
	return b
}

// means are dots on the whole scale.
func (o *Outcome) means(f *Finding, title, note string) chart.Chart {
	low, high := ends(o.Study, f.Question)
	b := &chart.Bar{Title: title, Axis: o.tongue().say("mean, from %d to %d", low, high), Better: f.Better, Dots: true,
		Range: chart.Range{Low: float64(low), High: float64(high)}, Level: confidence, Note: note}
	for i := range f.Systems {
		b.Items = append(b.Items, item(f.Systems[i].Name, f.Systems[i].Value, f.Systems[i].Interval, 1))
	}
	return b
}

// meanPlaces are dots from 1 to the number of systems, joined where the test does not tell them apart.
func (o *Outcome) meanPlaces(f *Finding, title, note string) chart.Chart {
	c := &chart.Critical{Title: title, Level: confidence, Alpha: level05, Note: note}
	for _, s := range f.Systems {
		c.Items = append(c.Items, chart.CriticalItem{Name: s.Name, Rank: s.Value, Low: s.Interval.Low, High: s.Interval.High})
	}
	cases := map[int]bool{}
	for _, r := range o.Ratings(f.Question) {
		cases[r.Case] = true
	}
	c.Documents = len(cases)
	tested := false
	for _, t := range f.Tests {
		tested = tested || !score.IsAbsent(t.Adjusted)
		if !(t.Adjusted < level05) {
			c.Same = append(c.Same, [2]int{slices.Index(o.Study.Systems, t.A), slices.Index(o.Study.Systems, t.B)})
		}
	}
	if tested {
		c.Test = o.tongue().said("Wilcoxon's signed-rank test with Holm's adjustment")
	} else {
		c.Same = nil
	}
	return c
}

// Yes and no have colours of their own: bluish green and reddish purple, which no system and no amount has.
const (
	yesColour = 2
	noColour  = 4
)

// shares stacks the shares of values, one row a system, the best value first.
func (o *Outcome) shares(f *Finding, title, note string) chart.Chart {
	w := o.tongue()
	g := &chart.Groups{Title: title, Axis: w.said("share of answers"), Stacked: true, Ordered: f.Question.Kind != study.YesNo, Fixed: true, Level: confidence, Note: note}
	low, high := ends(o.Study, f.Question)
	for v := low; v <= high; v++ {
		s := chart.Series{Name: strconv.Itoa(v), Colour: v}
		switch q := f.Question; {
		case q.Kind == study.YesNo:
			s = []chart.Series{{Name: w.said("no"), Colour: noColour}, {Name: w.said("yes"), Colour: yesColour}}[v]
		case q.Kind == study.Scale && v == low && q.FromText != nil:
			s.Name += " (" + q.FromText.In(o.Study.Lang) + ")"
		case q.Kind == study.Scale && v == high && q.ToText != nil:
			s.Name += " (" + q.ToText.In(o.Study.Lang) + ")"
		case q.Kind == study.Rank:
			s.Name = w.ordinal(v)
		}
		g.Series = append(g.Series, s)
	}
	for _, s := range f.Best() {
		row := chart.GroupRow{Name: s.Name, Values: slices.Clone(s.Shares), Low: s.First.Low, High: s.First.High}
		if f.Better == score.Higher {
			slices.Reverse(row.Values)
		}
		g.Rows = append(g.Rows, row)
	}
	if f.Better == score.Higher {
		slices.Reverse(g.Series)
	}
	return g
}

// ordinal is a place: 1st, 2nd.
func (w *tongue) ordinal(n int) string {
	if w.words != nil {
		return w.say("place %d", n)
	}
	ending := "th"
	if n%100/10 != 1 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return strconv.Itoa(n) + ending
}

// A guessFigure is a chart with the intervals that are in it.
type guessFigure struct {
	*chart.Bar
	intervals []stat.Interval
}

// figures are how often judges were right: by system and source, and by judge.
func (g *Guess) figures(o *Outcome) [2]guessFigure {
	w, answers, who := o.tongue(), 0, map[string]bool{}
	var all [2]guessFigure
	for i := range all {
		all[i].Bar = shareBar(w.said("Which newspaper? How often judges were right"), w.say("headlines whose source was named (chance is %s)", w.percent(g.Chance)), "", score.Unknown)
		all[i].Dots, all[i].Fixed = true, true
	}
	put := func(to int, name string, a *Accuracy) {
		all[to].Items = append(all[to].Items, item(name, a.share(), a.Interval, 100))
		all[to].intervals = append(all[to].intervals, a.Interval)
	}
	for i := range g.Systems {
		s := &g.Systems[i]
		if s.All.All == 0 {
			continue
		}
		answers += s.All.All
		put(0, s.System, &s.All)
		for k := range s.Sources {
			if s.Sources[k].All > 0 {
				put(0, w.say("%s, from %s", s.System, s.Sources[k].Who), &s.Sources[k])
			}
		}
		for k := range s.Judges {
			who[s.Judges[k].Who] = true
			put(1, s.System+", "+s.Judges[k].Who, &s.Judges[k])
		}
	}
	for i := range all {
		all[i].Note = o.behind(answers, len(who))
	}
	return all
}
