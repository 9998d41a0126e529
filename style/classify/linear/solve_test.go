package linear

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"
)

// Weights are those of scikit-learn's LogisticRegression, for two labels and for three. Biases of three labels are free to move
// together, so that probabilities are compared.
func TestLikeScikitLearn(t *testing.T) {
	data, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		X             [][]float32
		Y             []int32
		L2            float64
		Weights       [][]float64
		Probabilities [][]float64
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		labels := len(c.Probabilities[0])
		p := &problem{rows: len(c.X), cols: len(c.X[0]), outs: outs(labels), begin: []int32{0}, label: c.Y, l2: c.L2, workers: 3}
		for _, row := range c.X {
			for i, v := range row {
				if v != 0 {
					p.index, p.value = append(p.index, int32(i)), append(p.value, v)
				}
			}
			p.begin = append(p.begin, int32(len(p.index)))
		}
		p.transpose()
		w, err := p.solve(context.Background(), make([]float64, (p.cols+1)*p.outs), 1e-9, func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range c.Weights {
			for j, want := range row {
				if got := w[i*p.outs+j]; math.Abs(got-want) > 1e-6 {
					t.Errorf("%d labels: weight %d,%d is %g, want %g", labels, i, j, got, want)
				}
			}
		}
		p.loss(w, make([]float64, len(w)))
		for i, row := range c.Probabilities {
			e := slices.Clone(p.errs[i*p.outs : (i+1)*p.outs])
			if p.outs == 1 {
				e = []float64{-e[0] + 1 - float64(c.Y[i]), e[0] + float64(c.Y[i])}
			} else {
				e[c.Y[i]]++
			}
			for k, want := range row {
				if math.Abs(e[k]-want) > 1e-6 {
					t.Errorf("%d labels: row %d has the probability %g of label %d, want %g", labels, i, e[k], k, want)
				}
			}
		}
	}
}

// The gradient is that of differences.
func TestGradient(t *testing.T) {
	for _, outs := range []int{1, 3} {
		p := &problem{
			rows: 3, cols: 2, outs: outs, begin: []int32{0, 2, 3, 3}, index: []int32{0, 1, 1}, value: []float32{0.5, -1, 2},
			label: []int32{0, 1, 1}, l2: 0.2, workers: 1, scores: make([]float64, 3*outs), errs: make([]float64, 3*outs),
		}
		p.transpose()
		w := make([]float64, 3*outs)
		for i := range w {
			w[i] = 0.3*float64(i) - 0.4
		}
		g, none := make([]float64, len(w)), make([]float64, len(w))
		p.loss(w, g)
		for i := range w {
			const h = 1e-5
			up, down := slices.Clone(w), slices.Clone(w)
			up[i] += h
			down[i] -= h
			want := (p.loss(up, none) - p.loss(down, none)) / (2 * h)
			if math.Abs(g[i]-want) > 1e-8 {
				t.Errorf("%d scores: the derivative by weight %d is %g, want %g", outs, i, g[i], want)
			}
		}
	}
}
