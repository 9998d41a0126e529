package recurrent_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"hed/neural/recurrent"
	"hed/neural/train"
	"hed/tensor"
	"hed/tensor/grad"
)

// What testdata/oracle.py has.
var pairs = []recurrent.Pair{
	{Article: []int32{3, 9, 4, 23, 5, 9, 24}, Headline: []int32{9, 24, 5}}, {Article: []int32{7, 8, 3}, Headline: []int32{8, 11, 12, 3, 8}},
	{Article: []int32{15, 23, 16, 15, 4}, Headline: []int32{15}}, {Article: []int32{6}, Headline: []int32{0, 6}},
	{Article: []int32{10, 11, 12, 13, 14, 15, 16, 17, 18}, Headline: []int32{18, 17, 19, 10}},
}

var configs = map[string]recurrent.Config{
	"s2s": {Vocabulary: 23, Embedding: 5, Hidden: 4},
	"pn":  {Vocabulary: 23, Embedding: 5, Hidden: 4, Bridge: true, Copy: true, Tied: true},
	"pnc": {Vocabulary: 23, Embedding: 5, Hidden: 4, Bridge: true, Copy: true, Coverage: true, Tied: true},
}

type network struct {
	Name              string
	Entropy, Coverage float64
	Gradients         map[string][]float32
	Adam, Adagrad     []float64
}

