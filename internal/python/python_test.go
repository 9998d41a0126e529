package python

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"hed/internal/oracle"
)

// newLower are modifier letters that Unicode 15 made lower case.
const newLower = "\u10fc\ua7f2\ua7f3\ua7f4\uab69"

func TestCharacters(t *testing.T) {
	properties, lowered := oracle.Characters(t)
	has := func(property string, c rune) bool {
		_, ok := slices.BinarySearchFunc(properties[property], c, func(r oracle.Range, c rune) int {
			switch {
			case c < r[0]:
				return 1
			case c > r[1]:
				return -1
			}
			return 0
		})
		return ok
	}
	tests := []struct {
		property string
		is       func(rune) bool
	}{
		{"space", IsSpace},
		{"word", IsWord},
		{"digit", IsDigit},
		{"upper", IsUpper},
		{"lower", IsLower},
		{"final", func(c rune) bool { return strings.HasPrefix(Lower("AΣ"+string(c)+"a"), "aς") }},
		{"after", func(c rune) bool { return strings.HasSuffix(Lower(string(c)+"Σ"), "ς") }},
	}
	for c := range rune(utf8.MaxRune + 1) {
		if !utf8.ValidRune(c) || !has("assigned", c) {
			continue // or newer than Python 3.11
		}
		for _, test := range tests {
			if got, want := test.is(c), has(test.property, c); got != want && !strings.ContainsRune(newLower, c) {
				t.Errorf("%s %U: got %v, want %v", test.property, c, got, want)
			}
		}
		want, ok := lowered["0x"+strconv.FormatInt(int64(c), 16)]
		if !ok {
			want = string(c)
		}
		if got := Lower(string(c)); got != want {
			t.Errorf("Lower(%U): got %+q, want %+q", c, got, want)
		}
	}
}

func TestLower(t *testing.T) {
	// From Python 3.11: s.lower().
	for _, test := range []struct{ in, want string }{
		{"", ""},
		{"abc", "abc"},
		{"ABC 12", "abc 12"},
		{"ÉCOLE", "école"},
		{"İstanbul", "i̇stanbul"},
		{"ΣΑΣ ΣΑΣ", "σας σας"},
		{"Σ", "σ"},
		{"ΑΣ'Σ", "ασ'ς"},
		{"ΑΣ.", "ας."},
	} {
		if got := Lower(test.in); got != test.want {
			t.Errorf("Lower(%q): got %q, want %q", test.in, got, test.want)
		}
	}
}
