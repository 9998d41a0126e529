// Package line cuts a stream into lines, many at a time.
//
// Lines end with LF or CRLF; the last may lack its end. The unit of work
// is a block of whole lines, so that a caller can make one string of a
// block and cut the lines out of it: reading then costs one allocation in
// 64 KB instead of one per line.
package line

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"unicode/utf8"

	"hed/corpus"
)

const blockSize = 64 << 10

// Limit is the length of the longest record that is read, in whatever format.
const Limit = 64 << 20

// ErrTooLong stands for a line that is longer than any headline or article
// could be. Reading goes on behind it.
var ErrTooLong = errors.New("the line is longer than 64 MB; is this a text file with one record per line?")

// A Reader gives out blocks of lines.
type Reader struct {
	r         io.Reader
	buf       []byte
	used, end int // buf[used:end] is read and not given out yet
	err       error
}

// NewReader returns a Reader for r.
func NewReader(r io.Reader) *Reader {
	return &Reader{r: r, buf: make([]byte, blockSize)}
}

// Block returns the next whole lines, which stay valid until the next
// call. It holds about 64 KB, or one line if that is longer. At the end
// of the stream the error is io.EOF.
func (r *Reader) Block() ([]byte, error) {
	r.rewind()
	for searched := 0; r.err == nil; searched = r.end {
		if r.end == len(r.buf) {
			if len(r.buf) >= Limit {
				r.skipLine()
				return nil, ErrTooLong
			}
			r.buf = append(r.buf, make([]byte, len(r.buf))...)
		}
		n, err := r.r.Read(r.buf[r.end:])
		r.end += n
		r.err = err
		if i := bytes.LastIndexByte(r.buf[searched:r.end], '\n'); i >= 0 {
			r.used = searched + i + 1
			return r.buf[:r.used], nil
		}
	}
	if r.err == io.EOF && r.end > 0 {
		r.used = r.end
		return r.buf[:r.end], nil
	}
	return nil, r.err
}

// skipLine drops what comes before the next line.
func (r *Reader) skipLine() {
	for r.err == nil {
		r.end, r.err = r.r.Read(r.buf)
		if i := bytes.IndexByte(r.buf[:r.end], '\n'); i >= 0 {
			r.used = i + 1
			return
		}
	}
	r.used = r.end
}

// rewind moves what is left to the front. A buffer that grew for one long
// line is dropped: strings made of its blocks would keep it all alive.
func (r *Reader) rewind() {
	rest := r.buf[r.used:r.end]
	if len(r.buf) > blockSize && len(rest) < blockSize {
		r.buf = make([]byte, blockSize)
	}
	r.used, r.end = 0, copy(r.buf, rest)
}

// Next finds the first line of a block: the line is block[:end], and the
// next one begins at next.
func Next(block []byte) (end, next int) {
	end, next = len(block), len(block)
	if i := bytes.IndexByte(block, '\n'); i >= 0 {
		end, next = i, i+1
	}
	if end > 0 && block[end-1] == '\r' {
		end--
	}
	return end, next
}

// A Line is one line without its end; N counts from 1.
type Line struct {
	N    int
	Data []byte // valid until the next line
}

// All yields the lines of src, which is closed at the end. What comes with
// an error is the number of the line it concerns: invalid UTF-8 is a
// *corpus.SyntaxError and reading goes on, any other error ends it.
func All(src *corpus.Source) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		f, err := src.Open()
		if err != nil {
			yield(Line{}, err)
			return
		}
		defer f.Close()
		r := NewReader(f)
		for n := 1; ; {
			block, err := r.Block()
			if err == ErrTooLong {
				if !yield(Line{N: n}, TooLong(src.Name(), n)) {
					return
				}
				n++
				continue
			}
			if err != nil {
				if err != io.EOF {
					yield(Line{N: n}, err)
				}
				return
			}
			for ; len(block) > 0; n++ {
				end, next := Next(block)
				if !yield(Line{n, block[:end]}, Check(src.Name(), n, block[:end])) {
					return
				}
				block = block[next:]
			}
		}
	}
}

// TooLong is ErrTooLong with its place.
func TooLong(file string, n int) error {
	return &corpus.SyntaxError{File: file, Line: n, Msg: ErrTooLong.Error()}
}

// Check refuses a line that is not UTF-8.
func Check(file string, n int, data []byte) error {
	if utf8.Valid(data) {
		return nil
	}
	at := 0
	for {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			return NotUTF8(file, n, at+1)
		}
		at += size
	}
}

// NotUTF8 is the refusal of the byte at column, counted from 1.
func NotUTF8(file string, n, column int) error {
	return &corpus.SyntaxError{File: file, Line: n, Msg: fmt.Sprintf(
		"byte %d of the line is not valid UTF-8; convert the file to UTF-8", column)}
}
