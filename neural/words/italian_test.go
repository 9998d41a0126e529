package words_test

import (
	"io/fs"
	"strings"
	"testing"

	"hed/internal/sample"
	"hed/neural/words"
)

// TestItalian splits and joins the Italian sample: elided articles are words of their own, and
// what is written is what was read.
func TestItalian(t *testing.T) {
	for _, name := range []string{"fedele.txt", "svelto.txt", "articles.jsonl"} {
		text, err := fs.ReadFile(sample.Italian, name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line = strings.Join(strings.Fields(line), " ")
			all := words.Split(line)
			if got := words.Join(all); got != line {
				t.Errorf("%q has become %q", line, got)
			}
			for _, w := range all {
				if l := strings.ToLower(w); strings.HasPrefix(l, "dell'") && l != "dell'￭" {
					t.Errorf("%q: dell' is part of %q", line, w)
				}
			}
		}
	}
}
