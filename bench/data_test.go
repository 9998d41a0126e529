package main

import (
	"os"
	"strings"
	"testing"
)

// TestData holds the data to what BENCHMARKS.md says of it.
func TestData(t *testing.T) {
	d, err := makeData(t.TempDir(), 5000)
	if err != nil {
		t.Fatal(err)
	}
	words, chars, shared := 0, 0, 0
	for i, ref := range d.refs {
		if ref == "" || d.hyps[i] == "" || strings.Contains(ref+d.hyps[i], "\n") {
			t.Fatalf("pair %d is not two lines: %q, %q", i, ref, d.hyps[i])
		}
		words += len(strings.Fields(ref))
		chars += len(ref)
		for _, w := range strings.Fields(strings.ToLower(d.hyps[i])) {
			if strings.Contains(strings.ToLower(ref), w) {
				shared++
			}
		}
	}
	within := func(what string, low, got, high float64) {
		t.Helper()
		if got < low || got > high {
			t.Errorf("%s: %.2f, want %v to %v", what, got, low, high)
		}
	}
	n := float64(len(d.refs))
	within("words in a headline", 7, float64(words)/n, 9)
	within("characters in a headline", 45, float64(chars)/n, 60)
	within("words in both of a pair", 0.4, float64(shared)/float64(words), 0.6)
}

// TestDataAgain shows that a seed is enough to make the same files, and that
// fewer pairs are the beginning of more.
func TestDataAgain(t *testing.T) {
	few, err := makeData(t.TempDir(), 10)
	if err != nil {
		t.Fatal(err)
	}
	more, err := makeData(t.TempDir(), 20)
	if err != nil {
		t.Fatal(err)
	}
	for i := range few.refs {
		if few.refs[i] != more.refs[i] || few.hyps[i] != more.hyps[i] {
			t.Errorf("pair %d differs: %q, %q", i, few.refs[i], more.refs[i])
		}
	}
	file, err := os.ReadFile(few.hypFile)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Join(few.hyps, "\n") + "\n"; string(file) != want {
		t.Errorf("the file has %q, want %q", file, want)
	}
}

func TestVocabulary(t *testing.T) {
	seen := map[string]bool{}
	for _, w := range newSource(1).words {
		if seen[w] || w == "" || strings.ToLower(w) != w {
			t.Errorf("word %q is repeated, empty or has capitals", w)
		}
		seen[w] = true
	}
	if len(seen) != dataWords {
		t.Errorf("got %d words, want %d", len(seen), dataWords)
	}
}
