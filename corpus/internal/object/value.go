package object

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Kind names what a valid JSON value is, for messages.
func Kind(raw []byte) string {
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}

// IsNull says whether a value is null, which hed reads as absent.
func IsNull(raw []byte) bool { return raw[0] == 'n' }

// Text decodes a string.
func Text(raw []byte) (string, error) {
	if raw[0] != '"' {
		return "", fmt.Errorf("expected a string, found %s", Kind(raw))
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1]), nil
	}
	return unescape(string(raw[1 : len(raw)-1]))
}

// Scalar decodes a string, or returns a number as it is written.
func Scalar(raw []byte) (string, error) {
	switch raw[0] {
	case '"':
		return Text(raw)
	case '{', '[', 'n', 't', 'f':
		return "", fmt.Errorf("expected a string or a number, found %s", Kind(raw))
	}
	return string(raw), nil
}

// ID decodes an id, which may be a number.
func ID(raw []byte) (string, error) {
	id, err := Scalar(raw)
	if err == nil && id == "" {
		err = errors.New("the id is empty; leave it out of all records or of none")
	}
	return id, err
}

// Texts decodes a list of strings. Raw need not be valid JSON.
func Texts(raw []byte) ([]string, error) {
	var items []json.RawMessage
	if raw[0] != '[' || json.Unmarshal(raw, &items) != nil {
		return nil, errors.New("expected a JSON list of strings")
	}
	texts := make([]string, len(items))
	for i, item := range items {
		var err error
		if texts[i], err = Text(item); err != nil {
			return nil, fmt.Errorf("item %d: %w", i+1, err)
		}
	}
	return texts, nil
}

// Meta writes a value as text: strings decoded, objects and lists as
// compact JSON, other scalars as written.
func Meta(raw []byte) (string, error) {
	if raw[0] != '{' && raw[0] != '[' {
		if raw[0] == '"' {
			return Text(raw)
		}
		return string(raw), nil
	}
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		return "", err
	}
	return b.String(), nil
}