func networks(t *testing.T) []network {
	data, err := os.ReadFile("testdata/torch.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Networks []network }
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all.Networks
}

// start makes a network with the weights of testdata/oracle.py.
func start(t *testing.T, d tensor.Learner, name string) (*recurrent.Net, *recurrent.Batch) {
	t.Helper()
	n, err := recurrent.New(d, configs[name], rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	for k, p := range n.Params() {
		x := make([]float32, p.Value.Rows*p.Value.Cols)
		for i := range x {
			x[i] = float32(0.4 * math.Sin(1.3*float64(k)+0.7*float64(i)+0.01*float64(i%17)*float64(i)))
		}
		d.Write(p.Value, x)
	}
	b, err := recurrent.NewBatch(pairs, n.Vocabulary)
	if err != nil {
		t.Fatal(err)
	}
	return n, b
}

var lesson = recurrent.Lesson{Cover: 0.7}

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

func read(d tensor.Device, m tensor.Matrix) []float32 {
	x := make([]float32, m.Rows*m.Cols)
	d.Read(x, m)
	return x
}

// TestTorch: losses and gradients are PyTorch's.
func TestTorch(t *testing.T) {
	for name, d := range devices(t) {
		for _, want := range networks(t) {
			t.Run(want.Name+" "+name, func(t *testing.T) {
				n, b := start(t, d, want.Name)
				tape := &grad.Tape{Device: d}
				sums := d.New(1, 2)
				n.Loss(tape, b, lesson, sums)
				got := read(d, sums)
				near(t, "entropy", float64(got[0]), want.Entropy, 1e-6)
				near(t, "coverage", float64(got[1]), want.Coverage, 1e-6)
				for _, p := range n.Params() {
					g := read(d, p.Grad)
					if len(g) != len(want.Gradients[p.Name]) {
						t.Fatalf("%s: %d numbers, want %d", p.Name, len(g), len(want.Gradients[p.Name]))
					}
					for i, w := range want.Gradients[p.Name] {
						near(t, p.Name, float64(g[i]), float64(w), 1e-6)
					}
				}
				fixed := &grad.Tape{Device: d, Fixed: true}
				d.Clear(sums)
				n.Loss(fixed, b, lesson, sums)
				got = read(d, sums)
				near(t, "entropy of a fixed tape", float64(got[0])/float64(b.Words), want.Entropy, 1e-5)
				near(t, "coverage of a fixed tape", float64(got[1])/float64(b.Words), want.Coverage, 1e-5)
			})
		}
	}
}

// TestDifferences: gradients of the whole networks, of attention, coverage, copying and the vocabulary with them, are what comes of small changes of
// their weights.
func TestDifferences(t *testing.T) {
	for name, d := range devices(t) {
		for kind := range configs {
			t.Run(kind+" "+name, func(t *testing.T) {
				n, b := start(t, d, kind)
				sums := d.New(1, 2)
				n.Loss(&grad.Tape{Device: d}, b, lesson, sums)
				fixed := &grad.Tape{Device: d, Fixed: true}
				defer fixed.Close()
				rng := rand.New(rand.NewPCG(5, 5))
				for _, p := range n.Params() {
					values, gradient := read(d, p.Value), read(d, p.Grad)
					for range 8 {
						const step = 1.0 / 64
						i := rng.IntN(len(values))
						at := func(steps float32) float64 {
							changed := slices.Clone(values)
							changed[i] += steps * step
							d.Write(p.Value, changed)
							d.Clear(sums)
							fixed.Reset()
							n.Loss(fixed, b, lesson, sums)
							x := read(d, sums)
							return (float64(x[0]) + float64(lesson.Cover)*float64(x[1])) / float64(b.Words)
						}
						// A step may cross the bend of the bridge's ReLU.
						near(t, p.Name, float64(gradient[i]), (8*(at(1)-at(-1))-at(2)+at(-2))/(12*step), 3e-4)
					}
					d.Write(p.Value, values)
				}
			})
		}
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*max(1, math.Abs(want))) {
		t.Errorf("%s: %.9g, want %.9g", what, got, want)
	}
}

// TestPerPair: gradients of the mean over pairs are as many times those of the mean over words as a headline has words,
// and what is said of the loss is the same.
func TestPerPair(t *testing.T) {
	by := 20. / float64(len(pairs)) // words of headlines with their ends
	for _, want := range networks(t) {
		d := tensor.New(1)
		defer d.Close()
		n, b := start(t, d, want.Name)
		sums := d.New(1, 2)
		d.Write(sums, []float32{1, 2}) // to which the loss is added
		perPair := lesson
		perPair.PerPair = true
		n.Loss(&grad.Tape{Device: d}, b, perPair, sums)
		got := read(d, sums)
		near(t, want.Name+" entropy", float64(got[0])-1, want.Entropy, 1e-6)
		near(t, want.Name+" coverage", float64(got[1])-2, want.Coverage, 1e-6)
		for _, p := range n.Params() {
			for i, g := range read(d, p.Grad) {
				near(t, want.Name+" "+p.Name, float64(g), by*float64(want.Gradients[p.Name][i]), 2e-6)
			}
		}
	}
}

// TestTorchSteps: fifty steps of each optimiser follow PyTorch's.
func TestTorchSteps(t *testing.T) {
	for name, d := range devices(t) {
		for _, want := range networks(t) {
			for how, curve := range map[string][]float64{"adam": want.Adam, "adagrad": want.Adagrad} {
				t.Run(want.Name+" "+how+" "+name, func(t *testing.T) {
					n, b := start(t, d, want.Name)
					rate := map[string]float32{"adam": 0.01, "adagrad": 0.15}[how]
					o, err := train.NewOptimiser(d, n.Params(), train.Method{Name: how, Rate: rate, Clip: 2, Initial: 0.1})
					if err != nil {
						t.Fatal(err)
					}
					tape := &grad.Tape{Device: d}
					sums := d.New(1, 2)
					worst := 0.0
					for step, want := range curve {
						tape.Reset()
						d.Clear(sums)
						n.Loss(tape, b, lesson, sums)
						o.Step(rate)
						got := read(d, sums)
						e := math.Abs(float64(got[0]) + float64(got[1]) - want)
						if worst = max(worst, e); !(e < 1e-3) {
							t.Fatalf("step %d: a loss of %g, want %g", step, got[0]+got[1], want)
						}
					}
					t.Logf("greatest difference %.2g", worst)
				})
			}
		}
	}
}
