// Package plain makes text from outside, such as a headline, an id or the name of a file,
// safe to print. A terminal obeys control characters, a reader believes lines that look
// like hed's own, and CI systems take lines of a log for commands.
package plain

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Line is a text as a part of one line. Characters that do something, or that turn the
// direction of what follows, are written as Go writes them in strings: \n, \x1b, \u202e. So is
// what would make a line a command of a CI system.
func Line(s string) string {
	if i := odd(s); i < len(s) {
		s = escape(s, i)
	}
	if !strings.Contains(s, "::") && !strings.Contains(s, "##") {
		return s
	}
	return command.ReplaceAllStringFunc(s, func(m string) string {
		i := strings.IndexAny(m, ":#")
		return m[:i] + fmt.Sprintf(`\x%02x`, m[i]) + m[i+1:]
	})
}

// Text is lines, which stay such.
func Text(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = Line(line)
	}
	return strings.Join(lines, "\n")
}

// command finds what begins commands in logs: of GitHub at the start of a line or, as in
// Azure's pipelines and TeamCity, behind two signs anywhere.
var command = regexp.MustCompile(`^\s*::|##[A-Za-z]*\[`)

// odd is where the first character is that cannot stay.
func odd(s string) int {
	for i, r := range s {
		if r < ' ' || r >= 0x7f && !harmless(r) || r == utf8.RuneError && invalid(s[i:]) {
			return i
		}
	}
	return len(s)
}

func escape(s string, from int) string {
	var b strings.Builder
	b.WriteString(s[:from])
	for i, r := range s[from:] {
		switch rest := s[from+i:]; {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r == utf8.RuneError && invalid(rest):
			fmt.Fprintf(&b, `\x%02x`, rest[0])
		case !harmless(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func invalid(s string) bool {
	_, size := utf8.DecodeRuneInString(s)
	return size == 1
}

// harmless reports whether a character above ASCII is neither a control character, nor
// one that ends lines, nor one that sets the direction of writing. Those that join letters
// and emoji are.
func harmless(r rune) bool {
	switch {
	case 0x7f <= r && r <= 0x9f, r == 0x061c, r == 0x200e, r == 0x200f, 0x2028 <= r && r <= 0x202e, 0x2066 <= r && r <= 0x2069, r == 0xfeff:
		return false
	}
	return true
}
