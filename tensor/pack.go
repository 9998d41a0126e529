package tensor

import "hed/tensor/vec"

const (
	panel   = vec.Panel
	strideA = vec.StrideA
	// blockK is how many steps of the sum are taken at a time: twelve rows of
	// packed A and a stretch of B stay in the nearest caches.
	blockK = 256
	// blockM is how many rows of A a worker packs at a time.
	blockM = 96
)

// Weights are a matrix laid out for being the right factor of products: packed
// once, used many times. They are not changed by products.
//
// The layout of the CPU is that of its kernels: blocks of blockK rows; in a block, panels
// of 16 columns; in a panel, row after row. The last panel is filled with zeros.
type Weights struct {
	Rows, Cols int
	packed     []float32

	// Own is what a device with memory of its own keeps instead: a copy of the
	// matrix, in bfloat16 if the weights are Short.
	Own   Matrix
	Short bool
}

// panels is the number of panels that n columns take.
func panels(n int) int { return (n + panel - 1) / panel }

// at is where the packed numbers of rows from k0 (a multiple of blockK) and
// panels from p begin.
func (w *Weights) at(k0, p int) []float32 {
	return w.packed[k0*panels(w.Cols)*panel+p*panel*min(blockK, w.Rows-k0):]
}

// pack lays out panels from p0 up to p1 of b.
func (w *Weights) pack(b *Matrix, p0, p1 int) {
	for k0 := 0; k0 < w.Rows && p0 < p1; k0 += blockK {
		kb := min(blockK, w.Rows-k0)
		dst := w.at(k0, p0)[:(p1-p0)*kb*panel]
		if b.transposed {
			packColumns(dst, b, k0, kb, p0, p1)
		} else {
			packRows(dst, b, k0, kb, p0, p1)
		}
	}
}

// packColumns packs kb rows of b, from k0 on, which lie as columns in its data.
func packColumns(dst []float32, b *Matrix, k0, kb, p0, p1 int) {
	for p := p0; p < p1; p++ {
		j := p * panel
		cols := min(panel, b.Cols-j)
		if cols < panel {
			clear(dst[:kb*panel])
		}
		vec.Transpose(dst, panel, b.Data[j*b.Stride+k0:], b.Stride, cols, kb)
		dst = dst[kb*panel:]
	}
}

// packRows packs kb rows of b, from k0 on. It goes along the rows, since jumping
// from row to row for each panel would be a new page of memory each time.
func packRows(dst []float32, b *Matrix, k0, kb, p0, p1 int) {
	whole := min(p1, b.Cols/panel)
	vec.CopyBlocks(dst, panel, kb*panel, b.Data[k0*b.Stride+p0*panel:], b.Stride, kb, whole-p0)
	if whole < p1 {
		for i := range kb {
			last := dst[((whole-p0)*kb+i)*panel:][:panel]
			clear(last[copy(last, b.Data[(k0+i)*b.Stride:][whole*panel:b.Cols]):])
		}
	}
}

// packA lays out rows from i0 up to i1 of columns from k0 up to k0+kb.
func packA(dst []float32, a *Matrix, i0, i1, k0, kb int) {
	if a.transposed {
		vec.Transpose(dst, strideA, a.Data[k0*a.Stride+i0:], a.Stride, kb, i1-i0)
		return
	}
	whole := kb &^ (panel - 1)
	vec.CopyBlocks(dst, strideA, panel, a.Data[i0*a.Stride+k0:], a.Stride, i1-i0, whole/panel)
	if whole < kb {
		for i := i0; i < i1; i++ {
			copy(dst[(i-i0)*strideA+whole:], a.Data[i*a.Stride+k0:][whole:kb])
		}
	}
}
