package agree

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"hed/score"
	"hed/stat"
)

// A Result is everything that ratings show of the agreement of their raters, as
// JSON has it.
type Result struct {
	Krippendorff AlphaResult   `json:"krippendorff"`
	Fleiss       KappaResult   `json:"fleiss"`
	Randolph     KappaResult   `json:"randolph"`
	Cohen        []CohenResult `json:"cohen"`                 // of every two raters
	CohenLimit   string        `json:"cohen_limit,omitempty"` // why Cohen's kappas are left out
	ICC          *ICCResult    `json:"icc,omitempty"`
	Percent      score.Value   `json:"percent"`
	PercentRange Range         `json:"percent_interval"`
	Items        int           `json:"items"`
	Raters       int           `json:"raters"`
}

// maxRaters is how many raters are compared two by two: 100 of them are 4,950 pairs, and
// nobody reads more.
const maxRaters = 100

// A Range is what stands beside every coefficient.
type Range struct {
	Low  score.Value `json:"low"`
	High score.Value `json:"high"`
	CI   stat.Method `json:"ci,omitempty"`  // how the interval was made
	N    int         `json:"items"`         // that it rests on
	Why  string      `json:"why,omitempty"` // it is undefined
	Warn string      `json:"warning,omitempty"`
}

// An AlphaResult is Krippendorff's alpha.
type AlphaResult struct {
	Alpha score.Value `json:"alpha"`
	Range
	Level Level `json:"level"`
}

// A KappaResult is one of the kappas.
type KappaResult struct {
	Kappa score.Value `json:"kappa"`
	Range
}

// A CohenResult is the kappa of two raters.
type CohenResult struct {
	A      string `json:"a"`
	B      string `json:"b"`
	Weight Weight `json:"weight"`
	KappaResult
}

// An ICCResult is the six intraclass correlations.
type ICCResult struct {
	All     []ICCValue `json:"all"`
	Items   int        `json:"items"`
	Dropped int        `json:"dropped"` // items that not all raters rated
	Why     string     `json:"why,omitempty"`
}

// An ICCValue is an intraclass correlation with its interval.
type ICCValue struct {
	Name  string      `json:"name"`
	Value score.Value `json:"value"`
	Low   score.Value `json:"low"`
	High  score.Value `json:"high"`
	CI    stat.Method `json:"ci,omitempty"`
	P     score.Value `json:"p"`
	Warn  string      `json:"warning,omitempty"`
}

// Measure measures everything: Cohen's kappa with linear weights for ordinal
// values and quadratic ones for numbers, and the intraclass correlations for
// numbers. Of more than a hundred raters, no kappas of two are given. Without resamples only those have intervals. The seed gives the same
// resamples to every measure.
func (r *Ratings) Measure(ctx context.Context, level Level, how stat.Resampling, seed uint64) (*Result, error) {
	var failed error
	of := func(m Measure) (a Agreement) {
		switch {
		case failed != nil:
		case how.Resamples == 0:
			a, failed = r.Agreement(m)
		default:
			a, failed = r.Bootstrap(ctx, m, how, rand.New(rand.NewPCG(seed, 0)))
		}
		return a
	}
	alpha, percent := of(Alpha{Level: level}), of(Percent{})
	res := &Result{
		Items: len(r.Items()), Raters: len(r.Raters()),
		Krippendorff: AlphaResult{score.Value(alpha.Value), rangeOf(alpha), level},
		Fleiss:       kappaOf(of(Fleiss{})), Randolph: kappaOf(of(Randolph{})),
		Percent: score.Value(percent.Value), PercentRange: rangeOf(percent),
		Cohen: []CohenResult{}, // null would be no list
	}
	pairs := r.Pairs
	if n := len(r.raters); n > maxRaters {
		pairs = func(Weight) []Cohen { return nil }
		res.CohenLimit = fmt.Sprintf("there are %d raters, and at most %d are compared two by two", n, maxRaters)
	}
	for _, c := range pairs(level.Weight()) {
		res.Cohen = append(res.Cohen, CohenResult{c.A, c.B, c.Weight, kappaOf(of(c))})
	}
	if failed == nil && (level == Interval || level == Ratio) {
		var icc ICCs
		if how.Resamples == 0 {
			icc, failed = r.ICC(how.Level)
		} else {
			icc, failed = r.BootstrapICC(ctx, how, seed)
		}
		res.ICC = iccOf(icc)
	}
	return res, failed
}

func rangeOf(a Agreement) Range {
	r := Range{Low: score.Value(a.Low), High: score.Value(a.High), CI: a.Method, N: a.Items}
	if a.Undefined != nil {
		r.Why = a.Undefined.Error()
	}
	r.Warn = warning(a.Warnings)
	return r
}

func warning(all []error) string {
	if err := errors.Join(all...); err != nil {
		return strings.ReplaceAll(err.Error(), "\n", "; ")
	}
	return ""
}

func kappaOf(a Agreement) KappaResult { return KappaResult{score.Value(a.Value), rangeOf(a)} }

func iccOf(icc ICCs) *ICCResult {
	out := &ICCResult{All: []ICCValue{}, Items: icc.Items, Dropped: icc.Dropped}
	if icc.Undefined != nil {
		out.Why = icc.Undefined.Error()
	}
	for _, c := range icc.All {
		out.All = append(out.All, ICCValue{c.Name, score.Value(c.Value), score.Value(c.Low), score.Value(c.High), c.Method, score.Value(c.P), warning(c.Warnings)})
	}
	return out
}
