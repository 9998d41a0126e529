package bertscore

import (
	"math"
	"math/rand/v2"
	"testing"

	"hed/metric/internal/cut"
	"hed/neural/tokenizer"
	"hed/score"
	"hed/tensor"
	"hed/tensor/vec"
)

// matched scores the first text as the headline of the others, all with the states of
// their tokens, of which the first and the last are special.
func matched(texts ...[][]float32) []float64 {
	w := &worker{Metric: &Metric{special: [2]int32{1, 2}}, Cutter: new(cut.Cutter)}
	for _, states := range append(texts[1:], texts[0]) {
		e := &tokenizer.Encoding{IDs: []int32{1}}
		var data []float32
		for i, s := range states {
			if i > 1 {
				e.IDs = append(e.IDs, int32(10+i))
			}
			data = append(data, s...)
		}
		e.IDs = append(e.IDs, 2)
		w.Texts = append(w.Texts, e)
		w.states.States = append(w.states.States, tensor.Of(len(states), len(states[0]), data))
	}
	w.measure()
	out := make([]float64, 3)
	w.match(0, len(texts)-1, 1, out)
	return out
}

// A model that has no number for a token leaves no value, of whichever text and
// reference it is.
func TestNoNumber(t *testing.T) {
	nan := float32(math.NaN())
	good, bad := [][]float32{{1, 0}, {1, 2}, {0, 1}}, [][]float32{{1, 0}, {1, nan}, {0, 1}}
	special := [][]float32{{nan, 0}, {1, 2}, {0, 1}}
	if got := matched(good, good); got[0] != 1 || got[1] != 1 || got[2] != 1 {
		t.Errorf("the same text: %v", got)
	}
	for _, texts := range [][][][]float32{
		{bad, good}, {good, bad}, {good, good, bad}, {good, bad, good}, {special, good}, {good, special},
	} {
		for i, v := range matched(texts...) {
			if !score.IsAbsent(v) {
				t.Errorf("%v: value %d is %v", texts, i, v)
			}
		}
	}
}

// No cosine is above 1, whatever rounding makes of states that are parallel.
func TestParallel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	above := 0
	for range 2000 {
		x, y := make([]float32, 9), make([]float32, 9)
		for i := range x {
			x[i] = rng.Float32() - 0.5
			y[i] = 3 * x[i]
		}
		if float64(vec.DotFused(x, y)) > math.Sqrt(float64(vec.DotFused(x, x))*float64(vec.DotFused(y, y))) {
			above++
		}
		for i, v := range matched([][]float32{x, x, x}, [][]float32{y, y, y}) {
			if !(v <= 1) {
				t.Fatalf("value %d is %v", i, v)
			}
		}
	}
	if above == 0 {
		t.Error("nothing was rounded up")
	}
}
