package tensor

// Pack lays out b, which may be transposed, as weights for Linear.
func (c *CPU) Pack(b Matrix) *Weights {
	w := weights(&b, nil)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pack(w, &b)
	return &w
}

// weights are unpacked weights of the shape of b, in memory that may be reused.
func weights(b *Matrix, memory *[]float32) Weights {
	if memory == nil {
		memory = new([]float32)
	}
	return Weights{Rows: b.Rows, Cols: b.Cols, packed: grow(memory, b.Rows*panels(b.Cols)*panel)}
}

// Linear sets y to f(x·w + bias). bias may be the zero Matrix.
func (c *CPU) Linear(y, x Matrix, w *Weights, bias Matrix, f Activation) {
	Check{}.Linear(y, x, w, bias, f)
	var add []float32
	if bias.Rows > 0 {
		add = bias.Data
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.multiply(product{c: y, a: x, w: *w, alpha: 1, bias: add, after: f})
}

// Lay lays out b for products until b changes.
func (c *CPU) Lay(b Matrix) *Weights { return c.Pack(b) }

// AddLinear adds x·w to y.
func (c *CPU) AddLinear(y, x Matrix, w *Weights) {
	Check{}.AddLinear(y, x, w)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.multiply(product{c: y, a: x, w: *w, alpha: 1, beta: 1})
}

// MatMul sets y to alpha·a·b + beta·y; with beta 0, whatever y was. a and b may
// be transposed.
func (c *CPU) MatMul(y Matrix, alpha float32, a, b Matrix, beta float32) {
	Check{}.MatMul(y, a, b)
	c.mu.Lock()
	defer c.mu.Unlock()
	// As many columns at a time as stay in the outer cache when packed.
	const most = 4 << 20
	for j, each := 0, max(1, most/panel/max(1, b.Rows))*panel; j < b.Cols; j += each {
		end := min(j+each, b.Cols)
		part := b.columns(j, end)
		w := weights(&part, &c.shared)
		c.pack(w, &part)
		c.multiply(product{c: y.columns(j, end), a: a, w: w, alpha: alpha, beta: beta})
	}
}

func (c *CPU) multiply(p product) {
	if p.c.Rows == 0 {
		return
	}
	c.product = p
	c.pool.run(&c.product, c.product.divide(c.workers()))
	c.product = product{}
}

func (c *CPU) workers() int { return cap(c.pool.wake) + 1 }

// packing is the task of packing weights; its parts are groups of panels.
type packing struct {
	w    Weights
	b    Matrix
	each int
}

func (c *CPU) pack(w Weights, b *Matrix) {
	// A part is some ten microseconds of work, and a stretch of a row.
	c.packing = packing{w, *b, max(4, 1<<15/panel/max(1, w.Rows))}
	c.pool.run(&c.packing, (panels(w.Cols)+c.packing.each-1)/c.packing.each)
	c.packing = packing{}
}

func (p *packing) part(_ *scratch, i int) {
	p.w.pack(&p.b, i*p.each, min((i+1)*p.each, panels(p.w.Cols)))
}

// MatMuls does MatMul for y[i], a[i] and b[i] of every i, each by one worker.
func (c *CPU) MatMuls(y []Matrix, alpha float32, a, b []Matrix, beta float32) {
	Check{}.MatMuls(y, a, b)
	work := 0
	for i := range y {
		work += y[i].Rows * y[i].Cols * b[i].Rows
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.batch = batch{y, a, b, alpha, beta, group(len(y), work)}
	c.pool.run(&c.batch, (len(y)+c.batch.each-1)/c.batch.each)
	c.batch = batch{}
}

// group is how many of n products of so much work in all make a part that is
// worth handing to a worker.
func group(n, work int) int {
	const worth = 1 << 19
	return max(1, min(n, worth*n/max(1, work)))
}

// batch is the task of small products; its parts are groups of them.
type batch struct {
	c, a, b     []Matrix
	alpha, beta float32
	each        int
}

func (t *batch) part(s *scratch, n int) {
	for i := n * t.each; i < min((n+1)*t.each, len(t.c)); i++ {
		s.multiply(product{c: t.c[i], a: t.a[i], w: s.pack(&t.b[i], &s.first), alpha: t.alpha, beta: t.beta})
	}
}

// pack lays out b in memory, by the worker itself.
func (s *scratch) pack(b *Matrix, memory *[]float32) Weights {
	w := weights(b, memory)
	w.pack(b, 0, panels(b.Cols))
	return w
}

// multiply computes a whole product, by the worker itself.
func (s *scratch) multiply(p product) {
	for i := 0; i < p.c.Rows; i += blockM {
		p.block(s, i, min(i+blockM, p.c.Rows), 0, panels(p.c.Cols))
	}
}
