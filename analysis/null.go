package analysis

import (
	"context"
	"math/rand/v2"

	"hed/stat"
)

// A Null tries the test of a column on systems that do not differ; see
// stat.Null for how those are made of systems that may.
type Null struct {
	Test      Test
	Level     float64 // of significance, such as 0.05
	Documents int     // drawn for a trial
	Trials    int     // of two systems, and as many of all
	Resamples int     // in each, if the test is by resampling
	Seed      uint64  // the same draws for every column
	Workers   int     // does not change the result
}

// NullRates are how often a Null found a difference where there is none.
type NullRates struct {
	// Two is of two systems at a time; all pairs of systems have an equal
	// share of the trials.
	Two stat.Rates
	// All is of all systems together, corrected for the number of their
	// pairs. With two systems it is as Two, with other draws.
	All stat.Rates
}

// Power is how often so few documents show what all of them do: the trials are of all
// systems together, which keep their scores. The arguments are those of Run.
func (n Null) Power(ctx context.Context, assume string, values [][]float64) (found stat.Rejections, tested bool, err error) {
	null, err := n.of(assume)
	if err != nil || null.Assume == stat.Exact {
		return stat.Rejections{}, false, err
	}
	null.Keep, null.Trials = true, n.Trials
	rates, err := null.Run(ctx, values, rand.New(rand.NewPCG(n.Seed, 0)))
	return rates.All(), true, err
}

// of is the trial of one column.
func (n Null) of(assume string) (stat.Null, error) {
	null := stat.Null{Documents: n.Documents, Workers: n.Workers}
	if err := n.Test.Check(n.Resamples); err != nil {
		return null, err
	}
	null.Assume, null.Options = n.Test.chosen(assume)
	null.Options.Level, null.Options.Resampling.Resamples = n.Level, n.Resamples
	return null, nil
}

// Run makes the trials for a column of which that may be assumed; see
// score.Column. The values are by system, then document. tested is false for
// an exact column, which has no test.
func (n Null) Run(ctx context.Context, assume string, values [][]float64) (rates NullRates, tested bool, err error) {
	null, err := n.of(assume)
	if err != nil || null.Assume == stat.Exact {
		return NullRates{}, false, err
	}
	draws := uint64(0)
	run := func(trials int, systems ...[]float64) (stat.Rates, error) {
		null.Trials = trials
		draws++
		return null.Run(ctx, systems, rand.New(rand.NewPCG(n.Seed, draws)))
	}
	if rates.All, err = run(n.Trials, values...); err != nil {
		return NullRates{}, true, err
	}
	pairs, pair := len(values)*(len(values)-1)/2, 0
	for a := range values {
		for b := range a {
			r, err := run((pair+1)*n.Trials/pairs-pair*n.Trials/pairs, values[b], values[a])
			if err != nil {
				return NullRates{}, true, err
			}
			rates.Two = rates.Two.Plus(r)
			pair++
		}
	}
	return rates, true, nil
}
