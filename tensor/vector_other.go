//go:build !amd64

package tensor

func (a Activation) apply(dst, src []float32) { a.applyPlain(dst, src) }

func dot(x, y []float32) float32                { return dotPlain(x, y) }
func sum(x []float32) float32                   { return sumPlain(x) }
func squares(mean float32, x []float32) float32 { return squaresPlain(mean, x) }
func greatest(x []float32) float32              { return greatestPlain(x) }
func add(dst, x, y []float32)                   { addPlain(dst, x, y) }
func scale(alpha float32, x []float32)          { scalePlain(alpha, x) }
func float16(dst []float32, src []byte)         { float16Plain(dst, src) }
func bfloat16(dst []float32, src []byte)        { bfloat16Plain(dst, src) }

func norm(dst, gain, bias []float32, mean, by float32, x []float32) {
	normPlain(dst, gain, bias, mean, by, x)
}

func expSum(dst []float32, scale, shift float32, src []float32) float32 {
	return expSumPlain(dst, scale, shift, src)
}

func transpose(dst []float32, to int, src []float32, from, rows, cols int) {
	transposePlain(dst, to, src, from, rows, cols)
}

func copyBlocks(dst []float32, row, block int, src []float32, stride, rows, blocks int) {
	copyBlocksPlain(dst, row, block, src, stride, rows, blocks)
}

func pause() {}
