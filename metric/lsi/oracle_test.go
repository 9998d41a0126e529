package lsi_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hed/internal/race"

	"hed/corpus"
	"hed/internal/shared"
	"hed/metric/lsi"
	"hed/metric/metrictest"
)

// pairs are cosines of headlines with articles, and with the headlines that
// follow.
type pairs struct{ C, S []float64 }

// numhg is what testdata/oracle.py has made.
type numhg struct {
	Weights [][]float64
	Few     struct {
		Values      []float64
		All, Number pairs
	}
	Many struct {
		Values []float64
		Terms  int
		Number pairs
	}
}

func readOracle(t *testing.T) *numhg {
	t.Helper()
	data, err := os.ReadFile("testdata/numhg.json")
	if err != nil {
		t.Fatal(err)
	}
	o := new(numhg)
	if err := json.Unmarshal(data, o); err != nil {
		t.Fatal(err)
	}
	return o
}

var letters = regexp.MustCompile("[A-Za-z]+")

// clean does what its namesake in oracle.py does.
func clean(s string) string {
	words := letters.FindAllString(s, -1)
	for i, w := range words {
		words[i] = "zz" + strings.ToLower(w)
	}
	return strings.Join(words, " ")
}

func readNews(t *testing.T, n int) (bodies articles, headlines []string) {
	t.Helper()
	race.Skip(t, "it takes too long")
	for _, a := range shared.NumHG(t) {
		bodies, headlines = append(bodies, clean(a.Text)), append(headlines, clean(a.Headline))
	}
	if n > 0 {
		bodies = bodies[:n]
	}
	return bodies, headlines
}

// worst is the largest difference, relative to what is wanted.
func worst(t *testing.T, got, want []float64, scale func(float64) float64) float64 {
	t.Helper()
	if len(got) != len(want) || len(want) == 0 {
		t.Fatalf("%d numbers, want %d", len(got), len(want))
	}
	most := 0.0
	for i := range want {
		d := math.Abs(got[i]-want[i]) / scale(want[i])
		if !(d <= most) { // so that NaN shows
			most = d
		}
	}
	return most
}

func relative(x float64) float64 { return x }
func absolute(float64) float64   { return 1 }

func checkPairs(t *testing.T, m *lsi.Metric, bodies articles, headlines []string, want pairs, tolerance float64) {
	t.Helper()
	var got pairs
	for i := range want.C {
		row := metrictest.Score(t, m, corpus.NewCase(&corpus.Document{Body: bodies[i], References: headlines[i+1 : i+2]}, headlines[i:i+1]...))
		got.C, got.S = append(got.C, row[0]), append(got.S, row[1])
	}
	c, s := worst(t, got.C, want.C, absolute), worst(t, got.S, want.S, absolute)
	t.Logf("%d pairs of each kind: the largest differences are %.1g and %.1g", len(want.C), c, s)
	if !(c <= tolerance && s <= tolerance) {
		t.Errorf("the cosines differ")
	}
}

func checkValues(t *testing.T, m *lsi.Metric, want []float64, tolerance float64) {
	t.Helper()
	d := worst(t, m.Values(), want, relative)
	t.Logf("%d values: the largest difference is %.1g", len(want), d)
	if !(d <= tolerance) {
		t.Error("the singular values differ")
	}
}

func TestWeights(t *testing.T) {
	o := readOracle(t)
	bodies, _ := readNews(t, 1000)
	rows, err := build(t, lsi.Options{}).Weights(context.Background(), bodies)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range o.Weights {
		slices.Sort(rows[i])
		if d := worst(t, rows[i], want, absolute); !(d <= 1e-12) {
			t.Errorf("article %d: the largest difference is %v", i, d)
		}
	}
}

// TestNumpy compares with the decomposition of a dense matrix.
func TestNumpy(t *testing.T) {
	o := readOracle(t)
	bodies, headlines := readNews(t, 1000)
	all := fit(t, lsi.Options{Keep: "all"}, bodies)
	checkValues(t, all, o.Few.Values, 1e-9)
	checkPairs(t, all, bodies, headlines, o.Few.All, 1e-6)
	hundred := fit(t, lsi.Options{}, bodies)
	checkValues(t, hundred, o.Few.Values[:100], 1e-9)
	checkPairs(t, hundred, bodies, headlines, o.Few.Number, 1e-6)
	// Half of the squares, and what is above a value, as the values say.
	sum, half := 0.0, 0
	for ; sum < 500; half++ {
		sum += o.Few.Values[half] * o.Few.Values[half]
	}
	if got := fit(t, lsi.Options{Keep: "0.5"}, bodies).Values(); len(got) != half {
		t.Errorf("keep=0.5 keeps %d values, want %d", len(got), half)
	}
	above := 0
	for o.Few.Values[above] > 1.25 {
		above++
	}
	if got := fit(t, lsi.Options{Keep: ">1.25"}, bodies).Values(); len(got) != above {
		t.Errorf("keep=>1.25 keeps %d values, want %d", len(got), above)
	}
}

// TestTruncatedSVD compares with scikit-learn on the whole corpus.
func TestTruncatedSVD(t *testing.T) {
	o := readOracle(t)
	bodies, headlines := readNews(t, 0)
	m := fit(t, lsi.Options{}, bodies)
	if docs, terms := m.Size(); docs != len(bodies) || terms != o.Many.Terms {
		t.Errorf("%d documents, %d terms", docs, terms)
	}
	checkValues(t, m, o.Many.Values, 1e-9)
	checkPairs(t, m, bodies, headlines, o.Many.Number, 1e-6)
}
