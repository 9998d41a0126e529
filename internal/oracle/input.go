package oracle

import (
	"encoding/json"
	"iter"
	"testing"

	"hed/internal/shared"
)

// random is the generator of golden.py.
type random uint64

func (r *random) intn(n int) int {
	*r = *r*6364136223846793005 + 1442695040888963407
	return int(uint64(*r)>>33) % n
}

func pick[T any](r *random, xs []T) T { return xs[r.intn(len(xs))] }

type pieces struct{ Texts, Alphabets, Suffixes []string }

func load(t testing.TB) (p pieces) {
	t.Helper()
	data, err := files.ReadFile("testdata/pieces.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// PseudoTexts yields the inputs of the series pseudo-google, pseudo-nltk and
// pseudo-punkt.
func PseudoTexts(t testing.TB) iter.Seq[string] {
	t.Helper()
	p := load(t)
	return func(yield func(string) bool) {
		r := random(2)
		for range 50000 {
			blanks := r.intn(3)
			s := ""
			for range 1 + r.intn(14) {
				s += pick(&r, p.Texts)
				if r.intn(10) < 3*blanks {
					s += " "
				}
			}
			if !yield(s) {
				return
			}
		}
	}
}

// PseudoWords yields the inputs of the series pseudo-porter.
func PseudoWords(t testing.TB) iter.Seq[string] {
	t.Helper()
	p := load(t)
	return func(yield func(string) bool) {
		r := random(2)
		for range 200000 {
			letters := []rune(pick(&r, p.Alphabets))
			s := ""
			for range 1 + r.intn(8) {
				s += string(pick(&r, letters))
			}
			for range r.intn(4) {
				s += pick(&r, p.Suffixes)
			}
			if !yield(s) {
				return
			}
		}
	}
}

// NumHG yields the article and the headline of each row of the NumHG corpus.
// It skips the test where the corpus is not there.
func NumHG(t *testing.T) iter.Seq[string] {
	t.Helper()
	articles := shared.NumHG(t)
	return func(yield func(string) bool) {
		for _, a := range articles {
			if !yield(a.Text) || !yield(a.Headline) {
				return
			}
		}
	}
}
