package grad_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"hed/tensor"
	"hed/tensor/grad"
)

// An operation gives variables from others, which are drawn at random.
type operation struct {
	shapes [][2]int // of the arguments
	do     func(t *grad.Tape, x []*grad.Var) []*grad.Var
}

// one is for operations with one result.
func one(do func(t *grad.Tape, x []*grad.Var) *grad.Var) func(*grad.Tape, []*grad.Var) []*grad.Var {
	return func(t *grad.Tape, x []*grad.Var) []*grad.Var { return []*grad.Var{do(t, x)} }
}

// operations are those of tapes, by name.
func operations() map[string]operation {
	rows := []int32{3, 0, 3, 2}
	places := tensor.Pack([]int{4, 2, 1})
	self := tensor.Heads{Count: 2, Scale: 0.5, Queries: []int{0, 2, 5}, Keys: []int{0, 2, 5}, Causal: true}
	other := tensor.Heads{Count: 2, Scale: 0.5, Queries: []int{0, 2, 5}, Keys: []int{0, 4, 7}}
	all := map[string]operation{
		"embed":    {[][2]int{{4, 3}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var { return t.Embed(x[0], rows) })},
		"product":  {[][2]int{{3, 4}, {4, 5}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var { return t.MatMul(x[0], x[1]) })},
		"turned":   {[][2]int{{4, 3}, {5, 4}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var { return t.MatMul(x[0].T(), x[1].T()) })},
		"linear":   {[][2]int{{3, 4}, {4, 5}, {1, 5}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var { return t.Linear(x[0], x[1], x[2]) })},
		"dropout":  {[][2]int{{6, 5}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var { return t.Dropout(x[0], 0.3, 7) })},
		"sum":      {[][2]int{{3, 4}, {3, 4}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var { return t.Sum(x[0], x[1]) })},
		"scale":    {[][2]int{{3, 4}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var { return t.Scale(x[0], -1.5) })},
		"multiply": {[][2]int{{3, 4}, {3, 4}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var { return t.Multiply(x[0], x[1]) })},
		"softmax":  {[][2]int{{3, 5}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var { return t.Softmax(x[0], 0.7, []int{5, 3, 1}) })},
		"norm":     {[][2]int{{3, 6}, {1, 6}, {1, 6}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var { return t.LayerNorm(x[0], x[1], x[2], 1e-5) })},
		"squares":  {[][2]int{{3, 6}, {1, 6}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var { return t.RMSNorm(x[0], x[1], 1e-5) })},
		"greatest": {[][2]int{{5, 3}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var { return t.MaxRows(x[0], []int{0, 2, 5}) })},
		"convolution": {[][2]int{{5, 3}, {9, 4}, {1, 4}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var {
			return t.Convolve(x[0], x[1], x[2], []int{0, 2, 5}, 3)
		})},
		"attention": {[][2]int{{5, 4}, {7, 4}, {7, 4}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var { return t.Attention(x[0], x[1], x[2], nil, other) })},
		"attention to oneself": {[][2]int{{5, 4}, {5, 4}, {5, 4}, {2, 7}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var {
			return t.Attention(x[0], x[1], x[2], x[3], self)
		})},
		"copy": {[][2]int{{3, 2}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var {
			y := t.Var(3, 2)
			t.Copy(y, x[0])
			return y
		})},
		"match": {[][2]int{{3, 4}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var {
			return t.Match(x[0], places, []int32{5, 6, 5, 6, 6, 5, 6}, []int32{0, 1, 2}, []int32{6, 6, 5})
		})},
		"again": {[][2]int{{3, 4}, {4, 4}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var {
			return t.Again(x[0], func(t *grad.Tape, y *grad.Var) *grad.Var { return t.Activate(t.MatMul(y, x[1]), tensor.Tanh) })
		})},
		"likelihood": {[][2]int{{4, 3}, {6, 3}}, func(t *grad.Tape, x []*grad.Var) []*grad.Var {
			pick, mean := t.LogLikelihood(x[0], x[1], nil, []int32{5, 0, 2, 0}, true)
			return []*grad.Var{pick, mean}
		}},
		"lstm": {[][2]int{{7, 3}, {3, 20}, {5, 20}, {1, 20}, {3, 20}, {5, 20}, {1, 20}}, func(t *grad.Tape, x []*grad.Var) []*grad.Var {
			y := t.Var(7, 10)
			h, c := t.LSTM(x[0], places,
				grad.Direction{LSTM: grad.LSTM{Input: x[1], Hidden: x[2], Bias: x[3]}, Y: y.Part(0, 7, 0, 5)},
				grad.Direction{LSTM: grad.LSTM{Input: x[4], Hidden: x[5], Bias: x[6]}, Y: y.Part(0, 7, 5, 10), Reverse: true})
			return []*grad.Var{y, h[0], h[1], c[0], c[1]}
		}},
	}
	for name, f := range map[string]tensor.Activation{"gelu": tensor.GELU, "gelu by tanh": tensor.GELUTanh, "silu": tensor.SiLU, "relu": tensor.ReLU, "tanh": tensor.Tanh} {
		all[name] = operation{[][2]int{{4, 5}}, one(func(t *grad.Tape, x []*grad.Var) *grad.Var { return t.Activate(x[0], f) })}
	}
	return all
}

