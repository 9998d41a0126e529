package vec

import (
	"encoding/binary"
	"math"
	"testing"
)

// All halves there are: against the definition, by exponent and fraction.
func TestHalves(t *testing.T) { ways(t, allHalves) }

func allHalves(t *testing.T) {
	src := make([]byte, 2<<16)
	for i := range 1 << 16 {
		binary.LittleEndian.PutUint16(src[2*i:], uint16(i))
	}
	half, brain := make([]float32, 1<<16), make([]float32, 1<<16)
	Float16(half, src)
	BFloat16(brain, src)
	value := func(bits, exponentBits, fractionBits int) float64 {
		fraction := float64(bits&(1<<fractionBits-1)) / float64(int(1)<<fractionBits)
		exponent := bits >> fractionBits & (1<<exponentBits - 1)
		bias := 1<<(exponentBits-1) - 1
		sign := 1 - 2*float64(bits>>15)
		switch exponent {
		case 1<<exponentBits - 1:
			if fraction != 0 {
				return math.NaN()
			}
			return math.Inf(int(sign))
		case 0:
			return sign * math.Ldexp(fraction, 1-bias)
		}
		return sign * math.Ldexp(1+fraction, exponent-bias)
	}
	same := func(x float32, y float64) bool {
		return math.Float32bits(x) == math.Float32bits(float32(y)) || x != x && y != y
	}
	for i := range 1 << 16 {
		if want := value(i, 5, 10); !same(half[i], want) {
			t.Fatalf("float16 %#04x: %g, want %g", i, half[i], want)
		}
		if want := value(i, 8, 7); !same(brain[i], want) {
			t.Fatalf("bfloat16 %#04x: %g, want %g", i, brain[i], want)
		}
	}
	for n := range 20 {
		got := make([]float32, n)
		Float16(got, src[0x7800:0x7800+2*n])
		for i, v := range got {
			if v != half[0x3c00+i] {
				t.Errorf("number %d of %d: %g, want %g", i, n, v, half[0x3c00+i])
			}
		}
	}
}
