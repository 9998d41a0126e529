package align_test

import (
	"fmt"
	"reflect"
	"testing"

	"hed/style/align"
)

// Bands have borders at both thresholds, count all their pairs, and choose each with the same chance.
func TestSampler(t *testing.T) {
	const runs, perBand = 4000, 3
	chosen := map[string]int{}
	for seed := range uint64(runs) {
		s := align.NewSampler(0.1, perBand, seed)
		for i := range 12 {
			s.Add(fmt.Sprint(i), "b", 0.45)
		}
		s.Add("x", "b", 0.5) // not above the threshold
		s.Add("y", "b", 0.1)
		if seed == 0 {
			var low []float64
			var pairs, sample []int
			for _, b := range s.Bands {
				low, pairs, sample = append(low, b.Low), append(pairs, b.Pairs), append(sample, len(b.Sample))
			}
			if want := []float64{0.7, align.Strict, 0.35, align.Loose, 0.1}; !reflect.DeepEqual(low, want) {
				t.Errorf("bands begin at %v, want %v", low, want)
			}
			if !reflect.DeepEqual(pairs, []int{0, 0, 13, 0, 1}) || !reflect.DeepEqual(sample, []int{0, 0, 3, 0, 1}) {
				t.Errorf("bands have %v pairs, and %v were chosen", pairs, sample)
			}
		}
		for _, p := range s.Bands[2].Sample {
			chosen[p.A]++
		}
	}
	for id, n := range chosen {
		if want := runs * perBand / 13; n < want*8/10 || n > want*12/10 {
			t.Errorf("%s was chosen %d times, want about %d", id, n, want)
		}
	}
	if len(chosen) != 13 {
		t.Errorf("%d were chosen at all", len(chosen))
	}
	for least, want := range map[float64]int{0: 5, 0.185: 4, 0.4: 3, 0.9: 1, 1: 0} {
		if got := len(align.NewSampler(least, 1, 1).Bands); got != want {
			t.Errorf("from %v on there are %d bands, want %d", least, got, want)
		}
	}
}
