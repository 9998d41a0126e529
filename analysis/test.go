package analysis

import (
	"context"
	"fmt"
	"slices"

	"hed/internal/near"
	"hed/score"
	"hed/stat"
)

// A Test is how systems are compared on a column.
type Test string

const (
	// Paired compares by document, whatever the column says: by Wilcoxon's signed-rank, or the
	// exact sign test where a column has two values. It is the default.
	Paired Test = "paired"
	// HEvAS does as the column says, mostly Tukey's HSD where scores are
	// normal and Wilcoxon's signed-rank by document where not: HEvAS's rule.
	HEvAS Test = "hevas"
	// SignedRank is Wilcoxon's signed-rank for all columns.
	SignedRank Test = "signed-rank"
	// RankSum is HEvAS with the rank-sum test of Mann and Whitney in place of
	// the signed-rank: the one that the paper cites.
	RankSum Test = "rank-sum"
	// Tukey is Tukey's HSD for all columns.
	Tukey Test = "tukey"
	// Bootstrap is the paired bootstrap for all columns, as sacreBLEU has it.
	Bootstrap Test = "bootstrap"
	// Randomisation is approximate randomisation by document for all columns, as
	// sacreBLEU has it but for ties.
	Randomisation Test = "randomisation"
)

// Tests are all there are.
var Tests = []Test{Paired, HEvAS, SignedRank, RankSum, Tukey, Bootstrap, Randomisation}

// checked is a second name of HEvAS, which folders of earlier versions have.
const checked = "checked"

// ParseTest is the test of that name, Paired for "".
func ParseTest(name string) (Test, error) {
	switch name {
	case "":
		return Paired, nil
	case checked:
		return HEvAS, nil
	}
	if t := Test(name); slices.Contains(Tests, t) {
		return t, nil
	}
	names := make([]string, len(Tests))
	for i, t := range Tests {
		names[i] = string(t)
	}
	return "", fmt.Errorf("no test %q; %s", name, near.Hint(name, names))
}

// Resamples reports whether the test is by resampling.
func (t Test) Resamples() bool { return t == Bootstrap || t == Randomisation }

// Check refuses a test by resampling without resamples.
func (t Test) Check(resamples int) error {
	if t.Resamples() && resamples < 1 {
		return fmt.Errorf("the test %s needs resamples, such as 1000", t)
	}
	return nil
}

// test compares all pairs of systems on every column. Tests by resampling have
// the resamples of the intervals, and the same draws for all columns.
func (a *Analysis) test(ctx context.Context, o Options) error {
	if len(a.Systems) < 2 {
		return nil
	}
	for c, col := range a.Columns {
		values := make([]*score.Series, len(a.Systems))
		for i, s := range a.Systems {
			values[i] = s.Series[c]
		}
		assume, how := o.Test.chosen(col.Assume)
		how.Level, how.Resampling, how.Seed = a.Alpha, o.Intervals, o.Seed
		compare := func() (stat.Comparisons, error) { return assume.Compare(ctx, values, how) }
		if col.Pool != nil && assume != stat.Exact {
			compare = func() (stat.Comparisons, error) { return stat.ComparePooled(ctx, a.samples(c), how) }
		}
		found, err := compare()
		if err != nil {
			return err
		}
		a.Tests = append(a.Tests, found)
	}
	return nil
}

// samples are what the systems got on a column.
func (a *Analysis) samples(column int) []score.Sample {
	all := make([]score.Sample, len(a.Systems))
	for i, s := range a.Systems {
		all[i] = s.samples[column]
	}
	return all
}

// chosen is what the test makes of a column of which that may be assumed; see
// score.Column. An exact column is not tested, whatever the user wants.
func (t Test) chosen(assume string) (stat.Assumption, stat.Options) {
	assumption, err := stat.ParseAssumption(assume)
	if err != nil {
		panic("analysis: " + err.Error()) // columns are written in the source
	}
	if assumption == stat.Exact {
		return assumption, stat.Options{}
	}
	switch t {
	case Paired, "":
		return stat.Nothing, stat.Options{Test: stat.ByPairs}
	case SignedRank:
		return stat.Nothing, stat.Options{Test: stat.BySignedRank}
	case Tukey:
		return stat.Normal, stat.Options{}
	case Bootstrap:
		return stat.Nothing, stat.Options{Test: stat.ByBootstrap}
	case Randomisation:
		return stat.Nothing, stat.Options{Test: stat.ByRandomisation}
	case RankSum:
		return assumption, stat.Options{Test: stat.ByRankSum}
	}
	return assumption, stat.Options{}
}
