package divergence_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"hed/corpus"
	"hed/metric"
	"hed/metric/divergence"
	"hed/metric/metrictest"
	"hed/score"
)

var infos = []metric.Info{divergence.KL, divergence.JS}

// build makes a metric and fits it, if it wants that, to articles.
func build(t testing.TB, in metric.Info, options string, articles ...string) metric.Metric {
	t.Helper()
	list := map[string]string{}
	for kv := range strings.SplitSeq(options, "+") {
		if k, v, ok := strings.Cut(kv, "="); ok {
			list[k] = v
		}
	}
	m, err := in.New(list)
	if err != nil {
		t.Fatal(err)
	}
	if f, ok := m.(metric.Fitter); ok {
		if err := f.Fit(context.Background(), reader(articles...), 2); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func reader(articles ...string) metrictest.Reader {
	var r metrictest.Reader
	for _, body := range articles {
		r = append(r, corpus.NewCase(&corpus.Document{Body: body}))
	}
	return r
}

func values(t *testing.T, m metric.Metric, headline, article string, references ...string) []float64 {
	t.Helper()
	return metrictest.Score(t, m, corpus.NewCase(&corpus.Document{Body: article, References: references}, headline))
}

// Whoever chooses by the list of metrics must know that kl is no good.
func TestDocWarns(t *testing.T) {
	if !strings.Contains(divergence.KL.Doc, "prefer js") {
		t.Errorf("kl is %q", divergence.KL.Doc)
	}
}

func TestContract(t *testing.T) {
	for _, in := range infos {
		for _, options := range []string{"", "weights=tfidf", "weights=tfidf+lang=it"} {
			m := build(t, in, options)
			if _, fits := m.(metric.Keeper); fits != strings.Contains(options, "tfidf") {
				t.Errorf("%s %s: a Keeper: %v", in.Name, options, fits)
			}
			metrictest.Run(t, m)
		}
	}
}

func TestSignatures(t *testing.T) {
	for _, in := range infos {
		metrictest.Signatures(t, in, map[string][]string{"weights": {"", "tf", "tfidf"}, "lang": {"", "en", "it"}})
	}
	tok := "|lang:document|tok:unicode2+stop-en/unicode2-elided+stop-it"
	for in, want := range map[string]string{
		build(t, divergence.KL, "").Columns()[0].String():                                 "kl_c|weights:tf|log:e" + tok,
		build(t, divergence.JS, "").Columns()[1].String():                                 "js_s|weights:tf|log:2|smooth:0.001" + tok,
		build(t, divergence.KL, "weights=tfidf", "bridge", "ferry").Columns()[0].String(): "kl_c|weights:tfidf|log:e" + tok + "|fit:",
	} {
		if !strings.HasPrefix(in, want) {
			t.Errorf("the signature is %s, want %s", in, want)
		}
	}
}

func TestOptions(t *testing.T) {
	for _, in := range infos {
		for list, want := range map[string]string{"weights=bm25": "want tf or tfidf", "lang=xx": "no language", "base=2": `no option "base"`} {
			k, v, _ := strings.Cut(list, "=")
			if _, err := in.New(map[string]string{k: v}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got %v, want %q", list, err, want)
			}
		}
	}
}

func same(got, want float64) bool {
	return score.IsAbsent(got) && score.IsAbsent(want) || math.Abs(got-want) <= 1e-12
}

// coin is the entropy in bits of (p, 1-p).
func coin(p float64) float64 { return -p*math.Log2(p) - (1-p)*math.Log2(1-p) }

// smoothed is that of a posterior after a share of 0.001 of both became their
// mean.
func smoothed(p float64) float64 { return coin(0.999*p + 0.0005) }

// The values are worked by hand from the definitions.
func TestValues(t *testing.T) {
	none, ln := score.Absent, math.Log
	apart := coin(0.0005) // js of texts without a common term
	// Three articles, all with bridge, one with closes, none with tunnel.
	articles := []string{"Bridge closes", "The bridge opens: a bridge!", "Bridge"}
	bridge, closes, tunnel := 1.0, ln(4./2)+1, ln(4./1)+1
	weighed := bridge / (bridge + tunnel)  // of bridge in "bridge tunnel"
	weighed2 := bridge / (bridge + closes) // of bridge in "bridge closes"
	for _, test := range []struct {
		weights, headline, article string
		kl, js                     float64
	}{
		{"tf", "Bridge closes", "Bridge closes", 1, 1},
		{"tf", "Bridge closes", "It closes? The bridge closes! Bridge!", 1, 1}, // a half each
		{"tf", "Ferry runs", "Bridge closes", 1, apart},
		// A half is bridge in both, which is 0 of D; the rest only one has.
		{"tf", "Bridge closes", "Bridge opens", 1, 0.5 + 0.5*apart},
		// a = 1, b = 1/2: π = 2/3, 1/3 and w = 2/3 + 1/6 = 5/6. m = 3/4.
		{"tf", "Bridge", "Bridge closes", 1 - (2./3*ln(6./5) + 1./3*0.5*ln(3./5)), 0.75*smoothed(2./3) + 0.25*apart},
		// (2/3, 1/3) and (1/3, 2/3): for each π = 2/3, 1/3, w = 5/9, m = 1/2.
		{"tf", "bridge bridge closes", "bridge closes closes", 1 - 2*(2./3*2./3*ln(6./5)+1./3*1./3*ln(3./5)), smoothed(2. / 3)},
		// tunnel counts, though no article has it.
		{"tfidf", "Bridge tunnel", "Bridge", 1 - averaged(weighed, 1), (1+weighed)/2*smoothed(1/(1+weighed)) + (1-weighed)/2*apart},
		{"tfidf", "Bridge closes", "Bridge", 1 - averaged(weighed2, 1), (1+weighed2)/2*smoothed(1/(1+weighed2)) + (1-weighed2)/2*apart},
		{"tfidf", "Atlantis", "Atlantis", 1, 1},
		{"tf", "", "Bridge closes", none, none},
		{"tf", "The of and", "Bridge closes", none, none},
		{"tf", "Bridge closes", "", none, none},
		{"tf", "Bridge closes", "… the ?", none, none},
	} {
		for i, want := range []float64{test.kl, test.js} {
			m := build(t, infos[i], "weights="+test.weights, articles...)
			// The article is also a reference; the second has no term.
			got := values(t, m, test.headline, test.article, test.article, "")
			for k, c := range m.Columns() {
				if !same(got[k], want) {
					t.Errorf("%s, %q and %q: %s is %v, want %v", test.weights, test.headline, test.article, c.Name, got[k], want)
				}
			}
		}
	}
}

// averaged is what one term adds, as the paper writes it.
func averaged(a, b float64) float64 {
	d := func(x, y float64) float64 { return x * math.Log(x/y) }
	pi1, pi2 := a/(a+b), b/(a+b)
	w := pi1*a + pi2*b
	return pi1*d(a, w) + pi2*d(b, w)
}

func TestBestReference(t *testing.T) {
	m := build(t, divergence.JS, "")
	far, near := "Ferry runs until 2031", "Council closes bridge"
	want := values(t, m, "Bridge closes", near)[0]
	for _, refs := range [][]string{{near}, {far, near}, {near, far, ""}, {"", far, near}} {
		if got := values(t, m, "Bridge closes", "", refs...); got[1] != want || !score.IsAbsent(got[0]) {
			t.Errorf("%q: got %v, want no value and %v", refs, got, want)
		}
	}
	if got := values(t, m, "Bridge closes", near); !score.IsAbsent(got[1]) {
		t.Errorf("without a reference: got %v", got)
	}
}

// TestLanguage sees that the document's language chooses the stop words, and
// that the option goes before it.
func TestLanguage(t *testing.T) {
	c := corpus.NewCase(&corpus.Document{Body: "ponte", Lang: "it"}, "Il ponte")
	for options, want := range map[string]bool{"": true, "lang=it": true, "lang=en": false} {
		if got := metrictest.Score(t, build(t, divergence.JS, options), c)[0] == 1; got != want {
			t.Errorf("%q: il is no term: %v, want %v", options, got, want)
		}
	}
}
