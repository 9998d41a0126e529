package vector

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"hed/corpus"
)

// blocks cuts a stream behind ends of lines.
type blocks struct {
	r    io.Reader
	rest []byte // read, behind the last end of a line
	err  error
}

var errLongLine = fmt.Errorf("a line of more than %d bytes; expected a word and its values", maxLine)

// next returns some whole lines, the last of all perhaps without its end, and
// io.EOF when there are none. The bytes are the caller's.
func (s *blocks) next() ([]byte, error) {
	buf := append(make([]byte, 0, blockSize+len(s.rest)), s.rest...)
	s.rest = nil
	for s.err == nil {
		if len(buf) == cap(buf) {
			if len(buf) > maxLine {
				return nil, errLongLine
			}
			buf = append(buf, make([]byte, blockSize)...)[:len(buf)]
		}
		var n int
		from := len(buf)
		n, s.err = s.r.Read(buf[from:cap(buf)])
		buf = buf[:from+n]
		if len(buf) < blockSize {
			continue
		}
		if i := bytes.LastIndexByte(buf[from:], '\n'); i >= 0 {
			s.rest = bytes.Clone(buf[from+i+1:])
			return buf[:from+i+1], nil
		}
	}
	if s.err == io.EOF && len(buf) > 0 {
		return buf, nil
	}
	return nil, s.err
}

// located adds the name of the file, where the error lacks it.
func (s *blocks) located(err error, name string) error {
	if _, ok := errors.AsType[*corpus.SyntaxError](err); ok {
		return err
	}
	if err == io.EOF {
		err = errors.New("the file is empty; expected word vectors")
	}
	if err == errLongLine || s.err == nil || s.err == io.EOF {
		return &corpus.SyntaxError{File: name, Msg: err.Error()}
	}
	return fmt.Errorf("read %s: %w", name, err)
}
