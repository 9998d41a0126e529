package vec

// Width is the number of columns of a panel, which is that many vectors of float64,
// row by row: what a matrix is multiplied by several vectors at a time with.
const Width = 8

// A Tile is what connects the columns of two panels.
type Tile [Width][Width]float64

// AddPanel adds the panel a times t to the panel y. Exact: a number of y is the sum of
// itself and eight products, in the order of the columns of a.
func AddPanel(y, a []float64, t *Tile) {
	if len(y) != len(a) || len(y)%Width != 0 {
		panic(lengths)
	}
	done := 0
	if hasAVX2 {
		if done = len(y) &^ (4*Width - 1); done > 0 {
			addPanelAVX2(&y[0], &a[0], t, done/Width)
		}
	}
	y, a = y[done:], a[done:]
	for i := 0; i+Width <= len(y); i += Width {
		r, x := (*[Width]float64)(y[i:]), (*[Width]float64)(a[i:])
		s0, s1, s2, s3, s4, s5, s6, s7 := r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]
		for k := range Width {
			v, c := x[k], &t[k]
			s0 += float64(v * c[0])
			s1 += float64(v * c[1])
			s2 += float64(v * c[2])
			s3 += float64(v * c[3])
			s4 += float64(v * c[4])
			s5 += float64(v * c[5])
			s6 += float64(v * c[6])
			s7 += float64(v * c[7])
		}
		*r = [Width]float64{s0, s1, s2, s3, s4, s5, s6, s7}
	}
}

// AddTile adds aᵀb to t, for panels a and b. Exact: sums run over rows in order.
func AddTile(t *Tile, a, b []float64) {
	if len(a) != len(b) || len(a)%Width != 0 {
		panic(lengths)
	}
	if hasAVX2 {
		if rows := len(b) / Width; rows > 0 {
			addTileAVX2(&t[0], &a[0], &b[0], rows)
			addTileAVX2(&t[4], &a[4], &b[0], rows)
		}
		return
	}
	// Eight sums at a time are as many as stay in registers.
	for i := 0; i < Width; i += 4 {
		for j := 0; j < Width; j += 2 {
			addTile4x2(t, a, b, i, j)
		}
	}
}

func addTile4x2(t *Tile, a, b []float64, i, j int) {
	if len(a) == 0 {
		return
	}
	s00, s01 := t[i][j], t[i][j+1]
	s10, s11 := t[i+1][j], t[i+1][j+1]
	s20, s21 := t[i+2][j], t[i+2][j+1]
	s30, s31 := t[i+3][j], t[i+3][j+1]
	a, b = a[i:], b[j:]
	for len(a) >= 4 && len(b) >= 2 {
		x, y := (*[4]float64)(a), (*[2]float64)(b)
		s00 += float64(x[0] * y[0])
		s01 += float64(x[0] * y[1])
		s10 += float64(x[1] * y[0])
		s11 += float64(x[1] * y[1])
		s20 += float64(x[2] * y[0])
		s21 += float64(x[2] * y[1])
		s30 += float64(x[3] * y[0])
		s31 += float64(x[3] * y[1])
		if len(a) < Width || len(b) < Width {
			break
		}
		a, b = a[Width:], b[Width:]
	}
	t[i][j], t[i][j+1] = s00, s01
	t[i+1][j], t[i+1][j+1] = s10, s11
	t[i+2][j], t[i+2][j+1] = s20, s21
	t[i+3][j], t[i+3][j+1] = s30, s31
}

// SparsePanel sets the panel y to a sparse matrix times the panel x. Row i of the
// matrix has the entries from start[i] up to start[i+1] of column and value; start has
// one number more than y has rows. Exact: sums run over the entries in order.
//
// The assembly does not look whether x has the rows that columns name.
func SparsePanel(y, x []float64, start []int, column []int32, value []float64) {
	if len(y) != (len(start)-1)*Width || len(column) != len(value) {
		panic(lengths)
	}
	for i := range len(start) - 1 {
		row := (*[Width]float64)(y[i*Width:])
		columns := column[start[i]:start[i+1]]
		switch {
		case len(columns) == 0:
			*row = [Width]float64{}
		case hasAVX2:
			sparseRowAVX2(&row[0], &x[0], &columns[0], &value[start[i]], len(columns))
		default:
			sparseRow(row, x, columns, value[start[i]:start[i+1]])
		}
	}
}

func sparseRow(y *[Width]float64, x []float64, column []int32, value []float64) {
	var s0, s1, s2, s3, s4, s5, s6, s7 float64
	value = value[:len(column)]
	for k, c := range column {
		v, r := value[k], (*[Width]float64)(x[int(c)*Width:])
		s0 += float64(v * r[0])
		s1 += float64(v * r[1])
		s2 += float64(v * r[2])
		s3 += float64(v * r[3])
		s4 += float64(v * r[4])
		s5 += float64(v * r[5])
		s6 += float64(v * r[6])
		s7 += float64(v * r[7])
	}
	*y = [Width]float64{s0, s1, s2, s3, s4, s5, s6, s7}
}
