package vec

import (
	"encoding/binary"
	"math"
)

// Float16 sets dst to the numbers of src, which are IEEE 754 half precision, two
// bytes each, the low byte first. Every half is exact in float32; a NaN stays
// one. It panics if src does not have two bytes for each number of dst.
func Float16(dst []float32, src []byte) {
	if len(src) != 2*len(dst) {
		panic(lengths)
	}
	done := 0
	if hasAVX2 {
		done = len(dst) &^ 7
		float16AVX2(dst[:done], src[:2*done])
	}
	float16Plain(dst[done:], src[2*done:])
}

// BFloat16 sets dst to the numbers of src, which are the upper halves of float32,
// two bytes each, the low byte first. It panics as Float16 does.
func BFloat16(dst []float32, src []byte) {
	if len(src) != 2*len(dst) {
		panic(lengths)
	}
	done := 0
	if hasAVX2 {
		done = len(dst) &^ 7
		bfloat16AVX2(dst[:done], src[:2*done])
	}
	for i := done; i < len(dst); i++ {
		dst[i] = math.Float32frombits(uint32(binary.LittleEndian.Uint16(src[2*i:])) << 16)
	}
}

func float16Plain(dst []float32, src []byte) {
	for i := range dst {
		h := uint32(binary.LittleEndian.Uint16(src[2*i:]))
		sign, magnitude := h>>15<<31, h&0x7fff
		switch {
		case magnitude >= 0x7c00: // infinite or NaN
			dst[i] = math.Float32frombits(sign | 0x7f800000 | magnitude&0x3ff<<13)
		case magnitude >= 0x400:
			dst[i] = math.Float32frombits(sign | (magnitude<<13 + (127-15)<<23))
		default: // without the leading 1: a multiple of 2⁻²⁴
			dst[i] = float32(magnitude) * (1.0 / (1 << 24))
			if sign != 0 {
				dst[i] = -dst[i]
			}
		}
	}
}
