package fluency_test

import (
	"context"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/corpus"
	"hed/metric"
	"hed/metric/fluency"
	"hed/metric/metrictest"
	"hed/score"
)

func build(t testing.TB, opt fluency.Options) metric.Metric {
	t.Helper()
	m, err := fluency.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// docs is a corpus of one reference a document.
type docs []*corpus.Document

func newDocs(headlines ...string) docs {
	var d docs
	for i, h := range headlines {
		d = append(d, &corpus.Document{ID: fmt.Sprint(i + 1), References: []string{h}})
	}
	return d
}

func (d docs) Documents(context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for _, doc := range d {
			if !yield(doc, nil) {
				return
			}
		}
	}
}

func fitted(t testing.TB, opt fluency.Options, d docs, workers int) *fluency.Fitted {
	t.Helper()
	m := build(t, opt).(*fluency.Fitted)
	if err := m.Fit(t.Context(), d, workers); err != nil {
		t.Fatal(err)
	}
	return m
}

// model gives bridge 0.5, an unknown word 0.1 and the end 0.4 after an unknown word; after
// bridge 0.3, 0.14 and 0.56; and at the beginning 0.8, 0.04 and 0.16.
const model = `\data\
ngram 1=4
ngram 2=2

\1-grams:
-1	<unk>
-99	<s>	-0.39794001
-0.39794001	</s>
-0.30103	bridge	0.14612804

\2-grams:
-0.09691001	<s> bridge
-0.52287875	bridge bridge

\end\
`

func write(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "model.arpa")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestContract(t *testing.T) {
	metrictest.Run(t, build(t, fluency.Options{}))
	metrictest.Run(t, build(t, fluency.Options{Order: new(5), Tags: new(false)}))
	metrictest.Run(t, build(t, fluency.Options{Lang: "it"}))
	metrictest.Run(t, build(t, fluency.Options{LM: write(t, model)}))
}

func TestSignatures(t *testing.T) {
	metrictest.Signatures(t, fluency.Info, map[string][]string{
		"lm":    {"", write(t, model), write(t, strings.Replace(model, "-1\t", "-2\t", 1))},
		"order": {"", "2", "3", "5"}, "tags": {"", "true", "false"}, "lang": {"", "en", "it"},
	})
}

// By hand, from the definition and the model above, in whose sentences bridge, unknown words
// and the end come 37, 7 and 28 times of 72. The unigrams of the file were subtracted, which
// are not that: "bridge" had 0.5.
func TestFile(t *testing.T) {
	m := build(t, fluency.Options{LM: write(t, model)})
	if _, ok := m.(metric.Fitter); ok {
		t.Error("a metric with a model wants to be fitted")
	}
	for _, test := range []struct {
		headline      string
		p, uni, words float64
	}{
		{"Bridge", 0.8 * 0.56, 37 * 28, 2},
		{"Bridge bridge", 0.8 * 0.3 * 0.56, 37 * 37 * 28, 3},
		{"Bridge zebra", 0.8 * 0.14 * 0.4, 37 * 7 * 28, 3},
		{"zebra bridge", 0.04 * 0.5 * 0.56, 7 * 37 * 28, 3},
	} {
		slor := math.Log(test.p/test.uni)/test.words + math.Log(72)
		want := 1 / (1 + math.Exp(-2.5*(slor-0.25)))
		got := metrictest.Score(t, m, corpus.NewCase(&corpus.Document{}, test.headline))
		if math.Abs(got[0]-want) > 1e-6 {
			t.Errorf("%s: %v, want %v", test.headline, got[0], want)
		}
	}
	if got := m.Columns()[0].String(); !strings.Contains(got, "|unigrams:model|") {
		t.Errorf("the signature %s does not name the unigrams", got)
	}
}

