package divergence_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"hed/corpus"
	"hed/metric"
	"hed/metric/divergence"
	"hed/metric/metrictest"
	"hed/score"
)

// check tries what holds of any two texts, and returns their similarity.
func check(t *testing.T, m metric.Metric, a, b string) float64 {
	t.Helper()
	c := m.Columns()[0]
	ab, ba := values(t, m, a, b, b), values(t, m, b, a, a)
	for _, v := range append(ab, ba...) {
		if !score.IsAbsent(v) && !(v >= c.Low && v <= c.High) {
			t.Fatalf("%s of %q and %q is %v, outside [%v,%v]", c.Name, a, b, v, c.Low, c.High)
		}
	}
	if math.Float64bits(ab[0]) != math.Float64bits(ab[1]) || !same(ab[0], ba[0]) {
		t.Fatalf("%s of %q and %q is %v and %v", c.Name, a, b, ab, ba)
	}
	for _, s := range []string{a, b} {
		if v := values(t, m, s, s)[0]; !score.IsAbsent(v) && v != 1 {
			t.Fatalf("%s of %q and itself is %v", c.Name, s, v)
		}
	}
	return ab[0]
}

func all(t testing.TB, articles ...string) (list []metric.Metric) {
	for _, in := range infos {
		for _, weights := range []string{"tf", "tfidf"} {
			list = append(list, build(t, in, "weights="+weights, articles...))
		}
	}
	return list
}

func FuzzPair(f *testing.F) {
	metrics := all(f, "Bridge closes", "Ferry runs", "The bridge opens: a bridge!")
	f.Add("Bridge closes", "The bridge opens")
	f.Add("x x x x x x y", "y y y y y y x") // nearly the lowest value of kl
	f.Add("\xff e\u0301 \u200b 日本 👍🏽", "L'anno")
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, m := range metrics {
			check(t, m, a, b)
		}
	})
}

// TestRandomTexts draws texts from few words and from many, alike and
// lopsided, and disjoint ones.
func TestRandomTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	draw := func(prefix string, words int) string {
		var b strings.Builder
		for range 1 + r.IntN(40) {
			b.WriteString(prefix + string(rune('a'+r.IntN(1+r.IntN(words)))) + "q ")
		}
		return b.String()
	}
	metrics := all(t, draw("x", 20), draw("x", 3), draw("y", 20))
	for range 300 {
		words := 1 + r.IntN(20)
		for _, m := range metrics {
			check(t, m, draw("x", words), draw("x", words))
			want := 1.0
			if m.Columns()[0].Metric == "js" {
				want = coin(0.0005)
			}
			if got := check(t, m, draw("x", words), draw("y", words)); !same(got, want) || want < 1 && want > 0.01 {
				t.Fatalf("%s of disjoint texts is %v, want %v", m.Columns()[0].Name, got, want)
			}
		}
	}
}

// TestLowest shows that the range which kl declares is the range it has: two
// words six to one and one to six are within 0.0002 of it.
func TestLowest(t *testing.T) {
	m := build(t, divergence.KL, "")
	if low, got := m.Columns()[0].Low, values(t, m, "x x x x x x y", "y y y y y y x")[0]; got < low || got > low+0.0003 {
		t.Errorf("got %v, want nearly %v", got, low)
	}
}

// TestRounding gives values of texts that are alike but for the last digits:
// never above 1, and no NaN.
func TestRounding(t *testing.T) {
	for _, m := range all(t, "a1", "a2 a1", "a3 a1") {
		for n := 1; n < 60; n++ {
			s := strings.Repeat("a1 a2 a3 a4 a5 a6 ", n) + "a7"
			if v := check(t, m, s, s+" "+s+" "+s); !same(v, 1) {
				t.Fatalf("%s: got %v", m.Columns()[0].Name, v)
			}
		}
	}
}

func TestDegenerateCorpora(t *testing.T) {
	for name, articles := range map[string][]string{
		"none":      nil,
		"one":       {"Bridge closes"},
		"identical": {"Bridge closes", "Bridge closes", "Bridge closes"},
		"empty":     {"", "", ""},
		"one word":  {"bridge", "bridge"},
	} {
		for _, m := range all(t, articles...) {
			c := m.Columns()[0]
			for _, headline := range []string{"Bridge", "Bridge closes", "Atlantis", "Bridge to Atlantis"} {
				got := values(t, m, headline, "Bridge closes", "bridge", "")
				for _, v := range got {
					if !(v >= c.Low && v <= 1) {
						t.Errorf("%s: %v of %q is %v", name, c.Signature, headline, got)
					}
				}
			}
		}
	}
}

func BenchmarkScore(b *testing.B) {
	item := metrictest.Items()[0]
	for _, m := range all(b, item.Doc.Body) {
		b.Run(m.Columns()[0].Metric+" "+m.Columns()[0].Signature[0].Value, func(b *testing.B) {
			c := corpus.NewCase(item.Doc, item.Headlines()...)
			out := make([]float64, len(c.Outputs)*len(m.Columns()))
			b.ReportAllocs()
			for b.Loop() {
				if err := m.Score(b.Context(), c, out); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(c.Outputs))*float64(b.N)/b.Elapsed().Seconds(), "headlines/s")
		})
	}
}
