package embedding

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/score"
	"hed/text"
	"hed/text/token"
	"hed/text/vector"
)

// Means and cosines are gensim's; testdata/oracle.py made the numbers. The
// words of wink.txt are those of the whole file that come up.
func TestOracle(t *testing.T) {
	data, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden map[string][]struct {
		A, B   []string
		Cosine *float64
		Mean   []float64
	}
	if err := json.Unmarshal(data, &golden); err != nil {
		t.Fatal(err)
	}
	words := &text.Analyzer{Tokenizer: token.Unicode()} // stop words are hed's matter
	for name, pairs := range golden {
		table, err := vector.Open(filepath.Join("testdata", name+".txt"), "")
		if err != nil {
			t.Fatal(err)
		}
		var w worker
		var a, b mean
		values := 0
		for _, p := range pairs {
			known, _ := w.sum(&a, table, words, strings.Join(p.A, " "))
			w.sum(&b, table, words, strings.Join(p.B, " "))
			got := a.cosine(&b)
			if p.Cosine == nil {
				if !score.IsAbsent(got) {
					t.Errorf("%s: %v and %v: got %v, want none", name, p.A, p.B, got)
				}
				continue
			}
			values++
			if want := max(*p.Cosine, 0); !(math.Abs(got-want) <= 1e-6) {
				t.Errorf("%s: %v and %v: got %v, want %v", name, p.A, p.B, got, want)
			}
			for i, want := range p.Mean {
				if got := a.sum[i] / float64(known); !(math.Abs(got-want) <= 1e-6) {
					t.Errorf("%s: %v: value %d of the mean is %v, want %v", name, p.A, i, got, want)
				}
			}
		}
		if values < 40 {
			t.Errorf("%s: %d values were compared", name, values)
		}
	}
}
