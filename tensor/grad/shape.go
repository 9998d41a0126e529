package grad

import "hed/tensor"

// Copy sets y, which may be a part of something, to x.
func (t *Tape) Copy(y, x *Var) {
	t.Device.Combine(y.Value, 1, x.Value, 0, x.Value)
	if x.learns() {
		t.Record(func() { t.Device.Add(x.Grad, x.Grad, y.Grad) })
	}
}

// Sum gives a + b.
func (t *Tape) Sum(a, b *Var) *Var {
	y := t.Var(a.Value.Rows, a.Value.Cols)
	t.Device.Add(y.Value, a.Value, b.Value)
	t.Record(func() {
		for _, x := range [...]*Var{a, b} {
			if x.learns() {
				t.Device.Add(x.Grad, x.Grad, y.Grad)
			}
		}
	})
	return y
}

// Scale gives x times a number.
func (t *Tape) Scale(x *Var, by float32) *Var {
	y := t.Var(x.Value.Rows, x.Value.Cols)
	t.Device.Combine(y.Value, by, x.Value, 0, x.Value)
	if x.learns() {
		t.Record(func() { t.Device.Combine(x.Grad, 1, x.Grad, by, y.Grad) })
	}
	return y
}

// Match gives, for each row of share, the sum of its numbers at the places of sequence of[i] where words
// is at[i]; see tensor.Learner.
func (t *Tape) Match(share *Var, p tensor.Packing, words, of, at []int32) *Var {
	y := t.Var(share.Value.Rows, 1)
	t.Device.Match(y.Value, share.Value, p, words, of, at)
	if share.learns() {
		t.Record(func() {
			d := t.New(share.Value.Rows, share.Value.Cols)
			t.Device.MatchGrad(d, y.Grad, p, words, of, at)
			t.Device.Add(share.Grad, share.Grad, d)
		})
	}
	return y
}
