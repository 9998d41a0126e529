package analysis_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/analysis"
	"hed/stat"
)

// Of three pairs, P of at least 1/51 is no less than 3/51 after correction.
func TestTooFewResamples(t *testing.T) {
	for resamples, want := range map[int][]string{
		50: {"50 resamples are too few: with 3 pairs of systems no difference can be significant; use 600"},
		60: nil,
	} {
		a, err := analysis.Of(t.Context(), table(40), analysis.Options{
			Test: analysis.Randomisation, Intervals: stat.Resampling{Resamples: resamples, Level: 0.95},
		})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, a.Warnings()); d != "" {
			t.Errorf("%d resamples: %s", resamples, d)
		}
		significant := false
		for _, p := range a.Tests[0].Pairs {
			significant = significant || p.Significant
		}
		if significant != (want == nil) {
			t.Errorf("%d resamples: %+v", resamples, a.Tests[0].Pairs)
		}
	}
}
