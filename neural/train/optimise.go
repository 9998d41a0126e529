package train

import (
	"fmt"
	"math"
	"slices"
	"strings"

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
}

// Methods are the optimisers: Adam, the same with Method.Decay of weights, and Adagrad.
var Methods = []string{"adam", "adamw", "adagrad"}

// Check refuses what no optimiser can do.
func (m Method) Check() error {
	switch {
	case !slices.Contains(Methods, m.Name):
		return fmt.Errorf("no optimiser %q; have %s", m.Name, strings.Join(Methods, ", "))
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
	return o, nil
}

// Step changes the weights at the given rate and sets their gradients to 0.
func (o *Optimiser) Step(rate float32) {
	d := o.device
	o.steps++
	adagrad := tensor.AdagradStep{Rate: rate, Epsilon: 1e-10, Clip: o.how.Clip}
	adam := tensor.AdamStep{Rate: rate, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8, Step: o.steps, Clip: o.how.Clip}
	if o.how.Name == "adamw" {
		adam.Decay = o.how.Decay
	}
	if whole, ok := d.(tensor.Sequencer); ok && o.whole {
		values, grads, first, second := o.lists()
		d.Clear(o.squares)
		if o.how.Clip > 0 {
			whole.SquaresAll(o.squares, grads)
		}
		if o.how.Name == "adagrad" {
			whole.AdagradAll(values, grads, first, o.squares, adagrad)
		} else {
			whole.AdamAll(values, grads, first, second, o.squares, adam)
		}
		return
	}
	if o.how.Clip > 0 {
		d.Clear(o.squares)
		for _, p := range o.params {
			d.Squares(o.squares, p.Grad)
		}
	}
	for i, p := range o.params {
		if m := o.moments[i]; o.how.Name == "adagrad" {
			d.Adagrad(p.Value, p.Grad, m[0], o.squares, adagrad)
		} else {
			d.Adam(p.Value, p.Grad, m[0], m[1], o.squares, adam)
		}
		d.Clear(p.Grad)
	}
}

// lists are the weights, their gradients and the moments, of Adagrad the first alone.
func (o *Optimiser) lists() (values, grads, first, second []tensor.Matrix) {
	for i, p := range o.params {
		values, grads, first = append(values, p.Value), append(grads, p.Grad), append(first, o.moments[i][0])
		if len(o.moments[i]) > 1 {
			second = append(second, o.moments[i][1])
		}
	}
	return values, grads, first, second
}
