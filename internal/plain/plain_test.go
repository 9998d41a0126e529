package plain_test

import (
	"testing"

	"hed/internal/plain"
)

func TestLine(t *testing.T) {
	for in, want := range map[string]string{
		"Più turisti, 35% in più · 🇮🇹 👩‍👧 می\u200cخواهم": "Più turisti, 35% in più · 🇮🇹 👩‍👧 می\u200cخواهم",
		"\x1b[2J\x1b[31mred\a\x7f":              `\x1b[2J\x1b[31mred\x07\x7f`,
		"a\n::error::b\r\tc":                    `a\n::error::b\r\tc`,
		"::error file=x::b":                     `\x3a:error file=x::b`,
		"  ::set-env name=x::b":                 `  \x3a:set-env name=x::b`,
		"a ::b::":                               "a ::b::",
		"a ##[error]b ##vso[task.x]":            `a \x23#[error]b \x23#vso[task.x]`,
		"## a [b]":                              "## a [b]",
		"\u202eesrever\u2066\u2028\u0085\ufeff": `\u202eesrever\u2066\u2028\u0085\ufeff`,
		"half \xff\xe2\x82 \ufffd":              `half \xff\xe2\x82 ` + "\ufffd",
		`C:\news\n`:                             `C:\news\n`,
		"":                                      "",
	} {
		if got := plain.Line(in); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
	if got, want := plain.Text("a\n::b\n\x1bc"), "a\n"+`\x3a:b`+"\n"+`\x1bc`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
