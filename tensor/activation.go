package tensor

import (
	"fmt"

	"hed/tensor/vec"
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
	// Tanh is the hyperbolic tangent. Correct to 4e-7 of the result.
	Tanh
	// SiLU is x·σ(x), σ(x) = 1/(1 + exp(−x)). Correct to 1e-6 of the result above −87.
	SiLU
)

// apply sets dst to the function of every number of src. They may be the same
// slice.
func (a Activation) apply(dst, src []float32) {
	switch a {
	case Identity:
		copy(dst, src)
	case ReLU:
		vec.ReLU(dst, src)
	case GELU:
		vec.GELU(dst, src)
	case GELUTanh:
		vec.GELUTanh(dst, src)
	case Tanh:
		vec.Tanh(dst, src)
	case SiLU:
		vec.SiLU(dst, src)
	}
}

// check panics if there is no such function, before work is handed out.
func (a Activation) check() {
	if a < Identity || a > SiLU {
		panic(fmt.Sprintf("tensor: unknown activation %d", a))
	}
}
