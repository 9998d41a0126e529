package linear

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"
)

// sparse makes features of numbers.
func sparse(x [][]float32) [][]feature {
	rows := make([][]feature, len(x))
	for i, row := range x {
		for c, v := range row {
			if v != 0 {
				rows[i] = append(rows[i], feature{uint32(c), v})
			}
		}
	}
	return rows
}

// Weights are those of scikit-learn's LogisticRegression, for two labels and for three, wherever they begin. Biases of three labels
// are free to move together, so that probabilities are compared. Rows without a label change nothing.
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
		labels, buckets := len(c.Probabilities[0]), len(c.X[0])+1
		more := slices.Concat(c.X, [][]float32{append(slices.Clone(c.X[0]), 3), {1}})
		rows := sparse(more)
		p, err := newProblem(rows, buckets, outs(labels))
		if err != nil {
			t.Fatal(err)
		}
		p.l2, p.workers = c.L2, 3
		w := p.vector()
		for _, n := range []int{len(c.Y) / 2, len(c.Y)} {
			p.label = c.Y[:n]
			if err := p.solve(context.Background(), w, 1e-9, func(int) {}); err != nil {
				t.Fatal(err)
			}
		}
		got, bias := w.weights(rows, buckets)
		for i, row := range c.Weights {
			for j, want := range row {
				if got := float64(got[i*p.outs+j]); math.Abs(got-want) > 1e-6 {
					t.Errorf("%d labels: weight %d,%d is %g, want %g", labels, i, j, got, want)
				}
			}
		}
		errs := make([]float64, len(w.of))
		p.losses(w, 0, w, errs)
		for i, row := range c.Probabilities {
			e := slices.Clone(errs[i*p.outs : (i+1)*p.outs])
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
			for j := range bias { // the scores are those of the weights
				sum := 0.0
				for _, f := range rows[i] {
					sum += float64(got[int(f.bucket)*p.outs+j]) * float64(f.value)
				}
				if math.Abs(sum-w.scores[i*p.outs+j]) > 1e-5 {
					t.Errorf("%d labels: row %d has the score %g, its weights come to %g", labels, i, w.scores[i*p.outs+j], sum)
				}
			}
		}
	}
}

// The gradient is that of differences, whether other rows have a feature or not.
func TestGradient(t *testing.T) {
	for _, outs := range []int{1, 3} {
		rows := sparse([][]float32{{0.5, -1}, {0, 2, 3}, {}, {0, 0, 0, 4, 2}, {0.1, 0.2}})
		p, err := newProblem(rows, 5, outs)
		if err != nil {
			t.Fatal(err)
		}
		if n := p.cols.lines(); n != 2 {
			t.Errorf("there are %d columns, want those that two rows have", n)
		}
		p.l2, p.workers, p.label = 0.2, 1, []int32{0, 1, 1, 0}
		room := make([]float64, p.cols.lines()*outs)
		at := func(i int, by float64) (w, g *vector, loss float64) {
			w, g = p.vector(), p.vector()
			for j := range w.of[:len(p.label)*outs] {
				w.of[j] = 0.3*float64(j) - 0.4
			}
			for j := range w.bias {
				w.bias[j] = 0.1 * float64(j)
			}
			if i < len(w.of) {
				w.of[i] += by
			} else {
				w.bias[i-len(w.of)] += by
			}
			p.score(w, room)
			return w, g, p.gradient(w, g, room)
		}
		_, g, _ := at(0, 0)
		for i := range len(g.of) + outs {
			const h = 1e-5
			_, _, up := at(i, h)
			_, _, down := at(i, -h)
			// What a row more or less changes is the gradient times the row: its score.
			got := slices.Concat(g.scores, g.bias)[i]
			if want := (up - down) / (2 * h); math.Abs(got-want) > 1e-7 {
				t.Errorf("%d scores: the derivative by %d is %g, want %g", outs, i, got, want)
			}
		}
	}
}
