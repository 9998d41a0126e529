package page

import (
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strconv"

	"hed/report"
	"hed/style/experiment"
)

// A StyleExperiment is the experiment on style, as WriteExperiment shows it.
type StyleExperiment struct {
	Version string // of hed
	*report.Experiment
	Checks   []StyleCheck
	Guessed  []StyleExample
	Articles []StyleArticle
	Sizes    []string // of the parts, in sentences
	Settings []Setting
	Inputs   []Input
	Warnings []string
}

// A StyleCheck says what a classifier judges by.
type StyleCheck struct {
	Train string // what it learnt from
	On    string // what it was tried on
	Rows  []StyleChecked
	Says  []string // what follows, in sentences
}

// A StyleChecked is how well headlines are told apart that were changed in some way.
type StyleChecked struct {
	Name          string
	F1, Low, High float64 // of a classifier that learnt from such headlines
	This          float64 // of the classifier itself
}

// A StyleExample is a headline with what people and the classifier say of it, as in table 6 of the paper.
type StyleExample struct {
	Headline         string
	Generated        bool
	Paper            string
	Human, Machine   string // Human may be empty
	Train, Headlines string
}

// A StyleArticle is what was written for one article, as in table 7.
type StyleArticle struct {
	Title string
	Lines []StyleLine
}

// A StyleLine is a headline and who wrote it.
type StyleLine struct {
	By, Headline, Judged string
	Right                bool
}

// WriteExperiment writes a page that opens from a disk without a network. It has no script.
func WriteExperiment(w io.Writer, x *StyleExperiment) error {
	css := style + source("compare.css", "experiment.css")
	v := &experimentView{
		StyleExperiment: x, Style: template.CSS(css), Policy: "default-src 'none'; img-src data:; style-src " + hash(css) + "; base-uri 'none'; form-action 'none'",
	}
	of := map[string]*judgeRows{}
	for i := range x.Rows {
		r := &x.Rows[i]
		if of[r.Train] == nil {
			title := map[string]string{experiment.Random: "random split (table 1)", experiment.TrainD: "train-D (settings 1 and 3)", experiment.TrainM: "train-M (settings 2 and 4)"}[r.Train]
			of[r.Train] = &judgeRows{Train: r.Train, Title: title}
			v.Judges = append(v.Judges, of[r.Train])
		}
		of[r.Train].Rows = append(of[r.Train].Rows, newJudged(r))
	}
	for i := range x.Expectations {
		v.Claims = append(v.Claims, newClaim(&x.Expectations[i]))
	}
	for _, h := range x.Human {
		for _, j := range h.Judges {
			if !slices.Contains(v.Persons, j.Name) {
				v.Persons = append(v.Persons, j.Name)
			}
		}
	}
	for _, h := range x.Human {
		v.People = append(v.People, newPeople(&h, v.Persons))
	}
	for _, c := range x.Checks {
		out := checkView{StyleCheck: c}
		for _, r := range c.Rows {
			out.Shown = append(out.Shown, checkedView{r.Name, three(r.F1), span(r.Low, r.High), three(r.This), intervalPlot(r.F1, r.Low, r.High)})
		}
		v.Checked = append(v.Checked, out)
	}
	if err := layout().ExecuteTemplate(w, "experiment", v); err != nil {
		return fmt.Errorf("write report.html: %w", err)
	}
	return nil
}

type experimentView struct {
	*StyleExperiment
	Policy  string
	Style   template.CSS
	Judges  []*judgeRows
	Claims  []claimView
	Persons []string // who guessed
	People  []peopleView
	Checked []checkView
}

type judgeRows struct {
	Train, Title string
	Rows         []judgedView
}

type judgedView struct {
	Title, Setting string
	N              int
	A, B, F1, Span string
	Plot           plotView
	Confusion      [2][2]int
}

// A plotView is a dot with its interval on an axis from 0 to 1, the middle being chance.
type plotView struct{ From, To, At, Middle string }

const plotWidth = 140

func intervalPlot(value, low, high float64) plotView {
	at := func(x float64) string {
		return strconv.FormatFloat(4+(plotWidth-8)*min(max(x, 0), 1), 'f', 1, 64)
	}
	if math.IsNaN(low) {
		low, high = value, value
	}
	return plotView{From: at(low), To: at(high), At: at(value), Middle: at(0.5)}
}

func three(x float64) string { return Number(x, 3) }

func span(low, high float64) string {
	if math.IsNaN(low) {
		return ""
	}
	return three(low) + " to " + three(high)
}

func newJudged(r *experiment.Row) judgedView {
	v := judgedView{
		Title: r.Title(), N: r.N, A: three(r.F1[0]), B: three(r.F1[1]), F1: three(r.Average), Span: span(r.Low, r.High), Plot: intervalPlot(r.Average, r.Low, r.High), Confusion: r.Confusion(),
	}
	if n := r.Setting(); n > 0 {
		v.Setting = strconv.Itoa(n)
	}
	return v
}

type claimView struct {
	*experiment.Expectation
	Shown, Span, Against, P, Class, Sign string
}

func newClaim(e *experiment.Expectation) claimView {
	show := three
	if e.Test != "binomial" {
		show = func(x float64) string { return Signed(x, 3) }
	}
	v := claimView{Expectation: e, Shown: show(e.Value), P: Probability(e.Adjusted), Class: "unclear"}
	if !math.IsNaN(e.Low) {
		v.Span = show(e.Low) + " to " + show(e.High)
	}
	if e.Test == "binomial" {
		v.Against = three(e.Null)
	}
	switch e.Verdict {
	case experiment.Holds:
		v.Class, v.Sign = "up", "✓"
	case experiment.Fails:
		v.Class, v.Sign = "down", "✗"
	}
	return v
}

type peopleView struct {
	System      string
	Accuracy    []string // of each person
	Alpha, Span string
	A, B, F1    string
	Items       int
	Undefined   string
}

func newPeople(h *experiment.Human, persons []string) peopleView {
	v := peopleView{System: h.System, Items: h.Items, A: three(h.F1[0]), B: three(h.F1[1]), F1: three(h.Average), Alpha: three(h.Alpha.Value), Span: span(h.Alpha.Low, h.Alpha.High)}
	v.Accuracy = make([]string, len(persons)) // "" where one did not guess
	for _, j := range h.Judges {
		v.Accuracy[slices.Index(persons, j.Name)] = three(j.Accuracy)
	}
	if u := h.Alpha.Undefined; u != nil {
		v.Undefined = "undefined: " + u.Error()
	}
	return v
}

type checkView struct {
	StyleCheck
	Shown []checkedView
}

type checkedView struct {
	Name, F1, Span, This string
	Plot                 plotView
}
