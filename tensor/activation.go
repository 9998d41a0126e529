package tensor

import (
	"fmt"
	"math"
)

// An Activation is a function that is applied to every number by itself.
type Activation int

const (
	Identity Activation = iota
	// ReLU is max(x, 0). NaN gives NaN.
	ReLU
	// GELU is x·Φ(x), with Φ the distribution function of the standard normal
	// distribution: the "gelu" of BERT and its kin. Correct to 5e-7 of the result;
	// below −13, where that vanishes, to 1e-37.
	GELU
	// GELUTanh is x·(1 + tanh(√(2/π)(x + 0.044715x³)))/2, the approximation of
	// GELU that some models were trained with. Correct to 1e-6 of the result above
	// −3, and to 2e-5 below.
	GELUTanh
	// Tanh is the hyperbolic tangent. Correct to 3e-7 of the result.
	Tanh
)

// Apply sets dst to the function of every number of src. They may be the same
// slice; dst must not be shorter.
func (a Activation) Apply(dst, src []float32) {
	a.check()
	dst = dst[:len(src)]
	if a == Identity {
		copy(dst, src)
		return
	}
	a.apply(dst, src)
}

func (a Activation) applyPlain(dst, src []float32) {
	switch a {
	case ReLU:
		for i, x := range src {
			dst[i] = max(x, 0)
		}
	case GELU:
		for i, x := range src {
			dst[i] = gelu(x)
		}
	case GELUTanh:
		for i, x := range src {
			dst[i] = x / (1 + exp(x*(cube1+cube3*x*x)))
		}
	case Tanh:
		for i, x := range src {
			dst[i] = tanh(x)
		}
	}
}

// check panics if there is no such function, before work is handed out.
func (a Activation) check() {
	if a < Identity || a > Tanh {
		panic(fmt.Sprintf("tensor: unknown activation %d", a))
	}
}

// exp is eˣ, correct to 2e-7 of the result where that is a normal number; above 88.72
// infinite, below −104 zero.
func exp(x float32) float32 {
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
	i := int32(n)
	half := i >> 1
	return p * power(half) * power(i-half)
}

// power is 2ⁿ.
func power(n int32) float32 { return math.Float32frombits(uint32(n+127) << 23) }

func tanh(x float32) float32 {
	t := abs(x)
	if t < tanhSmall {
		z := x * x
		p := float32(tanh4)
		p = p*z + tanh3
		p = p*z + tanh2
		p = p*z + tanh1
		p = p*z + tanh0
		return x + x*z*p
	}
	y := 1 - 2/(exp(t+t)+1)
	if x < 0 {
		return -y
	}
	return y
}

func gelu(x float32) float32 {
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
	tail := p * u * exp(-h) * (1 - lost)
	return max(x, 0) - t*tail
}

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }
