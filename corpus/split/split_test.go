package split_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/corpustest"
	"hed/corpus/numhg"
	"hed/corpus/split"
	"hed/internal/shared"
)

var paper = split.Ratio{0.7, 0.1, 0.2} // of Huang et al. (2024), section 4.1

func random() *rand.Rand { return rand.New(rand.NewPCG(1, 0)) }

// pile has n articles in strata of very different sizes, some twice.
func pile(n int) *split.Pile {
	p := new(split.Pile)
	for i := range n {
		stratum := "common"
		if i%10 == 0 {
			stratum = "rare"
		}
		d := &corpus.Document{Body: fmt.Sprintf("Article %d", i)}
		p.Add(d, stratum)
		if i%7 == 0 {
			d.Body = fmt.Sprintf(" ARTICLE\n\t%d ", i)
			p.Add(d, stratum)
		}
	}
	return p
}

func TestFolds(t *testing.T) {
	p := pile(700)
	if p.Documents() != 800 || p.Articles() != 700 {
		t.Fatalf("%d documents of %d articles", p.Documents(), p.Articles())
	}
	for _, folds := range []int{1, 2, 5, 10} {
		ratio := split.Ratio{0.7, 0.1, 0.2}
		if folds > 1 {
			ratio = split.Ratio{0.9 - 1/float64(folds), 0.1, 1 / float64(folds)}
		}
		s, err := p.Deal(folds, ratio, random())
		if err != nil {
			t.Fatal(err)
		}
		tests := make([]int, p.Documents())
		for f := range s.Folds() {
			sizes, rare := [split.Parts]int{}, [split.Parts]int{}
			for i := range p.Documents() {
				part := s.Part(f, i)
				sizes[part]++
				if p.Stratum(i) == "rare" {
					rare[part]++
				}
				if part == split.Test {
					tests[i]++
				}
			}
			for part, n := range sizes {
				if want := ratio[part] * 800; math.Abs(float64(n)-want) > 3 {
					t.Errorf("%d folds, fold %d: %d documents for %v, want %v", folds, f, n, split.Part(part), want)
				}
				if share := float64(rare[part]) / float64(n); math.Abs(share-0.1) > 0.03 {
					t.Errorf("%d folds, fold %d: %.3f of %v is rare, want 0.1", folds, f, share, split.Part(part))
				}
			}
		}
		for i, n := range tests {
			if n != 1 && folds > 1 {
				t.Errorf("%d folds: document %d is in %d test parts", folds, i, n)
			}
		}
		apart(t, s)
	}
}

// apart checks that the copies that pile makes are where their originals are.
func apart(t *testing.T, s *split.Split) {
	t.Helper()
	for f := range s.Folds() {
		for i := 0; i+1 < 800; i += 8 { // 7 articles and a copy of the first
			if s.Part(f, i) != s.Part(f, i+1) {
				t.Errorf("fold %d: documents %d and %d are one article in two parts", f, i, i+1)
			}
		}
	}
}

// The development parts of folds are not all the same.
func TestDevDiffers(t *testing.T) {
	s, err := pile(700).Deal(5, paper, random())
	if err != nil {
		t.Fatal(err)
	}
	both := 0
	for i := range 800 {
		if s.Part(0, i) == split.Dev && s.Part(1, i) == split.Dev {
			both++
		}
	}
	if both > 40 { // of 80; 10 by chance
		t.Errorf("%d documents are for development in both of two folds", both)
	}
}

func TestSeed(t *testing.T) {
	deal := func(seed uint64) (parts string) {
		s, err := pile(100).Deal(5, paper, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			t.Fatal(err)
		}
		for i := range 100 {
			parts += s.Part(2, i).String()[:1]
		}
		return parts
	}
	first := deal(1)
	if deal(1) != first {
		t.Error("one seed gives two splits")
	}
	if first == deal(2) {
		t.Error("two seeds give one split")
	}
}

