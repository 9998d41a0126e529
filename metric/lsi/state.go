package lsi

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"math"
	"slices"

	"hed/metric/internal/learnt"
	"hed/metric/internal/svd"
)

// digest names the corpus: the words of every document, and how often each
// occurs.
func (c *counts) digest() (sum [32]byte) {
	h := sha256.New()
	var buf []byte
	number := func(n uint64) {
		if buf = binary.AppendUvarint(buf, n); len(buf) > 1<<12 {
			h.Write(buf)
			buf = buf[:0]
		}
	}
	number(uint64(len(c.ends)))
	for id := range int32(c.vocabulary.Size()) {
		t := c.vocabulary.Term(id)
		number(uint64(len(t)))
		buf = append(buf, t...)
	}
	first := 0
	for _, end := range c.ends {
		number(uint64(end - first))
		for _, e := range c.entries[first:end] {
			number(e >> 32)
			number(uint64(uint32(e)))
		}
		first = end
	}
	h.Write(buf)
	h.Sum(sum[:0])
	return sum
}

// magic begins a state, and ends with the version of its form: the vocabulary,
// the digest, the number of singular values, they, and V.
const magic = "hed lsi 2\n"

// Save implements metric.Keeper.
func (m *Metric) Save(w io.Writer) error {
	f := m.model
	if f == nil {
		return errNotFitted
	}
	b, err := f.vocabulary.AppendBinary([]byte(magic))
	if err != nil {
		return err
	}
	b = append(b, f.digest[:]...)
	b = binary.AppendUvarint(b, uint64(len(f.values)))
	out := bufio.NewWriter(w)
	out.Write(learnt.AppendFloats(b, f.values...)) // what goes wrong, Flush returns
	for _, x := range f.right {                    // which may be far larger than the rest
		out.Write(learnt.AppendFloats(b[:0], x))
	}
	return out.Flush()
}

// Load implements metric.Keeper.
func (m *Metric) Load(r io.Reader) error {
	in, err := learnt.Open(r, magic)
	if err != nil {
		return err
	}
	v := in.Vocabulary()
	var digest [32]byte
	in.Bytes(digest[:])
	dims := in.Number(min(most, v.Docs(), v.Size()))
	values, right := in.Floats(dims), in.Floats(v.Size()*dims)
	if err := in.Close(); err != nil {
		return err
	}
	// No vector of length 1 has a larger entry, and no value is as small.
	if dims == 0 || slices.ContainsFunc(right, func(x float64) bool { return math.Abs(x) > 1.001 }) ||
		slices.ContainsFunc(values, func(x float64) bool { return !(x > svd.Rank*values[0]/2 && x < 1e100) }) {
		return learnt.ErrDamaged
	}
	m.set(newModel(v, values, right, digest))
	return nil
}
