package ngram

import (
	"encoding/binary"
	"errors"
	"math"
)

// AppendBinary appends the model in a form of its own, which holds any word, is
// exact, and is read much faster than an ARPA file.
func (m *Model) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, byte(m.Order()))
	b = binary.AppendUvarint(b, uint64(len(m.words)-len(specials)))
	for _, word := range m.words[len(specials):] {
		b = binary.AppendUvarint(b, uint64(len(word)))
		b = append(b, word...)
	}
	for _, l := range m.levels {
		b = binary.AppendUvarint(b, uint64(l.len()))
		for i, v := range l.values {
			for _, id := range l.key(i) {
				b = binary.AppendUvarint(b, uint64(id))
			}
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v.log))
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v.backoff))
		}
	}
	return b, nil
}

var errDamaged = errors.New("the language model is damaged")

// Decode reads what AppendBinary wrote from the beginning of data, and
// returns the rest.
func Decode(data []byte) (m *Model, rest []byte, err error) {
	d := decoder{data: data}
	order := int(d.byte())
	if order < 1 || order > MaxOrder {
		return nil, nil, errDamaged
	}
	m = newModel(newVocabulary(), order)
	for range d.count(1) {
		word := d.take(d.count(1))
		if id := m.number(string(word)); int(id) != len(m.words)-1 || id <= End {
			d.bad = true
		}
	}
	for n := range m.levels {
		m.levels[n].decode(&d, n, int32(len(m.words)))
	}
	if d.bad {
		return nil, nil, errDamaged
	}
	return m, d.data, nil
}

func (l *level) decode(d *decoder, n int, words int32) {
	key := make([]int32, n+1)
	for i := range d.count(n + 9) {
		for j := range key {
			key[j] = int32(min(d.number(), uint64(words)))
			d.bad = d.bad || key[j] >= words
		}
		if _, isNew := l.add(key); !isNew || n == 0 && int(key[0]) != i {
			d.bad = true
		}
		v := value{d.logarithm(), d.logarithm()}
		d.bad = d.bad || v.log > 0
		if d.bad {
			return
		}
		l.values = append(l.values, v)
	}
	d.bad = d.bad || n == 0 && l.len() != int(words)
}

// A decoder takes numbers from data, until it is bad.
type decoder struct {
	data []byte
	bad  bool
}

func (d *decoder) take(n int) []byte {
	if d.bad || n > len(d.data) {
		d.bad = true
		return nil
	}
	taken := d.data[:n]
	d.data = d.data[n:]
	return taken
}

func (d *decoder) byte() byte {
	if b := d.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (d *decoder) number() uint64 {
	x, n := binary.Uvarint(d.data)
	if n <= 0 {
		d.bad = true
		return 0
	}
	d.take(n)
	return x
}

// count reads how many things follow that have at least that many bytes each,
// so that a damaged number asks for no memory.
func (d *decoder) count(bytes int) int {
	n := d.number()
	if d.bad || n > uint64(len(d.data)/bytes) {
		d.bad = true
		return 0
	}
	return int(n)
}

func (d *decoder) logarithm() float32 {
	b := d.take(4)
	if b == nil {
		return 0
	}
	x := math.Float32frombits(binary.LittleEndian.Uint32(b))
	if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
		d.bad = true
	}
	return x
}
