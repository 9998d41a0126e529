package text

import (
	"fmt"
	"testing"
)

// Strings that differ in length or in a single byte must not be confused,
// least of all those that end in zeros, as keys do.
func TestTable(t *testing.T) {
	var words []string
	for n := 1; n <= keyBytes; n++ {
		word := make([]byte, n)
		words = append(words, string(word))
		for i := range n {
			word[i] = 1
			words = append(words, string(word))
			word[i] = 0
		}
	}
	for i := range 1_200_000 {
		words = append(words, fmt.Sprint("w", i))
	}
	table := newTable()
	for i, w := range words {
		text := append([]byte("xx"+w), make([]byte, keyBytes)...)
		copy(text[2+len(w):], "what follows it") // must not matter
		k := makeKey(text, 2, 2+len(w))
		v, at, found := table.find(k)
		if found {
			t.Fatalf("%q is said to be word %d, %q", w, v, words[v])
		}
		table.add(at, k, int32(i))
	}
	for i, w := range words {
		text := append([]byte(w), make([]byte, keyBytes)...)
		if v, _, found := table.find(makeKey(text, 0, len(w))); !found || v != int32(i) {
			t.Fatalf("%q is word %d, want %d", w, v, i)
		}
	}
	table.reset()
	if _, _, found := table.find(makeKey(append([]byte("w1"), make([]byte, keyBytes)...), 0, 2)); found {
		t.Error("a table that was reset remembers")
	}
}
