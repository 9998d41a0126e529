package bleu

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"hed/internal/python"
)

// tokenizers are those of sacreBLEU that need no model, by their names there.
var tokenizers = map[string]func(string) []string{
	"13a":  func(s string) []string { return western(" " + mteval(s) + " ") },
	"intl": international,
	"char": characters,
	"zh":   func(s string) []string { return western(chinese(strings.TrimFunc(s, python.IsSpace))) },
	"none": split,
}

// split is str.split.
func split(s string) []string { return strings.FieldsFunc(s, python.IsSpace) }

// mteval undoes what SGML did to a text, as mteval-v13a.pl has it.
func mteval(s string) string {
	s = strings.ReplaceAll(s, "<skipped>", "")
	s = strings.ReplaceAll(s, "-\n", "")
	s = strings.ReplaceAll(s, "\n", " ")
	if strings.Contains(s, "&") {
		// One after another: "&amp;lt;" becomes "<".
		s = strings.ReplaceAll(s, "&quot;", `"`)
		s = strings.ReplaceAll(s, "&amp;", "&")
		s = strings.ReplaceAll(s, "&lt;", "<")
		s = strings.ReplaceAll(s, "&gt;", ">")
	}
	return s
}

// western sets off ASCII punctuation: most of it everywhere, points and commas unless
// they are between digits, and hyphens after digits.
func western(s string) []string {
	s = apart(s, isMark)
	s = between(s, notDigit, isPoint, "", " ", " ")
	s = between(s, isPoint, notDigit, " ", " ", "")
	s = between(s, isDigit, func(r rune) bool { return r == '-' }, "", " ", " ")
	return split(s)
}

func isDigit(r rune) bool  { return '0' <= r && r <= '9' }
func notDigit(r rune) bool { return !isDigit(r) }
func isPoint(r rune) bool  { return r == '.' || r == ',' }

// isMark is the class of mteval-v13a.pl: ASCII punctuation without the apostrophe, the
// hyphen, the point and the comma.
func isMark(r rune) bool {
	return '!' <= r && r <= '&' || '(' <= r && r <= '+' || r == '/' || ':' <= r && r <= '@' || '[' <= r && r <= '`' || '{' <= r && r <= '~'
}

// international is mteval-v14.pl: punctuation of all scripts unless it is between digits, and symbols.
func international(s string) []string {
	notNumber := func(r rune) bool { return !unicode.IsNumber(r) }
	s = between(s, notNumber, unicode.IsPunct, "", " ", " ")
	s = between(s, unicode.IsPunct, notNumber, " ", " ", "")
	return split(apart(s, unicode.IsSymbol))
}

func characters(s string) []string {
	var out []string
	for i, r := range s {
		if !python.IsSpace(r) {
			_, size := utf8.DecodeRuneInString(s[i:])
			out = append(out, s[i:i+size])
		}
	}
	return out
}

// apart puts spaces around characters.
func apart(s string, is func(rune) bool) string {
	var b strings.Builder
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:])
		if is(r) {
			b.WriteString(" " + s[i:i+size] + " ")
		} else {
			b.WriteString(s[i : i+size])
		}
	}
	return b.String()
}

// between puts texts before, between and after two characters that follow each other. As
// the substitution of a regular expression does, it continues behind the two: in
// "a.." the second point has nothing before it.
func between(s string, first, second func(rune) bool, before, middle, after string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		next, m := utf8.DecodeRuneInString(s[n:])
		if m > 0 && first(r) && second(next) {
			b.WriteString(before + s[:n] + middle + s[n:n+m] + after)
			s = s[n+m:]
			continue
		}
		b.WriteString(s[:n])
		s = s[n:]
	}
	return b.String()
}

// chinese puts spaces around what sacreBLEU takes for Chinese characters.
func chinese(s string) string {
	return apart(s, func(r rune) bool {
		for _, c := range ideographs {
			if c[0] <= r && r <= c[1] {
				return true
			}
		}
		return false
	})
}

// ideographs are the ranges of sacreBLEU. Its two supplementary planes are written with
// four hexadecimal digits and a fifth that is a character of its own, so that they
// begin and end elsewhere: quotation marks, dashes and arrows are among them.
var ideographs = [][2]rune{
	{0x3400, 0x4db5}, {0x4e00, 0x9fa5}, {0x9fa6, 0x9fbb}, {0xf900, 0xfa2d}, {0xfa30, 0xfa6a}, {0xfa70, 0xfad9},
	{0x2001, 0x2a6d}, {0x2f81, 0x2fa1}, // meant as 20000 to 2a6d6 and 2f800 to 2fa1d
	{0xff00, 0xffef}, {0x2e80, 0x2eff}, {0x3000, 0x303f}, {0x31c0, 0x31ef}, {0x2f00, 0x2fdf}, {0x2ff0, 0x2fff},
	{0x3100, 0x312f}, {0x31a0, 0x31bf}, {0xfe10, 0xfe1f}, {0xfe30, 0xfe4f}, {0x2600, 0x26ff}, {0x2700, 0x27bf},
	{0x3200, 0x32ff}, {0x3300, 0x33ff},
}
