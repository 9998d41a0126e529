package grad_test

import (
	"math"
	"slices"
	"testing"

	"hed/tensor/grad"
)

// TestLikelihoodChunks: many rows of many words are computed a part at a time, twice, with the same results as a few.
func TestLikelihoodChunks(t *testing.T) {
	const words, rows, few, cols = 40_000, 1000, 400, 2
	for name, d := range devices(t) {
		run := func(from, to int) (pick, mean, dx, dw []float32) {
			tape := &grad.Tape{Device: d}
			defer tape.Close()
			x := &grad.Var{Value: made(d, 1, rows, cols).Part(from, to, 0, cols), Grad: d.New(to-from, cols)}
			w := &grad.Var{Value: made(d, 2, words, cols), Grad: d.New(words, cols)}
			at := make([]int32, to-from)
			for i := range at {
				at[i] = int32((from + i) * 37 % words)
			}
			p, m := tape.LogLikelihood(x, w, &grad.Var{Value: made(d, 3, 1, words)}, at, true)
			d.Write(p.Grad, slices.Repeat([]float32{-0.9}, to-from))
			d.Write(m.Grad, slices.Repeat([]float32{-0.1}, to-from))
			tape.Backward()
			return read(d, p.Value), read(d, m.Value), read(d, x.Grad), read(d, w.Grad)
		}
		pick, mean, dx, dw := run(0, rows)
		sum := make([]float32, len(dw))
		for from := 0; from < rows; from += few {
			to := min(from+few, rows)
			p, m, x, w := run(from, to)
			for what, pair := range map[string][2][]float32{"pick": {p, pick[from:to]}, "mean": {m, mean[from:to]}, "dx": {x, dx[from*cols : to*cols]}} {
				compareAll(t, name+" "+what, pair[0], pair[1])
			}
			for i, v := range w {
				sum[i] += v
			}
		}
		compareAll(t, name+" dw", sum, dw)
	}
}

func compareAll(t *testing.T, what string, a, b []float32) {
	t.Helper()
	for i, v := range a {
		if !(math.Abs(float64(v-b[i])) < 1e-5*max(1, math.Abs(float64(v)))) {
			t.Fatalf("%s: number %d is %g or %g", what, i, v, b[i])
		}
	}
}
