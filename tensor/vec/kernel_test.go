package vec

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// near tells whether every number of x is one of y, within a part of the size.
func near(x, y []float32, tolerance float64) bool {
	return slices.EqualFunc(x, y, func(a, b float32) bool {
		return math.Abs(float64(a)-float64(b)) <= tolerance*max(1, math.Abs(float64(b)))
	})
}

// The same block, computed piece by piece with each of the processor's kernels:
// the same bits, and those of plain Go within rounding.
func TestKernelsAgree(t *testing.T) {
	const rows, width = 24, 2 // a multiple of every kernel's
	r := rand.New(rand.NewPCG(1, 2))
	for _, k := range []int{1, 2, 3, 17, 256, StrideA} {
		a, b, from := numbers(r, rows*StrideA), numbers(r, k*width*Panel), numbers(r, rows*width*Panel)
		whole := func(f Kernel, panels int) []float32 {
			c := slices.Clone(from)
			for i := 0; i < rows; i += f.Rows {
				for p := 0; p < width; p += panels {
					at := c[(i*width+p)*Panel:]
					f.Multiply(k, a[i*StrideA:], b[p*k*Panel:], at, width*Panel, at, width*Panel, 0.7)
				}
			}
			return c
		}
		plain := whole(plainKernels[0].Tall[0], 1)
		var first []float32
		for _, same := range Products() {
			for _, f := range same.Tall {
				if f.Rows > Tallest || same.Panels*Panel > Widest {
					t.Errorf("a kernel of %d by %d is larger than the greatest", f.Rows, same.Panels*Panel)
				}
				got := whole(f, same.Panels)
				if first == nil {
					first = got
				}
				if !slices.Equal(got, first) {
					t.Errorf("%d by %d, %d steps: not the numbers of the other kernels", f.Rows, same.Panels*Panel, k)
				}
				if !near(got, plain, 1e-6*float64(k)) {
					t.Errorf("%d by %d, %d steps: not the numbers of plain Go", f.Rows, same.Panels*Panel, k)
				}
			}
		}
	}
}

func TestChoose(t *testing.T) {
	k := Kernels{1, []Kernel{{Rows: 12}, {Rows: 8}, {Rows: 4}}}
	for rows, want := range map[int]int{1: 4, 4: 4, 5: 8, 8: 8, 9: 12, 12: 12, 96: 12} {
		if got := k.Choose(rows).Rows; got != want {
			t.Errorf("%d rows: a kernel of %d, want %d", rows, got, want)
		}
	}
}

// Halves, transposes and copies are exact, so all ways give the same bits.
func TestCopiesAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	src := make([]byte, 2*70)
	for i := range src {
		src[i] = byte(r.IntN(256))
	}
	for n := range 70 {
		rows, cols := r.IntN(40), r.IntN(40)
		x := numbers(r, rows*cols)
		blocks := numbers(r, rows*n*Panel)
		var results [][]uint32
		ways(t, func(*testing.T) {
			h, b, z := make([]float32, n), make([]float32, n), make([]float32, rows*cols)
			Float16(h, src[:2*n])
			BFloat16(b, src[:2*n])
			if rows > 0 && cols > 0 {
				Transpose(z, rows, x, cols, rows, cols)
			}
			copied := make([]float32, len(blocks))
			CopyBlocks(copied, Panel, rows*Panel, blocks, n*Panel, rows, n)
			var bits []uint32
			for _, v := range slices.Concat(h, b, z, copied) {
				if v != v {
					v = float32(math.NaN())
				}
				bits = append(bits, math.Float32bits(v))
			}
			results = append(results, bits)
		})
		for _, other := range results[1:] {
			if !slices.Equal(results[0], other) {
				t.Errorf("%d halves, transpose of %d by %d: the results differ", n, rows, cols)
			}
		}
	}
}
