package token_test

import (
	"regexp"
	"strings"
	"testing"

	"hed/text/token"
)

func TestROUGE155(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"", ""},
		{" \t--... ", ""},
		{"Police KILLED the gunman.", "police killed the gunman"},
		{"U.S.-led well-known -5", "u s led well known 5"},
		{"don't $3,000.50 50%", "don t 3 000 50 50"},
		{"café naïve Ångström Ⅷ", "caf na ve ngstr m"},
		{"AT&amp;T a_b 4th", "at amp t a b 4th"},
		{"\xff\xfebad\x00bytes", "bad bytes"},
	} {
		var got []string
		for _, tok := range token.ROUGE155().Tokenize(nil, test.in) {
			got = append(got, tok.Text)
		}
		if g := strings.Join(got, " "); g != test.want {
			t.Errorf("%q: got %q, want %q", test.in, g, test.want)
		}
	}
}

// FuzzROUGE155 compares with the substitutions of the program, which work on
// the whole line, written with regular expressions over bytes.
func FuzzROUGE155(f *testing.F) {
	f.Add("a-B--c d'E 1,000 \xc3\xa9t\xc3\xa9")
	other := regexp.MustCompile(`(?s)[^A-Za-z0-9\-]`)
	f.Fuzz(func(t *testing.T, s string) {
		latin := make([]rune, len(s)) // one rune a byte, since Perl sees bytes
		for i := range len(s) {
			latin[i] = rune(s[i])
		}
		line := strings.ReplaceAll(string(latin), "-", " - ")
		var want []string
		for _, w := range strings.Fields(other.ReplaceAllString(line, " ")) {
			if w != "-" {
				want = append(want, strings.ToLower(w))
			}
		}
		got := token.ROUGE155().Tokenize(nil, s)
		if len(got) != len(want) {
			t.Fatalf("%q: got %v, want %q", s, got, want)
		}
		for i, tok := range got {
			if tok.Text != want[i] || strings.ToLower(s[tok.Start:tok.End]) != tok.Text {
				t.Errorf("%q: got %+v, want %q", s, tok, want[i])
			}
		}
	})
}
