package rerank

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"hed/internal/golden"
	"hed/neural/encoder"
	"hed/tensor"
	"hed/tensor/grad"
)

// TestStep compares the loss of a step and its gradients with PyTorch's: testdata/step.py reads the texts of three questions from texts.json, which
// this test writes, and makes step.json.
func TestStep(t *testing.T) {
	type read struct {
		IDs, Types []int32
		Places     [places]int
		Right      bool
	}
	d := tensor.New(2)
	defer d.Close()
	dir, err := encoder.Read(tiny)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	f, err := openFrame(tiny, dir.Config.Tokens)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := f.read(t.Context(), asked(3, 0), 1, (*Question).learnt)
	if err != nil {
		t.Fatal(err)
	}
	var questions [][]read
	for _, e := range entries {
		var q []read
		for i := range e.options {
			text := f.text(e, &e.options[i])
			q = append(q, read{text.IDs, text.Types, text.places, e.options[i].right})
		}
		questions = append(questions, q)
	}
	data, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "texts.json", string(data)+"\n")

	n := newNet(dir.Learn(d), f, d)
	defer n.Free()
	hidden := dir.Config.Hidden
	for i, h := range n.heads {
		d.Write(h.Value, made(hidden*i, hidden*(i+1)))
	}
	tape := &grad.Tape{Device: d}
	defer tape.Close()
	s, err := n.scores(tape, entries, encoder.Lesson{})
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float32, s.Value.Rows)
	d.Read(x, s.Value)
	total, gradient := loss(entries, x, 1)
	d.Write(s.Grad, gradient)
	tape.Backward()

	data, err = os.ReadFile("testdata/step.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Loss      float64
		Gradients map[string]struct{ Norm, Product float64 }
	}
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if math.Abs(total-want.Loss) > 1e-5 {
		t.Errorf("a loss of %.8g, want %.8g", total, want.Loss)
	}
	for _, p := range n.Params.Learning() {
		w, ok := want.Gradients[p.Name]
		if !ok {
			t.Fatalf("PyTorch has no gradient of %s", p.Name)
		}
		g := make([]float32, p.Grad.Rows*p.Grad.Cols)
		d.Read(g, p.Grad)
		norm, product := 0.0, 0.0
		for i, by := range made(0, len(g)) {
			norm += float64(g[i]) * float64(g[i])
			product += float64(g[i]) * float64(by)
		}
		if e := max(math.Abs(math.Sqrt(norm)-w.Norm), math.Abs(product-w.Product)) / max(1, w.Norm); !(e < 1e-5) {
			t.Errorf("%s: the gradient is off by %.2g", p.Name, e)
		}
	}
	if len(want.Gradients) != len(n.Params.Learning()) {
		t.Errorf("%d gradients, want %d", len(n.Params.Learning()), len(want.Gradients))
	}
}

// made are numbers of testdata/step.py, from one up to another.
func made(from, to int) []float32 {
	var x []float32
	for i := from; i < to; i++ {
		v := (uint32(i) + 1) * 2654435761
		v = (v ^ v>>15) * 2246822519
		v ^= v >> 13
		x = append(x, float32(v>>8)/(1<<24)-0.5)
	}
	return x
}
