package analysis

import (
	"fmt"
	"slices"
	"strings"

	"hed/stat"
)

// A Test is how systems are compared on a column.
type Test string

const (
	// Checked does as the column says, mostly Tukey's HSD where scores are
	// normal and Wilcoxon's signed-rank by document where not: HEvAS's rule.
	Checked Test = "checked"
	// SignedRank is Wilcoxon's signed-rank for all columns.
	SignedRank Test = "signed-rank"
	// RankSum is Checked with the rank-sum test of Mann and Whitney in place of
	// the signed-rank: the one that the paper cites.
	RankSum Test = "rank-sum"
	// Tukey is Tukey's HSD for all columns.
	Tukey Test = "tukey"
)

// Tests are all there are.
var Tests = []Test{Checked, SignedRank, RankSum, Tukey}

// ParseTest is the test of that name, Checked for "".
func ParseTest(name string) (Test, error) {
	if name == "" {
		return Checked, nil
	}
	if t := Test(name); slices.Contains(Tests, t) {
		return t, nil
	}
	names := make([]string, len(Tests))
	for i, t := range Tests {
		names[i] = string(t)
	}
	return "", fmt.Errorf("no test %q; have %s", name, strings.Join(names, ", "))
}

// test compares all pairs of systems on every column.
func (a *Analysis) test(how Test) {
	if len(a.Systems) < 2 {
		return
	}
	for c, col := range a.Columns {
		values := make([][]float64, len(a.Systems))
		for i, s := range a.Systems {
			values[i] = s.Values[c]
		}
		a.Tests = append(a.Tests, how.Compare(col.Assume, values, a.Alpha))
	}
}

// Compare tests all pairs of systems on a column of which that may be assumed;
// see score.Column. The values are by system, then document.
func (t Test) Compare(assume string, values [][]float64, level float64) stat.Comparisons {
	assumption, o := t.chosen(assume, level)
	return assumption.Compare(values, o)
}

// chosen is what the test makes of a column of which that may be assumed.
func (t Test) chosen(assume string, level float64) (stat.Assumption, stat.Options) {
	assumption, err := stat.ParseAssumption(assume)
	if err != nil {
		panic("analysis: " + err.Error()) // columns are written in the source
	}
	switch {
	case assumption == stat.Exact:
	case t == SignedRank:
		assumption = stat.Nothing
	case t == Tukey:
		assumption = stat.Normal
	}
	return assumption, stat.Options{Level: level, RankSum: t == RankSum}
}
