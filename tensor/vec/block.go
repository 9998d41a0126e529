package vec

// Transpose makes rows of dst of the columns of src, which has so many rows and
// columns; to and from are the numbers from the beginning of a row to that of the next
// in dst and in src. It copies and computes nothing.
func Transpose(dst []float32, to int, src []float32, from, rows, cols int) {
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

func transposePlain(dst []float32, to int, src []float32, from, rows, cols int) {
	for i := range rows {
		for j, v := range src[i*from:][:cols] {
			dst[j*to+i] = v
		}
	}
}

// CopyBlocks copies rows of blocks of Panel numbers. row and block are the numbers
// from a row and from a block to the next in dst; in src, where blocks lie one after
// another, stride is from a row to the next.
func CopyBlocks(dst []float32, row, block int, src []float32, stride, rows, blocks int) {
	if hasAVX2 {
		if rows > 0 && blocks > 0 {
			_, _ = dst[(rows-1)*row+(blocks-1)*block+Panel-1], src[(rows-1)*stride+blocks*Panel-1]
			copyBlocks16(dst, row, block, src, stride, rows, blocks)
		}
		return
	}
	for i := range rows {
		for j := range blocks {
			*(*[Panel]float32)(dst[i*row+j*block:]) = *(*[Panel]float32)(src[i*stride+j*Panel:])
		}
	}
}

// Pause lets the other thread of the core work, for a tenth of a microsecond or so:
// for loops that wait. Where there is no such instruction it does nothing.
func Pause() { pause() }
