package grad_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"hed/tensor"
	"hed/tensor/grad"
)

// The layer of testdata/oracle.py.
const hidden, heads, inner, vocabulary, out, width, reach = 16, 4, 20, 11, 6, 4, 9

var bounds, others = []int{0, 5, 14}, []int{0, 3, 10}

// made is matrix n of the oracle.
func made(d tensor.Device, n uint32, rows, cols int) tensor.Matrix {
	x := make([]float32, rows*cols)
	for i := range x {
		v := (uint32(i)+1)*2654435761 + n*2246822519
		v = (v ^ v>>15) * 2246822519
		v ^= v >> 13
		x[i] = float32(v>>8)/(1<<24) - 0.5
	}
	m := d.New(rows, cols)
	d.Write(m, x)
	return m
}

// A layer has the weights by name.
type layer struct {
	tape    *grad.Tape
	weights map[string]*grad.Var
}

func newLayer(d tensor.Learner, fixed bool) *layer {
	l := &layer{&grad.Tape{Device: d, Fixed: fixed}, map[string]*grad.Var{}}
	for n, w := range []struct {
		name       string
		rows, cols int
	}{
		{"words", vocabulary, hidden}, {"places", reach, hidden}, {"others", others[2], hidden}, {"distance", heads, 2*reach - 1},
		{"query", hidden, hidden}, {"query.bias", 1, hidden}, {"key", hidden, hidden}, {"value", hidden, hidden}, {"out", hidden, hidden},
		{"norm.gain", 1, hidden}, {"norm.bias", 1, hidden},
		{"other.query", hidden, hidden}, {"other.key", hidden, hidden}, {"other.value", hidden, hidden}, {"squares.gain", 1, hidden},
		{"gate", hidden, inner}, {"wide", hidden, inner}, {"narrow", inner, hidden}, {"act", hidden, hidden},
		{"window", width * hidden, out}, {"window.bias", 1, out},
	} {
		v := &grad.Var{Value: made(d, uint32(n), w.rows, w.cols)}
		if !fixed {
			v.Grad = d.New(w.rows, w.cols)
		}
		l.weights[w.name] = v
	}
	return l
}

func (l *layer) loss() float64 {
	t, w, d := l.tape, l.weights, l.tape.Device
	rows := bounds[2]
	words, places := make([]int32, rows), make([]int32, rows)
	for s := range len(bounds) - 1 {
		for i := bounds[s]; i < bounds[s+1]; i++ {
			words[i], places[i] = int32(i*7%vocabulary), int32(i-bounds[s])
		}
	}
	h := tensor.Heads{Count: heads, Scale: 0.5, Queries: bounds, Keys: bounds, Causal: true}
	x := t.Sum(t.Embed(w["words"], words), t.Embed(w["places"], places))
	y := t.Attention(t.Linear(x, w["query"], w["query.bias"]), t.MatMul(x, w["key"]), t.MatMul(x, w["value"]), w["distance"], h)
	x = t.LayerNorm(t.Sum(x, t.MatMul(y, w["out"])), w["norm.gain"], w["norm.bias"], 1e-5)
	h = tensor.Heads{Count: heads, Scale: 0.5, Queries: bounds, Keys: others}
	y = t.Attention(t.MatMul(x, w["other.query"]), t.MatMul(w["others"], w["other.key"]), t.MatMul(w["others"], w["other.value"]), nil, h)
	x = t.RMSNorm(t.Sum(x, y), w["squares.gain"], 1e-6)
	y = t.Multiply(t.Activate(t.MatMul(x, w["gate"]), tensor.GELUTanh), t.MatMul(x, w["wide"]))
	x = t.Sum(x, t.MatMul(y, w["narrow"]))
	y = t.MatMul(x, w["act"])
	for _, f := range []tensor.Activation{tensor.GELU, tensor.ReLU, tensor.SiLU} {
		x = t.Sum(x, t.Activate(y, f))
	}
	most := t.MaxRows(t.Convolve(x, w["window"], w["window.bias"], bounds, width), bounds)
	shares := t.Softmax(x, 0.5, nil)
	total := 0.0
	for i, y := range []*grad.Var{most, shares} {
		by := made(d, uint32(101+i), y.Value.Rows, y.Value.Cols)
		a, b := read(d, y.Value), read(d, by)
		for k, v := range a {
			total += float64(v) * float64(b[k])
		}
		if !t.Fixed {
			d.Add(y.Grad, y.Grad, by)
		}
	}
	t.Backward()
	return total
}

func read(d tensor.Device, m tensor.Matrix) []float32 {
	x := make([]float32, m.Rows*m.Cols)
	d.Read(x, m)
	return x
}

func devices(t *testing.T) map[string]tensor.Learner {
	all := map[string]tensor.Learner{"one worker": tensor.New(1), "three workers": tensor.New(3)}
	if d := card(t); d != nil {
		all["card"] = d
	}
	for _, d := range all {
		t.Cleanup(d.Close)
	}
	return all
}

// TestTorch: the loss of the layer and the gradients of its weights are PyTorch's, and a fixed tape has the same loss.
func TestTorch(t *testing.T) {
	data, err := os.ReadFile("testdata/torch.json")
	if err != nil {
		t.Fatal(err)
	}
	var torch struct {
		Loss      float64
		Gradients map[string][]float64
	}
	if err := json.Unmarshal(data, &torch); err != nil {
		t.Fatal(err)
	}
	for name, d := range devices(t) {
		t.Run(name, func(t *testing.T) {
			l := newLayer(d, false)
			for _, got := range []float64{newLayer(d, true).loss(), l.loss()} {
				if !(math.Abs(got-torch.Loss) < 1e-5) {
					t.Errorf("a loss of %.8g, want %.8g", got, torch.Loss)
				}
			}
			worst := 0.0
			for name, v := range l.weights {
				want := torch.Gradients[name]
				for i, g := range read(d, v.Grad) {
					e := math.Abs(float64(g)-want[i]) / max(1, math.Abs(want[i]))
					if worst = max(worst, e); !(e < 1e-5) {
						t.Fatalf("%s: gradient %d is %.8g, want %.8g", name, i, g, want[i])
					}
				}
			}
			t.Logf("greatest difference %.2g", worst)
		})
	}
}

// TestFrozen: weights without a gradient do not change those of the others.
func TestFrozen(t *testing.T) {
	d := tensor.New(1)
	defer d.Close()
	all, some := newLayer(d, false), newLayer(d, false)
	learnt := map[string]bool{"words": true, "gate": true, "other.key": true}
	for name, v := range some.weights {
		if !learnt[name] {
			v.Grad = tensor.Matrix{}
		}
	}
	all.loss()
	some.loss()
	for name := range learnt {
		a, b := read(d, all.weights[name].Grad), read(d, some.weights[name].Grad)
		for i, v := range a {
			if v != b[i] {
				t.Fatalf("%s: gradient %d is %g, want %g", name, i, b[i], v)
			}
		}
	}
}
