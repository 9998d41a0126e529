package grad

import "hed/tensor"

// A Var is a matrix and the gradient of the loss by it. Grad is the zero Matrix where nobody
// asks for it.
type Var struct {
	Value, Grad tensor.Matrix
}

// learns tells whether a gradient is wanted.
func (v *Var) learns() bool { return v.Grad.Rows > 0 }

// Part is a view of rows from r0 up to r1 and columns from c0 up to c1.
func (v *Var) Part(r0, r1, c0, c1 int) *Var {
	p := &Var{Value: v.Value.Part(r0, r1, c0, c1)}
	if v.learns() {
		p.Grad = v.Grad.Part(r0, r1, c0, c1)
	}
	return p
}

// T is the transpose, without copying. Only products take it.
func (v *Var) T() *Var {
	p := &Var{Value: v.Value.T()}
	if v.learns() {
		p.Grad = v.Grad.T()
	}
	return p
}

// A Param is a variable that a network learns, under its name.
type Param struct {
	Name string
	Var
}

// A Tape records operations on a device. It is for one goroutine.
type Tape struct {
	Device tensor.Learner
	// Fixed tapes record nothing: they are for validation and for generation.
	Fixed bool

	// passing tapes record nothing either, but leave out by Dropout what they would if they did: see Again.
	passing bool
	back    []func()
	arena   arena
	inner   *Tape // of Again
}

// New gives a matrix for the time until Reset. What it has in it is not defined.
func (t *Tape) New(rows, cols int) tensor.Matrix { return t.arena.take(t.Device, rows, cols) }

// Zeros gives a matrix of zeros for the time until Reset.
func (t *Tape) Zeros(rows, cols int) tensor.Matrix {
	m := t.New(rows, cols)
	t.Device.Clear(m)
	return m
}

// Var gives a variable for the time until Reset, with a gradient of 0 unless the tape is fixed.
// What its value is is not defined.
func (t *Tape) Var(rows, cols int) *Var {
	v := &Var{Value: t.New(rows, cols)}
	if t.records() {
		v.Grad = t.Zeros(rows, cols)
	}
	return v
}

// Record adds what is to be done on the way back: it reads the gradients of results and adds to
// those of arguments. It is for operations of other packages.
func (t *Tape) Record(back func()) {
	if t.records() {
		t.back = append(t.back, back)
	}
}

func (t *Tape) records() bool { return !t.Fixed && !t.passing }

// Again gives f(x). The variables of f are not kept for Backward, which computes them again: that takes less memory and more time. f
// uses the tape that it gets, and gives the same each time. Other variables that it uses may learn, too.
func (t *Tape) Again(x *Var, f func(t *Tape, x *Var) *Var) *Var {
	if !t.records() {
		return f(t, x)
	}
	if t.inner == nil {
		t.inner = &Tape{Device: t.Device}
	}
	in := t.inner
	in.passing = true
	once := f(in, x)
	y := t.Var(once.Value.Rows, once.Value.Cols)
	t.Device.Combine(y.Value, 1, once.Value, 0, once.Value)
	in.Reset()
	t.Record(func() {
		in.passing = false
		y2 := f(in, x)
		t.Device.Add(y2.Grad, y2.Grad, y.Grad)
		in.Backward()
		in.Reset()
	})
	return y
}

// Backward goes back through the record. Whoever computed the loss has put its gradients where they
// belong already.
func (t *Tape) Backward() {
	for i := len(t.back) - 1; i >= 0; i-- {
		t.back[i]()
	}
	t.back = t.back[:0]
}

// Reset forgets the record and all variables of the tape.
func (t *Tape) Reset() {
	clear(t.back)
	t.back = t.back[:0]
	t.arena.reset(t.Device)
}

// Close gives the memory of the tape back.
func (t *Tape) Close() {
	if t.inner != nil {
		t.inner.Close()
	}
	t.Reset()
	t.arena.free(t.Device)
}

// An arena hands out memory that all comes back at once. After the first steps it is one piece,
// as large as the largest step needed.
type arena struct {
	pieces []tensor.Matrix // of one row
	used   int             // of the last
	total  int             // used of all
}

// aligned is how many numbers matrices begin apart: what processors and cards read at once.
const aligned = 64

func (a *arena) take(d tensor.Learner, rows, cols int) tensor.Matrix {
	n := (rows*cols + aligned - 1) / aligned * aligned
	if n == 0 {
		return tensor.Of(rows, cols, nil)
	}
	if len(a.pieces) == 0 || a.pieces[len(a.pieces)-1].Cols-a.used < n {
		const least = 1 << 20
		a.pieces = append(a.pieces, d.New(1, max(n, least)))
		a.used = 0
	}
	m := a.pieces[len(a.pieces)-1].Part(0, 1, a.used, a.used+n)
	a.used += n
	a.total += n
	return tensor.Of(rows, cols, m.Data)
}

func (a *arena) reset(d tensor.Learner) {
	if len(a.pieces) > 1 {
		// Steps differ in length: an eighth more spares the next ones this.
		n := a.total + a.total/8
		a.free(d)
		a.pieces = append(a.pieces, d.New(1, n))
	}
	a.used, a.total = 0, 0
}

func (a *arena) free(d tensor.Learner) {
	if m, ok := d.(tensor.Memory); ok {
		for _, p := range a.pieces {
			m.Free(p)
		}
	}
	a.pieces, a.used, a.total = nil, 0, 0
}
