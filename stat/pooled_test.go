package stat_test

import (
	"math"
	"testing"

	"hed/metric"
	"hed/metric/bleu"
	"hed/metric/chrf"
	"hed/score"
	"hed/stat"
)

// pooledOracle is testdata/pooled.json, which pooled.py made with sacreBLEU.
type pooledOracle struct {
	Resamples int
	Cases     []struct {
		Metric                         string
		Counts                         [2][][]float64
		Scores                         [2]float64
		Half, Bootstrap, Randomisation float64
	}
	Exhaustive []struct {
		Metric                         string
		Counts                         [2][][]float64
		Bootstrap, Randomisation, Ties float64
	}
}

// counted is a sample of these counts, by document. Single documents have no values of
// their own but whether they are there.
func counted(t *testing.T, name string, rows [][]float64) score.Sample {
	t.Helper()
	m, err := map[string]metric.Info{"bleu": bleu.Info, "chrf": chrf.Info}[name].New(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := score.Sample{Values: new(score.Series), Pool: m.Columns()[0].Pool}
	for range rows[0] {
		s.Counts = append(s.Counts, new(score.Series))
	}
	for _, row := range rows {
		s.Values.Append(0)
		for c, v := range row {
			s.Counts[c].Append(v)
		}
	}
	return s
}

// Chances must agree to four standard errors of two simulations, and half the interval to
// a tenth, as certain as the ends of 20,000 resamples are. Of 40 documents it is longer than sacreBLEU's, for skewness.
func TestPooled(t *testing.T) {
	var want pooledOracle
	decode(t, "pooled.json", &want)
	how := stat.Resampling{Resamples: want.Resamples, Level: 0.95, Workers: 2}
	near := func(got, want float64) bool {
		return math.Abs(got-want) <= 4*math.Sqrt(2*want*(1-want)/float64(how.Resamples))
	}
	for i, c := range want.Cases {
		a, b := counted(t, c.Metric, c.Counts[0]), counted(t, c.Metric, c.Counts[1])
		for test, p := range map[stat.Test]float64{stat.ByBootstrap: c.Bootstrap, stat.ByRandomisation: c.Randomisation} {
			got, err := stat.ComparePooled(t.Context(), []score.Sample{a, b}, stat.Options{Test: test, Resampling: how, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			pair := got.Pairs[0]
			if !near(pair.P, p) || !close(pair.Difference, c.Scores[0]-c.Scores[1]) || pair.Test != test || pair.Adjusted != pair.P || pair.Significant != (pair.P < 0.05) {
				t.Errorf("%s %d: got %+v, want p %v of %v", test, i, pair, p, c.Scores)
			}
		}
		in, err := stat.Means(t.Context(), []score.Sample{b}, how, rng())
		if err != nil {
			t.Fatal(err)
		}
		longer := 0.1
		if in[0].Method == stat.MethodT {
			longer = 0.3
		}
		if half := (in[0].High - in[0].Low) / 2; !close(in[0].Mean, c.Scores[1]) || half < 0.9*c.Half || half > (1+longer)*c.Half || in[0].N != len(c.Counts[1]) {
			t.Errorf("case %d: got %+v, want %v and half of the interval %v", i, in[0], c.Scores[1], c.Half)
		}
		// The jackknife knows about the same from no resamples.
		in, err = stat.Means(t.Context(), []score.Sample{b}, stat.Resampling{Level: 0.95}, rng())
		if half := (in[0].High - in[0].Low) / 2; err != nil || math.Abs(half/c.Half-1) > 0.2 {
			t.Errorf("case %d: by the jackknife %+v, %v", i, in[0], err)
		}
	}
}

// Of every resample that there is, P is sacreBLEU's to the last bit, but for ties, which it
// does not count in randomisation.
func TestPooledExhaustive(t *testing.T) {
	var want pooledOracle
	decode(t, "pooled.json", &want)
	for i, c := range want.Exhaustive {
		a, b := counted(t, c.Metric, c.Counts[0]), counted(t, c.Metric, c.Counts[1])
		n := len(c.Counts[0])
		sums := func(rows [][]float64, weight func(doc int) float64) []float64 {
			out := make([]float64, len(rows[0]))
			for doc, row := range rows {
				for c, v := range row {
					out[c] += weight(doc) * v
				}
			}
			return out
		}
		one := func(int) float64 { return 1 }
		all := [2][]float64{sums(c.Counts[0], one), sums(c.Counts[1], one)}
		size := math.Abs(a.Pool.Value(all[0]) - b.Pool.Value(all[1]))

		var drawn []float64
		for r := range int(math.Pow(float64(n), float64(n))) {
			times := make([]float64, n)
			for range n {
				times[r%n]++
				r /= n
			}
			weight := func(doc int) float64 { return times[doc] }
			drawn = append(drawn, a.Pool.Value(sums(c.Counts[0], weight))-b.Pool.Value(sums(c.Counts[1], weight)))
		}
		if got := stat.BootstrapP(drawn, size); got != c.Bootstrap {
			t.Errorf("bootstrap %d: got %v, want %v", i, got, c.Bootstrap)
		}
		var swapped []float64
		for r := range 1 << n {
			sign := func(doc int) float64 { return float64(1 - 2*(r>>doc&1)) }
			turned := sums(c.Counts[0], sign)
			for k, v := range sums(c.Counts[1], sign) {
				turned[k] -= v
			}
			swapped = append(swapped, stat.Swapped(a.Pool, all[0], all[1], turned))
		}
		if got := stat.AtLeast(swapped, size-1e-11); got != c.Ties || got <= c.Randomisation {
			t.Errorf("randomisation %d: got %v, want %v, more than %v", i, got, c.Ties, c.Randomisation)
		}
	}
}

// shared has counts whose value is the share of the second in the first.
func shared(rows ...[2]float64) score.Sample {
	s := score.Sample{Values: new(score.Series), Counts: []*score.Series{{}, {}}, Pool: &score.Pool{
		Counts: []string{"all", "part"}, Value: func(sums []float64) float64 { return sums[1] / sums[0] },
	}}
	for _, row := range rows {
		s.Values.Append(row[1] / row[0])
		s.Counts[0].Append(row[0])
		s.Counts[1].Append(row[1])
	}
	return s
}

// Documents that one system lacks count for neither, and what cannot be tested is not.
func TestPooledAtTheEdge(t *testing.T) {
	how := stat.Options{Resampling: stat.Resampling{Resamples: 200}, Seed: 1}
	compare := func(o stat.Options, systems ...score.Sample) stat.Comparisons {
		t.Helper()
		c, err := stat.ComparePooled(t.Context(), systems, o)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	full := shared([2]float64{10, 5}, [2]float64{20, 8}, [2]float64{10, 1}, [2]float64{4, 4})
	gaps := shared([2]float64{10, 2}, [2]float64{20, 4}, [2]float64{10, 1}, [2]float64{nan, nan})
	got := compare(how, full, gaps).Pairs[0]
	if !close(got.Difference, 14.0/40-7.0/40) || got.N != 3 || !(got.P > 0) || len(got.Warnings) != 1 {
		t.Errorf("with a document that one lacks: %+v", got)
	}
	for i, c := range []struct {
		o    stat.Options
		a, b score.Sample
		why  error
	}{
		{how, full, full, stat.ErrEqual},
		// Other counts, and the same value whatever is drawn: nothing can be told apart.
		{stat.Options{Test: stat.ByBootstrap, Resampling: how.Resampling, Seed: 1}, shared([2]float64{10, 0}, [2]float64{20, 0}), shared([2]float64{11, 0}, [2]float64{5, 0}), stat.ErrEqual},
		{how, shared([2]float64{1, 1}), shared([2]float64{1, 0}), stat.ErrFew},
		{stat.Options{}, full, shared([2]float64{10, 2}, [2]float64{20, 4}, [2]float64{10, 1}, [2]float64{4, 0}), stat.ErrNoResamples},
	} {
		got := compare(c.o, c.a, c.b).Pairs[0]
		if !math.IsNaN(got.P) || got.Significant || len(got.Warnings) != 1 || got.Warnings[0] != c.why {
			t.Errorf("case %d: %+v", i, got)
		}
	}
	if got := compare(how, full); len(got.Pairs) > 0 {
		t.Errorf("one system: %+v", got)
	}
	for _, workers := range []int{2, 7} {
		o := how
		o.Resampling.Workers = workers
		if a, b := compare(how, full, gaps).Pairs[0].P, compare(o, full, gaps).Pairs[0].P; a != b {
			t.Errorf("%d workers give %v, not %v", workers, b, a)
		}
	}
}
