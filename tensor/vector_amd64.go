package tensor

//go:noescape
func addAVX2(dst, x, y []float32)

//go:noescape
func scaleAVX2(alpha float32, x []float32)

//go:noescape
func dotAVX2(x, y []float32) float32

//go:noescape
func sumAVX2(x []float32) float32

//go:noescape
func squaresAVX2(mean float32, x []float32) float32

//go:noescape
func normAVX2(dst, gain, bias []float32, mean, by float32, x []float32)

//go:noescape
func maxAVX2(x []float32) float32

//go:noescape
func float16AVX2(dst []float32, src []byte)

//go:noescape
func bfloat16AVX2(dst []float32, src []byte)

// What does not fill a vector is done plainly.

func dot(x, y []float32) float32 {
	if !hasAVX2 {
		return dotPlain(x, y)
	}
	done := len(x) &^ 7
	return dotAVX2(x[:done], y[:done]) + dotPlain(x[done:], y[done:])
}

func sum(x []float32) float32 {
	if !hasAVX2 {
		return sumPlain(x)
	}
	done := len(x) &^ 7
	return sumAVX2(x[:done]) + sumPlain(x[done:])
}

func squares(mean float32, x []float32) float32 {
	if !hasAVX2 {
		return squaresPlain(mean, x)
	}
	done := len(x) &^ 7
	return squaresAVX2(mean, x[:done]) + squaresPlain(mean, x[done:])
}

func greatest(x []float32) float32 {
	done := len(x) &^ 7
	if !hasAVX2 || done == 0 {
		return greatestPlain(x)
	}
	return max(maxAVX2(x[:done]), greatestPlain(x[done:]))
}

func add(dst, x, y []float32) {
	done := 0
	if hasAVX2 {
		done = len(y) &^ 7
		addAVX2(dst[:done], x[:done], y[:done])
	}
	addPlain(dst[done:], x[done:], y[done:])
}

func scale(alpha float32, x []float32) {
	done := 0
	if hasAVX2 {
		done = len(x) &^ 7
		scaleAVX2(alpha, x[:done])
	}
	scalePlain(alpha, x[done:])
}

func norm(dst, gain, bias []float32, mean, by float32, x []float32) {
	done := 0
	if hasAVX2 {
		done = len(x) &^ 7
		normAVX2(dst[:done], gain[:done], bias[:done], mean, by, x[:done])
	}
	normPlain(dst[done:], gain[done:], bias[done:], mean, by, x[done:])
}

func float16(dst []float32, src []byte) {
	done := 0
	if hasAVX2 {
		done = len(dst) &^ 7
		float16AVX2(dst[:done], src[:2*done])
	}
	float16Plain(dst[done:], src[2*done:])
}

func bfloat16(dst []float32, src []byte) {
	done := 0
	if hasAVX2 {
		done = len(dst) &^ 7
		bfloat16AVX2(dst[:done], src[:2*done])
	}
	bfloat16Plain(dst[done:], src[2*done:])
}
