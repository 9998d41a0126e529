package embedding_test

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/metric"
	"hed/metric/embedding"
	"hed/metric/metrictest"
	"hed/score"
)

func build(t testing.TB, opt embedding.Options) metric.Metric {
	t.Helper()
	m, err := embedding.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func vectors(t testing.TB, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "vectors.txt")
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func fitted(t testing.TB, opt embedding.Options, docs ...*corpus.Case) *embedding.Trained {
	t.Helper()
	m := build(t, opt).(*embedding.Trained)
	if err := m.Fit(t.Context(), metrictest.Reader(docs), 2); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestContract(t *testing.T) {
	metrictest.Run(t, build(t, embedding.Options{Vectors: "testdata/small.txt"}))
	metrictest.Run(t, build(t, embedding.Options{Vectors: "testdata/small.txt", Cache: t.TempDir()}))
	metrictest.Run(t, build(t, embedding.Options{Seed: 1}))
}

func TestSignatures(t *testing.T) {
	metrictest.Signatures(t, embedding.With(""), map[string][]string{
		"vectors": {"", "testdata/small.txt", "testdata/wink.txt"}, "seed": {"", "2"}, "lang": {"", "en", "it"},
	})
}

func TestColumns(t *testing.T) {
	m := build(t, embedding.Options{Vectors: "testdata/small.txt"})
	if got := m.Columns()[0].String(); !strings.HasPrefix(got, "we_c|lang:document|tok:unicode2+stop-en/unicode2-elided+stop-it|vectors:") {
		t.Error(got)
	}
	trained := build(t, embedding.Options{Seed: 7, Lang: "en"})
	if got := trained.Columns()[1].String(); !strings.HasPrefix(got, "we_s|lang:en|tok:unicode2+stop-en|vectors:trained|dims:100|fitseed:7|version") {
		t.Error(got)
	}
	if got := fitted(t, embedding.Options{Seed: 7}, metrictest.Items()...).Columns()[1].String(); !strings.Contains(got, "|fitseed:7|epochs:25|fit:") {
		t.Error(got)
	}
}

// By hand.
func TestScore(t *testing.T) {
	none := score.Absent
	path := vectors(t, "senate 1 0\nbudget 0 1\nvote 1 1\nBudget -1 0\nzero 0 0\nit 5 5\n")
	m := build(t, embedding.Options{Vectors: path}).(*embedding.Metric)
	for _, test := range []struct {
		body, headline string
		refs           []string
		c, s           float64
	}{
		{"senate", "senate", []string{"senate"}, 1, 1},
		{"senate", "budget", []string{"vote"}, 0, math.Sqrt(0.5)},
		// (2,1) and (1,0): each occurrence counts.
		{"senate", "senate budget SENATE", []string{"budget"}, 2 / math.Sqrt(5), 1 / math.Sqrt(5)},
		// As it is written first; a negative cosine is 0.
		{"senate", "Budget", []string{"BUDGET", "Budget"}, 0, 1},
		{"Senate", "sEnAtE", nil, 1, none},
		{"senate", "vote", []string{"", "senate", "vote"}, math.Sqrt(0.5), 1},
		// Unknown, without direction, stop words, nothing.
		{"senate", "xyzzy", []string{"senate"}, none, none},
		{"senate", "zero", []string{"senate"}, none, none},
		{"senate", "it", []string{"senate"}, none, none},
		{"xyzzy", "senate xyzzy", []string{"senate xyzzy"}, none, 1},
		{"", "", []string{""}, none, none},
	} {
		got := metrictest.Score(t, m, corpus.NewCase(&corpus.Document{Body: test.body, References: test.refs}, test.headline))
		for i, want := range []float64{test.c, test.s} {
			if !(math.Abs(got[i]-want) <= 1e-12) && !(score.IsAbsent(got[i]) && score.IsAbsent(want)) {
				t.Errorf("%q in %q, %q: got %v, want %v", test.headline, test.body, test.refs, got[i], want)
			}
		}
	}
	want := []string{"we: 2 of 12 words of headlines (16.7%) and 1 of 10 words of articles (10.0%) have no vector and are ignored"}
	if d := cmp.Diff(want, m.Notes()); d != "" {
		t.Error(d)
	}
}

// The mean does not know the order of words, nor how often a text is repeated.
func TestProperties(t *testing.T) {
	m := build(t, embedding.Options{Vectors: "testdata/small.txt"})
	words := strings.Fields("council bridge harbour ferry mayor senate budget closes storm")
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		rng.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		a := strings.Join(words[:1+rng.IntN(8)], " ")
		rng.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		b := strings.Join(words[:1+rng.IntN(8)], " ")
		back := strings.Fields(a)
		for i := range len(back) / 2 {
			back[i], back[len(back)-1-i] = back[len(back)-1-i], back[i]
		}
		got := metrictest.Score(t, m, corpus.NewCase(&corpus.Document{Body: b, References: []string{b}}, a, strings.Join(back, " "), a+" "+a, b))
		swap := metrictest.Score(t, m, corpus.NewCase(&corpus.Document{Body: a}, b))
		for _, v := range []float64{got[1], got[2], got[4], swap[0]} {
			if math.Abs(v-got[0]) > 1e-12 {
				t.Errorf("%q and %q: %v and %v", a, b, v, got[0])
			}
		}
		if math.Abs(got[6]-1) > 1e-12 {
			t.Errorf("%q and itself: %v", b, got[6])
		}
	}
}

func TestErrors(t *testing.T) {
	for want, options := range map[string]map[string]string{
		"lang=xx: no language":   {"lang": "xx"},
		"vectors.txt:2: 1 value": {"vectors": vectors(t, "a 1 2\nb 1\n")},
		"no such file":           {"vectors": "nowhere"},
		`no option "window"`:     {"window": "5"},
	} {
		if _, err := embedding.With("").New(options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %s", options, err, want)
		}
	}
	m := build(t, embedding.Options{}).(*embedding.Trained)
	if err := m.Score(t.Context(), metrictest.Items()[0], nil); err == nil || !strings.Contains(err.Error(), "call Fit first") {
		t.Errorf("got %v", err)
	}
	if err := m.Save(new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), "call Fit first") {
		t.Errorf("got %v", err)
	}
	empty := metrictest.Reader{{Doc: &corpus.Document{Body: "the of … !"}}, {Doc: &corpus.Document{}}}
	if err := m.Fit(t.Context(), empty, 2); err == nil || !strings.Contains(err.Error(), "the articles of the 2 documents have no words") {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := m.Fit(ctx, metrictest.Reader(metrictest.Items()), 2); err == nil {
		t.Error("a cancelled Fit went on")
	}
}

// However little there is to learn from, values are in range.
func TestDegenerate(t *testing.T) {
	doc := func(body string) *corpus.Case {
		return corpus.NewCase(&corpus.Document{Body: body, References: []string{body}}, "bridge", "bridge closes", "", body)
	}
	for _, docs := range [][]*corpus.Case{
		{doc("bridge")}, {doc("bridge bridge bridge")}, {doc(""), doc("bridge closes"), doc("")}, {doc("bridge closes today")},
	} {
		m := fitted(t, embedding.Options{Seed: 1}, docs...)
		for _, c := range docs {
			for i, v := range metrictest.Score(t, m, c) {
				if !score.IsAbsent(v) && !(v >= 0 && v <= 1) {
					t.Errorf("%q: value %d is %v", c.Doc.Body, i, v)
				}
			}
		}
	}
}
