package vector

import (
	"errors"
	"fmt"
)

// string returns a string as it is written, with its quotes, until the next read.
func (s *scanner) string() ([]byte, error) {
	if err := s.expect('"'); err != nil {
		return nil, err
	}
	s.buf = append(s.buf[:0], '"')
	for {
		c := s.next()
		switch {
		case c == 0:
			return nil, errors.New("the file ends in a string")
		case c < ' ':
			return nil, fmt.Errorf("%q in a string", c)
		case len(s.buf) > 8*maxWord:
			return nil, errors.New("a string is too long")
		}
		s.buf = append(s.buf, c)
		if c == '\\' {
			s.buf = append(s.buf, s.next())
		} else if c == '"' {
			return s.buf, nil
		}
	}
}

// value returns a number.
func (s *scanner) value() (float64, error) {
	s.peek()
	s.buf = s.buf[:0]
	for len(s.buf) < 100 {
		c := s.next()
		if c-'0' > 9 && c != '-' && c != '+' && c != '.' && c != 'e' && c != 'E' {
			if c != 0 {
				s.r.UnreadByte()
				s.at--
			}
			break
		}
		s.buf = append(s.buf, c)
	}
	v, _, ok := number(s.buf, 0)
	if !ok {
		return 0, fmt.Errorf("%.40q; expected a number", s.buf)
	}
	return v, nil
}

// array returns the first dim values of an array of at least as many.
func (s *scanner) array(row []float32, dim int) ([]float32, error) {
	if err := s.expect('['); err != nil {
		return row, err
	}
	for n := 0; ; n++ {
		v, err := s.value()
		if err != nil {
			return row, err
		}
		if n < dim {
			row = append(row, float32(v))
			if !finite(row[n]) {
				return row, fmt.Errorf("value %d is %v; expected a finite number", n+1, v)
			}
		}
		if s.peek() == ',' {
			s.next()
			continue
		}
		if n+1 < dim {
			return row, fmt.Errorf("%d values; expected %d", n+1, dim)
		}
		return row, s.expect(']')
	}
}

// skip passes over any value.
func (s *scanner) skip(depth int) error {
	if depth > 100 {
		return errors.New("too deep")
	}
	switch c := s.peek(); c {
	case 0:
		return errors.New("the file ends; expected a value")
	case '{':
		return s.members(func([]byte) error { return s.skip(depth + 1) })
	case '[':
		s.next()
		if s.peek() == ']' {
			s.next()
			return nil
		}
		for {
			if err := s.skip(depth + 1); err != nil {
				return err
			}
			if s.peek() != ',' {
				return s.expect(']')
			}
			s.next()
		}
	case '"':
		_, err := s.string()
		return err
	case 't':
		return s.literal("true")
	case 'f':
		return s.literal("false")
	case 'n':
		return s.literal("null")
	}
	_, err := s.value()
	return err
}

func (s *scanner) literal(want string) error {
	for i := range want {
		if s.next() != want[i] {
			return fmt.Errorf("expected %s", want)
		}
	}
	return nil
}
