package jsonl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// AppendString appends a JSON string, which leaves <, > and & as they are. It is what encoding/json writes, without its detours: most
// texts have little or nothing to escape.
func AppendString(dst []byte, s string) []byte {
	if !utf8.ValidString(s) || strings.Contains(s, "\u2028") || strings.Contains(s, "\u2029") {
		return appendOdd(dst, s)
	}
	dst = append(dst, '"')
	copied := 0
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' {
			dst = append(append(dst, s[copied:i]...), escapes[c]...)
			copied = i + 1
		}
	}
	return append(append(dst, s[copied:]...), '"')
}

// escapes are of the bytes that no JSON string has as they are.
var escapes = func() (all ['\\' + 1]string) {
	for c := range ' ' {
		all[c] = fmt.Sprintf(`\u%04x`, c)
	}
	for c, short := range map[byte]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`} {
		all[c] = short
	}
	return all
}()

// appendOdd appends a text that is not UTF-8, or has characters that JavaScript takes for ends of lines.
func appendOdd(dst []byte, s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(s) // strings always can be, into memory
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}
