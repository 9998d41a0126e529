package hevas

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"hed/corpus"
)

// attributes reads the name="value" pairs of a <doc> tag into doc, and
// returns what is wrong with them.
func attributes(doc *corpus.Document, attr string) string {
	seen := map[string]bool{}
	for {
		attr = strings.TrimLeft(attr, " \t\r\n")
		if attr == "" {
			return ""
		}
		name, rest, ok := strings.Cut(attr, "=")
		name, rest = strings.TrimSpace(name), strings.TrimLeft(rest, " \t\r\n")
		if !ok || name == "" || rest == "" || rest[0] != '"' && rest[0] != '\'' {
			return fmt.Sprintf("the attributes %q are not name=\"value\" pairs", attr)
		}
		value, rest, ok := strings.Cut(rest[1:], rest[:1])
		if !ok {
			return fmt.Sprintf("the value of %s is not closed; write > within it as &gt;", name)
		}
		if seen[name] {
			return fmt.Sprintf("the attribute %s comes twice; keep one", name)
		}
		seen[name] = true
		if value = unescape(value); name == "id" && value == "" {
			return "the id is empty; leave it out of all docs or of none"
		}
		setAttribute(doc, name, value)
		attr = rest
	}
}

func setAttribute(doc *corpus.Document, name, value string) {
	switch name {
	case "id":
		doc.ID = value
	case "date":
		doc.Date = value
	case "lang":
		doc.Lang = value
	case "source":
		doc.Source = value
	default:
		if doc.Meta == nil {
			doc.Meta = map[string]string{}
		}
		doc.Meta[name] = value
	}
}

var entities = map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'"}

// longestEntity is that of &#1114111; without its marks.
const longestEntity = len("#1114111")

// unescape decodes the entities of XML. Every other & stays a &.
func unescape(s string) string {
	at := strings.IndexByte(s, '&')
	if at < 0 {
		return s
	}
	var b strings.Builder
	for ; at >= 0; at = strings.IndexByte(s, '&') {
		b.WriteString(s[:at])
		s = s[at:]
		end := strings.IndexByte(s[:min(len(s), longestEntity+2)], ';')
		if text, ok := entity(s[1:max(end, 1)]); ok {
			b.WriteString(text)
			s = s[end+1:]
		} else {
			b.WriteByte('&')
			s = s[1:]
		}
	}
	b.WriteString(s)
	return b.String()
}

func entity(name string) (string, bool) {
	number, numeric := strings.CutPrefix(name, "#")
	if !numeric {
		text, ok := entities[name]
		return text, ok
	}
	base := 10
	if hex, ok := strings.CutPrefix(strings.ToLower(number), "x"); ok {
		number, base = hex, 16
	}
	n, err := strconv.ParseUint(number, base, 32)
	if err != nil || !utf8.ValidRune(rune(n)) || n == 0 {
		return "", false
	}
	return string(rune(n)), true
}
