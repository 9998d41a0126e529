package vector

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"hed/corpus"
)

// readWink reads the JSON of wink-embeddings: an object with, among others,
// "dimensions" and behind it "vectors", an object of arrays. What an array
// has beyond the dimensions, its norm and the number of the word, is not read.
//
// Note: the file has 300 MB, for which encoding/json takes ten seconds
// and some GB. So the vectors are scanned here and the rest, but for its
// structure, is passed over.
func readWink(in io.Reader, name string) (*Table, error) {
	s := &scanner{r: bufio.NewReaderSize(in, blockSize)}
	b, err := s.object()
	if err == nil && b == nil {
		err = fmt.Errorf(`no "vectors"; expected the JSON of wink-embeddings`)
	}
	if err == nil {
		if c := s.peek(); c != 0 || s.failed != nil {
			err = fmt.Errorf("%q behind the end", c)
		}
	}
	if err != nil {
		if s.failed != nil {
			return nil, fmt.Errorf("read %s: %w", name, s.failed)
		}
		return nil, &corpus.SyntaxError{File: name, Msg: fmt.Sprintf("byte %d: %v", s.at, err)}
	}
	t, err := b.finish()
	if err != nil {
		return nil, &corpus.SyntaxError{File: name, Msg: err.Error()}
	}
	return t, nil
}

// object reads all of the file.
func (s *scanner) object() (b *builder, err error) {
	dim := 0
	err = s.members(func(key []byte) error {
		switch string(key) {
		case "dimensions":
			v, err := s.value()
			if err == nil && (v < 1 || v > maxDim || v != float64(int(v))) {
				err = fmt.Errorf("dimensions is %v; expected 1 to %d", v, maxDim)
			}
			dim = int(v)
			return err
		case "vectors":
			if dim == 0 {
				return fmt.Errorf(`expected "dimensions" before "vectors"`)
			}
			if b != nil {
				return fmt.Errorf(`"vectors" comes twice`)
			}
			b = newBuilder(dim, 0)
			row := make([]float32, 0, dim)
			return s.members(func(word []byte) (err error) {
				if row, err = s.array(row[:0], dim); err == nil {
					err = b.add(word, row)
				}
				if err != nil {
					return fmt.Errorf("%.40q: %w", word, err)
				}
				return nil
			})
		}
		return s.skip(0)
	})
	return b, err
}

// A scanner reads JSON from a stream.
type scanner struct {
	r      *bufio.Reader
	at     int64
	buf    []byte
	failed error // of reading, other than the end
}

// next returns the next byte, or 0 at the end, which JSON never has.
func (s *scanner) next() byte {
	c, err := s.r.ReadByte()
	if err != nil {
		if err != io.EOF {
			s.failed = err
		}
		return 0
	}
	s.at++
	return c
}

// peek passes over blanks and returns what follows them, which stays.
func (s *scanner) peek() byte {
	for {
		switch c := s.next(); c {
		case ' ', '\t', '\r', '\n':
		case 0:
			return 0
		default:
			s.r.UnreadByte()
			s.at--
			return c
		}
	}
}

func (s *scanner) expect(want byte) error {
	if c := s.peek(); c == 0 {
		return fmt.Errorf("the file ends; expected %q", want)
	} else if c != want {
		return fmt.Errorf("%q; expected %q", c, want)
	}
	s.next()
	return nil
}

// members calls do behind each key of an object.
func (s *scanner) members(do func(key []byte) error) error {
	if err := s.expect('{'); err != nil {
		return err
	}
	if s.peek() == '}' {
		s.next()
		return nil
	}
	for {
		raw, err := s.string()
		if err != nil {
			return err
		}
		key := bytes.Clone(raw[1 : len(raw)-1])
		if bytes.IndexByte(raw, '\\') >= 0 {
			var text string
			if err := json.Unmarshal(raw, &text); err != nil {
				return err
			}
			key = []byte(text)
		}
		if err := s.expect(':'); err != nil {
			return err
		}
		if err := do(key); err != nil {
			return err
		}
		if s.peek() == ',' {
			s.next()
			continue
		}
		return s.expect('}')
	}
}
