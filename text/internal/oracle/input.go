package oracle

import (
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"testing"
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

// NumHG yields the article and the headline of each row of the NumHG corpus
// (Huang et al., NumHG: A Dataset for Number-Focused Headline Generation,
// 2024). It skips the test where the corpus is not beside the checkout.
func NumHG(t *testing.T) iter.Seq[string] {
	t.Helper()
	path := filepath.Join(moduleRoot(t), "..", "shared", "data", "numhg", "annotated.csv.gz")
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no NumHG corpus at %s", path)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	r := csv.NewReader(z)
	header, err := r.Read()
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	article, headline := slices.Index(header, "text"), slices.Index(header, "summary")
	return func(yield func(string) bool) {
		for {
			row, err := r.Read()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			if !yield(row[article]) || !yield(row[headline]) {
				return
			}
		}
	}
}

func moduleRoot(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
}