func TestEmpty(t *testing.T) {
	m := fitted(t, fluency.Options{}, newDocs("Bridge closes", "Ferry runs", "Mayor waits"), 1)
	for _, v := range metrictest.Score(t, m, corpus.NewCase(&corpus.Document{}, "", " ", "\n")) {
		if !score.IsAbsent(v) {
			t.Errorf("a headline without a word has %v", v)
		}
	}
}

// A reference does not help to score itself: without it the value is the same.
func TestCrossFitted(t *testing.T) {
	corpora := newDocs("Ferry to close bridge", "Old bridge to close", "Council to close old ferry", "Mayor to run ferry", "Zebra eats mayor's hat")
	with := fitted(t, fluency.Options{}, corpora, 1)
	without := fitted(t, fluency.Options{}, corpora[:4], 1)
	c := corpus.NewCase(corpora[4], "Zebra eats mayor's hat", "Council to run ferry")
	a, b := metrictest.Score(t, with, c), metrictest.Score(t, without, c)
	if a[0] != b[0] || a[1] != b[1] {
		t.Errorf("%v with the reference, %v without", a, b)
	}
}

// A language has models of its own; one without references has no values.
func TestLanguages(t *testing.T) {
	d := newDocs("Ferry to close bridge", "Old bridge to close", "Council to close", "Ponte chiuso", "Il sindaco parla", "Il ponte chiude")
	for _, doc := range d[3:] {
		doc.Lang = "it"
	}
	c := corpus.NewCase(d[5], "Il ponte parla")
	both := metrictest.Score(t, fitted(t, fluency.Options{}, d, 2), c)
	alone := metrictest.Score(t, fitted(t, fluency.Options{}, d[3:], 2), c)
	if both[0] != alone[0] || score.IsAbsent(both[0]) {
		t.Errorf("%v with English headlines beside them, %v without", both, alone)
	}
	if v := metrictest.Score(t, fitted(t, fluency.Options{}, d[:3], 2), c); !score.IsAbsent(v[0]) {
		t.Errorf("an Italian headline has %v by English references", v[0])
	}
	// A language that hed does not know has no tags, whatever the others have.
	german := *d[2]
	german.Lang = "de"
	c = corpus.NewCase(&german, "Ferry to close")
	tagged, plain := fitted(t, fluency.Options{}, d[:3], 2), fitted(t, fluency.Options{Tags: new(false)}, d[:3], 2)
	if got, want := metrictest.Score(t, tagged, c), metrictest.Score(t, plain, c); got[0] != want[0] || score.IsAbsent(got[0]) {
		t.Errorf("a German headline has %v, want %v, of words alone", got[0], want[0])
	}
}

func TestRefuses(t *testing.T) {
	lm := write(t, model)
	for _, test := range []struct {
		options map[string]string
		want    string
	}{
		{map[string]string{"order": "1"}, "order=1: want 2 to 5"},
		{map[string]string{"order": "6"}, "order=6: want 2 to 5"},
		{map[string]string{"lang": "xx"}, "lang=xx: no language"},
		{map[string]string{"lm": lm, "order": "3"}, "order: the model of lm has its own"},
		{map[string]string{"lm": lm, "tags": "true"}, "tags=true: the model of lm is over words"},
		{map[string]string{"lm": filepath.Join(t.TempDir(), "none.arpa")}, "open a language model"},
		{map[string]string{"lm": write(t, strings.Replace(model, "-1\t", "1\t", 1))}, "model.arpa:6: probability"},
		{map[string]string{"lm": write(t, "\\data\\\nngram 1=2\n\\1-grams:\n0 <s>\n0 </s>\n\\end\\\n")}, "the model has only unigrams"},
		{map[string]string{"lm": write(t, "\\data\\\nngram 1=2\nngram 2=1\n\\1-grams:\n0 <s> -4000\n-4000 </s>\n\\2-grams:\n-4000 <s> </s>\n\\end\\\n")}, "model.arpa: the probabilities and back-off weights are not a distribution"},
	} {
		_, err := fluency.Info.New(test.options)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: got %v, want %s", test.options, err, test.want)
		}
	}
}
