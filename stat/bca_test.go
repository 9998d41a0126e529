package stat_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"hed/stat"
)

// scipy was given the same resamples: see testdata/bca.py.
func TestBCa(t *testing.T) {
	var oracle struct {
		Resamples int
		Cases     []struct {
			Statistic string
			N         int
			Value     float64
			BCa       [2]float64
		}
	}
	decode(t, "bca.json", &oracle)
	for _, c := range oracle.Cases {
		x, y := formula(c.N, false)
		of := map[string]stat.Statistic{
			"mean":     func(rows []int32) float64 { return meanOf(gather(y, rows)) },
			"median":   func(rows []int32) float64 { return medianOf(gather(x, rows)) },
			"variance": func(rows []int32) float64 { return varianceOf(gather(y, rows)) },
		}
		for _, r := range coefficients {
			of[string(r)] = correlation(r, x, y)
		}
		how := stat.Resampling{Resamples: oracle.Resamples, Level: 0.95, Workers: 2}
		if c.N == 300 { // drawn as Means draws
			got, err := stat.Means(t.Context(), samples(y), how, rng())
			if in := got[0]; err != nil || in.Method != stat.MethodBCa || !agrees(in.Low, c.BCa[0]) || !agrees(in.High, c.BCa[1]) {
				t.Errorf("Means: got %+v, %v, want %v", got, err, c.BCa)
			}
			continue
		}
		b, err := stat.BCa(t.Context(), c.N, of[c.Statistic], how, rng())
		if err != nil {
			t.Fatal(err)
		}
		got := []float64{b.Value, b.Low, b.High}
		want := []float64{c.Value, c.BCa[0], c.BCa[1]}
		if !slices.EqualFunc(got, want, agrees) {
			t.Errorf("%s of %d: got %v, want %v", c.Statistic, c.N, got, want)
		}
		if b.N != c.N || b.Resamples != oracle.Resamples || b.Warnings != nil {
			t.Errorf("%s of %d: %+v", c.Statistic, c.N, b)
		}
	}
}

func meanOf(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

func medianOf(values []float64) float64 {
	slices.Sort(values)
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}

func varianceOf(values []float64) float64 {
	mean, sum := meanOf(values), 0.0
	for _, v := range values {
		sum += (v - mean) * (v - mean)
	}
	return sum / float64(len(values)-1)
}

func TestBCaUndefined(t *testing.T) {
	how := stat.Resampling{Resamples: 100, Level: 0.95}
	for name, f := range map[string]stat.Statistic{
		"constant":  func([]int32) float64 { return 0.1 },
		"undefined": func([]int32) float64 { return nan },
		// The largest row is in no resample exceeded: all are on one side.
		"one side": func(rows []int32) float64 {
			if int(slices.Max(rows)) == len(rows)-1 && int(rows[0]) == 0 && slices.IsSorted(rows) {
				return 9
			}
			return float64(rows[0]%2) - 9
		},
	} {
		b, err := stat.BCa(t.Context(), 12, f, how, rng())
		if err != nil {
			t.Fatal(err)
		}
		if !math.IsNaN(b.Low) || !math.IsNaN(b.High) || len(b.Warnings) == 0 {
			t.Errorf("%s: %+v, want no interval, with a word", name, b)
		}
	}
	if b, err := stat.BCa(t.Context(), 0, nil, how, rng()); err != nil || !math.IsNaN(b.Value) || b.Warnings == nil {
		t.Errorf("no rows: %+v, %v", b, err)
	}
	// Resamples of four rows are constant now and then.
	b, err := stat.BCa(t.Context(), 4, correlation(stat.Pearson, []float64{1, 2, 3, 4}, []float64{1, 3, 2, 5}), how, rng())
	if err != nil || b.N != 4 || b.Undefined == 0 || b.Undefined+b.Resamples != 100 || len(b.Warnings) == 0 {
		t.Errorf("few rows: %+v, %v", b, err)
	}
}

// correlation is a statistic of two columns.
func correlation(c stat.Coefficient, x, y []float64) stat.Statistic {
	return func(rows []int32) float64 { return c.Of(gather(x, rows), gather(y, rows), 0.95).R }
}

func gather(column []float64, rows []int32) []float64 {
	out := make([]float64, len(rows))
	for i, r := range rows {
		out[i] = column[r]
	}
	return out
}

func TestBCaOfCorrelation(t *testing.T) {
	x, y := formula(200, true)
	for _, c := range coefficients {
		how := stat.Resampling{Resamples: 300, Level: 0.95, Workers: 1}
		one, err := stat.BCa(t.Context(), len(x), correlation(c, x, y), how, rng())
		if err != nil {
			t.Fatal(err)
		}
		how.Workers = 3
		many, err := stat.BCa(t.Context(), len(x), correlation(c, x, y), how, rng())
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(one, many, cmpopts.EquateErrors()); d != "" {
			t.Errorf("%s: workers change the result:\n%s", c, d)
		}
		// Neither interval is right to more than this with so few rows.
		if r := c.Of(x, y, 0.95); one.Value != r.R || math.Abs(one.Low-r.Low) > 0.05 || math.Abs(one.High-r.High) > 0.05 {
			t.Errorf("%s: bootstrap %+v is far from %+v", c, one, r)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := stat.BCa(ended, len(x), correlation(stat.Kendall, x, y), stat.Resampling{Resamples: 9, Level: 0.95}, rng()); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}
