package tensor

import (
	"fmt"
	"math"
)

// Dot is Σ x[i]·y[i], 0 for empty vectors. It panics if their lengths differ.
func Dot(x, y []float32) float32 {
	if len(x) != len(y) {
		panic(fmt.Sprintf("tensor: dot product of %d and %d numbers", len(x), len(y)))
	}
	return dot(x, y)
}

// The sums for any processor have four lanes: closer to the truth than one
// after another, and quicker.

func dotPlain(x, y []float32) float32 {
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

// squaresPlain is Σ (x[i]−mean)².
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

func addPlain(dst, x, y []float32) {
	for i, v := range y {
		dst[i] = x[i] + v
	}
}

func scalePlain(alpha float32, x []float32) {
	for i := range x {
		x[i] *= alpha
	}
}

func normPlain(dst, gain, bias []float32, mean, by float32, x []float32) {
	for i, v := range x {
		dst[i] = (v-mean)*by*gain[i] + bias[i]
	}
}

func greatestPlain(x []float32) float32 {
	m := float32(math.Inf(-1))
	for _, v := range x {
		m = max(m, v)
	}
	return m
}

// expSumPlain sets dst to exp(scale·src − shift) and gives the sum.
func expSumPlain(dst []float32, scale, shift float32, src []float32) float32 {
	s := float32(0)
	for i, v := range src {
		e := exp(scale*v - shift)
		dst[i] = e
		s += e
	}
	return s
}
