package bag

import (
	"encoding/binary"
	"errors"
	"math"
)

// AppendBinary appends the vocabulary to b: the number of documents, the number
// of terms, and by number each term, its length first, and its number of
// documents. Numbers are varints. The error is always nil.
func (v *Vocabulary) AppendBinary(b []byte) ([]byte, error) {
	b = binary.AppendUvarint(b, uint64(v.docs))
	b = binary.AppendUvarint(b, uint64(len(v.terms)))
	for i, term := range v.terms {
		b = binary.AppendUvarint(b, uint64(len(term)))
		b = append(b, term...)
		b = binary.AppendUvarint(b, uint64(v.seen[i].df))
	}
	return b, nil
}

// Decode reads a vocabulary from the front of data and returns what follows
// it. It takes what AppendBinary makes and nothing else, and no more memory
// than a few times data, whatever that says.
func Decode(data []byte) (v *Vocabulary, rest []byte, err error) {
	d := decoder{rest: data}
	v = NewVocabulary()
	v.docs = int32(d.number(math.MaxInt32))
	for range d.number(math.MaxInt32) {
		term, df := d.text(), d.number(int(v.docs))
		if _, twice := v.ids[term]; d.bad || twice || term == "" || df == 0 {
			return nil, nil, errDamaged
		}
		v.ids[term] = int32(len(v.terms))
		v.terms, v.seen = append(v.terms, term), append(v.seen, count{df: int32(df)})
	}
	if d.bad {
		return nil, nil, errDamaged
	}
	return v, d.rest, nil
}

var errDamaged = errors.New("the vocabulary is damaged")

// A decoder reads from the front of rest until something is bad.
type decoder struct {
	rest []byte
	bad  bool
}

// number reads a number that may not be above most, written as short as it
// can be.
func (d *decoder) number(most int) int {
	x, n := binary.Uvarint(d.rest)
	if d.bad || n <= 0 || x > uint64(most) || n > 1 && d.rest[n-1] == 0 {
		d.bad = true
		return 0
	}
	d.rest = d.rest[n:]
	return int(x)
}

func (d *decoder) text() string {
	n := d.number(math.MaxInt32)
	if n > len(d.rest) {
		d.bad = true
		return ""
	}
	s := string(d.rest[:n])
	d.rest = d.rest[n:]
	return s
}
