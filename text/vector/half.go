package vector

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// read reads one row.
func (t tensor) read(r io.ReaderAt, id int, row []float32) error {
	width := 4
	if t.half {
		width = 2
	}
	raw := make([]byte, width*t.dim)
	if _, err := r.ReadAt(raw, t.offset+int64(id)*int64(len(raw))); err != nil {
		return err
	}
	for i := range row {
		if t.half {
			row[i] = half(binary.LittleEndian.Uint16(raw[2*i:]))
		} else {
			row[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
		}
		if !finite(row[i]) {
			return fmt.Errorf("value %d is %v; expected a finite number", i+1, row[i])
		}
	}
	return nil
}

// half returns the value of a number of IEEE 754 with 16 bits.
func half(b uint16) float32 {
	sign, exponent, fraction := uint32(b>>15)<<31, uint32(b>>10&0x1f), uint32(b&0x3ff)
	switch exponent {
	case 0: // fraction * 2^-24, exactly
		v := float32(fraction) * (1.0 / (1 << 24))
		return math.Float32frombits(math.Float32bits(v) | sign)
	case 0x1f:
		return math.Float32frombits(sign | 0x7f800000 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+127-15)<<23 | fraction<<13)
}
