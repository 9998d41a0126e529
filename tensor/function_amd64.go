package tensor

import "math"

//go:noescape
func expSumAVX2(dst []float32, scale, shift float32, src []float32) float32

//go:noescape
func tanhAVX2(dst, src []float32)

//go:noescape
func geluAVX2(dst, src []float32)

//go:noescape
func geluTanhAVX2(dst, src []float32)

//go:noescape
func reluAVX2(dst, src []float32)

// constants are what function_amd64.s reads, eight copies of each.
//
//lint:ignore U1000 the assembly reads them
var constants = spread(
	log2E, ln2High, ln2Low, expMost, expLow, exp0, exp1, exp2, exp3, exp4, 1, math.Float32frombits(127),
	tanh0, tanh1, tanh2, tanh3, tanh4, tanhSmall, math.Float32frombits(0x7fffffff), 2, 0.5,
	geluFar, geluNear, gelu0, gelu1, gelu2, gelu3, gelu4, gelu5, gelu6, gelu7, gelu8, cube1, cube3,
)

func spread(values ...float32) (rows [34][8]float32) {
	for i, v := range values {
		for j := range rows[i] {
			rows[i][j] = v
		}
	}
	return rows
}

// What does not fill a vector is computed in one of its own, since the plain way
// rounds differently and a number should not depend on where it stands.

func (a Activation) apply(dst, src []float32) {
	if !hasAVX2 {
		a.applyPlain(dst, src)
		return
	}
	done := len(src) &^ 7
	a.blocks(dst[:done], src[:done])
	if done < len(src) {
		var last [8]float32
		copy(last[:], src[done:])
		a.blocks(last[:], last[:])
		copy(dst[done:], last[:])
	}
}

func (a Activation) blocks(dst, src []float32) {
	switch a {
	case ReLU:
		reluAVX2(dst, src)
	case GELU:
		geluAVX2(dst, src)
	case GELUTanh:
		geluTanhAVX2(dst, src)
	case Tanh:
		tanhAVX2(dst, src)
	}
}

func expSum(dst []float32, scale, shift float32, src []float32) float32 {
	if !hasAVX2 {
		return expSumPlain(dst, scale, shift, src)
	}
	done := len(src) &^ 7
	s := expSumAVX2(dst[:done], scale, shift, src[:done])
	if done < len(src) {
		var last [8]float32
		n := copy(last[:], src[done:])
		expSumAVX2(last[:], scale, shift, last[:])
		copy(dst[done:], last[:n])
		s += sumPlain(last[:n])
	}
	return s
}
