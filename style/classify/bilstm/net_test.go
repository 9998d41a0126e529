package bilstm

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"hed/neural/train"
	"hed/neural/words"
	"hed/tensor"
	"hed/tensor/grad"
)

// golden is what testdata/golden.py wrote.
type golden struct {
	Vocabulary, Texts          []string
	Characters                 string
	Embedding, Filters, Hidden int
	Rate                       float32
	Cases                      []struct {
		Width, Labels             int
		Fixed                     bool
		Right                     []int32
		Losses                    []float64
		Weights, Gradients, After map[string][]float32
	}
}

// Loss, gradients and steps of Adam equal those of PyTorch.
func TestPyTorch(t *testing.T) {
	data, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	for name, d := range devices(t) {
		t.Run(name, func(t *testing.T) { g.compare(t, d) })
	}
}

// devices are those that there are to try.
func devices(t *testing.T) map[string]tensor.Learner {
	all := map[string]tensor.Learner{"cpu": tensor.New(2)}
	if d := card(t); d != nil {
		all["cuda"] = d
	}
	for _, d := range all {
		t.Cleanup(d.Close)
	}
	return all
}

func (g *golden) compare(t *testing.T, d tensor.Learner) {
	v, err := words.NewVocabulary(g.Vocabulary)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range g.Cases {
		c := Config{
			Vocabulary: v.Len(), Embedding: g.Embedding, Filters: g.Filters, Width: want.Width, Hidden: g.Hidden, Words: 100, Characters: g.Characters,
		}
		if err := c.check(); err != nil {
			t.Fatal(err)
		}
		n, err := build(c, want.Labels, func(name string, rows, cols int, _ float64) (grad.Var, error) {
			p := grad.Var{Value: d.New(rows, cols)}
			if name != wordsName || !want.Fixed {
				p.Grad = d.New(rows, cols)
			}
			d.Write(p.Value, want.Weights[name])
			return p, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		r := newReader(&c, v)
		var texts [][]int32
		for _, text := range g.Texts {
			texts = append(texts, r.read(text))
		}
		b := r.newBatch(texts, want.Right, 0)
		adam, err := train.NewOptimiser(d, n.learning(), train.Method{Name: "adam", Rate: g.Rate})
		if err != nil {
			t.Fatal(err)
		}
		near := func(what string, got []float32, want []float32) {
			t.Helper()
			for i, x := range want {
				if !(math.Abs(float64(got[i]-x)) <= 1e-5) {
					t.Errorf("%s: number %d is %g, want %g", what, i, got[i], x)
				}
			}
		}
		read := func(m tensor.Matrix) []float32 {
			x := make([]float32, m.Rows*m.Cols)
			d.Read(x, m)
			return x
		}
		tape, total := &grad.Tape{Device: d}, d.New(1, 1)
		for step, loss := range want.Losses {
			tape.Reset()
			d.Clear(total)
			n.loss(tape, b, dropout{}, total)
			near("loss", read(total), []float32{float32(loss)})
			if step == 0 {
				for _, p := range n.learning() {
					near("gradient of "+p.Name, read(p.Grad), want.Gradients[p.Name])
				}
			}
			adam.Step(g.Rate)
			if step == 0 {
				for _, p := range n.learning() {
					near(p.Name+" after a step", read(p.Value), want.After[p.Name])
				}
			}
		}
		if got, want := len(n.learning()), len(want.After); got != want {
			t.Errorf("%d weights learn, want %d", got, want)
		}
		tape.Close()
	}
}
