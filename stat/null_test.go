package stat_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"hed/stat"
)

// Tests must hold their level on scores of every kind, and chance decides
// within four standard errors. Where most scores are 0, signed ranks reject
// less, not more.
func TestNull(t *testing.T) {
	const trials = 3000
	for _, c := range []struct {
		kind      string
		documents int
		low, high float64
	}{
		{"uniform", 50, 0.034, 0.066},
		{"skewed", 200, 0.034, 0.066},
		{"discrete", 100, 0.034, 0.066},
		{"sparse", 50, 0.01, 0.066},
	} {
		systems := [][]float64{made(c.kind, 1, 1000, 0), made(c.kind, 2, 1000, 0.25)}
		got, err := stat.Null{Documents: c.documents, Trials: trials, Workers: 2}.Run(t.Context(), systems, rng())
		if err != nil {
			t.Fatal(err)
		}
		if all := got.All(); all.Trials != trials || all.Pairs != trials || all.Rate() < c.low || all.Rate() > c.high {
			t.Errorf("%s: %v of pairs rejected: %+v", c.kind, all.Rate(), got)
		}
	}
}

// The test of two values holds its level, and finds what there is.
func TestNullOfTwoValues(t *testing.T) {
	var systems [][]float64
	for s, share := range []float64{0.5, 0.7} {
		values := made("uniform", uint64(s+1), 1000, 0)
		for i, v := range values {
			values[i] = 0
			if v < share {
				values[i] = 1
			}
		}
		systems = append(systems, values)
	}
	n := stat.Null{Assume: stat.Nothing, Options: stat.Options{Test: stat.ByPairs}, Documents: 200, Trials: 2000, Workers: 2}
	got, err := n.Run(t.Context(), systems, rng())
	if err != nil || got.All().Rate() < 0.02 || got.All().Rate() > 0.06 {
		t.Errorf("%v of pairs rejected: %+v, %v", got.All().Rate(), got, err)
	}
	// Of 1,000 documents one system has 200 more right than the other.
	n.Keep, n.Trials = true, 200
	if got, err = n.Run(t.Context(), systems, rng()); err != nil || got.All().Power() < 0.9 || got.All().Wrong > 0 {
		t.Errorf("%v of differences found: %+v, %v", got.All().Power(), got, err)
	}
}

// Where no test has a P nothing was tried, which is not the same as no rejection.
func TestNullWithoutP(t *testing.T) {
	same := make([]float64, 30)
	got, err := stat.Null{Assume: stat.Nothing, Documents: 20, Trials: 5}.Run(t.Context(), [][]float64{same, same}, rng())
	if err != nil {
		t.Fatal(err)
	}
	if all := got.All(); all.Trials != 5 || all.Defined != 0 || !math.IsNaN(all.Rate()) || !math.IsNaN(all.FamilyRate()) {
		t.Errorf("rates of %v and %v of %+v, want NaN", all.Rate(), all.FamilyRate(), all)
	}
}

func TestNullOfFamilies(t *testing.T) {
	var systems [][]float64
	for s := range 3 {
		systems = append(systems, made("normal", uint64(s), 500, 0))
	}
	for i := range systems[0] {
		for s := range 2 {
			systems[s][i] += systems[2][i]
		}
	}
	for _, assume := range []stat.Assumption{stat.Checked, stat.Nothing} {
		n := stat.Null{Assume: assume, Documents: 40, Trials: 300}
		one, err := n.Run(t.Context(), systems, rng())
		if err != nil {
			t.Fatal(err)
		}
		n.Workers = 3
		if three, _ := n.Run(t.Context(), systems, rng()); three != one {
			t.Errorf("%s: the number of workers matters: %+v, %+v", assume, one, three)
		}
		if one.All().FamilyRate() > 0.1 || (one.Tukey.Trials > 0) != (assume == stat.Checked) {
			t.Errorf("%s: %v of families with a rejection: %+v", assume, one.All().FamilyRate(), one)
		}
	}
}

func TestNullErrors(t *testing.T) {
	two := [][]float64{{1, 2, 3}, {3, 2, 1}}
	for _, c := range []struct {
		systems   [][]float64
		documents int
	}{{two[:1], 2}, {two, 4}, {two, 0}} {
		if _, err := (stat.Null{Documents: c.documents, Trials: 1}).Run(t.Context(), c.systems, rng()); err == nil {
			t.Errorf("%+v: no error", c)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (stat.Null{Documents: 2, Trials: 5}).Run(ctx, two, rng()); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
