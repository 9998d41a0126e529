package vec

import "math"

// Sum is Σ x[i], 0 for an empty slice. Fused: its lanes are the processor's.
func Sum(x []float32) float32 {
	if !hasAVX2 {
		return sumPlain(x)
	}
	done := len(x) &^ 7
	return sumAVX2(x[:done]) + sumPlain(x[done:])
}

func sumPlain(x []float32) float32 {
	var s0, s1, s2, s3 float32
	for ; len(x) >= 4; x = x[4:] {
		s0 += x[0]
		s1 += x[1]
		s2 += x[2]
		s3 += x[3]
	}
	for _, v := range x {
		s0 += v
	}
	return s0 + s1 + (s2 + s3)
}

// Squares is Σ (x[i] − mean)², 0 for an empty slice. Fused.
func Squares(mean float32, x []float32) float32 {
	if !hasAVX2 {
		return squaresPlain(mean, x)
	}
	done := len(x) &^ 7
	return squaresAVX2(mean, x[:done]) + squaresPlain(mean, x[done:])
}

func squaresPlain(mean float32, x []float32) float32 {
	var s0, s1, s2, s3 float32
	for ; len(x) >= 4; x = x[4:] {
		d0, d1, d2, d3 := x[0]-mean, x[1]-mean, x[2]-mean, x[3]-mean
		s0 += d0 * d0
		s1 += d1 * d1
		s2 += d2 * d2
		s3 += d3 * d3
	}
	for _, v := range x {
		s0 += (v - mean) * (v - mean)
	}
	return s0 + s1 + (s2 + s3)
}

// Max is the greatest number of x, −∞ for an empty slice. A NaN among them may or may
// not be the result.
func Max(x []float32) float32 {
	done := len(x) &^ 7
	if !hasAVX2 || done == 0 {
		return maxPlain(x)
	}
	return max(maxAVX2(x[:done]), maxPlain(x[done:]))
}

func maxPlain(x []float32) float32 {
	m := float32(math.Inf(-1))
	for _, v := range x {
		m = max(m, v)
	}
	return m
}

// Norm sets dst to (x − mean)·by·gain + bias; dst may be x. Fused.
func Norm(dst, gain, bias []float32, mean, by float32, x []float32) {
	if len(dst) != len(x) || len(gain) != len(x) || len(bias) != len(x) {
		panic(lengths)
	}
	done := 0
	if hasAVX2 {
		done = len(x) &^ 7
		normAVX2(dst[:done], gain[:done], bias[:done], mean, by, x[:done])
	}
	dst, gain, bias, x = dst[done:], gain[done:], bias[done:], x[done:]
	for i, v := range x {
		dst[i] = (v-mean)*by*gain[i] + bias[i]
	}
}
