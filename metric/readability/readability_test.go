package readability_test

import (
	"strings"
	"testing"

	"hed/corpus"
	"hed/metric/metrictest"
	"hed/metric/readability"
	"hed/score"
)

func build(t *testing.T, opt readability.Options) *readability.Metric {
	t.Helper()
	m, err := readability.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestContract(t *testing.T) {
	metrictest.Run(t, build(t, readability.Options{}))
	metrictest.Run(t, build(t, readability.Options{Lang: "it", Fog: "gunning"}))
}

func TestSignatures(t *testing.T) {
	metrictest.Signatures(t, readability.Info, map[string][]string{
		"lang": {"", "en", "it"}, "fog": {"", "hevas", "gunning"}, "tagger": {"", "testdata/tagger.model"},
	})
}

// The numbers are counted by hand.
func TestScore(t *testing.T) {
	none := score.Absent
	for _, test := range []struct {
		options  readability.Options
		lang     string
		headline string
		want     [5]float64 // pnr, nr, pr, fog, awl
	}{
		// Senate PROPN, budget bill NOUN; no word of three syllables.
		{headline: "Senate passes budget bill", want: [5]float64{1. / 4, 2. / 4, 0, 0.4 * 4, 22. / 4}},
		{headline: "Senate Passes Budget Bill", want: [5]float64{1. / 4, 2. / 4, 0, 0.4 * 4, 22. / 4}},
		// I, it PRON; one word each for "couldn't" and "It'll".
		{headline: "I couldn't see it", want: [5]float64{0, 0, 2. / 4, 0.4 * 4, 13. / 4}},
		// Three words, of which two are complex: Philadelphia, investigation.
		{headline: "Philadelphia investigation ends", want: [5]float64{1. / 3, 1. / 3, 0, 0.4 * (3 + 8*2./3), 29. / 3}},
		// The classic index leaves out names, and counts sentences.
		{options: readability.Options{Fog: "gunning"}, headline: "Philadelphia investigation ends", want: [5]float64{1. / 3, 1. / 3, 0, 0.4 * (3 + 100*1./3), 29. / 3}},
		{options: readability.Options{Fog: "gunning"}, headline: "It ends. We win.", want: [5]float64{0, 0, 2. / 4, 0.4 * 2, 11. / 4}},
		{headline: "", want: [5]float64{none, none, none, none, none}},
		{headline: "?! …", want: [5]float64{none, none, none, none, none}},
		// Ponte chiuso per lavori: no tagger; two words, of which lavori is complex.
		{lang: "it", headline: "Chiuso per lavori", want: [5]float64{none, none, none, 0.4 * (3 + 8*1./3), 15. / 3}},
		{lang: "it-IT", headline: "L'anno", want: [5]float64{none, none, none, 0.4 * 2, 5. / 2}},
	} {
		m := build(t, test.options)
		got := metrictest.Score(t, m, &corpus.Case{Doc: &corpus.Document{Lang: test.lang}, Headlines: []string{test.headline}})
		for i, c := range m.Columns() {
			if got[i] != test.want[i] && !(score.IsAbsent(got[i]) && score.IsAbsent(test.want[i])) {
				t.Errorf("%+v %s %q: %s is %v, want %v", test.options, test.lang, test.headline, c.Name, got[i], test.want[i])
			}
		}
	}
}

func TestOptions(t *testing.T) {
	for list, want := range map[string]string{
		"lang=xx":                              "no language",
		"fog=flesch":                           "want hevas or gunning",
		"tagger=testdata/none":                 "no such file",
		"tagger=readability.go":                "no tagger",
		"words=9":                              `no option "words"; have lang, fog, tagger`,
		"lang=en+tagger=testdata/tagger.model": "is for it, but lang=en",
	} {
		options := map[string]string{}
		for kv := range strings.SplitSeq(list, "+") {
			k, v, _ := strings.Cut(kv, "=")
			options[k] = v
		}
		if _, err := readability.Info.New(options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", list, err, want)
		}
	}
}

// TestTagger uses a model of another language, made of three sentences.
func TestTagger(t *testing.T) {
	c := &corpus.Case{Doc: &corpus.Document{Lang: "it"}, Headlines: []string{"Il ponte chiude"}}
	m := build(t, readability.Options{Tagger: "testdata/tagger.model"})
	if got := metrictest.Score(t, m, c); got[1] != 1./3 {
		t.Errorf("nr is %v, want a third", got[1])
	}
}
