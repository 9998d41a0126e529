package hevas

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"hed/corpus"
	"hed/corpus/internal/line"
	"hed/corpus/internal/track"
)

// limit bounds the memory that an element which is never closed takes.
const limit = 64 << 20

// A token is a run of text, or a tag of the format.
type token struct {
	line int
	text string // what is written, "" for a tag
	tag  string // "doc", "/doc", "title", … or "" for text
	attr string // what stands between <doc and >
}

// A scanner cuts the stream at every > and looks whether what ends there
// is a tag of the format; if not, it is text.
type scanner struct {
	file   string
	r      *bufio.Reader
	places *track.Reader
	off    int64 // where the next segment begins
	tag    token // a tag waiting behind its text
	buf    []byte
}

func newScanner(file string, r io.Reader) *scanner {
	places := track.NewReader(r)
	return &scanner{file: file, r: bufio.NewReader(places), places: places}
}

// next returns the next token, or io.EOF.
func (s *scanner) next() (token, error) {
	if t := s.tag; t.tag != "" {
		s.tag = token{}
		return t, nil
	}
	s.places.Forget(s.off)
	n, _ := s.places.Position(s.off)
	segment, err := s.segment()
	s.off += int64(len(segment))
	if err == bufio.ErrBufferFull {
		err = s.errorf(n, "there is no > within 64 MB; is this a HEvAS file?")
	}
	if err != nil {
		return token{line: n}, err
	}
	if bad, column, found := s.places.Invalid(s.off); found {
		return token{line: n}, line.NotUTF8(s.file, bad, column)
	}
	at := bytes.LastIndexByte(segment, '<')
	if at < 0 {
		return text(n, segment), nil
	}
	t := tag(segment[at:])
	if t.tag == "" {
		return text(n, segment), nil
	}
	t.line, _ = s.places.Position(s.off - int64(len(segment)-at))
	if at == 0 {
		return t, nil
	}
	s.tag = t
	return text(n, segment[:at]), nil
}

// text makes a token of what begins on line n. Its line is that of the
// first word, which a message would be about.
func text(n int, b []byte) token {
	space := b[:len(b)-len(bytes.TrimLeft(b, " \t\r\n"))]
	return token{line: n + bytes.Count(space, []byte("\n")), text: string(b)}
}

// segment reads up to and with the next >, or to the end of the file. It
// is valid until the next call.
func (s *scanner) segment() ([]byte, error) {
	s.buf = s.buf[:0]
	for {
		part, err := s.r.ReadSlice('>')
		s.buf = append(s.buf, part...)
		if err == bufio.ErrBufferFull && len(s.buf) < limit {
			continue
		}
		if err == io.EOF && len(s.buf) > 0 {
			err = nil
		}
		return s.buf, err
	}
}

// tag recognises the six tags of the format; others are text.
func tag(b []byte) token {
	if b[len(b)-1] != '>' {
		return token{}
	}
	switch inner := string(b[1 : len(b)-1]); strings.TrimRight(inner, " \t\r\n") {
	case "title", "/title", "text", "/text", "/doc":
		return token{tag: strings.TrimRight(inner, " \t\r\n")}
	default:
		if isDoc(b) {
			return token{tag: "doc", attr: inner[len("doc"):]}
		}
	}
	return token{}
}

func isDoc(b []byte) bool {
	const begin = "<doc"
	return len(b) > len(begin) && string(b[:len(begin)]) == begin && strings.IndexByte(" \t\r\n>", b[len(begin)]) >= 0
}

func (s *scanner) errorf(n int, msg string) error {
	return &corpus.SyntaxError{File: s.file, Line: n, Msg: msg}
}
