// Package formula keeps spreadsheets from running texts of CSV files. A cell that begins with
// =, +, -, @, a tab or a carriage return is a formula to them, which can read other cells
// and open addresses; an apostrophe in front makes it text, which they do not show.
package formula

import (
	"regexp"
	"strings"
)

// Head is the first line of a file of headlines with texts that were defused. Its quotes, which
// CSV does not ask for, tell it from files of other programs, where an apostrophe is one.
const Head = "id,\"headline\"\n"

const begins = "=+-@\t\r"

// number finds what begins as a formula and is only a number.
var number = regexp.MustCompile(`^[+-]\d+(\.\d*)?([eE][+-]?\d+)?$`)

// Defuse is the text with an apostrophe in front if a spreadsheet would run it. One that has
// apostrophes before such a sign gets another one, so that Restore can tell.
func Defuse(s string) string {
	if len(s) < 2 || !strings.Contains("'"+begins, s[:1]) {
		return s
	}
	rest := strings.TrimLeft(s, "'")
	if rest == "" || !strings.Contains(begins, rest[:1]) || rest == s && number.MatchString(s) {
		return s
	}
	return "'" + s
}

// Restore is the text of which Defuse made s.
func Restore(s string) string {
	if rest := strings.TrimLeft(s, "'"); rest != s && rest != "" && strings.Contains(begins, rest[:1]) {
		return s[1:]
	}
	return s
}
