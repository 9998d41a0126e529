package token

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// naive is what scanASCII does, byte by byte.
func naive(s string) (tokens []string, ascii bool) {
	ascii = true
	var run []byte
	for _, c := range append([]byte(s), 0) {
		switch {
		case 'A' <= c && c <= 'Z':
			run = append(run, c+'a'-'A')
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			run = append(run, c)
		case len(run) > 0:
			tokens, run = append(tokens, string(run)), nil
		}
		ascii = ascii && c < 0x80
	}
	return tokens, ascii
}

func checkScan(t *testing.T, before, s string) {
	t.Helper()
	text, bounds, ascii := scanASCII([]byte(before), []int{-1}, s)
	var got []string
	for i := 1; i+1 < len(bounds); i += 2 {
		got = append(got, string(text[bounds[i]:bounds[i+1]]))
	}
	want, wantASCII := naive(s)
	if !slices.Equal(got, want) || ascii != wantASCII || len(bounds)%2 != 1 {
		t.Fatalf("%q: got %q, %v, %v, want %q, %v", s, got, bounds, ascii, want, wantASCII)
	}
	if string(text[:len(before)]) != before || bounds[0] != -1 || len(text) != len(before)+len(s) {
		t.Fatalf("%q: what was there is now %q", s, text)
	}
}

// Every byte, and every length around the words and blocks that the scanner
// works by.
func TestScanASCII(t *testing.T) {
	for c := range 256 {
		checkScan(t, "", string([]byte{byte(c)}))
		checkScan(t, "", string([]byte{'a', byte(c), 'Z'}))
	}
	r := rand.New(rand.NewPCG(1, 1))
	const common = "abcXYZ059 -'\n"
	for n := range 200 {
		for range 20 {
			s := make([]byte, n)
			for i := range s {
				s[i] = common[r.IntN(len(common))]
				if r.IntN(20) == 0 {
					s[i] = byte(r.Uint32())
				}
			}
			checkScan(t, common[:n%9], string(s))
		}
	}
}

func FuzzScanASCII(f *testing.F) {
	f.Add("", "Storm closes 2 bridges")
	f.Add("x", "\xff@[`{/:")
	f.Fuzz(checkScan)
}
