package lsi

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"math"
	"slices"

	"hed/internal/svd"
)

// magic begins a file of state, and ends with the version of its form.
const magic = "hed lsi 1\n"

// digest names the corpus: the words of every document, and how often each
// occurs.
func (b *builder) digest() (sum [32]byte) {
	h := sha256.New()
	var buf []byte
	number := func(n uint64) {
		if buf = binary.AppendUvarint(buf, n); len(buf) > 1<<12 {
			h.Write(buf)
			buf = buf[:0]
		}
	}
	number(uint64(b.docs))
	for _, t := range b.terms {
		number(uint64(len(t)))
		buf = append(buf, t...)
	}
	first := 0
	for _, end := range b.ends {
		number(uint64(end - first))
		for _, e := range b.entries[first:end] {
			number(e >> 32)
			number(uint64(uint32(e)))
		}
		first = end
	}
	h.Write(buf)
	h.Sum(sum[:0])
	return sum
}

// Save implements metric.Keeper.
func (m *Metric) Save(w io.Writer) error {
	f := m.model
	if f == nil {
		return errors.New("lsi knows no corpus yet; call Fit first")
	}
	sum := crc32.NewIEEE()
	out := bufio.NewWriter(io.MultiWriter(w, sum))
	out.WriteString(magic) // what goes wrong, Flush returns
	var buf []byte
	number := func(n int) { out.Write(binary.AppendUvarint(buf[:0], uint64(n))) }
	number(f.docs)
	number(len(f.terms))
	number(len(f.values))
	out.Write(f.digest[:])
	for i, t := range f.terms {
		number(len(t))
		out.WriteString(t)
		number(int(f.df[i]))
	}
	for _, list := range [][]float64{f.values, f.right} {
		for _, x := range list {
			out.Write(binary.LittleEndian.AppendUint64(buf[:0], math.Float64bits(x)))
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err := w.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	return err
}

// Load implements metric.Keeper.
func (m *Metric) Load(r io.Reader) error {
	f, err := load(r)
	if err != nil {
		return fmt.Errorf("state of lsi: %w", err)
	}
	m.set(f)
	return nil
}

var errDamaged = errors.New("it is damaged")

func load(r io.Reader) (*model, error) {
	l := &loader{in: bufio.NewReader(r), sum: crc32.NewIEEE()}
	if string(l.bytes(len(magic))) != magic {
		return nil, errors.New("it is not of this version of hed")
	}
	docs, size, dims := l.number(math.MaxInt32), l.number(math.MaxInt32), l.number(most)
	if dims < 1 || dims > docs || dims > size {
		return nil, errDamaged
	}
	var digest [32]byte
	copy(digest[:], l.bytes(len(digest)))
	var terms []string
	var df []int32
	for range size {
		terms = append(terms, string(l.bytes(l.number(math.MaxInt32))))
		df = append(df, int32(l.number(docs)))
		if l.err != nil || df[len(df)-1] < 1 {
			return nil, errDamaged
		}
	}
	values, right := l.floats(dims), l.floats(size*dims)
	want := l.sum.Sum32()
	if got := l.bytes(4); l.err != nil || binary.LittleEndian.Uint32(got) != want {
		return nil, errDamaged
	}
	if _, err := l.in.ReadByte(); err != io.EOF {
		return nil, errDamaged
	}
	// No vector of length 1 has a larger entry, and no value is as small.
	if slices.ContainsFunc(right, func(x float64) bool { return math.Abs(x) > 1.001 }) ||
		slices.ContainsFunc(values, func(x float64) bool { return !(x > svd.Rank*values[0]/2 && x < 1e100) }) {
		return nil, errDamaged
	}
	f := newModel(docs, terms, df, values, right, digest)
	if f.vocabulary.Size() != size { // a term stands there twice
		return nil, errDamaged
	}
	return f, nil
}

// A loader reads state. After an error it returns zeros. It takes memory as
// data comes, not as damaged numbers say.
type loader struct {
	in  *bufio.Reader
	sum hash.Hash32
	buf bytes.Buffer
	err error
}

func (l *loader) bytes(n int) []byte {
	l.buf.Reset()
	if l.err == nil {
		_, l.err = io.CopyN(&l.buf, l.in, int64(n))
	}
	if l.err != nil {
		return make([]byte, min(n, 64))
	}
	l.sum.Write(l.buf.Bytes())
	return l.buf.Bytes()
}

func (l *loader) number(most int) int {
	var packed []byte
	for len(packed) < binary.MaxVarintLen64 {
		b := l.bytes(1)[0]
		if packed = append(packed, b); b < 0x80 {
			break
		}
	}
	n, used := binary.Uvarint(packed)
	if l.err == nil && (used <= 0 || n > uint64(most)) {
		l.err = errDamaged
	}
	if l.err != nil {
		return 0
	}
	return int(n)
}

// floats reads n finite numbers.
func (l *loader) floats(n int) []float64 {
	var out []float64
	for l.err == nil && len(out) < n {
		part := l.bytes(8 * min(n-len(out), 1<<13))
		for ; len(part) >= 8 && l.err == nil; part = part[8:] {
			x := math.Float64frombits(binary.LittleEndian.Uint64(part))
			if math.IsNaN(x) || math.IsInf(x, 0) {
				l.err = errDamaged
			}
			out = append(out, x)
		}
	}
	return out
}
