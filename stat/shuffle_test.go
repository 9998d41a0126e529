package stat_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"hed/score"
	"hed/stat"
)

// shuffleOracle is testdata/shuffle.json, which shuffle.py made with sacreBLEU's
// PairedTest and scipy; the file names their versions.
type shuffleOracle struct {
	Resamples int
	Cases     []struct {
		Samples                                           [2]sample
		Difference, Bootstrap, Randomisation, Permutation float64
	}
	Exhaustive []struct {
		A, B                           []float64
		Bootstrap, Randomisation, Ties float64
	}
}

// difference is a less b, as a series.
func difference(a, b []float64) *score.Series {
	s := new(score.Series)
	for i, v := range a {
		s.Append(v - b[i])
	}
	return s
}

// one makes a test of a and b alone.
func (test shuffleTest) one(t *testing.T, a, b []float64, how stat.Resampling) stat.Result {
	t.Helper()
	r, err := test(t.Context(), []*score.Series{difference(a, b)}, how, rng())
	if err != nil {
		t.Fatal(err)
	}
	return r[0]
}

type shuffleTest func(context.Context, []*score.Series, stat.Resampling, *rand.Rand) ([]stat.Result, error)

var shuffleTests = map[string]shuffleTest{"bootstrap": stat.PairedBootstrap, "randomisation": stat.ApproximateRandomisation}

// Chances must agree to four standard errors of two simulations.
func TestShuffles(t *testing.T) {
	var want shuffleOracle
	decode(t, "shuffle.json", &want)
	how := stat.Resampling{Resamples: want.Resamples, Workers: 2}
	near := func(got, want float64) bool {
		return math.Abs(got-want) <= 4*math.Sqrt(2*want*(1-want)/float64(how.Resamples))
	}
	for i, c := range want.Cases {
		a, b := c.Samples[0], c.Samples[1]
		boot := shuffleTests["bootstrap"].one(t, a, b, how)
		if !near(boot.P, c.Bootstrap) || !close(boot.Statistic, c.Difference) {
			t.Errorf("bootstrap %d: got %v %v, want %v %v", i, boot.Statistic, boot.P, c.Difference, c.Bootstrap)
		}
		swap := shuffleTests["randomisation"].one(t, a, b, how)
		if !near(swap.P, c.Permutation) || !close(swap.Statistic, c.Difference) {
			t.Errorf("randomisation %d: got %v %v, want %v %v", i, swap.Statistic, swap.P, c.Difference, c.Permutation)
		}
		// sacreBLEU does not count ties, which only discrete scores have.
		if i < 5 && !near(swap.P, c.Randomisation) {
			t.Errorf("randomisation %d: got %v, sacreBLEU %v", i, swap.P, c.Randomisation)
		}
	}
}

// Of every resample that there is, P is sacreBLEU's to the last bit, but for ties,
// which it does not count.
func TestShufflesExhaustive(t *testing.T) {
	var want shuffleOracle
	decode(t, "shuffle.json", &want)
	for _, c := range want.Exhaustive {
		d := difference(c.A, c.B)
		n := d.Len()
		var means, sums []float64
		for r := range int(math.Pow(float64(n), float64(n))) {
			sum := 0.0
			for range n {
				sum += d.At(r % n)
				r /= n
			}
			means = append(means, sum/float64(n))
		}
		for r := range 1 << n {
			sum := 0.0
			for i := range n {
				sum += d.At(i) * float64(1-2*(r>>i&1))
			}
			sums = append(sums, sum)
		}
		var mean score.Mean
		for i := range n {
			mean.Add(d.At(i))
		}
		if got := stat.BootstrapP(means, math.Abs(mean.Value())); got != c.Bootstrap {
			t.Errorf("bootstrap of %v, %v: got %v, want %v", c.A, c.B, got, c.Bootstrap)
		}
		if got := stat.RandomisationP(sums, d); got != c.Ties || got <= c.Randomisation {
			t.Errorf("randomisation of %v, %v: got %v, want %v, more than %v", c.A, c.B, got, c.Ties, c.Randomisation)
		}
	}
}

// Neither the workers nor the other pairs matter.
func TestShufflesAreDeterministic(t *testing.T) {
	a, b := made("normal", 1, 5000, 0), made("normal", 2, 5000, 0.02)
	c := made("normal", 3, 5000, 0)
	c[17] = nan
	pairs := []*score.Series{difference(a, b), difference(a, c), difference(c, b)}
	for name, test := range shuffleTests {
		want := test.one(t, a, b, stat.Resampling{Resamples: 301})
		for _, workers := range []int{1, 0, 2, 5} {
			r, err := test(t.Context(), pairs, stat.Resampling{Resamples: 301, Workers: workers}, rng())
			if err != nil {
				t.Fatal(err)
			}
			if r[0] != want || r[1].N != 4999 {
				t.Errorf("%s, %d workers: %+v, not %+v", name, workers, r, want)
			}
		}
	}
}

func TestShufflesAtTheEdge(t *testing.T) {
	for name, test := range shuffleTests {
		for _, c := range []struct {
			a, b []float64
			why  error
		}{
			{nil, nil, stat.ErrFew},
			{[]float64{1, nan}, []float64{2, 3}, stat.ErrFew},
			{[]float64{nan, nan}, []float64{2, 3}, stat.ErrFew},
			{[]float64{1, 2, 3}, []float64{1, 2, 3}, stat.ErrEqual},
			{[]float64{1, 2, nan}, []float64{1, 2, 3}, stat.ErrEqual},
		} {
			if r := test.one(t, c.a, c.b, stat.Resampling{Resamples: 10}); !math.IsNaN(r.P) || r.Warning != c.why {
				t.Errorf("%s of %v %v: got %+v", name, c.a, c.b, r)
			}
		}
		// Most resamples of these draw a document that both have, some do not.
		a, b := []float64{1, 2, nan, nan, nan, nan}, []float64{0, 1.5, nan, nan, nan, nan}
		if r := test.one(t, a, b, stat.Resampling{Resamples: 100}); !(r.P > 0 && r.P <= 1) || r.N != 2 {
			t.Errorf("%s of two documents of six: %+v", name, r)
		}
		if r, err := test(t.Context(), nil, stat.Resampling{Resamples: 10}, rng()); len(r) > 0 || err != nil {
			t.Errorf("%s of nothing: %v, %v", name, r, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		d := []*score.Series{difference([]float64{1, 2}, []float64{2, 4})}
		if _, err := test(ctx, d, stat.Resampling{Resamples: 10}, rng()); !errors.Is(err, context.Canceled) {
			t.Errorf("%s, cancelled: %v", name, err)
		}
	}
	// Two documents that differ alike: half of all exchanges leave as large
	// a difference, whatever the resamples.
	r := shuffleTests["randomisation"].one(t, []float64{1.1, 2.1}, []float64{1, 2}, stat.Resampling{Resamples: 4000})
	if math.Abs(r.P-0.5) > 0.05 {
		t.Errorf("two equal differences have p = %v", r.P)
	}
}

func BenchmarkShuffles(b *testing.B) {
	var pairs []*score.Series
	for s := range uint64(8) {
		pairs = append(pairs, difference(made("skewed", s, 10_495, 0), made("skewed", s+1, 10_495, 0)))
	}
	for name, test := range shuffleTests {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := test(b.Context(), pairs, stat.Resampling{Resamples: 100, Workers: 1}, rng()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