// What makes two documents one article.
func TestSameArticle(t *testing.T) {
	for _, c := range []struct {
		a, b corpus.Document
		same bool
	}{
		{corpus.Document{Body: "A b"}, corpus.Document{Body: " a\u00a0\tB\n"}, true},
		{corpus.Document{Body: "A b"}, corpus.Document{Body: "Ab"}, false},
		{corpus.Document{Body: "A b"}, corpus.Document{Body: "A b."}, false},
		{corpus.Document{References: []string{"H"}}, corpus.Document{References: []string{"h", "other"}}, true},
		{corpus.Document{Body: "x", References: []string{"H"}}, corpus.Document{Body: "y", References: []string{"H"}}, false},
		{corpus.Document{Body: " "}, corpus.Document{Body: " "}, false},
	} {
		var p split.Pile
		p.Add(&c.a, "")
		p.Add(&c.b, "")
		if same := p.Articles() == 1; same != c.same {
			t.Errorf("%+v and %+v: one article %v, want %v", c.a, c.b, same, c.same)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		folds int
		ratio split.Ratio
		want  string
	}{
		{5, split.Ratio{0.7, 0.2, 0.1}, "with 5 folds the share of test must be 1/5"},
		{0, paper, "at least one fold"},
		{1, split.Ratio{1, 1, 0}, "must be greater than 0"},
		{1, split.Ratio{0, 1, 1}, "must be greater than 0"},
		{1, split.Ratio{1, -1, 1}, "at least 0, not -1"},
		{1, split.Ratio{1, math.NaN(), 1}, "at least 0, not NaN"},
		{1, split.Ratio{math.Inf(1), 1, 1}, "at least 0, not +Inf"},
		{900, split.Ratio{899, 0, 1}, "700 articles are too few for 900 folds"},
	} {
		if _, err := pile(700).Deal(c.folds, c.ratio, random()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d folds, %v: %v, want %s", c.folds, c.ratio, err, c.want)
		}
	}
	if _, err := pile(1).Deal(5, split.Ratio{7, 1, 2}, random()); err == nil || err.Error() != "1 article is too few for 5 folds" {
		t.Errorf("one article: %v", err)
	}
	if _, err := pile(700).Deal(5, split.Ratio{7, 1, 2}, random()); err != nil {
		t.Errorf("shares are relative: %v", err)
	}
	if s, err := pile(700).Deal(1, split.Ratio{8, 0, 2}, random()); err != nil {
		t.Error(err)
	} else {
		for i := range 800 {
			if s.Part(0, i) == split.Dev {
				t.Fatal("a document is for development, whose share is 0")
			}
		}
	}
}

// TestNumHG splits the corpus as the paper does, whose 27,746 documents
// make parts of 19,422, 2,775 and 5,549.
func TestNumHG(t *testing.T) {
	docs, err := corpustest.Collect(numhg.Format.Documents(corpus.File(shared.File(t, "numhg/annotated.csv.gz")), corpus.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	var p split.Pile
	for _, d := range docs {
		op, _, _ := strings.Cut(d.Cloze.Derivation, "(")
		p.Add(d, op)
	}
	s, err := p.Deal(5, paper, random())
	if err != nil {
		t.Fatal(err)
	}
	for f := range s.Folds() {
		var sizes [split.Parts]int
		divide := 0
		for i := range docs {
			part := s.Part(f, i)
			sizes[part]++
			if part == split.Test && p.Stratum(i) == "Divide" {
				divide++
			}
		}
		if sizes[split.Test] != 2099 || sizes[split.Dev] < 1049 || sizes[split.Dev] > 1050 {
			t.Errorf("fold %d has the sizes %v", f+1, sizes)
		}
		if divide != 3 { // of 15
			t.Errorf("fold %d has %d divisions in its test part", f+1, divide)
		}
	}
}

// Folds end where the next is missing, but not where later ones are there: the first of 1 and 3 was all that was used.
func TestCount(t *testing.T) {
	for _, c := range []struct {
		there, name string
		want        int
		err         string
	}{
		{"f1 f2 f10x other", "f{fold}", 2, ""},
		{"a12 a22", "a{fold}2", 2, ""},
		{"f1 f2", "f{fold}/train.jsonl", 2, ""},
		{"1.1 2.2 2.3", "{fold}.{fold}", 2, ""},
		{"f0 f01", "f{fold}", 0, ""},
		{"", "none/f{fold}", 0, ""},
		{"f1 f3", "f{fold}", 0, "there is fold 3, but not fold 2"},
		{"f2", "f{fold}", 0, "there is fold 2, but not fold 1"},
	} {
		dir := t.TempDir()
		for name := range strings.FieldsSeq(c.there) {
			// One that leads nowhere is there as well: whoever opens it says what is wrong.
			if err := os.Symlink("nowhere", filepath.Join(dir, name)); err != nil {
				t.Skip(err)
			}
		}
		got, err := split.Count(filepath.Join(dir, c.name))
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s of %s: got %d, %v", c.name, c.there, got, err)
		}
	}
}
