package outcome

import (
	"strconv"

	"hed/chart"
	"hed/score"
	"hed/study"
)

// A Figure is a chart with the name of its file and what it shows.
type Figure struct {
	Name    string // as in answers_correct.svg
	Caption string
	chart.Chart
}

// Figures are those of the human-evaluation paper, figures 2 to 4, for whatever
// questions there are: answers yes and no, shares of choices, places and mean places.
func (o *Outcome) Figures() []Figure {
	var all []Figure
	for _, f := range o.Findings {
		if f.Systems == nil || f.Answers == 0 {
			continue
		}
		title := f.Question.Text.In(o.Study.Lang)
		switch f.Question.Kind {
		case study.Choice:
			all = append(all, Figure{"chosen_" + f.Question.ID, "Share of answers that chose each system", o.chosen(f, title)})
		case study.Rank:
			all = append(all, Figure{"places_" + f.Question.ID, "Shares of places in the ranking", o.shares(f, title)})
			all = append(all, Figure{"mean_" + f.Question.ID, "Mean place", o.means(f, title)})
		default:
			all = append(all, Figure{"answers_" + f.Question.ID, "Shares of answers", o.shares(f, title)})
		}
	}
	return all
}

func (o *Outcome) bar(f *Finding, title, axis string) *chart.Bar {
	b := &chart.Bar{Title: title, Axis: axis, Better: f.Better}
	for _, s := range f.Systems {
		b.Items = append(b.Items, chart.BarItem{Name: s.Name, Value: s.Value, Low: score.Absent, High: score.Absent})
	}
	return b
}

func (o *Outcome) chosen(f *Finding, title string) chart.Chart {
	return o.bar(f, title, "share of answers")
}

func (o *Outcome) means(f *Finding, title string) chart.Chart { return o.bar(f, title, "mean place") }

// shares stacks the shares of values, one row a system.
func (o *Outcome) shares(f *Finding, title string) chart.Chart {
	g := &chart.Groups{Title: title, Axis: "share of answers", Stacked: true, Ordered: f.Question.Kind != study.YesNo, Fixed: true}
	low, high := ends(o.Study, f.Question)
	for v := low; v <= high; v++ {
		s := chart.Series{Name: strconv.Itoa(v), Colour: v}
		if f.Question.Kind == study.YesNo {
			s = []chart.Series{{Name: "no", Colour: 3}, {Name: "yes", Colour: 0}}[v]
		}
		g.Series = append(g.Series, s)
	}
	for _, s := range f.Best() {
		g.Rows = append(g.Rows, chart.GroupRow{Name: s.Name, Values: s.Shares})
	}
	return g
}
