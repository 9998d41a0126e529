package analysis_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"hed/analysis"
	"hed/internal/race"
)

// noise is systems that are all good on easy documents, and differ by chance.
func noise(systems, documents int) [][]float64 {
	rng := rand.New(rand.NewPCG(1, 0))
	out := make([][]float64, systems)
	for range documents {
		easy := rng.NormFloat64()
		for s := range out {
			out[s] = append(out[s], easy+rng.NormFloat64())
		}
	}
	return out
}

func TestNull(t *testing.T) {
	values := noise(3, 200)
	null := analysis.Null{Level: 0.05, Documents: 30, Trials: 1000, Resamples: 60, Seed: 1, Workers: 1}
	few := race.Less(t)
	if few {
		null.Trials = 50
	}
	for _, test := range analysis.Tests {
		null.Test, null.Workers = test, 1
		one, tested, err := null.Run(t.Context(), "checked", values)
		if err != nil || !tested {
			t.Fatalf("%s: %v, %v", test, tested, err)
		}
		null.Workers = 3
		if three, _, _ := null.Run(t.Context(), "checked", values); three != one {
			t.Errorf("%s: the number of workers matters: %+v, %+v", test, one, three)
		}
		two, all := one.Two.All(), one.All.All()
		if n := null.Trials; two.Trials != n || two.Pairs != n || all.Trials != n || all.Pairs != 3*n {
			t.Errorf("%s: %+v", test, one)
		}
		// Chance decides within four standard errors. The bootstrap counts as
		// sacreBLEU does, which is one side only.
		most := 0.08
		if test == analysis.Bootstrap {
			most = 0.14
		}
		if !few && (two.Rate() > most || all.FamilyRate() > most) {
			t.Errorf("%s: rates of %v and %v", test, two.Rate(), all.FamilyRate())
		}
		wantTukey := test == analysis.HEvAS || test == analysis.RankSum || test == analysis.Tukey
		if (one.Two.Tukey.Trials > 0) != wantTukey {
			t.Errorf("%s: Tukey's test was chosen %d times", test, one.Two.Tukey.Trials)
		}
	}
}

func TestNullWithoutResamples(t *testing.T) {
	null := analysis.Null{Test: analysis.Randomisation, Level: 0.05, Documents: 2, Trials: 10}
	if _, _, err := null.Run(t.Context(), "checked", noise(2, 5)); err == nil || err.Error() != "the test randomisation needs resamples, such as 1000" {
		t.Errorf("got %v", err)
	}
}

func TestNullOfExact(t *testing.T) {
	null := analysis.Null{Test: analysis.HEvAS, Level: 0.05, Documents: 2, Trials: 10}
	if rates, tested, err := null.Run(t.Context(), "exact", noise(2, 5)); tested || err != nil || rates != (analysis.NullRates{}) {
		t.Errorf("got %+v, %v, %v", rates, tested, err)
	}
	if _, _, err := null.Run(t.Context(), "checked", noise(1, 5)); err == nil {
		t.Error("one system is enough")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := null.Run(ctx, "checked", noise(2, 5)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
