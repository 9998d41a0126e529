package experiment

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"hed/stat"
)

// A Verdict is what a test says of an expectation.
type Verdict string

const (
	Holds    Verdict = "holds"     // the test finds it
	NotShown Verdict = "not shown" // the test finds nothing, either way
	Fails    Verdict = "fails"     // the test finds the opposite
)

// An Expectation is one claim of the paper about one set, or about two, and what a test says of it.
type Expectation struct {
	Name    string // E1 to E4, or control
	Claim   string // in words
	About   string // which settings
	Init    string // what the generators began with; "" where none is in question
	Measure string // what Value is
	Value   float64
	Low     float64 // interval at 95%; NaN where there is none
	High    float64
	Null    float64 // what Value would be if there were nothing to find
	N       int     // headlines, or articles with two of them
	Test    string
	P       float64 // two-sided; NaN where the test is undefined
	// Adjusted is P after Holm's correction for all tests of this name and Init.
	Adjusted float64
	Verdict  Verdict
}

// significance is the level of tests.
const significance = 1 - level

// Expect asks the expectations of the paper. Those whose headlines were not judged are left out.
//
// Against chance, which is what the best constant answer has right, the test is the exact binomial one. Where two headlines of
// the same article are judged, it is McNemar's on the articles of which one is judged right and the other wrong. Validation and test
// are different headlines, for which neither fits: their difference is resampled, each set by itself.
func (r *Results) Expect(ctx context.Context) ([]Expectation, error) {
	a := &asking{Results: r, ctx: ctx}
	for _, init := range r.Inits {
		for _, s := range settings {
			set, gold := r.find(s.train, s.headlines, init), r.find(s.train, Gold, "")
			a.chance("E1", "generated headlines are told apart better than by chance", s.name, set)
			a.paired("E1", "gold headlines are told apart better than generated ones", s.name, gold, set)
		}
		a.paired("E2", "with train-M generated headlines are told apart better than with train-D", "settings 2 and 1", r.find(TrainM, In, init), r.find(TrainD, In, init))
		for i, train := range []string{TrainD, TrainM} {
			in, cross := r.find(train, In, init), r.find(train, Cross, init)
			a.chance("E4", "headlines for articles of the other newspaper are told apart better than by chance", fmt.Sprintf("setting %d", i+3), cross)
			a.paired("E4", "headlines for the newspaper's own articles are told apart better than those for the other's", fmt.Sprintf("settings %d and %d", i+1, i+3), in, cross)
		}
		a.chance("control", "headlines by a generator of both newspapers are not told apart", "newspaper-agnostic", r.find(TrainM, Agnostic, init))
	}
	d, m := [2]*Set{r.find(TrainD, Validation, ""), r.find(TrainD, Gold, "")}, [2]*Set{r.find(TrainM, Validation, ""), r.find(TrainM, Gold, "")}
	a.gap("E3", "validation headlines are told apart better than those of the test set", "train-D (settings 1 and 3)", d)
	a.gap("E3", "validation headlines are told apart better than those of the test set", "train-M (settings 2 and 4)", m)
	a.gap("E3", "this gap is larger with train-D than with train-M", "both", d, m)
	if a.err != nil {
		return nil, a.err
	}
	a.conclude()
	slices.SortStableFunc(a.all, func(x, y Expectation) int { return strings.Compare(x.Name, y.Name) }) // control is last
	return a.all, nil
}

// settings are those of the paper.
var settings = []struct{ name, train, headlines string }{
	{"setting 1", TrainD, In}, {"setting 2", TrainM, In}, {"setting 3", TrainD, Cross}, {"setting 4", TrainM, Cross},
}

// asking collects expectations; the first error stays.
type asking struct {
	*Results
	ctx context.Context
	all []Expectation
	err error
}

func (a *asking) add(e Expectation, err error) {
	if err != nil && a.err == nil {
		a.err = err
	}
	a.all = append(a.all, e)
}

// chance compares how many headlines of a set are judged right with chance.
func (a *asking) chance(name, claim, about string, s *Set) {
	if s == nil || len(s.Items) == 0 {
		return
	}
	e := Expectation{Name: name, Claim: claim, About: about, Init: s.Init, Measure: "accuracy", N: len(s.Items), Test: "binomial", Null: s.chance(), P: math.NaN()}
	var values []float64
	for _, it := range s.Items {
		values = append(values, truth(it.Paper == it.Judged))
	}
	in, err := a.share(a.ctx, values, 0)
	e.Value, e.Low, e.High = in.Mean, in.Low, in.High
	if e.Null < 1 { // else all are of one newspaper
		e.P = stat.Binomial(s.right(), len(s.Items), e.Null).P
	}
	a.add(e, err)
}

