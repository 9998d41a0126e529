package vec

// Add sets dst to x + y; dst may be x or y. Exact.
func Add(dst, x, y []float32) {
	if len(dst) != len(y) || len(x) != len(y) {
		panic(lengths)
	}
	done := 0
	if hasAVX2 {
		done = len(y) &^ 7
		addAVX2(dst[:done], x[:done], y[:done])
	}
	dst, x, y = dst[done:], x[done:], y[done:]
	for i, v := range y {
		dst[i] = x[i] + v
	}
}

// Scale multiplies every number of x by a. Exact.
func Scale(a float32, x []float32) {
	done := 0
	if hasAVX2 {
		done = len(x) &^ 7
		scaleAVX2(a, x[:done])
	}
	x = x[done:]
	for i := range x {
		x[i] *= a
	}
}

// Axpy adds a·x to y. Exact.
func Axpy(y []float32, a float32, x []float32) {
	if len(x) != len(y) {
		panic(lengths)
	}
	done := 0
	if hasAVX2 {
		if done = len(y) &^ 15; done > 0 {
			axpyAVX2(&y[0], &x[0], a, done/16)
		}
	}
	axpyPlain(y[done:], a, x[done:])
}

func axpyPlain(y []float32, a float32, x []float32) {
	x = x[:len(y)]
	for len(y) >= 4 {
		y[0] += float32(x[0] * a)
		y[1] += float32(x[1] * a)
		y[2] += float32(x[2] * a)
		y[3] += float32(x[3] * a)
		y, x = y[4:], x[4:]
	}
	for i := range y {
		y[i] += float32(x[i] * a)
	}
}

// AxpyRows adds to y the rows of x, each as long as y and times its number of a, one
// after another. Exact, but that a zero of y may have another sign: where there is no
// assembly, rows whose number is 0 are passed over, which is half of them behind a
// rectifier. Numbers of x must be finite for that.
func AxpyRows(y, a, x []float32) {
	if len(x) != len(a)*len(y) {
		panic(lengths)
	}
	if hasAVX2 && len(y)%16 == 0 && len(x) > 0 {
		axpyRowsAVX2(&y[0], &a[0], &x[0], len(a), len(y))
		return
	}
	for i, v := range a {
		if v != 0 {
			axpyPlain(y, v, x[i*len(y):(i+1)*len(y)])
		}
	}
}

// AxpyChain adds a·y to z and, in the same pass, a·x to y. z gets what y was before.
// Exact.
func AxpyChain(z, y, x []float32, a float32) {
	if len(z) != len(y) || len(x) != len(y) {
		panic(lengths)
	}
	done := 0
	if hasAVX2 {
		if done = len(y) &^ 7; done > 0 {
			axpyChainAVX2(&z[0], &y[0], &x[0], a, done/8)
		}
	}
	z, y, x = z[done:], y[done:], x[done:]
	for len(z) >= 4 && len(y) >= 4 && len(x) >= 4 {
		y0, y1, y2, y3 := y[0], y[1], y[2], y[3]
		z[0] += float32(a * y0)
		z[1] += float32(a * y1)
		z[2] += float32(a * y2)
		z[3] += float32(a * y3)
		y[0] = y0 + float32(a*x[0])
		y[1] = y1 + float32(a*x[1])
		y[2] = y2 + float32(a*x[2])
		y[3] = y3 + float32(a*x[3])
		z, y, x = z[4:], y[4:], x[4:]
	}
	for i, v := range y {
		z[i] += float32(a * v)
		y[i] = v + float32(a*x[i])
	}
}
