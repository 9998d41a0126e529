// Package extract writes and reads what metrics learn from: numbers, and terms, each of which is written out once.
package extract

import (
	"encoding/binary"
	"errors"
	"math"
)

// A Writer writes what was found in some documents.
type Writer struct {
	ids   map[string]int
	terms []byte // each with its length before it
	rest  []byte
}

// Number writes a number that is not negative.
func (w *Writer) Number(n int) { w.rest = binary.AppendUvarint(w.rest, uint64(n)) }

// Term writes a term.
func (w *Writer) Term(s string) {
	id, ok := w.ids[s]
	if !ok {
		if w.ids == nil {
			w.ids = map[string]int{}
		}
		id = len(w.ids)
		w.ids[s] = id
		w.terms = append(binary.AppendUvarint(w.terms, uint64(len(s))), s...)
	}
	w.Number(id)
}

// Terms writes how many there are, and they.
func (w *Writer) Terms(all []string) {
	w.Number(len(all))
	for _, s := range all {
		w.Term(s)
	}
}

// Bytes are all that was written: the number of terms, they, and what speaks of them.
func (w *Writer) Bytes() []byte {
	b := binary.AppendUvarint(make([]byte, 0, len(w.terms)+len(w.rest)+3), uint64(len(w.ids)))
	return append(append(b, w.terms...), w.rest...)
}

// A Reader reads what a Writer wrote. Once something is wrong it gives zeros, and Err says so.
type Reader struct {
	terms []string
	rest  []byte
	bad   bool
}

// Open reads the terms.
func Open(b []byte) *Reader {
	r := &Reader{rest: b}
	for range r.Number() {
		n := r.Number()
		if r.bad = r.bad || n > len(r.rest); r.bad {
			break
		}
		r.terms = append(r.terms, string(r.rest[:n]))
		r.rest = r.rest[n:]
	}
	return r
}

// More reports whether there is something left to read.
func (r *Reader) More() bool { return !r.bad && len(r.rest) > 0 }

// Number reads a number.
func (r *Reader) Number() int {
	x, n := binary.Uvarint(r.rest)
	if r.bad || n <= 0 || x > math.MaxInt32 {
		r.bad = true
		return 0
	}
	r.rest = r.rest[n:]
	return int(x)
}

// Term reads a term.
func (r *Reader) Term() string {
	id := r.Number()
	if id >= len(r.terms) {
		r.bad = true
		return ""
	}
	return r.terms[id]
}

// Terms reads terms and appends them to dst.
func (r *Reader) Terms(dst []string) []string {
	for range r.Number() {
		if r.bad {
			break
		}
		dst = append(dst, r.Term())
	}
	return dst
}

// Err is what is wrong.
func (r *Reader) Err() error {
	if r.bad {
		return errors.New("what was made of the documents to learn from is damaged")
	}
	return nil
}
