package encoder_test

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"hed/neural/encoder"
	"hed/tensor"
	"hed/tensor/cuda"
	"hed/tensor/grad"
)

// made are the numbers of testdata/learn.py.
func made(n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		v := (uint32(i) + 1) * 2654435761
		v = (v ^ v>>15) * 2246822519
		v ^= v >> 13
		x[i] = float32(v>>8)/(1<<24) - 0.5
	}
	return x
}

func numbers(d tensor.Device, m tensor.Matrix) []float32 {
	x := make([]float32, m.Rows*m.Cols)
	d.Read(x, m)
	return x
}

func learn(t *testing.T, d tensor.Learner, model string) *encoder.Net {
	t.Helper()
	f, err := encoder.Read(filepath.Join("testdata", model))
	if err != nil {
		t.Fatal(err)
	}
	n := f.Learn(d)
	t.Cleanup(n.Free)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return n
}

// loss is that of testdata/learn.py.
func loss(t *testing.T, tape *grad.Tape, n *encoder.Net, model string, l encoder.Lesson) float64 {
	t.Helper()
	x, _, err := n.States(tape, texts(t, model), l)
	if err != nil {
		t.Fatal(err)
	}
	by := made(x.Value.Rows * x.Value.Cols)
	total := 0.0
	for i, v := range numbers(tape.Device, x.Value) {
		total += float64(v) * float64(by[i])
	}
	if !tape.Fixed {
		tape.Device.Write(x.Grad, by)
	}
	tape.Backward()
	return total
}

// TestLearn compares the loss and the gradients of a pass with PyTorch's, for each architecture.
func TestLearn(t *testing.T) {
	var all map[string]json.RawMessage
	readJSON(t, "testdata/learn.json", &all)
	for name, d := range learners(t) {
		for _, model := range tiny {
			t.Run(name+"/"+model, func(t *testing.T) {
				var want struct {
					Loss      float64
					Gradients map[string]struct {
						Norm, Product float64
						Some          []float64
					}
				}
				if err := json.Unmarshal(all[model], &want); err != nil {
					t.Fatal(err)
				}
				n := learn(t, d, model)
				tape, fixed := &grad.Tape{Device: d}, &grad.Tape{Device: d, Fixed: true}
				defer tape.Close()
				defer fixed.Close()
				worst := 0.0
				compare := func(what string, got, want, scale float64) {
					e := math.Abs(got-want) / max(1, scale)
					if worst = max(worst, e); !(e < 1e-5) {
						t.Errorf("%s is %.9g, want %.9g", what, got, want)
					}
				}
				compare("the loss", loss(t, tape, n, model, encoder.Lesson{}), want.Loss, math.Abs(want.Loss))
				compare("the loss of a fixed tape", loss(t, fixed, n, model, encoder.Lesson{Dropout: 0.5}), want.Loss, math.Abs(want.Loss))
				found := 0
				for _, p := range n.Params.Learning() {
					part := p.Name
					if _, ok := want.Gradients[part]; !ok {
						_, part, _ = strings.Cut(part, ".")
					}
					w, ok := want.Gradients[part]
					if !ok {
						t.Fatalf("PyTorch has no gradient of %s", p.Name)
					}
					found++
					g := numbers(d, p.Grad)
					by, norm, product := made(len(g)), 0.0, 0.0
					for i, v := range g {
						norm += float64(v) * float64(v)
						product += float64(v) * float64(by[i])
					}
					compare(part+": the norm", math.Sqrt(norm), w.Norm, w.Norm)
					compare(part+": the product", product, w.Product, w.Norm)
					for k, want := range w.Some {
						compare(part, float64(g[k*(len(g)-1)/7]), want, w.Norm)
					}
				}
				if found != len(want.Gradients) {
					t.Errorf("%d gradients, want %d", found, len(want.Gradients))
				}
				t.Logf("greatest difference %.2g", worst)
			})
		}
	}
}

// TestDropout: what is left out depends on the seed alone.
func TestDropout(t *testing.T) {
	d := tensor.New(2)
	defer d.Close()
	n := learn(t, d, "bert")
	tape := &grad.Tape{Device: d}
	defer tape.Close()
	of := func(seed uint64) float64 {
		tape.Reset()
		return loss(t, tape, n, "bert", encoder.Lesson{Dropout: 0.1, Seed: seed})
	}
	first, again, other := of(1), of(1), of(2)
	if first != again || first == other {
		t.Errorf("losses of %g and %g with one seed, %g with another", first, again, other)
	}
}

func learners(t *testing.T) map[string]tensor.Learner {
	all := map[string]tensor.Learner{"one worker": tensor.New(1), "three workers": tensor.New(3)}
	if c, err := cuda.Open(); err == nil {
		all["card"] = any(c).(tensor.Learner)
	}
	for _, d := range all {
		t.Cleanup(d.Close)
	}
	return all
}
