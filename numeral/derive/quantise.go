package derive

import "math"

// What goes to a file is rounded at once while training, so that a model
// does the same before it is written and after.

// grain is the step between lexical weights, which are kept in a byte.
const grain = 1.0 / 128

func quantise(w []float32) {
	for i, x := range w {
		w[i] = float32(max(-127, min(127, math.Round(float64(x)/grain))) * grain)
	}
}

// Numbers of vectors are kept in a byte, rarities too.
const (
	vectorGrain = 1.0 / 127
	rarityGrain = 1.0 / 24
)

func (l *lexicon) quantise() {
	for i, x := range l.data {
		l.data[i] = float32(math.Round(float64(x)/vectorGrain) * vectorGrain)
	}
	round := func(x float32) float32 {
		return float32(max(0, min(255, math.Round(float64(x)/rarityGrain))) * rarityGrain)
	}
	for i, x := range l.rarity {
		l.rarity[i] = round(x)
	}
	l.most = round(l.most)
}

// step is what parameters are multiples of: they are kept in two bytes.
func (n *net) step() float32 {
	top := float32(0)
	for _, x := range n.params {
		top = max(top, x, -x)
	}
	// A power of two, so that multiples are exact.
	return float32(math.Exp2(math.Ceil(math.Log2(float64(top)+1e-9)) - 15))
}

func (n *net) quantise() {
	s := n.step()
	for i, x := range n.params {
		n.params[i] = float32(max(-32767, min(32767, math.Round(float64(x/s))))) * s
	}
}
