// Package track remembers where lines begin and where UTF-8 is broken in
// a stream that someone else parses, so that a parser which only counts
// bytes can say in which line it was.
package track

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// A Reader passes bytes on and takes notes. What it remembers is what
// the parser has read ahead and not forgotten, which is little.
type Reader struct {
	r     io.Reader
	off   int64   // bytes passed on
	lines []int64 // where lines begin, after the base
	bad   []int64 // invalid bytes not forgotten yet
	tail  []byte  // the beginning of a rune that the last Read cut

	baseLine int   // number of the line at baseOff
	baseOff  int64 // where it begins
}

// NewReader tracks r.
func NewReader(r io.Reader) *Reader { return &Reader{r: r, baseLine: 1} }

// Read is that of io.Reader.
func (t *Reader) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	t.note(p[:n])
	if err == io.EOF {
		t.flush()
	}
	return n, err
}

func (t *Reader) note(p []byte) {
	for i := 0; ; {
		j := bytes.IndexByte(p[i:], '\n')
		if j < 0 {
			break
		}
		i += j + 1
		t.lines = append(t.lines, t.off+int64(i))
	}
	if len(t.tail) > 0 || !utf8.Valid(p) {
		t.noteInvalid(p)
	}
	t.off += int64(len(p))
}

// noteInvalid walks the runes of p with what the last Read left over.
func (t *Reader) noteInvalid(p []byte) {
	at := t.off - int64(len(t.tail))
	b := append(t.tail, p...)
	t.tail = nil
	for len(b) > 0 {
		if !utf8.FullRune(b) {
			t.tail = bytes.Clone(b)
			return
		}
		r, size := utf8.DecodeRune(b)
		if r == utf8.RuneError && size == 1 {
			t.bad = append(t.bad, at)
		}
		b, at = b[size:], at+int64(size)
	}
}

// flush knows that nothing will complete the last rune.
func (t *Reader) flush() {
	if len(t.tail) > 0 {
		t.bad = append(t.bad, t.off-int64(len(t.tail)))
		t.tail = nil
	}
}

// Position returns the line and the column, both from 1, of the byte at
// off, which must not lie before the last Forget.
func (t *Reader) Position(off int64) (line, column int) {
	line, begin := t.baseLine, t.baseOff
	for _, l := range t.lines {
		if l > off {
			break
		}
		line, begin = line+1, l
	}
	return line, int(off-begin) + 1
}

// Invalid returns the place of the first byte before off that is not
// UTF-8, if there is one.
func (t *Reader) Invalid(off int64) (line, column int, found bool) {
	if len(t.bad) == 0 || t.bad[0] >= off {
		return 0, 0, false
	}
	line, column = t.Position(t.bad[0])
	return line, column, true
}

// Forget drops what was noted of the bytes before off.
func (t *Reader) Forget(off int64) {
	n := 0
	for n < len(t.lines) && t.lines[n] <= off {
		t.baseOff = t.lines[n]
		n++
	}
	t.baseLine += n
	t.lines = drop(t.lines, n)
	n = 0
	for n < len(t.bad) && t.bad[n] < off {
		n++
	}
	t.bad = drop(t.bad, n)
}

// drop keeps the memory of the slice for the next notes.
func drop(s []int64, n int) []int64 {
	return s[:copy(s, s[n:])]
}
