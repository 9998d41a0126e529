package vec

import "golang.org/x/sys/cpu"

// What the processor has. They are variables so that tests can compare the ways; the
// variable GODEBUG=cpu.avx512f=off of the environment, or cpu.avx2=off, turns them off
// for a whole program.
var (
	hasAVX2   = cpu.X86.HasAVX2 && cpu.X86.HasFMA && cpu.X86.HasF16C
	hasAVX512 = hasAVX2 && cpu.X86.HasAVX512F
)

// vectorKernels are for processors with AVX-512, the last of them for AVX2.
var vectorKernels = []Kernels{
	{2, []Kernel{{12, kernel12x32}, {8, kernel8x32}, {4, kernel4x32}}},
	{1, []Kernel{{6, kernel6x16}, {4, kernel4x16}}},
}

// Products are the kernels of this processor for matrix products, the widest first.
func Products() []Kernels {
	switch {
	case hasAVX512:
		return vectorKernels
	case hasAVX2:
		return vectorKernels[1:]
	}
	return plainKernels
}

// dot_amd64.s

//go:noescape
func dotAVX2(x, y *float32, blocks int) float32

//go:noescape
func dotFusedAVX2(x, y []float32) float32

//go:noescape
func dots64AVX2(sums *[4][4]float64, a0, a1, a2, a3, b *float64, n int)

// axpy_amd64.s

//go:noescape
func addAVX2(dst, x, y []float32)

//go:noescape
func scaleAVX2(a float32, x []float32)

//go:noescape
func axpyAVX2(y, x *float32, a float32, blocks int)

//go:noescape
func axpyRowsAVX2(y, a, x *float32, rows, cols int)

//go:noescape
func axpyChainAVX2(z, y, x *float32, a float32, blocks int)

// panel_amd64.s

//go:noescape
func addPanelAVX2(y, a *float64, t *Tile, rows int)

//go:noescape
func addTileAVX2(t *[Width]float64, a, b *float64, rows int)

//go:noescape
func sparseRowAVX2(y, x *float64, column *int32, value *float64, n int)

// sum_amd64.s

//go:noescape
func sumAVX2(x []float32) float32

//go:noescape
func squaresAVX2(mean float32, x []float32) float32

//go:noescape
func normAVX2(dst, gain, bias []float32, mean, by float32, x []float32)

//go:noescape
func maxAVX2(x []float32) float32

// function_amd64.s

//go:noescape
func expSumAVX2(dst []float32, scale, shift float32, src []float32) float32

//go:noescape
func tanhAVX2(dst, src []float32)

//go:noescape
func geluAVX2(dst, src []float32)

//go:noescape
func geluTanhAVX2(dst, src []float32)

//go:noescape
func siluAVX2(dst, src []float32)

//go:noescape
func reluAVX2(dst, src []float32)

// learn_amd64.s

//go:noescape
func tanhSlopeAVX2(x []float32, a float32, w []float32)

//go:noescape
func cellGradAVX2(grad, gates, dh, dc, tanh, before, back *float32, n, blocks int)

//go:noescape
func adamAVX2(w, g, m, v []float32, s *Adam)

//go:noescape
func adagradAVX2(w, g, a []float32, by, rate, epsilon float32)

// half_amd64.s

//go:noescape
func float16AVX2(dst []float32, src []byte)

//go:noescape
func bfloat16AVX2(dst []float32, src []byte)

// block_amd64.s

//go:noescape
func transpose8x8(dst []float32, to int, src []float32, from, blocks int)

//go:noescape
func copyBlocks16(dst []float32, row, block int, src []float32, stride, rows, blocks int)

func pause()

// kernel_amd64.s

//go:noescape
func kernel6x16(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32)

//go:noescape
func kernel4x16(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32)

//go:noescape
func kernel12x32(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32)

//go:noescape
func kernel8x32(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32)

//go:noescape
func kernel4x32(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32)
