package align_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/all"
	"hed/internal/race"
	"hed/internal/shared"
	"hed/style/align"
)

// A scored pair is a row of the result.
type scored struct {
	a, b  string
	score float64
}

func open(t testing.TB, file string, columns map[string]string) align.Newspaper {
	t.Helper()
	r, err := all.Documents(corpus.File(file), "jsonl", corpus.Options{Columns: columns})
	if err != nil {
		t.Fatal(err)
	}
	return align.Newspaper{File: file, Reader: r}
}

func run(t testing.TB, a, b align.Newspaper, opt align.Options) ([]scored, *align.Result) {
	t.Helper()
	var pairs []scored
	res, err := align.Run(context.Background(), a, b, opt, func(a, b string, score float64) error {
		pairs = append(pairs, scored{a, b, score})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return pairs, res
}

// TestGolden compares the pairs of a small invented corpus with those that
// testdata/golden.py found with scikit-learn 1.9.1.
func TestGolden(t *testing.T) {
	got, _ := run(t, open(t, "testdata/a.jsonl", nil), open(t, "testdata/b.jsonl", nil), align.Options{Window: 2, Min: 0.01, Stop: "en"})
	data, err := os.ReadFile("testdata/small.csv")
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(data)), "\n")[1:]
	if len(got) != len(rows) {
		t.Fatalf("%d pairs, want %d", len(got), len(rows))
	}
	for i, row := range rows {
		cells := strings.Split(row, ",")
		want, err := strconv.ParseFloat(cells[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		if g := got[i]; g.a != cells[0] || g.b != cells[1] || math.Abs(g.score-want) > 1e-9 {
			t.Errorf("pair %d is %v, want %s", i, g, row)
		}
	}
}

// TestNews does so with CNN and the Washington Times, of whose pairs scikit-learn's
// are known by digest and scores.
func TestNews(t *testing.T) {
	race.Skip(t, "there are 5,784 articles")
	columns := map[string]string{"text": "body", "headline": "title", "source": "outlet"}
	a := open(t, shared.File(t, "style/cnn.jsonl.gz"), columns)
	b := open(t, shared.File(t, "style/washington_times.jsonl.gz"), columns)
	got, res := run(t, a, b, align.Options{Window: 2, Min: align.Loose, Stop: "en", Workers: 2})
	packed, err := os.ReadFile("testdata/news.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if want := fmt.Sprintf("%d %d", len(got), res.Levels[0].Pairs); lines[0] != want {
		t.Fatalf("%s pairs above the loose and the strict threshold, want %s", want, lines[0])
	}
	slices.SortFunc(got, func(p, q scored) int { return strings.Compare(p.a+"\t"+p.b, q.a+"\t"+q.b) })
	h := sha256.New()
	worst := 0.0
	for i, p := range got {
		fmt.Fprintf(h, "%s\t%s\n", p.a, p.b)
		want, err := strconv.ParseFloat(lines[2+i], 64)
		if err != nil {
			t.Fatal(err)
		}
		worst = max(worst, math.Abs(p.score-want))
	}
	if sum := fmt.Sprintf("%x", h.Sum(nil)); sum != lines[1] {
		t.Errorf("other pairs than scikit-learn's")
	}
	if worst > 1e-9 {
		t.Errorf("a score differs by %g", worst)
	}
	t.Logf("%d pairs of %d, the worst score differs by %.1g; %+v", len(got), res.Compared, worst, res.Levels)
}
