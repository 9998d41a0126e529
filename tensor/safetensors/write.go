package safetensors

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// An Out is a tensor to be written.
type Out struct {
	Name  string
	Shape []int
	Type  Type // F32 or F16, to whose nearest number each is rounded
	// Read sets x to the numbers, the last index running fastest.
	Read func(x []float32)
}

// Write writes a file of tensors, in the order of their names, with metadata in its header. The same
// tensors give the same bytes.
func Write(w io.Writer, tensors []Out, metadata map[string]string) error {
	tensors = slices.SortedFunc(slices.Values(tensors), func(a, b Out) int { return strings.Compare(a.Name, b.Name) })
	header := map[string]any{}
	if len(metadata) > 0 {
		header["__metadata__"] = metadata
	}
	at := uint64(0)
	for _, t := range tensors {
		if _, twice := header[t.Name]; twice || t.Type != F32 && t.Type != F16 {
			return fmt.Errorf("write tensor %q of type %s: a name comes once, and types are F32 and F16", t.Name, t.Type)
		}
		size := uint64(sizes[t.Type] * t.len())
		e := entry{Type: t.Type, Shape: []uint64{}, Offsets: []uint64{at, at + size}}
		for _, n := range t.Shape {
			e.Shape = append(e.Shape, uint64(n))
		}
		header[t.Name] = e
		at += size
	}
	data, err := json.Marshal(header) // which sorts the names
	if err != nil {
		return err
	}
	for len(data)%8 != 0 { // so that numbers are aligned
		data = append(data, ' ')
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if err := binary.Write(out, binary.LittleEndian, uint64(len(data))); err != nil {
		return err
	}
	if _, err := out.Write(data); err != nil {
		return err
	}
	var x []float32
	var buf []byte
	for _, t := range tensors {
		x = slices.Grow(x[:0], t.len())[:t.len()]
		t.Read(x)
		buf = buf[:0]
		for _, v := range x {
			if t.Type == F16 {
				buf = binary.LittleEndian.AppendUint16(buf, half(v))
			} else {
				buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(v))
			}
		}
		if _, err := out.Write(buf); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (t *Out) len() int {
	n := 1
	for _, l := range t.Shape {
		n *= l
	}
	return n
}

// half is the nearest number of half precision, the even one of two; beyond its range it is
// infinite.
func half(x float32) uint16 {
	bits := math.Float32bits(x)
	sign := uint16(bits >> 16 & 0x8000)
	bits &^= 1 << 31
	switch {
	case bits > 0x7f800000: // NaN
		return sign | 0x7e00
	case bits >= 0x477ff000: // rounds to more than 65504
		return sign | 0x7c00
	case bits < 0x38800000: // too small for an exponent of its own: so many steps of 2⁻²⁴
		return sign | uint16(math.RoundToEven(math.Abs(float64(x))*(1<<24)))
	}
	// Halfway cases go up only where the last bit that stays is odd.
	bits += 0xfff + bits>>13&1
	return sign | uint16((bits-0x38000000)>>13)
}
