package train

import (
	"fmt"
	"math"
	"slices"

	"hed/internal/near"
	"hed/tensor"
	"hed/tensor/grad"
)

// A Method is how weights are changed by their gradients.
type Method struct {
	Name    string  `json:"name"` // one of Methods
	Rate    float32 `json:"rate"` // at its highest; see Schedule
	Clip    float32 `json:"clip"` // the greatest norm of all gradients together, 0 for no limit
	Decay   float32 `json:"decay,omitempty"`
	Initial float32 `json:"initial,omitempty"` // of Adagrad's sums of squares
	// Relative makes the rate of each matrix the share Rate of its size: the root of the mean of its squares at the start, at least
	// leastSize. T5 is made for it: its weights are drawn in sizes from 1 (words) to 1/128 (queries), and a step of one size for all is too small for some and too
	// large for others.
	Relative bool `json:"relative,omitempty"`
}

// leastSize is of matrices that begin with zeros, as in Adafactor (Shazeer and Stern 2018).
const leastSize = 1e-3

// Methods are the optimisers: Adam, the same with Method.Decay of weights, and Adagrad.
var Methods = []string{"adam", "adamw", "adagrad"}

// Check refuses what no optimiser can do.
func (m Method) Check() error {
	switch {
	case !slices.Contains(Methods, m.Name):
		return fmt.Errorf("no optimiser %q; %s", m.Name, near.Hint(m.Name, Methods))
	case !(m.Rate > 0 && m.Rate <= math.MaxFloat32):
		return fmt.Errorf("a learning rate of %g; it must be above 0 and finite", m.Rate)
	case !(min(m.Clip, m.Decay, m.Initial) >= 0 && max(m.Clip, m.Decay, m.Initial) <= math.MaxFloat32):
		return fmt.Errorf("an optimiser with clip %g, decay %g and initial %g; none may be below 0 or infinite", m.Clip, m.Decay, m.Initial)
	}
	return nil
}

// An Optimiser changes weights.
type Optimiser struct {
	device  tensor.Learner
	how     Method
	params  []*grad.Param
	moments [][]tensor.Matrix // of each: two of Adam, one of Adagrad
	squares tensor.Matrix
	steps   int
	whole   bool // no weights are a part of something
	groups  []group
}

// A group are weights that have the same rate.
type group struct {
	size  float32 // by which the rate is multiplied
	which []int
}

// NewOptimiser is for the given weights.
func NewOptimiser(d tensor.Learner, params []*grad.Param, how Method) (*Optimiser, error) {
	if err := how.Check(); err != nil {
		return nil, err
	}
	o := &Optimiser{device: d, params: params, how: how, squares: d.New(1, 1), whole: true}
	for _, p := range params {
		rows, cols := p.Value.Rows, p.Value.Cols
		o.whole = o.whole && p.Value.Stride == cols && p.Grad.Stride == cols
		m := []tensor.Matrix{d.New(rows, cols)}
		if how.Name == "adagrad" {
			d.Write(m[0], slices.Repeat([]float32{how.Initial}, rows*cols))
		} else {
			m = append(m, d.New(rows, cols))
		}
		o.moments = append(o.moments, m)
	}
	o.group()
	return o, nil
}

// group puts weights of about the same size together, to the next power of two, so that there are few groups.
func (o *Optimiser) group() {
	if !o.how.Relative {
		o.groups = []group{{1, nil}}
		for i := range o.params {
			o.groups[0].which = append(o.groups[0].which, i)
		}
		return
	}
	for i, p := range o.params {
		var sum [1]float32
		o.device.Clear(o.squares)
		o.device.Squares(o.squares, p.Value)
		o.device.Read(sum[:], o.squares)
		mean := float64(sum[0]) / float64(max(1, p.Value.Rows*p.Value.Cols))
		size := float32(max(leastSize, math.Exp2(math.Round(math.Log2(mean)/2))))
		at := slices.IndexFunc(o.groups, func(g group) bool { return g.size == size })
		if at < 0 {
			at = len(o.groups)
			o.groups = append(o.groups, group{size: size})
		}
		o.groups[at].which = append(o.groups[at].which, i)
	}
}

// Step changes the weights at the given rate and sets their gradients to 0.
func (o *Optimiser) Step(rate float32) {
	d := o.device
	o.steps++
	whole, ok := d.(tensor.Sequencer)
	ok = ok && o.whole
	if d.Clear(o.squares); o.how.Clip > 0 {
		var grads []tensor.Matrix
		for _, p := range o.params {
			if grads = append(grads, p.Grad); !ok {
				d.Squares(o.squares, p.Grad)
			}
		}
		if ok {
			whole.SquaresAll(o.squares, grads)
		}
	}
	for _, g := range o.groups {
		adagrad := tensor.AdagradStep{Rate: rate * g.size, Epsilon: 1e-10, Clip: o.how.Clip}
		adam := tensor.AdamStep{Rate: rate * g.size, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8, Step: o.steps, Clip: o.how.Clip}
		if o.how.Name == "adamw" {
			adam.Decay = o.how.Decay
		}
		if ok {
			values, grads, first, second := o.lists(g.which)
			if o.how.Name == "adagrad" {
				whole.AdagradAll(values, grads, first, o.squares, adagrad)
			} else {
				whole.AdamAll(values, grads, first, second, o.squares, adam)
			}
			continue
		}
		for _, i := range g.which {
			p := o.params[i]
			if m := o.moments[i]; o.how.Name == "adagrad" {
				d.Adagrad(p.Value, p.Grad, m[0], o.squares, adagrad)
			} else {
				d.Adam(p.Value, p.Grad, m[0], m[1], o.squares, adam)
			}
			d.Clear(p.Grad)
		}
	}
}

// lists are some weights, their gradients and the moments, of Adagrad the first alone.
func (o *Optimiser) lists(which []int) (values, grads, first, second []tensor.Matrix) {
	for _, i := range which {
		p := o.params[i]
		values, grads, first = append(values, p.Value), append(grads, p.Grad), append(first, o.moments[i][0])
		if len(o.moments[i]) > 1 {
			second = append(second, o.moments[i][1])
		}
	}
	return values, grads, first, second
}
