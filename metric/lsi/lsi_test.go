package lsi_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"hed/corpus"
	"hed/metric"
	"hed/metric/internal/terms/termstest"
	"hed/metric/lsi"
	"hed/metric/metrictest"
	"hed/score"
)

func build(t testing.TB, opt lsi.Options) *lsi.Metric {
	t.Helper()
	m, err := lsi.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

type articles = termstest.Articles

func fit(t testing.TB, opt lsi.Options, docs corpus.Reader) *lsi.Metric {
	t.Helper()
	m := build(t, opt)
	if err := m.Fit(context.Background(), docs, 2); err != nil {
		t.Fatal(err)
	}
	return m
}

func compare(t *testing.T, m *lsi.Metric, article, reference string, headlines ...string) []float64 {
	t.Helper()
	return metrictest.Score(t, m, corpus.NewCase(&corpus.Document{Body: article, References: []string{reference}}, headlines...))
}

func signature(m *lsi.Metric) string {
	c := m.Columns()[0]
	return c.String()
}

func TestContract(t *testing.T) {
	metrictest.Run(t, build(t, lsi.Options{}))
	metrictest.Run(t, build(t, lsi.Options{Keep: "all", Lang: "it"}))
}

func TestSignatures(t *testing.T) {
	metrictest.Signatures(t, lsi.Info, map[string][]string{
		"keep": {"", "1", "2", "all", "0.5", "0.999", ">0.1", ">2"}, "lang": {"", "en", "it"},
	})
}

// same compares values up to the last digits.
func same(got, want float64) bool {
	return score.IsAbsent(got) && score.IsAbsent(want) || math.Abs(got-want) <= 1e-12
}

// By hand. The articles "apple", "pear" and "apple pear" have two words with
// df 2, so the rows of A are (1,0), (0,1) and (√½,√½), and AᵀA is
//
//	1.5 0.5
//	0.5 1.5
//
// with the values 2 and 1 for the vectors (√½,√½) and (√½,-√½). A text x
// becomes ((x₁+x₂)/2, (x₁-x₂)/√2): apple (1/2, 1/√2), pear (1/2, -1/√2), and
// both of them (1,0) in direction. So apple and both have the cosine
// (1/2)/√(1/4+1/2) = 1/√3, and apple and pear have (1/4-1/2)/(3/4), which is negative.
func TestByHand(t *testing.T) {
	docs := articles{"apple", "pear", "apple pear"}
	third := 1 / math.Sqrt(3)
	for _, test := range []struct {
		keep, dims  string
		apple, pear float64 // beside "apple pear", and beside "pear"
	}{
		{"", "2", third, 0},
		{"all", "2", third, 0},
		{">1", "1", 1, 1},
		{"0.6", "1", 1, 1},
		{"0.7", "2", third, 0},
		{"1", "1", 1, 1},
	} {
		m := fit(t, lsi.Options{Keep: test.keep}, docs)
		if s := signature(m); !strings.Contains(s, "|dims:"+test.dims+"|") {
			t.Errorf("keep=%s: %s", test.keep, s)
		}
		got := compare(t, m, "Apple, pear", "pear", "apple", "pear and apple", "plum", "")
		want := []float64{test.apple, test.pear, 1, test.apple, score.Absent, score.Absent, score.Absent, score.Absent}
		for i := range want {
			if !same(got[i], want[i]) {
				t.Errorf("keep=%s: got %v, want %v", test.keep, got, want)
				break
			}
		}
	}
}

func TestBestReference(t *testing.T) {
	m := fit(t, lsi.Options{}, articles{"apple", "pear", "apple pear"})
	c := corpus.NewCase(&corpus.Document{References: []string{"plum", "pear", "apple pear", ""}}, "apple")
	if got := metrictest.Score(t, m, c); !score.IsAbsent(got[0]) || !same(got[1], 1/math.Sqrt(3)) {
		t.Errorf("got %v", got)
	}
}

// TestOdd asks for more dimensions than there are, in every way.
func TestOdd(t *testing.T) {
	for _, keep := range []string{"7", "all", "0.999999", ">0"} {
		t.Run(keep, func(t *testing.T) {
			termstest.Odd(t, true, func() metric.Keeper { return build(t, lsi.Options{Keep: keep}) })
		})
	}
}

// TestOddCorpora has what leaves little to decompose.
func TestOddCorpora(t *testing.T) {
	for name, test := range map[string]struct {
		keep string
		docs articles
		dims string
		want []float64 // of "apple pear" and "plum" beside the article "apple" and the reference "plum"
	}{
		"one document":       {"", articles{"apple pear plum"}, "1", []float64{1, 1, 1, 1}},
		"equal documents":    {"", articles{"apple plum", "apple plum", "apple plum"}, "1", []float64{1, 1, 1, 1}},
		"one word":           {"", articles{"apple", "apple apple"}, "1", []float64{1, score.Absent, score.Absent, score.Absent}},
		"an empty article":   {"all", articles{"", "apple", ""}, "1", []float64{1, score.Absent, score.Absent, score.Absent}},
		"few documents":      {"7", articles{"apple", "plum"}, "2", []float64{1, 0, 0, 1}},
		"in no dimension":    {"1", articles{"apple", "apple", "plum"}, "1", []float64{1, score.Absent, score.Absent, score.Absent}},
		"above nothing":      {">0", articles{"apple", "plum"}, "2", []float64{1, 0, 0, 1}},
		"nearly all of them": {"0.999999999999999", articles{"apple", "plum"}, "2", []float64{1, 0, 0, 1}},
	} {
		m := fit(t, lsi.Options{Keep: test.keep}, test.docs)
		if s := signature(m); !strings.Contains(s, "|dims:"+test.dims+"|") {
			t.Errorf("%s: %s", name, s)
		}
		got := compare(t, m, "apple", "plum", "apple pear", "plum")
		for i := range got {
			if !same(got[i], test.want[i]) {
				t.Errorf("%s: got %v, want %v", name, got, test.want)
				break
			}
		}
	}
}

func TestNotes(t *testing.T) {
	if one := fit(t, lsi.Options{}, articles{"apple pear", "apple pear"}).Warnings(); len(one) != 1 {
		t.Errorf("of one dimension: %q", one)
	}
	if two := fit(t, lsi.Options{}, articles{"apple", "pear"}).Warnings(); two != nil {
		t.Errorf("of two dimensions: %q", two)
	}
	if none := build(t, lsi.Options{}).Warnings(); none != nil {
		t.Errorf("before Fit: %q", none)
	}
}

func TestFitErrors(t *testing.T) {
	for want, test := range map[string]struct {
		keep string
		docs articles
	}{
		"nothing to learn from": {"", articles{"", "the of", "?!"}},
		"is nothing to learn":   {"all", nil},
		"keep=>3 keeps no":      {">3", articles{"apple", "pear"}},
	} {
		err := build(t, lsi.Options{Keep: test.keep}).Fit(context.Background(), test.docs, 2)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	m := build(t, lsi.Options{})
	if err := m.Score(context.Background(), corpus.NewCase(&corpus.Document{}), nil); err == nil {
		t.Error("it scores before Fit")
	}
	if err := m.Save(new(bytes.Buffer)); err == nil {
		t.Error("it saves before Fit")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := m.Fit(ctx, articles{"apple"}, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
}

func TestOptions(t *testing.T) {
	for option, want := range map[string]string{
		"keep=0": "want all, a number", "keep=1001": "from 1 to 1000", "keep=-1": "want all", "keep=1.5": "want all", "keep=1.0": "want all",
		"keep=0.0": "want all", "keep=>": "want all", "keep=>-1": "want all", "keep=>nan": "want all", "keep=some": "want all", "keep=nan": "want all",
		"lang=xx": "no language", "dims=3": `no option "dims"; have keep, lang`,
	} {
		k, v, _ := strings.Cut(option, "=")
		if _, err := lsi.Info.New(map[string]string{k: v}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", option, err, want)
		}
	}
}
