package tensor

// A kernel multiplies rows of packed A by columns of packed B and adds what is
// in from:
//
//	c[r*ldc+j] = alpha·Σ a[r*strideA+i]·b[(j/16*k+i)*16+j%16] + from[r*ldf+j]
//
// with i from 0 up to k, which is at least 1. from may be c.
type kernel struct {
	rows     int
	multiply func(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32)
}

// kernels are all of one width, the tallest first.
type kernels struct {
	panels int
	tall   []kernel
}

// choose is the kernel for the rows that are left of a block: the shortest that
// takes all of them, or else the tallest.
func (k *kernels) choose(rows int) *kernel {
	i := 0
	for i+1 < len(k.tall) && k.tall[i+1].rows >= rows {
		i++
	}
	return &k.tall[i]
}

// tallest and widest are the sides of the greatest kernel of any processor.
const tallest, widest = 12, 32

// plainKernels are for any processor.
var plainKernels = []kernels{{1, []kernel{{4, multiplyPlain}}}}

// multiplyPlain has four rows and one panel. Two rows of four columns are as
// many sums as stay in registers.
func multiplyPlain(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32) {
	for r := 0; r < 4; r += 2 {
		x := a[r*strideA:][:k]
		y := a[(r+1)*strideA:][:k]
		for j := 0; j < panel; j += 4 {
			var s0, s1, s2, s3, t0, t1, t2, t3 float32
			p := b[j : (k-1)*panel+j+4]
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
				if len(p) < panel {
					break
				}
				p = p[panel:]
			}
			f, g := (*[4]float32)(from[r*ldf+j:]), (*[4]float32)(from[(r+1)*ldf+j:])
			m, n := (*[4]float32)(c[r*ldc+j:]), (*[4]float32)(c[(r+1)*ldc+j:])
			*m = [4]float32{alpha*s0 + f[0], alpha*s1 + f[1], alpha*s2 + f[2], alpha*s3 + f[3]}
			*n = [4]float32{alpha*t0 + g[0], alpha*t1 + g[1], alpha*t2 + g[2], alpha*t3 + g[3]}
		}
	}
}

// transposePlain makes rows of dst of the columns of src.
func transposePlain(dst []float32, to int, src []float32, from, rows, cols int) {
	for i := range rows {
		for j, v := range src[i*from:][:cols] {
			dst[j*to+i] = v
		}
	}
}

// copyBlocksPlain copies rows of blocks of sixteen numbers. row and block are the
// numbers from a row and from a block to the next in dst; in src, where blocks lie
// one after another, stride is from a row to the next.
func copyBlocksPlain(dst []float32, row, block int, src []float32, stride, rows, blocks int) {
	for i := range rows {
		for j := range blocks {
			*(*[panel]float32)(dst[i*row+j*block:]) = *(*[panel]float32)(src[i*stride+j*panel:])
		}
	}
}
