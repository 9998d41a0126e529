package tensor

import (
	"sync"

	"hed/tensor/vec"
)

// A CPU is the Device that is the processor. Operations may be called from
// several goroutines; they run one after another, each on all workers.
type CPU struct {
	mu     sync.Mutex
	pool   pool
	shared []float32 // packed right factors

	// The task of the operation at work, kept here so that none is allocated.
	product   product
	packing   packing
	batch     batch
	attention attention
	rowwise   rowwise
}

var _ Device = (*CPU)(nil)

// New gives a CPU with so many workers, at least one, of which the caller of an
// operation is one. More workers than the processor has cores gain nothing.
// Close ends them.
func New(workers int) *CPU {
	c := new(CPU)
	c.pool.start(max(1, workers))
	return c
}

// Close ends the workers.
func (c *CPU) Close() { c.pool.stop() }

// New gives a matrix of zeros.
func (c *CPU) New(rows, cols int) Matrix {
	Check{}.New(rows, cols)
	return Of(rows, cols, make([]float32, rows*cols))
}

// Write sets m to the numbers of x, row after row.
func (c *CPU) Write(m Matrix, x []float32) {
	Check{}.Write("write", m, x)
	for i := range m.Rows {
		copy(m.row(i), x[i*m.Cols:])
	}
}

// Read sets x to the numbers of m, row after row.
func (c *CPU) Read(x []float32, m Matrix) {
	Check{}.Write("read", m, x)
	for i := range m.Rows {
		copy(x[i*m.Cols:], m.row(i))
	}
}

// scratch is what a worker needs while it works. It grows to the largest need
// and stays.
type scratch struct {
	kernels       []vec.Kernels
	a             []float32                         // packed rows of the left factor
	tile          [vec.Tallest * vec.Widest]float32 // a block that juts out of the result
	first, second []float32                         // packed right factors
	third, fourth []float32
	scores        []float32
}

func (s *scratch) init() {
	s.kernels = vec.Products()
	s.a = make([]float32, blockM*strideA)
}

// grow gives n numbers, of x if it has as many. They are not cleared.
func grow(x *[]float32, n int) []float32 {
	if cap(*x) < n {
		*x = make([]float32, n)
	}
	return (*x)[:n]
}
