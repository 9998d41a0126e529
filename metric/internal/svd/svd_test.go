package svd_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"hed/metric/internal/svd"
)

// sparse makes a matrix in which each entry is there with a probability.
func sparse(rows, cols int, share float64, seed uint64) *svd.Matrix {
	r := rand.New(rand.NewPCG(seed, 0))
	m := &svd.Matrix{Rows: rows, Cols: cols, Start: []int{0}}
	for range rows {
		for j := range cols {
			// Columns of decreasing length, as those of words are.
			if r.Float64() < share {
				m.Column, m.Value = append(m.Column, int32(j)), append(m.Value, r.NormFloat64()/math.Sqrt(1+float64(j)))
			}
		}
		m.Start = append(m.Start, len(m.Column))
	}
	return m
}

// dense returns the matrix for gonum.
func dense(m *svd.Matrix) *mat.Dense {
	d := mat.NewDense(m.Rows, m.Cols, nil)
	for i := range m.Rows {
		for k := m.Start[i]; k < m.Start[i+1]; k++ {
			d.Set(i, int(m.Column[k]), m.Value[k])
		}
	}
	return d
}

func decompose(t testing.TB, m *svd.Matrix, c svd.Choice, workers int) *svd.Decomposition {
	t.Helper()
	d, err := svd.Decompose(context.Background(), m, c, workers)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Right) != m.Cols*len(d.Values) {
		t.Fatalf("%d values, %d entries for %d columns", len(d.Values), len(d.Right), m.Cols)
	}
	return d
}

// check compares with gonum's decomposition of the dense matrix: the values,
// and that the vectors are orthonormal and belong to them.
func check(t *testing.T, m *svd.Matrix, d *svd.Decomposition, tolerance float64) {
	t.Helper()
	a := dense(m)
	var want mat.SVD
	if !want.Factorize(a, mat.SVDNone) {
		t.Fatal("gonum failed")
	}
	values := want.Values(nil)
	k := len(d.Values)
	for i, v := range d.Values {
		if math.Abs(v-values[i]) > tolerance*values[0] {
			t.Errorf("%d×%d: value %d is %v, want %v", m.Rows, m.Cols, i, v, values[i])
		}
	}
	if k == 0 {
		return
	}
	v := mat.NewDense(m.Cols, k, d.Right)
	var av, product, back mat.Dense
	product.Mul(v.T(), v)
	av.Mul(a, v)
	back.Mul(a.T(), &av)
	for i := range k {
		largest := 0.0
		for r := range m.Cols {
			if x := v.At(r, i); math.Abs(x) > math.Abs(largest)*(1+1e-9) {
				largest = x
			}
			if got, want := back.At(r, i), d.Values[i]*d.Values[i]*v.At(r, i); math.Abs(got-want) > 1e-7*values[0]*values[0] {
				t.Fatalf("%d×%d: vector %d, entry %d: %v, want %v", m.Rows, m.Cols, i, r, got, want)
			}
		}
		if largest <= 0 {
			t.Errorf("vector %d has the wrong sign", i)
		}
		for j := range k {
			want := 0.0
			if i == j {
				want = 1
			}
			if math.Abs(product.At(i, j)-want) > 1e-7 {
				t.Fatalf("%d×%d: vectors %d and %d: %v", m.Rows, m.Cols, i, j, product.At(i, j))
			}
		}
	}
}

func TestDecompose(t *testing.T) {
	for _, test := range []struct{ rows, cols, keep int }{
		{1, 1, 1}, {1, 7, 5}, {7, 1, 5}, {5, 5, 5}, {40, 200, 200}, {200, 40, 200}, {90, 91, 90},
		{230, 300, 10}, {300, 230, 30}, {250, 250, 1}, {210, 240, 180},
	} {
		m := sparse(test.rows, test.cols, 0.1, uint64(test.rows*test.cols))
		if test.rows*test.cols < 50 {
			m = sparse(test.rows, test.cols, 1, 1)
		}
		d := decompose(t, m, svd.Choice{First: test.keep, Most: 1000}, 2)
		if want := min(test.rows, test.cols, test.keep); len(d.Values) != want {
			t.Errorf("%d×%d: %d values, want %d", test.rows, test.cols, len(d.Values), want)
		}
		check(t, m, d, 1e-12)
		for _, workers := range []int{1, 5} {
			again := decompose(t, m, svd.Choice{First: test.keep, Most: 1000}, workers)
			if !slices.Equal(again.Values, d.Values) || !slices.Equal(again.Right, d.Right) {
				t.Errorf("%d×%d: %d workers give other numbers", test.rows, test.cols, workers)
			}
		}
	}
}

