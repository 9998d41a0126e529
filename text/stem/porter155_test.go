package stem_test

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"hed/internal/shared"
	"hed/text/stem"
)

// What the Perl of ROUGE-1.5.5 makes of these was read off by hand from runs
// of its subroutine MorphStem.
func TestROUGE155(t *testing.T) {
	for _, test := range []struct{ in, want, why string }{
		{"ran", "ran", "three letters stay"},
		{"men", "men", "even irregular ones"},
		{"geese", "goose", "irregular"},
		{"goose", "goos", "a lemma is not stemmed, the word is"},
		{"were", "be", "irregular"},
		{"better", "good", "in two lists"},
		{"comics", "comic_strip", "the first of two lemmas"},
		{"2000s", "2000", "digits are consonants"},
		{"governmental", "govern", "two suffixes of step 4"},
		{"statement", "statem", "-ent after -ement did not apply"},
		{"yearly", "yearli", "y at the start is a consonant"},
		{"hopping", "hop", ""},
		{"hoping", "hope", ""},
	} {
		if got := stem.ROUGE155().Filter(test.in); got != test.want {
			t.Errorf("%s: got %s, want %s (%s)", test.in, got, test.want, test.why)
		}
	}
}

// TestROUGE155Words takes the words and stems of testdata/make155.py, among
// them every irregular form that the Perl program knows.
func TestROUGE155Words(t *testing.T) {
	f := stem.ROUGE155()
	n := 0
	for line := range strings.Lines(shared.Gunzip(t, "testdata/words155.txt.gz")) {
		word, want, _ := strings.Cut(strings.TrimSpace(line), " ")
		if got := f.Filter(word); got != want {
			t.Errorf("%s: got %s, want %s", word, got, want)
		}
		n++
	}
	if n < 10000 {
		t.Errorf("only %d words", n)
	}
}

// TestROUGE155NumHG stems every word of a news corpus. The corpus is not
// ours to commit, so testdata has a hash of each 500 stems.
func TestROUGE155NumHG(t *testing.T) {
	words := corpusWords155(t, shared.Gunzip(t, shared.File(t, "numhg/annotated.csv.gz")))
	if len(words) < 50000 {
		t.Fatalf("only %d words", len(words))
	}
	golden, err := os.Open("testdata/numhg155.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer golden.Close()
	want := bufio.NewScanner(golden)
	for block := range slices.Chunk(words, 500) {
		h := fnv.New32a()
		for _, w := range block {
			io.WriteString(h, stem.ROUGE155().Filter(w)+"\n")
		}
		if want.Scan(); fmt.Sprintf("%08x", h.Sum32()) != want.Text() {
			t.Errorf("stems of %q to %q differ", block[0], block[len(block)-1])
		}
	}
	if want.Scan() {
		t.Error("the golden file has more words")
	}
}

// corpusWords155 returns the distinct runs of ASCII letters and digits in the
// columns text and summary, in lower case and byte order.
func corpusWords155(t *testing.T, table string) []string {
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	other := func(r rune) bool {
		return r > 'z' || !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", r)
	}
	seen := map[string]bool{}
	for _, name := range []string{"text", "summary"} {
		column := slices.Index(rows[0], name)
		for _, row := range rows[1:] {
			for _, w := range strings.FieldsFunc(row[column], other) {
				seen[strings.ToLower(w)] = true
			}
		}
	}
	words := make([]string, 0, len(seen))
	for w := range seen {
		words = append(words, w)
	}
	slices.Sort(words)
	return words
}

func FuzzROUGE155(f *testing.F) {
	for _, s := range []string{"", "y", "ying", "yyed", "ssss", "ations", "ll", "\xff\xfeed"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, word string) {
		got := stem.ROUGE155().Filter(word)
		if (got == "") != (word == "") {
			t.Errorf("%q becomes %q", word, got)
		}
		if len(word) <= 3 && got != word {
			t.Errorf("short %q becomes %q", word, got)
		}
	})
}

func BenchmarkROUGE155(b *testing.B) {
	words := strings.Fields("police killed the governmental organizations nationally running geese")
	f := stem.ROUGE155()
	for b.Loop() {
		for _, w := range words {
			f.Filter(w)
		}
	}
}
