package token

import (
	"strings"
	"testing"
)

// TestLowerASCII has a capital, and bytes next to the range of capitals, at
// each place of strings that are shorter and longer than a word.
func TestLowerASCII(t *testing.T) {
	for n := range 30 {
		if s := strings.Repeat("a", n); lowerASCII(s) != s {
			t.Errorf("%q: got %q", s, lowerASCII(s))
		}
		for i := range n {
			for c := range 256 {
				b := []byte(strings.Repeat("x", n))
				b[i] = byte(c)
				in := string(b)
				if 'A' <= c && c <= 'Z' {
					b[i] += 'a' - 'A'
				}
				if got := lowerASCII(in); got != string(b) {
					t.Errorf("%q: got %q, want %q", in, got, b)
				}
			}
		}
	}
}
