package stat

// dots sets out[i] to the scalar product of vectors[i] and b, which is no longer than
// any of them. Each is added up as dot does it.
func dots(out []float64, vectors [][]float64, b []float64) {
	i := 0
	if n := len(b) &^ 3; vectorised && n > 0 {
		for ; i+4 <= len(vectors); i += 4 {
			v := vectors[i : i+4]
			var sums [4][4]float64
			dotsAVX2(&sums, &v[0][:n][0], &v[1][:n][0], &v[2][:n][0], &v[3][:n][0], &b[0], n)
			for j, s := range sums {
				out[i+j] = finish(s, v[j][n:len(b)], b[n:])
			}
		}
	}
	for ; i < len(vectors); i++ {
		out[i] = dot(vectors[i][:len(b)], b)
	}
}

// dot is the scalar product, in four sums so that additions need not wait
// for each other. The conversions forbid fused multiplication and addition,
// which some processors have: the result is the same on all.
func dot(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	for len(a) >= 4 && len(b) >= 4 {
		s0 += float64(a[0] * b[0])
		s1 += float64(a[1] * b[1])
		s2 += float64(a[2] * b[2])
		s3 += float64(a[3] * b[3])
		a, b = a[4:], b[4:]
	}
	return finish([4]float64{s0, s1, s2, s3}, a, b)
}

// finish adds the products of what is left, less than four, and the four sums.
func finish(s [4]float64, a, b []float64) float64 {
	for i, v := range a {
		s[0] += float64(v * b[i])
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}