// paired compares two headlines of each article.
func (a *asking) paired(name, claim, about string, more, less *Set) {
	if more == nil || less == nil {
		return
	}
	of := map[string]*Item{}
	for i := range less.Items {
		of[less.Items[i].ID] = &less.Items[i]
	}
	var values []float64
	only := [2]int{}
	for i := range more.Items {
		one := &more.Items[i]
		other := of[one.ID]
		if other == nil {
			continue
		}
		d := truth(one.Paper == one.Judged) - truth(other.Paper == other.Judged)
		values = append(values, d)
		switch d {
		case 1:
			only[0]++
		case -1:
			only[1]++
		}
	}
	if len(values) == 0 {
		return
	}
	e := Expectation{
		Name: name, Claim: claim, About: about, Init: less.Init, Measure: "difference of accuracy", N: len(values), Test: "McNemar",
		P: stat.McNemarExact(only[0], only[1]).P,
	}
	in, err := a.share(a.ctx, values, -1)
	e.Value, e.Low, e.High = in.Mean, in.Low, in.High
	a.add(e, err)
}

// gap compares the F1 of validation and test, and two such gaps with each other: both have the same test articles.
func (a *asking) gap(name, claim, about string, gaps ...[2]*Set) {
	var sizes []int
	for _, g := range gaps {
		if g[0] == nil || g[1] == nil {
			return
		}
		sizes = append(sizes, len(g[0].Items))
	}
	test := len(gaps)
	sizes = append(sizes, len(gaps[0][1].Items))
	in, result, err := stat.Strata(a.ctx, sizes, func(rows [][]int32) float64 {
		d := gaps[0][0].average(rows[0]) - gaps[0][1].average(rows[test])
		if len(gaps) == 2 {
			d -= gaps[1][0].average(rows[1]) - gaps[1][1].average(rows[test])
		}
		return d
	}, a.how(), a.rng("gap", about))
	a.add(Expectation{
		Name: name, Claim: claim, About: about, Measure: "difference of F1", Value: in.Value, Low: in.Low, High: in.High, N: in.N, Test: "bootstrap", P: result.P,
	}, err)
}

// conclude corrects P for the tests of one expectation, and says what they show.
func (a *asking) conclude() {
	families := map[[2]string][]int{}
	for i, e := range a.all {
		of := [2]string{e.Name, e.Init}
		families[of] = append(families[of], i)
	}
	for _, members := range families {
		var p []float64
		for _, i := range members {
			p = append(p, a.all[i].P)
		}
		for k, adjusted := range stat.Holm(p) {
			e := &a.all[members[k]]
			e.Adjusted, e.Verdict = adjusted, NotShown
			switch found := adjusted < significance; {
			case e.Name == "control" && found:
				e.Verdict = Fails
			case found && e.Value > e.Null:
				e.Verdict = Holds
			case found:
				e.Verdict = Fails
			}
		}
	}
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Sentence says in words what was found, about which headlines.
func (e *Expectation) Sentence() string {
	said := map[Verdict]string{Holds: "this holds", NotShown: "this is not shown", Fails: "the opposite is found"}[e.Verdict]
	if e.Name == "control" {
		said = map[Verdict]string{NotShown: "nothing else is found", Fails: "they are told apart, or taken for the other newspaper's"}[e.Verdict]
	}
	about := e.About
	if e.Init != "" {
		about += ", " + e.Init
	}
	sign, against := "", fmt.Sprintf(", where chance has %.3f", e.Null)
	if e.Null == 0 {
		sign, against = "+", ""
	}
	number := func(x float64) string { return fmt.Sprintf("%"+sign+".3f", x) }
	text := fmt.Sprintf("%s: %s, %s %s", about, said, e.Measure, number(e.Value))
	if !math.IsNaN(e.Low) {
		text += fmt.Sprintf(" [%s to %s]", number(e.Low), number(e.High))
	}
	switch text += against; {
	case e.Adjusted < 0.001:
		text += fmt.Sprintf(" (%s, p < 0.001)", e.Test)
	case !math.IsNaN(e.Adjusted):
		text += fmt.Sprintf(" (%s, p = %.3f)", e.Test, e.Adjusted)
	}
	return text
}
