package tensor

import "fmt"

// A Check is what every device asks of the arguments of an operation before it does
// it: the methods are those of Device, and panic where shapes do not fit.
type Check struct{}

// New is for Device.New.
func (Check) New(rows, cols int) {
	if rows < 0 || cols < 0 {
		panic(fmt.Sprintf("tensor: a matrix of %d by %d", rows, cols))
	}
}

// Write is for Device.Write and, with what it is called, for Device.Read.
func (Check) Write(what string, m Matrix, x []float32) {
	m.plain(what)
	if len(x) != m.Rows*m.Cols {
		panic(fmt.Sprintf("tensor: %s of %d numbers, the matrix has %d by %d", what, len(x), m.Rows, m.Cols))
	}
}

// Linear is for Device.Linear.
func (Check) Linear(y, x Matrix, w *Weights, bias Matrix, f Activation) {
	f.check()
	shapes(&y, &x, w.Rows, w.Cols)
	if bias.Rows > 0 {
		bias.vector("bias", y.Cols)
	}
}

// MatMul is for Device.MatMul.
func (Check) MatMul(y, a, b Matrix) { shapes(&y, &a, b.Rows, b.Cols) }

// MatMuls is for Device.MatMuls.
func (Check) MatMuls(y, a, b []Matrix) {
	if len(y) != len(a) || len(y) != len(b) {
		panic(fmt.Sprintf("tensor: products of %d and %d matrices for %d results", len(a), len(b), len(y)))
	}
	for i := range y {
		shapes(&y[i], &a[i], b[i].Rows, b[i].Cols)
	}
}

// Attention is for Device.Attention.
func (Check) Attention(y, q, k, v Matrix, h Heads) {
	y.same("attention", &q)
	k.same("attention", &v)
	n := len(h.Queries)
	if h.Count < 1 || q.Cols%h.Count != 0 || k.Cols != q.Cols {
		panic(fmt.Sprintf("tensor: attention of %d heads with %d and %d columns", h.Count, q.Cols, k.Cols))
	}
	if n == 0 || len(h.Keys) != n || !within(h.Queries, q.Rows) || !within(h.Keys, k.Rows) {
		panic(fmt.Sprintf("tensor: attention to sequences that are not rows of %d queries and %d keys", q.Rows, k.Rows))
	}
	if h.Bias.Rows == 0 {
		return
	}
	h.Bias.plain("bias")
	reach := 0
	for s := range n - 1 {
		reach = max(reach, h.Queries[s+1]-h.Queries[s], h.Keys[s+1]-h.Keys[s])
	}
	if h.Bias.Rows != h.Count || h.Bias.Cols%2 == 0 || h.Bias.Cols/2+1 < reach {
		panic(fmt.Sprintf("tensor: bias of %d by %d for %d heads and sequences of %d", h.Bias.Rows, h.Bias.Cols, h.Count, reach))
	}
}

// Add is for Device.Add.
func (Check) Add(z, x, y Matrix) {
	z.same("sum", &x)
	z.same("sum", &y)
}

// AddBias is for Device.AddBias.
func (Check) AddBias(y, bias Matrix) {
	y.plain("sum")
	bias.vector("bias", y.Cols)
}

// Activate is for Device.Activate.
func (Check) Activate(y, x Matrix, f Activation) {
	y.same("activation", &x)
	f.check()
}

// Softmax is for Device.Softmax.
func (Check) Softmax(y, x Matrix, scale float32, valid []int) {
	y.same("softmax", &x)
	if valid != nil && len(valid) != x.Rows {
		panic(fmt.Sprintf("tensor: softmax of %d rows with %d lengths", x.Rows, len(valid)))
	}
	if !(scale > 0) {
		panic(fmt.Sprintf("tensor: softmax with a scale of %g, which must be above 0", scale))
	}
	for _, n := range valid {
		if n < 0 || n > x.Cols {
			panic(fmt.Sprintf("tensor: softmax over %d of %d columns", n, x.Cols))
		}
	}
}

// LayerNorm is for Device.LayerNorm.
func (Check) LayerNorm(y, x, gain, bias Matrix) {
	y.same("norm", &x)
	gain.vector("gain", x.Cols)
	bias.vector("bias", x.Cols)
}

// RMSNorm is for Device.RMSNorm.
func (Check) RMSNorm(y, x, gain Matrix) {
	y.same("norm", &x)
	gain.vector("gain", x.Cols)
}

// Gather is for Device.Gather.
func (Check) Gather(y, table Matrix, rows []int32) {
	y.plain("gather")
	table.plain("gather")
	if len(rows) != y.Rows || table.Cols != y.Cols {
		panic(fmt.Sprintf("tensor: gather of %d rows of %d columns for %d by %d", len(rows), table.Cols, y.Rows, y.Cols))
	}
	for _, r := range rows {
		if r < -1 || int(r) >= table.Rows {
			panic(fmt.Sprintf("tensor: row %d of a table of %d", r, table.Rows))
		}
	}
}

// shapes wants y to be a product of a and a matrix of rows by cols.
func shapes(y, a *Matrix, rows, cols int) {
	y.plain("result")
	if a.Cols != rows || y.Rows != a.Rows || y.Cols != cols {
		panic(fmt.Sprintf("tensor: product of %d by %d and %d by %d for a result of %d by %d",
			a.Rows, a.Cols, rows, cols, y.Rows, y.Cols))
	}
}

func (m *Matrix) plain(what string) {
	if m.transposed {
		panic("tensor: " + what + " of a transposed matrix; only products take one")
	}
}

func (m *Matrix) same(what string, o *Matrix) {
	m.plain(what)
	o.plain(what)
	if m.Rows != o.Rows || m.Cols != o.Cols {
		panic(fmt.Sprintf("tensor: %s of %d by %d and %d by %d", what, m.Rows, m.Cols, o.Rows, o.Cols))
	}
}

func (m *Matrix) vector(what string, n int) {
	m.plain(what)
	if m.Rows != 1 || m.Cols != n {
		panic(fmt.Sprintf("tensor: %s of %d by %d, not 1 by %d", what, m.Rows, m.Cols, n))
	}
}

// within tells whether the bounds rise and the rows have them.
func within(bounds []int, rows int) bool {
	last := 0
	for _, b := range bounds {
		if b < last || b > rows {
			return false
		}
		last = b
	}
	return true
}
