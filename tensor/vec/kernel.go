package vec

// A Kernel multiplies rows of packed A by columns of packed B and adds what is
// in from:
//
//	c[r*ldc+j] = alpha·Σ a[r*StrideA+i]·b[(j/Panel*k+i)*Panel+j%Panel] + from[r*ldf+j]
//
// with i from 0 up to k, which is at least 1 and at most StrideA. from may be c. It is
// fused: every sum runs over i in order, in one lane, in all kernels of a processor, so
// that a number does not depend on which of them computed it.
//
// Slices must have room for all rows and columns of the kernel; the assembly does not
// look.
type Kernel struct {
	Rows     int
	Multiply func(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32)
}

// Kernels are all of one width, which is so many panels, the tallest first.
type Kernels struct {
	Panels int
	Tall   []Kernel
}

// Choose is the kernel for the rows that are left of a block: the shortest that
// takes all of them, or else the tallest.
func (k *Kernels) Choose(rows int) *Kernel {
	i := 0
	for i+1 < len(k.Tall) && k.Tall[i+1].Rows >= rows {
		i++
	}
	return &k.Tall[i]
}

const (
	// Panel is the width of a panel of packed B.
	Panel = 16
	// StrideA is the length of a row of packed A. It is a constant, known to the
	// assembly, and no power of two, lest the rows fall on the same few lines of the
	// cache.
	StrideA = 256 + 16
	// Tallest and Widest are the sides of the greatest kernel of any processor.
	Tallest, Widest = 12, 32
)

// plainKernels are for any processor.
var plainKernels = []Kernels{{1, []Kernel{{4, multiplyPlain}}}}

// multiplyPlain has four rows and one panel. Two rows of four columns are as
// many sums as stay in registers.
func multiplyPlain(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32) {
	for r := 0; r < 4; r += 2 {
		x := a[r*StrideA:][:k]
		y := a[(r+1)*StrideA:][:k]
		for j := 0; j < Panel; j += 4 {
			var s0, s1, s2, s3, t0, t1, t2, t3 float32
			p := b[j : (k-1)*Panel+j+4]
			for i, u := range x {
				v, w := y[i], (*[4]float32)(p)
				s0 += u * w[0]
				s1 += u * w[1]
				s2 += u * w[2]
				s3 += u * w[3]
				t0 += v * w[0]
				t1 += v * w[1]
				t2 += v * w[2]
				t3 += v * w[3]
				if len(p) < Panel {
					break
				}
				p = p[Panel:]
			}
			f, g := (*[4]float32)(from[r*ldf+j:]), (*[4]float32)(from[(r+1)*ldf+j:])
			m, n := (*[4]float32)(c[r*ldc+j:]), (*[4]float32)(c[(r+1)*ldc+j:])
			*m = [4]float32{alpha*s0 + f[0], alpha*s1 + f[1], alpha*s2 + f[2], alpha*s3 + f[3]}
			*n = [4]float32{alpha*t0 + g[0], alpha*t1 + g[1], alpha*t2 + g[2], alpha*t3 + g[3]}
		}
	}
}
