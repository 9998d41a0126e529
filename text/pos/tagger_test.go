package pos

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestForget tags more words than a worker remembers and compares with
// workers that remember nothing.
func TestForget(t *testing.T) {
	w := newWorker(English())
	forgot, size := 0, 0
	for i := range 3 * maxRecent / 16 {
		words := strings.Fields("Senate passes bill on")
		for k := range 16 {
			words = append(words, fmt.Sprintf("word%dx%d", i, k))
		}
		got := w.tag(nil, words)
		if i%10 == 0 {
			if want := newWorker(English()).tag(nil, words); !slices.Equal(got, want) {
				t.Fatalf("%q:\n got %v\nwant %v", words, got, want)
			}
		}
		if w.recent.size < size {
			forgot++
		}
		if size = w.recent.size; size > maxRecent || w.older.size > maxRecent {
			t.Fatalf("%d and %d words are remembered", size, w.older.size)
		}
	}
	if forgot < 2 {
		t.Errorf("words were forgotten %d times", forgot)
	}
	if w.recent.entries[ordinary]["passes"] == nil && w.older.entries[ordinary]["passes"] == nil {
		t.Error("a frequent word was forgotten")
	}
}

func TestLongWords(t *testing.T) {
	w := newWorker(English())
	w.tag(nil, []string{strings.Repeat("a", maxWord), strings.Repeat("b", maxWord+1), strings.Repeat("é", maxWord)})
	if w.recent.size != 1 {
		t.Errorf("%d words are remembered, want only the first", w.recent.size)
	}
	for i, e := range w.sentence[:cap(w.sentence)] {
		if e != nil {
			t.Errorf("word %d of the sentence is kept", i)
		}
	}
}

// TestCasings tags the same words in sentences with other capitals around.
func TestCasings(t *testing.T) {
	w := newWorker(English())
	for _, s := range []string{"US to Act", "Senate Says US to Act", "the senate says US to act", "SENATE SAYS US TO ACT", "US to Act"} {
		words := strings.Fields(s)
		if got, want := w.tag(nil, words), newWorker(English()).tag(nil, words); !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", s, got, want)
		}
	}
}

// A worker is asked and not the tagger, whose pool may be emptied at any time.
func TestTagAllocatesNothing(t *testing.T) {
	w := newWorker(English())
	dst := make([]Tag, 0, 100)
	for _, s := range []string{"Senate passes budget bill", "Court Blocks New Asylum Rules", "👍🏽 東京 \xff é"} {
		words := strings.Fields(s)
		if n := testing.AllocsPerRun(10, func() { w.tag(dst, words) }); n != 0 {
			t.Errorf("%q: %v allocations", s, n)
		}
	}
}