// TestRank has matrices of a rank that is less than their sides, on both ways
// to decompose them.
func TestRank(t *testing.T) {
	for _, rows := range []int{20, 260} {
		for _, rank := range []int{0, 1, 9} {
			basis := sparse(max(rank, 1), 300, 0.2, uint64(rank))
			m := &svd.Matrix{Rows: rows, Cols: 300, Start: []int{0}}
			for i := range rows {
				if rank > 0 {
					from, to := basis.Start[i%rank], basis.Start[i%rank+1]
					m.Column = append(m.Column, basis.Column[from:to]...)
					m.Value = append(m.Value, basis.Value[from:to]...)
				}
				m.Start = append(m.Start, len(m.Column))
			}
			for _, keep := range []int{1, 40} {
				d := decompose(t, m, svd.Choice{First: keep, Most: 1000}, 2)
				if want := min(rank, keep); len(d.Values) != want {
					t.Errorf("rank %d: %d values %v", rank, len(d.Values), d.Values)
				}
				check(t, m, d, 1e-12)
			}
		}
	}
}

// TestEqualValues has a value many times over, more often than vectors go
// through a product together.
func TestEqualValues(t *testing.T) {
	m := &svd.Matrix{Rows: 250, Cols: 300, Start: []int{0}}
	for i := range m.Rows {
		m.Column = append(m.Column, int32((i*7)%300))
		m.Value = append(m.Value, float64(1+i%2))
		m.Start = append(m.Start, i+1)
	}
	d := decompose(t, m, svd.Choice{First: 40, Most: 1000}, 2)
	check(t, m, d, 1e-12)
	if len(d.Values) != 40 {
		t.Errorf("%d values", len(d.Values))
	}
}

func TestChoice(t *testing.T) {
	m := sparse(420, 500, 0.1, 5)
	all := decompose(t, m, svd.Choice{First: 420, Most: 420}, 2).Values
	above := func(limit float64) func([]float64) (int, bool) {
		return func(values []float64) (int, bool) {
			for i, v := range values {
				if v <= limit {
					return i, true
				}
			}
			return len(values), false
		}
	}
	for _, want := range []int{0, 3, 90} {
		d := decompose(t, m, svd.Choice{First: 10, Most: 420, Keep: above((all[want] + all[max(want-1, 0)]) / 2)}, 2)
		if want > 0 && len(d.Values) != want {
			t.Errorf("%d values, want %d", len(d.Values), want)
		}
		for i, v := range d.Values {
			if math.Abs(v-all[i]) > 1e-9 {
				t.Errorf("value %d is %v, want %v", i, v, all[i])
			}
		}
	}
	d := decompose(t, m, svd.Choice{First: 10, Most: 25, Keep: above(0)}, 2)
	if len(d.Values) != 25 {
		t.Errorf("%d values, want 25", len(d.Values))
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, rows := range []int{10, 600} {
		if _, err := svd.Decompose(ctx, sparse(rows, 700, 0.1, 1), svd.Choice{First: 5, Most: 5}, 2); err != context.Canceled {
			t.Errorf("%d rows: got %v", rows, err)
		}
	}
}

func BenchmarkDecompose(b *testing.B) {
	for _, bench := range []struct {
		name             string
		rows, cols, keep int
		share            float64
	}{{"krylov", 3000, 8000, 50, 0.01}, {"whole", 400, 4000, 400, 0.02}} {
		m := sparse(bench.rows, bench.cols, bench.share, 1)
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				decompose(b, m, svd.Choice{First: bench.keep, Most: bench.keep}, 2)
			}
		})
	}
}
