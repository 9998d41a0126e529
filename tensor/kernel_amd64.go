package tensor

import "golang.org/x/sys/cpu"

// What the processor has. They are variables so that tests can compare the ways.
var (
	hasAVX2   = cpu.X86.HasAVX2 && cpu.X86.HasFMA && cpu.X86.HasF16C
	hasAVX512 = hasAVX2 && cpu.X86.HasAVX512F
)

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

//go:noescape
func transpose8x8(dst []float32, to int, src []float32, from, blocks int)

//go:noescape
func copyBlocks16(dst []float32, row, block int, src []float32, stride, rows, blocks int)

func pause()

// vectorKernels are for processors with AVX-512, the last of them for AVX2.
var vectorKernels = []kernels{
	{2, []kernel{{12, kernel12x32}, {8, kernel8x32}, {4, kernel4x32}}},
	{1, []kernel{{6, kernel6x16}, {4, kernel4x16}}},
}

// processor gives the kernels of this processor, the widest first.
func processor() []kernels {
	switch {
	case hasAVX512:
		return vectorKernels
	case hasAVX2:
		return vectorKernels[1:]
	}
	return plainKernels
}

// transpose makes rows of dst of the columns of src; to and from are the numbers
// from a row to the next.
func transpose(dst []float32, to int, src []float32, from, rows, cols int) {
	i := 0
	if hasAVX2 && cols >= 8 {
		whole := cols &^ 7
		for ; i+8 <= rows; i += 8 {
			_, _ = src[(i+7)*from+whole-1], dst[(whole-1)*to+i+7]
			transpose8x8(dst[i:], to, src[i*from:], from, whole/8)
			if whole < cols {
				transposePlain(dst[whole*to+i:], to, src[i*from+whole:], from, 8, cols-whole)
			}
		}
	}
	if i < rows {
		transposePlain(dst[i:], to, src[i*from:], from, rows-i, cols)
	}
}

// copyBlocks copies rows of blocks of sixteen numbers; see copyBlocksPlain.
func copyBlocks(dst []float32, row, block int, src []float32, stride, rows, blocks int) {
	if !hasAVX2 {
		copyBlocksPlain(dst, row, block, src, stride, rows, blocks)
	} else if rows > 0 && blocks > 0 {
		_, _ = dst[(rows-1)*row+(blocks-1)*block+panel-1], src[(rows-1)*stride+blocks*panel-1]
		copyBlocks16(dst, row, block, src, stride, rows, blocks)
	}
}
