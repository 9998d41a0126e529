package vec

import "math"

// The functions set dst to a function of every number of src, which may be the same
// slice. They are fused, and what a number gives does not depend on where it stands.

// ReLU is max(x, 0). NaN gives NaN.
func ReLU(dst, src []float32) { relu.apply(dst, src) }

// GELU is x·Φ(x), with Φ the distribution function of the standard normal
// distribution. Correct to 5e-7 of the result; below −13, where that vanishes, to
// 1e-37.
func GELU(dst, src []float32) { gelu.apply(dst, src) }

// GELUTanh is x·(1 + tanh(√(2/π)(x + 0.044715x³)))/2. Correct to 1e-6 of the result
// above −3, and to 2e-5 below.
func GELUTanh(dst, src []float32) { geluTanh.apply(dst, src) }

// Tanh is the hyperbolic tangent. Correct to 4e-7 of the result.
func Tanh(dst, src []float32) { tanh.apply(dst, src) }

// SiLU is x·σ(x) with σ(x) = 1/(1 + exp(−x)). Correct to 1e-6 of the result above −87.
func SiLU(dst, src []float32) { silu.apply(dst, src) }

type function int

const (
	relu function = iota
	gelu
	geluTanh
	tanh
	silu
)

// What does not fill a vector is computed in one of its own, since the plain way
// rounds differently and a number should not depend on where it stands.
func (f function) apply(dst, src []float32) {
	if len(dst) != len(src) {
		panic(lengths)
	}
	if !hasAVX2 {
		f.plain(dst, src)
		return
	}
	done := len(src) &^ 7
	f.blocks(dst[:done], src[:done])
	if done < len(src) {
		var last [8]float32
		copy(last[:], src[done:])
		f.blocks(last[:], last[:])
		copy(dst[done:], last[:])
	}
}

// blocks is apply for a multiple of eight numbers. It is a switch, since a call
// through a variable would let last escape to the heap.
func (f function) blocks(dst, src []float32) {
	switch f {
	case relu:
		reluAVX2(dst, src)
	case gelu:
		geluAVX2(dst, src)
	case geluTanh:
		geluTanhAVX2(dst, src)
	case tanh:
		tanhAVX2(dst, src)
	case silu:
		siluAVX2(dst, src)
	}
}

func (f function) plain(dst, src []float32) {
	switch f {
	case relu:
		for i, x := range src {
			dst[i] = max(x, 0)
		}
	case gelu:
		for i, x := range src {
			dst[i] = geluPlain(x)
		}
	case geluTanh:
		for i, x := range src {
			dst[i] = x / (1 + expPlain(x*(cube1+cube3*x*x)))
		}
	case tanh:
		for i, x := range src {
			dst[i] = tanhPlain(x)
		}
	case silu:
		for i, x := range src {
			dst[i] = x / (1 + expPlain(-x))
		}
	}
}

// ExpSum sets dst to exp(scale·src − shift) and gives the sum. dst may be src. An
// exponential is correct to 2e-7 of the result where that is a normal number; it is
// infinite above 88.72 and zero below −104. Fused.
func ExpSum(dst []float32, scale, shift float32, src []float32) float32 {
	if len(dst) != len(src) {
		panic(lengths)
	}
	if !hasAVX2 {
		s := float32(0)
		for i, v := range src {
			e := expPlain(scale*v - shift)
			dst[i] = e
			s += e
		}
		return s
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

// expPlain is eˣ.
func expPlain(x float32) float32 {
	// So that NaN stays NaN, neither comparison is the other way round.
	if x > expMost {
		x = expMost
	}
	if x < expLow {
		x = expLow
	}
	n := float32(math.RoundToEven(float64(x * log2E)))
	r := x - n*ln2High
	r -= n * ln2Low
	p := float32(exp4)
	p = p*r + exp3
	p = p*r + exp2
	p = p*r + exp1
	p = p*r + exp0
	p = 1 + (r + r*r*p)
	// 2ⁿ is multiplied in two halves, since n may be beyond what one exponent holds.
	i := int32(n)
	half := i >> 1
	return p * power(half) * power(i-half)
}

// power is 2ⁿ.
func power(n int32) float32 { return math.Float32frombits(uint32(n+127) << 23) }

func tanhPlain(x float32) float32 {
	// So that NaN stays NaN, no comparison is the other way round.
	if x > tanhMost {
		x = tanhMost
	}
	if x < -tanhMost {
		x = -tanhMost
	}
	z := x * x
	p, q := float32(tanh4), float32(root4)
	p = p*z + tanh3
	p = p*z + tanh2
	p = p*z + tanh1
	p = p*z + 1
	q = q*z + root3
	q = q*z + root2
	q = q*z + root1
	q = q*z + 1
	y := x * p / q
	if y > 1 {
		y = 1
	}
	if y < -1 {
		y = -1
	}
	return y
}

func geluPlain(x float32) float32 {
	t := abs(x)
	if t > geluFar {
		t = geluFar
	}
	u := 1 / (1 + geluNear*t)
	p := float32(gelu8)
	p = p*u + gelu7
	p = p*u + gelu6
	p = p*u + gelu5
	p = p*u + gelu4
	p = p*u + gelu3
	p = p*u + gelu2
	p = p*u + gelu1
	p = p*u + gelu0
	square := float64(t) * float64(t) / 2
	h := float32(square)
	lost := float32(square - float64(h))
	tail := p * u * expPlain(-h) * (1 - lost)
	return max(x, 0) - t*tail
}

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }
