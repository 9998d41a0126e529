// Package object takes JSON objects apart without building maps: the
// fields come in file order, a repeated key is noticed, and values that
// nobody asks for are never decoded.
package object

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// maxKeys keeps the search for repeated keys short.
const maxKeys = 1000

// A Field is a key with its value as it is written.
type Field struct {
	Key string
	Raw []byte // valid as long as the text it was split from
}

// Split appends the fields of the object in text to dst. Text must be
// UTF-8.
func Split(dst []Field, text []byte) ([]Field, error) {
	text = bytes.TrimLeft(text, " \t\r\n") // not all that Unicode calls space is space in JSON
	if !valid(text) {
		return nil, fmt.Errorf("is not valid JSON: %w", invalid(text))
	}
	if text[0] != '{' {
		return nil, fmt.Errorf("expected a JSON object, found %s", Kind(text))
	}
	for i := space(text, 1); text[i] != '}'; {
		end := skip(text, i)
		key, err := Text(text[i:end])
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(dst, func(f Field) bool { return f.Key == key }) {
			return nil, fmt.Errorf("the key %q comes twice; keep one", key)
		}
		i = space(text, end)
		i = space(text, i+1) // behind the colon
		end = skip(text, i)
		if dst = append(dst, Field{key, text[i:end]}); len(dst) > maxKeys {
			return nil, fmt.Errorf("the object has more than %d keys; expected one record", maxKeys)
		}
		if i = space(text, end); text[i] == ',' {
			i = space(text, i+1)
		}
	}
	return dst, nil
}

// invalid asks the decoder for the reason that valid does not give.
func invalid(text []byte) error {
	var v json.RawMessage
	err := json.Unmarshal(text, &v)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("%w, after %d bytes", err, syntax.Offset)
	}
	return err
}

func space(b []byte, i int) int {
	for b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r' {
		i++
	}
	return i
}

// skip returns the end of the value at i, in text known to be valid.
func skip(b []byte, i int) int {
	depth := 0
	for {
		switch b[i] {
		case '"':
			i = skipString(b, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		default:
			i++
			if depth == 0 {
				return i + max(0, bytes.IndexAny(b[i:], ",}] \t\r\n"))
			}
		}
		if depth == 0 {
			return i
		}
	}
}

// skipString returns the end of the string that begins at i: the next
// quote with an even number of backslashes before it.
func skipString(b []byte, i int) int {
	for {
		i++
		i += bytes.IndexByte(b[i:], '"')
		slashes := 0
		for b[i-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i + 1
		}
	}
}
