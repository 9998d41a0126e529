package readability_test

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"hed/corpus"
	"hed/metric/metrictest"
	"hed/metric/readability"
	"hed/score"
)

// TestGulpease compares with textstat, see testdata/gulpease.py.
func TestGulpease(t *testing.T) {
	m := build(t, readability.Options{Lang: "it"})
	last := len(m.Columns()) - 1
	if c := m.Columns()[last]; c.Name != "gulpease" || c.Better != score.Higher || c.UnitFormula() != "max(min(x,100)/100,0)" {
		t.Errorf("the last column is %+v", c)
	}
	data, err := os.ReadFile("testdata/gulpease.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		number, headline, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		want, err := strconv.ParseFloat(number, 64)
		if err != nil {
			t.Fatal(err)
		}
		got := metrictest.Score(t, m, corpus.NewCase(&corpus.Document{}, headline))
		if math.Abs(got[last]-want) > 5e-5 { // it is printed with four digits
			t.Errorf("%q: got %v, want %v", headline, got[last], want)
		}
	}
	if got := metrictest.Score(t, m, corpus.NewCase(&corpus.Document{}, "?!")); !score.IsAbsent(got[last]) {
		t.Errorf("a headline without a word has %v", got[last])
	}
}

// Nothing but lang=it has the column, so that English results stay what they were.
func TestGulpeaseIsItalian(t *testing.T) {
	for _, lang := range []string{"", "en", "en-GB"} {
		for _, c := range build(t, readability.Options{Lang: lang}).Columns() {
			if c.Name == "gulpease" {
				t.Errorf("lang=%s has gulpease", lang)
			}
		}
	}
}
