package remote

import (
	"encoding/base64"
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// A secret is a key that must not be seen. The zero value has none.
type secret struct {
	key   string
	forms []string
	grams map[string]bool // every so many characters of it in a row
}

const (
	shortKey   = 7  // is none: servers without keys want any word
	longWord   = 16 // of small letters alone, from which on it is not a word any more
	keyExcerpt = 8  // characters of a key that tell something of it
)

func newSecret(key string) secret {
	s := secret{key: key}
	word := !strings.ContainsFunc(key, func(r rune) bool { return r < 'a' || r > 'z' })
	if len(key) < shortKey || word && len(key) < longWord {
		return s // a word such as "whatever", which may be in a headline
	}
	// In the ways in which servers write things; the key itself is last, since it may be a part of them.
	s.forms = []string{base64.StdEncoding.EncodeToString([]byte(key)), url.QueryEscape(key), url.PathEscape(key), html.EscapeString(key), key}
	s.grams = map[string]bool{}
	for i := 0; i+keyExcerpt <= len(key); i++ {
		s.grams[key[i:i+keyExcerpt]] = true
	}
	return s
}

// redactJSON takes the key out of what a model says, also where the escapes of JSON hide it: whoever decodes it must not
// find the key, nor whoever reads the file that it is kept in.
func (s *secret) redactJSON(text string) string {
	plainly := escape.ReplaceAllStringFunc(text, func(e string) string {
		if len(e) < len(`\u0000`) {
			return e[1:]
		}
		r, err := strconv.ParseUint(e[2:], 16, 16)
		if err != nil {
			return e
		}
		return string(rune(r))
	})
	if s.redact(plainly) == plainly {
		return s.redact(text)
	}
	d := json.NewDecoder(strings.NewReader(Block(text)))
	d.UseNumber()
	var tree any
	if d.Decode(&tree) != nil {
		return s.redact(plainly)
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(s.redactTree(tree)) != nil {
		return s.redact(plainly)
	}
	return s.redact(strings.TrimSpace(b.String()))
}

var escape = regexp.MustCompile(`\\(u[0-9a-fA-F]{4}|["\\/])`)

func (s *secret) redactTree(v any) any {
	switch v := v.(type) {
	case string:
		return s.redact(v)
	case []any:
		for i := range v {
			v[i] = s.redactTree(v[i])
		}
	case map[string]any:
		clean := make(map[string]any, len(v))
		for k, x := range v {
			clean[s.redact(k)] = s.redactTree(x)
		}
		return clean
	}
	return v
}

// redact takes the key out of a text, and parts of it, as servers show them to say which key they mean.
func (s *secret) redact(text string) string {
	const instead = "[key]"
	for _, form := range s.forms {
		text = strings.ReplaceAll(text, form, instead)
	}
	var b strings.Builder
	done := 0 // how much of text is in b
	for i := 0; i+keyExcerpt <= len(text); i++ {
		if !s.grams[text[i:i+keyExcerpt]] {
			continue
		}
		end := i + keyExcerpt
		for end < len(text) && s.grams[text[end-keyExcerpt+1:end+1]] {
			end++
		}
		b.WriteString(text[done:i] + instead)
		done, i = end, end-1
	}
	if done == 0 {
		return text
	}
	return b.String() + text[done:]
}
