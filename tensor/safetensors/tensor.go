package safetensors

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"unsafe"

	"hed/internal/mapped"
	"hed/tensor/vec"
)

// A Type is the type of a tensor's numbers, as files name it. Those without a
// constant here are known by their size, so that a file that has them can be read.
type Type string

// The types that are more than a size. I64 is for indices and has no Float32s.
const (
	F64  Type = "F64"
	F32  Type = "F32"
	F16  Type = "F16"  // IEEE 754 half precision
	BF16 Type = "BF16" // the upper half of F32
	I64  Type = "I64"
)

// Fraction reports whether Float32s reads numbers of the type.
func (t Type) Fraction() bool { return t == F32 || t == F16 || t == BF16 || t == F64 }

// A Tensor is an array of numbers in an open file.
type Tensor struct {
	Name  string
	File  string // the one it is in
	Type  Type
	Shape []int

	data []byte // little endian, the last index runs fastest
}

// Len is how many numbers t has: the product of Shape, 1 for an empty one.
func (t *Tensor) Len() int { return len(t.data) / sizes[t.Type] }

// Float32s gives the numbers of a tensor of F32, F16, BF16 or F64; the latter are
// rounded. F32 is not copied where the file has it aligned: the result is then
// memory of the file, not to be written to, nor to be used after Close. Otherwise
// it is buf, or a new slice if that is too short.
func (t *Tensor) Float32s(buf []float32) ([]float32, error) {
	if !t.Type.Fraction() {
		return nil, fmt.Errorf("%s: tensor %q is of type %s; expected F32, F16, BF16 or F64", t.File, t.Name, t.Type)
	}
	n := t.Len()
	if t.Type == F32 && n > 0 && littleEndian && uintptr(unsafe.Pointer(&t.data[0]))%4 == 0 {
		return unsafe.Slice((*float32)(unsafe.Pointer(&t.data[0])), n), nil
	}
	buf = slices.Grow(buf[:0], n)[:n]
	switch t.Type {
	case F16:
		vec.Float16(buf, t.data)
	case BF16:
		vec.BFloat16(buf, t.data)
	case F32:
		for i := range buf {
			buf[i] = math.Float32frombits(binary.LittleEndian.Uint32(t.data[4*i:]))
		}
	case F64:
		for i := range buf {
			buf[i] = float32(math.Float64frombits(binary.LittleEndian.Uint64(t.data[8*i:])))
		}
	}
	return buf, nil
}

// Forget lets go of the memory that reading the numbers took; it comes back when they are read again.
func (t *Tensor) Forget() { mapped.Forget(t.data) }

var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1
