package vec

// dotLanes is how many sums of Dot run side by side.
const dotLanes = 16

// Dot is Σ x[i]·y[i], 0 for empty slices. Exact: sixteen sums, of which the upper
// half is added to the lower until one is left, and then what fills no sixteen.
func Dot(x, y []float32) float32 {
	if len(x) != len(y) {
		panic(lengths)
	}
	done := len(x) &^ (dotLanes - 1)
	sum := float32(0)
	if done > 0 {
		if hasAVX2 {
			sum = dotAVX2(&x[0], &y[0], done/dotLanes)
		} else {
			sum = dotPlain(x[:done], y[:done])
		}
	}
	for i, v := range x[done:] {
		sum += float32(v * y[done+i])
	}
	return sum
}

func dotPlain(x, y []float32) float32 {
	var s [dotLanes]float32
	for len(x) >= dotLanes && len(y) >= dotLanes {
		a, b := (*[dotLanes]float32)(x), (*[dotLanes]float32)(y)
		for i := range dotLanes {
			s[i] += float32(a[i] * b[i])
		}
		x, y = x[dotLanes:], y[dotLanes:]
	}
	for half := dotLanes / 2; half > 0; half /= 2 {
		for i := range half {
			s[i] += s[i+half]
		}
	}
	return s[0]
}

// DotFused is Σ x[i]·y[i], 0 for empty slices. Fused.
func DotFused(x, y []float32) float32 {
	if len(x) != len(y) {
		panic(lengths)
	}
	if !hasAVX2 {
		return dotFusedPlain(x, y)
	}
	done := len(x) &^ 7
	return dotFusedAVX2(x[:done], y[:done]) + dotFusedPlain(x[done:], y[done:])
}

// Sums in plain Go have four lanes: closer to the truth than one after another, and
// quicker.
func dotFusedPlain(x, y []float32) float32 {
	var s0, s1, s2, s3 float32
	for len(x) >= 4 && len(y) >= 4 {
		s0 += x[0] * y[0]
		s1 += x[1] * y[1]
		s2 += x[2] * y[2]
		s3 += x[3] * y[3]
		x, y = x[4:], y[4:]
	}
	for i, v := range x {
		s0 += v * y[i]
	}
	return s0 + s1 + (s2 + s3)
}

// Dot64 is Σ x[i]·y[i], 0 for empty slices. Exact: four sums, so that additions need
// not wait for each other; what fills no four goes to the first of them. It is plain
// Go: by itself a product is too short a chain for vectors to gain much.
func Dot64(x, y []float64) float64 {
	if len(x) != len(y) {
		panic(lengths)
	}
	var s0, s1, s2, s3 float64
	for len(x) >= 4 && len(y) >= 4 {
		a, b := (*[4]float64)(x), (*[4]float64)(y)
		s0 += float64(a[0] * b[0])
		s1 += float64(a[1] * b[1])
		s2 += float64(a[2] * b[2])
		s3 += float64(a[3] * b[3])
		x, y = x[4:], y[4:]
	}
	return finish64([4]float64{s0, s1, s2, s3}, x, y)
}

// finish64 adds the products of what is left, less than four, and the four sums.
func finish64(s [4]float64, x, y []float64) float64 {
	for i, v := range x {
		s[0] += float64(v * y[i])
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}

// Dots64 sets out[i] to Dot64 of vectors[i] and y, for as many numbers as y has: a
// vector may be longer. Exact.
func Dots64(out []float64, vectors [][]float64, y []float64) {
	i := 0
	if n := len(y) &^ 3; hasAVX2 && n > 0 {
		for ; i+4 <= len(vectors); i += 4 {
			v := vectors[i : i+4]
			var sums [4][4]float64
			dots64AVX2(&sums, &v[0][:n][0], &v[1][:n][0], &v[2][:n][0], &v[3][:n][0], &y[0], n)
			for j, s := range sums {
				out[i+j] = finish64(s, v[j][n:len(y)], y[n:])
			}
		}
	}
	for ; i < len(vectors); i++ {
		out[i] = Dot64(vectors[i][:len(y)], y)
	}
}