// TestDifferences: gradients of every operation are what comes of small changes of its arguments, on each device.
func TestDifferences(t *testing.T) {
	for device, d := range devices(t) {
		for name, o := range operations() {
			t.Run(name+" "+device, func(t *testing.T) { o.compare(t, d) })
		}
	}
}

func (o operation) compare(t *testing.T, d tensor.Learner) {
	rng := rand.New(rand.NewPCG(3, 2)) // with which no two numbers of a column are near each other where the greatest is taken
	tape := &grad.Tape{Device: d}
	defer tape.Close()
	var numbers [][]float32
	for _, s := range o.shapes {
		x := make([]float32, s[0]*s[1])
		for i := range x {
			x[i] = float32(math.Copysign(0.1+rng.Float64(), rng.Float64()-0.5)) // not near 0, where ReLU has no gradient
		}
		numbers = append(numbers, x)
	}
	arguments := func() (list []*grad.Var) {
		for i, s := range o.shapes {
			v := &grad.Var{Value: d.New(s[0], s[1]), Grad: d.New(s[0], s[1])}
			d.Write(v.Value, numbers[i])
			list = append(list, v)
		}
		return list
	}
	// The loss is the sum of all results, each number times another one.
	by := func(result, i int) float32 { return float32(math.Sin(float64(1 + 3*result + 2*i))) }
	x := arguments()
	loss := func() (sum float64) {
		tape.Reset()
		for k, y := range o.do(tape, x) {
			for i, v := range read(d, y.Value) {
				sum += float64(v) * float64(by(k, i))
			}
		}
		return sum
	}
	tape.Reset()
	results := o.do(tape, x)
	for k, y := range results {
		g := make([]float32, y.Value.Rows*y.Value.Cols)
		for i := range g {
			g[i] = by(k, i)
		}
		d.Write(y.Grad, g)
	}
	tape.Backward()
	for k, v := range x {
		got := read(d, v.Grad)
		for i, g := range got {
			const step = 1.0 / 64
			at := func(steps float32) float64 {
				changed := append([]float32(nil), numbers[k]...)
				changed[i] += steps * step
				d.Write(v.Value, changed)
				return loss()
			}
			want := (8*(at(1)-at(-1)) - at(2) + at(-2)) / (12 * step)
			d.Write(v.Value, numbers[k])
			if e := math.Abs(float64(g) - want); !(e < 2e-4*max(1, math.Abs(want))) {
				t.Fatalf("argument %d, number %d: a gradient of %g, by differences %g", k, i, g, want)
			}
		}
	}
}
