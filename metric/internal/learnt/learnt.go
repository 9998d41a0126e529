// Package learnt reads and writes what metrics have learnt, as their Save and
// Load want it: a line that says what it is, and then numbers.
//
// There is no checksum in a state, since package evaluate, which puts states
// into files, has one for each. So a Reader promises that damaged bytes do no
// harm, not that they are noticed.
package learnt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"hed/text/bag"
)

// ErrDamaged is what Close says of bytes that no Save has written.
var ErrDamaged = errors.New("what was learnt is damaged; fit it again")

// A Reader reads a state from the front. Once something is wrong it gives zeros,
// and Close says so.
type Reader struct {
	rest []byte
	bad  bool
}

// Open reads all of in, which must begin with the line magic.
func Open(in io.Reader, magic string) (*Reader, error) {
	var b bytes.Buffer
	if _, err := io.Copy(&b, in); err != nil {
		return nil, err
	}
	rest, ok := bytes.CutPrefix(b.Bytes(), []byte(magic))
	if !ok {
		return nil, fmt.Errorf("this is not a %q, or it is from another version of hed; fit it again", strings.TrimSpace(magic))
	}
	return &Reader{rest: rest}, nil
}

// Fail says that something is wrong.
func (r *Reader) Fail() { r.rest, r.bad = nil, true }

// Bad reports whether something is wrong.
func (r *Reader) Bad() bool { return r.bad }

// Close returns ErrDamaged if something was wrong, or is left.
func (r *Reader) Close() error {
	if r.bad || len(r.rest) > 0 {
		return ErrDamaged
	}
	return nil
}

// Number reads a varint that may not be above most.
func (r *Reader) Number(most int) int {
	x, n := binary.Uvarint(r.rest)
	if n <= 0 || x > uint64(most) {
		r.Fail()
		return 0
	}
	r.rest = r.rest[n:]
	return int(x)
}

// Bytes reads as many bytes as b has.
func (r *Reader) Bytes(b []byte) {
	if len(b) > len(r.rest) {
		r.Fail()
	}
	r.rest = r.rest[copy(b, r.rest):]
}

// Floats reads n finite numbers. It takes no memory for more than there are.
func (r *Reader) Floats(n int) []float64 {
	if n > len(r.rest)/8 {
		r.Fail()
		return nil
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = math.Float64frombits(binary.LittleEndian.Uint64(r.rest[8*i:]))
		if math.IsNaN(out[i]) || math.IsInf(out[i], 0) {
			r.Fail()
			return nil
		}
	}
	r.rest = r.rest[8*n:]
	return out
}

// Vocabulary reads one.
func (r *Reader) Vocabulary() *bag.Vocabulary {
	v, rest, err := bag.Decode(r.rest)
	if err != nil {
		r.Fail()
		return bag.NewVocabulary()
	}
	r.rest = rest
	return v
}

// AppendFloats appends numbers as Floats reads them.
func AppendFloats(b []byte, x ...float64) []byte {
	for _, v := range x {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}
