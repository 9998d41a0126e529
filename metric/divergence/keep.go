package divergence

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
)

// A kept table is a line that says what it is, the number of documents, the
// number of terms, and in the order of their bytes each term, its length
// first, and its number of documents. Numbers are varints. Equal tables have
// equal bytes.
const magic = "hed document frequencies 1\n"

func (t *table) encode() []byte {
	b := []byte(magic)
	b = binary.AppendUvarint(b, uint64(t.docs))
	b = binary.AppendUvarint(b, uint64(len(t.df)))
	for _, term := range slices.Sorted(maps.Keys(t.df)) {
		b = binary.AppendUvarint(b, uint64(len(term)))
		b = append(b, term...)
		b = binary.AppendUvarint(b, uint64(t.df[term]))
	}
	return b
}

// decode takes what encode makes and nothing else.
func decode(data []byte) (*table, error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, errors.New("this is no table of document frequencies")
	}
	d := &decoder{rest: rest}
	t := &table{docs: d.number(math.MaxInt32), df: map[string]int{}}
	terms := d.number(math.MaxInt32)
	before := ""
	for range terms {
		term := d.term()
		df := d.number(t.docs)
		if d.broken {
			break
		}
		if term <= before { // nor is "" a term
			return nil, fmt.Errorf("the table of document frequencies is damaged: %.40q after %.40q", term, before)
		}
		if df == 0 {
			return nil, fmt.Errorf("the table of document frequencies is damaged: no document has %.40q", term)
		}
		t.df[term], before = df, term
	}
	if d.broken || len(d.rest) > 0 {
		return nil, errors.New("the table of document frequencies is damaged: cut off, or followed by something")
	}
	return t, nil
}

// A decoder reads from the front of rest until something is wrong.
type decoder struct {
	rest   []byte
	broken bool
}

// number reads a number that may not be above most, written as short as it
// can be.
func (d *decoder) number(most int) int {
	v, n := binary.Uvarint(d.rest)
	if d.broken || n <= 0 || v > uint64(most) || n > 1 && d.rest[n-1] == 0 {
		d.broken = true
		return 0
	}
	d.rest = d.rest[n:]
	return int(v)
}

func (d *decoder) term() string {
	n := d.number(len(d.rest))
	if n > len(d.rest) {
		d.broken = true
	}
	if d.broken {
		return ""
	}
	s := string(d.rest[:n])
	d.rest = d.rest[n:]
	return s
}
