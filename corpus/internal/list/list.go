// Package list reads JSON lists of objects, an item at a time.
package list

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"hed/corpus"
	"hed/corpus/internal/line"
	"hed/corpus/internal/object"
	"hed/corpus/internal/track"
	"hed/internal/option"
)

// A Reader reads the items of a JSON list one by one.
type Reader struct {
	file   string
	dec    *json.Decoder
	places *track.Reader
	guard  *line.Guard
	fields []object.Field // memory for one item after the other
	ended  bool
}

// NewReader reads up to the first item. file is what errors call the list.
func NewReader(file string, r io.Reader) (*Reader, error) {
	guard := line.NewGuard(r)
	places := track.NewReader(guard)
	dec := json.NewDecoder(places)
	dec.UseNumber() // a number too large for a float is still a number
	l := &Reader{file: file, dec: dec, places: places, guard: guard}
	return l, l.open()
}

// open reads the opening bracket.
func (l *Reader) open() error {
	token, err := l.dec.Token()
	if err == io.EOF {
		return l.Errorf(1, "the file is empty; expected a JSON list")
	}
	if err != nil {
		return l.broken(err)
	}
	if token != json.Delim('[') {
		return corpus.At(l.file, 1, &option.Error{Option: "format", Err: fmt.Errorf(
			"expected a JSON list, which begins with [; a file with one object per line is %s jsonl", option.Name("format"))})
	}
	return nil
}

// Next returns the fields of an item, which stay valid until the next call, and the line that it begins on. At the end
// of the list the error is io.EOF. It is so after JSON that is broken, too, since nothing says where the next item begins.
func (l *Reader) Next() (fields []object.Field, n int, err error) {
	if l.ended {
		return nil, 0, io.EOF
	}
	item, n, err := l.item()
	if err != nil {
		l.ended = true
		return nil, 0, err
	}
	if bad, column, found := l.places.Invalid(l.dec.InputOffset()); found {
		return nil, n, line.NotUTF8(l.file, bad, column)
	}
	if l.fields, err = object.Split(l.fields[:0], item); err != nil {
		return nil, n, l.Errorf(n, "%v", err)
	}
	return l.fields, n, nil
}

// item returns an item, valid UTF-8 or not, and the line it begins on. At
// the end of the list the error is io.EOF.
func (l *Reader) item() (item []byte, n int, err error) {
	if !l.dec.More() {
		return nil, 0, l.close()
	}
	if err := l.dec.Decode((*json.RawMessage)(&item)); err != nil {
		return nil, 0, l.broken(err)
	}
	l.guard.Next()
	begin := l.dec.InputOffset() - int64(len(item))
	l.places.Forget(begin)
	n, _ = l.places.Position(begin)
	return item, n, nil
}

// close reads the closing bracket and sees that nothing follows it.
func (l *Reader) close() error {
	if _, err := l.dec.Token(); err != nil {
		return l.broken(err)
	}
	switch _, err := l.dec.Token(); {
	case err == io.EOF:
		return io.EOF
	case err != nil:
		return l.broken(err)
	}
	n, _ := l.places.Position(l.dec.InputOffset())
	return l.Errorf(n, "text follows the closing bracket of the list; expected the end of the file")
}

// broken makes a *corpus.SyntaxError of what the decoder says of the text;
// errors of the file stay what they are. The decoder stops before the
// value that it cannot read, and before the space in front of that.
func (l *Reader) broken(err error) error {
	_, syntax := errors.AsType[*json.SyntaxError](err)
	cut := err == io.ErrUnexpectedEOF || err == io.EOF
	long := err == line.ErrRecord
	if !syntax && !cut && !long {
		return err
	}
	rest, _ := io.ReadAll(l.dec.Buffered())
	space := len(rest) - len(bytes.TrimLeft(rest, ", \t\r\n"))
	n, _ := l.places.Position(l.dec.InputOffset() + int64(space))
	switch {
	case long:
		return l.Errorf(n, "%v; expected a JSON list with an item for each article; nothing is read after it", err)
	case cut:
		return l.Errorf(n, "the JSON list ends in the middle of the item that begins here, or its closing bracket is missing")
	}
	return l.Errorf(n, "the item that begins here is not valid JSON: %v; nothing is read after it", err)
}

// Errorf is an error of the item that begins on line n.
func (l *Reader) Errorf(n int, format string, args ...any) error {
	return &corpus.SyntaxError{File: l.file, Line: n, Msg: fmt.Sprintf(format, args...)}
}
