package tokenizer

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// scanner walks over JSON that is known to be valid. A vocabulary is a large
// file of a simple shape, and encoding/json would read it several times.
type scanner struct {
	b []byte
	i int
}

// next returns the byte that a value starts with.
func (s *scanner) next() byte {
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case ' ', '\t', '\n', '\r', ',', ':':
			s.i++
		default:
			return s.b[s.i]
		}
	}
	return 0
}

// skip passes a value over and returns it.
func (s *scanner) skip() json.RawMessage {
	c := s.next()
	begin, depth := s.i, 0
	switch c {
	case '"':
		s.quoted()
		return s.b[begin:s.i]
	case '{', '[':
		for {
			switch s.b[s.i] {
			case '"':
				s.quoted()
				continue
			case '{', '[':
				depth++
			case '}', ']':
				depth--
			}
			if s.i++; depth == 0 {
				return s.b[begin:s.i]
			}
		}
	}
	for ; s.i < len(s.b); s.i++ {
		switch s.b[s.i] {
		case ' ', '\t', '\n', '\r', ',', ']', '}':
			return s.b[begin:s.i]
		}
	}
	return s.b[begin:]
}

// quoted passes a string over and reports whether it has escapes.
func (s *scanner) quoted() (escapes bool) {
	for s.i++; s.b[s.i] != '"'; s.i++ {
		if s.b[s.i] == '\\' {
			escapes = true
			s.i++
		}
	}
	s.i++
	return escapes
}

// text reads a string.
func (s *scanner) text() (string, error) {
	if s.next() != '"' {
		return "", fmt.Errorf("%.40s is not a string", s.skip())
	}
	begin := s.i
	escapes := s.quoted()
	if inner := s.b[begin+1 : s.i-1]; !escapes && utf8.Valid(inner) {
		return string(inner), nil
	}
	var t string
	err := json.Unmarshal(s.b[begin:s.i], &t)
	return t, err
}

// object calls fn at each value of an object.
func (s *scanner) object(fn func(key string) error) error {
	if s.next() != '{' {
		return fmt.Errorf("%.40s is not an object", s.skip())
	}
	for s.i++; s.next() != '}'; {
		key, err := s.text()
		if err == nil {
			err = fn(key)
		}
		if err != nil {
			return err
		}
	}
	s.i++
	return nil
}

// array calls fn at each value of an array.
func (s *scanner) array(fn func() error) error {
	if s.next() != '[' {
		return fmt.Errorf("%.40s is not an array", s.skip())
	}
	for s.i++; s.next() != ']'; {
		if err := fn(); err != nil {
			return err
		}
	}
	s.i++
	return nil
}

// fields returns the values of an object.
func fields(data []byte) (map[string]json.RawMessage, error) {
	values := map[string]json.RawMessage{}
	s := scanner{b: data}
	err := s.object(func(key string) error {
		values[key] = s.skip()
		return nil
	})
	return values, err
}
