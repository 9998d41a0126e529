package stat_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"hed/stat"
)

// Of shuffle.json, which shuffle.py made with sacreBLEU and scipy: chances
// must agree to four standard errors of two simulations.
func TestShuffles(t *testing.T) {
	data, err := os.ReadFile("testdata/shuffle.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Resamples int
		Cases     []struct {
			Samples                                           [2]sample
			Difference, Bootstrap, Randomisation, Permutation float64
		}
	}
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	how := stat.Resampling{Resamples: want.Resamples, Workers: 2}
	near := func(got, want float64) bool {
		return math.Abs(got-want) <= 4*math.Sqrt(2*want*(1-want)/float64(how.Resamples))
	}
	for i, c := range want.Cases {
		a, b := c.Samples[0], c.Samples[1]
		boot, err := stat.PairedBootstrap(t.Context(), a, b, how, rng())
		if err != nil {
			t.Fatal(err)
		}
		if !near(boot.P, c.Bootstrap) || !close(boot.Statistic, c.Difference) {
			t.Errorf("bootstrap %d: got %v %v, want %v %v", i, boot.Statistic, boot.P, c.Difference, c.Bootstrap)
		}
		swap, err := stat.ApproximateRandomisation(t.Context(), a, b, how, rng())
		if err != nil {
			t.Fatal(err)
		}
		if !near(swap.P, c.Permutation) || !close(swap.Statistic, c.Difference) {
			t.Errorf("randomisation %d: got %v %v, want %v %v", i, swap.Statistic, swap.P, c.Difference, c.Permutation)
		}
		// sacreBLEU does not count ties, which only discrete scores have.
		if i < 5 && !near(swap.P, c.Randomisation) {
			t.Errorf("randomisation %d: got %v, sacreBLEU %v", i, swap.P, c.Randomisation)
		}
	}
}

type shuffleTest func(context.Context, []float64, []float64, stat.Resampling, *rand.Rand) (stat.Result, error)

var shuffleTests = []shuffleTest{stat.PairedBootstrap, stat.ApproximateRandomisation}

func TestShufflesAreDeterministic(t *testing.T) {
	a, b := made("normal", 1, 5000, 0), made("normal", 2, 5000, 0.02)
	for _, test := range shuffleTests {
		want := -1.0
		for _, workers := range []int{1, 0, 2, 5} {
			r, err := test(t.Context(), a, b, stat.Resampling{Resamples: 301, Workers: workers}, rng())
			if err != nil {
				t.Fatal(err)
			}
			if want >= 0 && r.P != want {
				t.Errorf("%d workers: %v, not %v", workers, r.P, want)
			}
			want = r.P
		}
	}
}

func TestShufflesAtTheEdge(t *testing.T) {
	for _, test := range shuffleTests {
		for _, c := range []struct {
			a, b []float64
			why  error
		}{
			{nil, nil, stat.ErrFew},
			{[]float64{1, nan}, []float64{2, 3}, stat.ErrFew},
			{[]float64{1, 2, 3}, []float64{1, 2, 3}, stat.ErrEqual},
		} {
			r, err := test(t.Context(), c.a, c.b, stat.Resampling{Resamples: 10}, rng())
			if err != nil || !math.IsNaN(r.P) || r.Warning != c.why {
				t.Errorf("%v %v: got %+v, %v", c.a, c.b, r, err)
			}
		}
		// Two documents that differ alike: half of all exchanges leave as large
		// a difference, whatever the resamples.
		r, _ := stat.ApproximateRandomisation(t.Context(), []float64{1.1, 2.1}, []float64{1, 2}, stat.Resampling{Resamples: 4000}, rng())
		if math.Abs(r.P-0.5) > 0.05 {
			t.Errorf("two equal differences have p = %v", r.P)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := test(ctx, []float64{1, 2}, []float64{2, 4}, stat.Resampling{Resamples: 10}, rng()); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
	}
}
