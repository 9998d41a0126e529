package tensor

import "fmt"

// A Matrix is a view of numbers in rows: the number in row i and column j is
// Data[i*Stride+j]. Views of the same numbers overlap freely; copying a Matrix
// copies no numbers. The zero Matrix has no rows and no columns.
//
// A Matrix belongs to the Device that made it. Data is the memory of the CPU;
// a device with memory of its own keeps an address of that there instead, which
// is not to be followed, so code that should run on any device goes through
// Device.Write and Device.Read.
type Matrix struct {
	Rows, Cols int
	Stride     int // numbers from the beginning of a row to that of the next
	Data       []float32

	// The Matrix stands for the transpose of what lies in Data: number (i, j)
	// is Data[j*Stride+i]. Products alone take such a view.
	transposed bool
}

// Of is the matrix of rows of the given length that lie one after another in
// data. It panics if data is shorter than rows times cols.
func Of(rows, cols int, data []float32) Matrix {
	if rows < 0 || cols < 0 || len(data) < rows*cols {
		panic(fmt.Sprintf("tensor: %d numbers for %d rows of %d", len(data), rows, cols))
	}
	return Matrix{Rows: rows, Cols: cols, Stride: cols, Data: data[:rows*cols]}
}

// T is the transpose, without copying. Only products take it.
func (m Matrix) T() Matrix {
	m.Rows, m.Cols, m.transposed = m.Cols, m.Rows, !m.transposed
	return m
}

// Transposed tells whether m is the transpose of what lies in Data: number (i, j)
// is then Data[j*Stride+i]. Devices ask.
func (m Matrix) Transposed() bool { return m.transposed }

// Part is the view of rows from r0 up to r1 and columns from c0 up to c1, not
// including r1 and c1. It panics if m has no such part or is transposed.
func (m Matrix) Part(r0, r1, c0, c1 int) Matrix {
	m.plain("part")
	if r0 < 0 || r1 < r0 || r1 > m.Rows || c0 < 0 || c1 < c0 || c1 > m.Cols {
		panic(fmt.Sprintf("tensor: rows %d:%d and columns %d:%d of a matrix of %d by %d", r0, r1, c0, c1, m.Rows, m.Cols))
	}
	p := Matrix{Rows: r1 - r0, Cols: c1 - c0, Stride: m.Stride}
	if p.Rows > 0 && p.Cols > 0 {
		p.Data = m.Data[r0*m.Stride+c0 : (r1-1)*m.Stride+c1]
	}
	return p
}

// columns is the view of columns from j0 up to j1, also of a transposed matrix.
func (m *Matrix) columns(j0, j1 int) Matrix {
	if m.transposed {
		t := m.T()
		return t.Part(j0, j1, 0, t.Cols).T()
	}
	return m.Part(0, m.Rows, j0, j1)
}

// Row is row i, which is not copied. It panics if m is transposed.
func (m Matrix) Row(i int) []float32 {
	m.plain("row")
	return m.row(i)
}

func (m *Matrix) row(i int) []float32 { return m.Data[i*m.Stride : i*m.Stride+m.Cols] }
