package readability_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/metric/metrictest"
	"hed/metric/readability"
	"hed/score"
	"hed/text/pos"
)

func build(t testing.TB, opt readability.Options) *readability.Metric {
	t.Helper()
	m, err := readability.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// model writes a tagger of three Italian sentences and returns its path.
func model(t testing.TB, lang string) string {
	t.Helper()
	var sentences []pos.Sentence
	for _, words := range [][]pos.Word{
		{{Form: "Il", Tag: pos.DET}, {Form: "ponte", Tag: pos.NOUN}, {Form: "chiude", Tag: pos.VERB}},
		{{Form: "Il", Tag: pos.DET}, {Form: "sindaco", Tag: pos.NOUN}, {Form: "parla", Tag: pos.VERB}, {Form: ".", Tag: pos.PUNCT}},
		{{Form: "Egli", Tag: pos.PRON}, {Form: "vede", Tag: pos.VERB}, {Form: "Roma", Tag: pos.PROPN}},
	} {
		sentences = append(sentences, pos.Sentence{Words: words})
	}
	tagger, err := pos.Train(context.Background(), pos.About{Lang: lang}, sentences, pos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), pos.FileName)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := tagger.Write(f); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestContract(t *testing.T) {
	metrictest.Run(t, build(t, readability.Options{}))
	metrictest.Run(t, build(t, readability.Options{Lang: "it", Fog: "gunning"}))
	metrictest.Run(t, build(t, readability.Options{Lang: "it", Fog: "gunning", Tagger: model(t, "it")}))
}

func TestSignatures(t *testing.T) {
	metrictest.Signatures(t, readability.Info, map[string][]string{
		"lang": {"", "en", "it"}, "fog": {"", "hevas", "gunning"}, "tagger": {"", model(t, "it"), model(t, "en")},
	})
}

// same compares values up to the last digits.
func same(got, want float64) bool {
	return score.IsAbsent(got) && score.IsAbsent(want) || math.Abs(got-want) <= 1e-12
}

// The numbers are counted by hand.
func TestScore(t *testing.T) {
	none := score.Absent
	gunning := readability.Options{Fog: "gunning"}
	for _, test := range []struct {
		options  readability.Options
		lang     string
		headline string
		want     [5]float64 // pnr, nr, pr, fog, awl
	}{
		// Senate PROPN, budget bill NOUN; no word of three syllables.
		{headline: "Senate passes budget bill", want: [5]float64{1. / 4, 2. / 4, 0, 0.4 * 4, 22. / 4}},
		{headline: "Senate Passes Budget Bill", want: [5]float64{1. / 4, 2. / 4, 0, 0.4 * 4, 22. / 4}},
		{headline: "SENATE PASSES BUDGET BILL", want: [5]float64{1. / 4, 2. / 4, 0, 0.4 * 4, 22. / 4}},
		// I, it PRON; one word for "couldn't", which has no noun in it.
		{headline: "I couldn't see it", want: [5]float64{0, 0, 2. / 4, 0.4 * 4, 13. / 4}},
		// One word for "mayor's", with the tag of mayor; marks are no words.
		{headline: "The mayor's “plan” fails, again?", want: [5]float64{0, 2. / 5, 0, 0.4 * 5, 23. / 5}},
		// Three words, of which two are complex: Philadelphia, investigation.
		{headline: "Philadelphia investigation ends", want: [5]float64{1. / 3, 1. / 3, 0, 0.4 * (3 + 8*2./3), 29. / 3}},
		// The classic index leaves out names, and counts sentences.
		{options: gunning, headline: "Philadelphia investigation ends", want: [5]float64{1. / 3, 1. / 3, 0, 0.4 * (3 + 100*1./3), 29. / 3}},
		{options: gunning, headline: "It ends. We win.", want: [5]float64{0, 0, 2. / 4, 0.4 * 2, 11. / 4}},
		// Three syllables only by -ed, which it does not count, in capitals neither.
		{options: gunning, headline: "We expanded it", want: [5]float64{0, 0, 2. / 3, 0.4 * 3, 12. / 3}},
		{options: gunning, headline: "WE EXPANDED IT", want: [5]float64{0, 0, 2. / 3, 0.4 * 3, 12. / 3}},
		{headline: "We expanded it", want: [5]float64{0, 0, 2. / 3, 0.4 * (3 + 8*1./3), 12. / 3}},
		{headline: "", want: [5]float64{none, none, none, none, none}},
		{headline: "?! …", want: [5]float64{none, none, none, none, none}},
		// lavori NOUN, of three syllables.
		{lang: "it", headline: "Chiuso per lavori", want: [5]float64{0, 1. / 3, 0, 0.4 * (3 + 8*1./3), 15. / 3}},
		{lang: "de", headline: "Chiuso per lavori", want: [5]float64{none, none, none, 0.4 * (3 + 8*2./3), 15. / 3}},
		{options: readability.Options{Tagger: model(t, "en")}, lang: "zh-CN", headline: "Roma", want: [5]float64{none, none, none, 0.4, 4}},
		// Dell' is ADP, as its first part is; dirglielo is VERB.
		{lang: "it", headline: "Roma, la voce dell'anno: «Vuole dirglielo»", want: [5]float64{1. / 7, 2. / 7, 0, 0.4 * (7 + 8*1./7), 32. / 7}},
		{lang: "it-IT", headline: "L'anno", want: [5]float64{0, 1. / 2, 0, 0.4 * 2, 5. / 2}},
		// The option goes before what the document says.
		{options: readability.Options{Lang: "it"}, lang: "en", headline: "L'anno", want: [5]float64{0, 1. / 2, 0, 0.4 * 2, 5. / 2}},
	} {
		m := build(t, test.options)
		got := metrictest.Score(t, m, corpus.NewCase(&corpus.Document{Lang: test.lang}, test.headline))
		for i, c := range m.Columns()[:len(test.want)] {
			if !same(got[i], test.want[i]) {
				t.Errorf("%+v %s %q: %s is %v, want %v", test.options, test.lang, test.headline, c.Name, got[i], test.want[i])
			}
		}
	}
}

func TestOptions(t *testing.T) {
	italian, french := model(t, "it"), model(t, "fr")
	for list, want := range map[string]string{
		"lang=xx":                   "no language",
		"fog=flesch":                "want hevas or gunning",
		"tagger=testdata/none":      "no such file",
		"tagger=readability.go":     "not a tagger",
		"words=9":                   `no option "words"; have lang, fog, tagger`,
		"lang=en+tagger=" + italian: "is for it, but lang=en",
		"tagger=" + french:          `no language "fr"`,
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

// TestTagger uses a tagger of another language, and sees that English keeps
// its own.
func TestTagger(t *testing.T) {
	m := build(t, readability.Options{Tagger: model(t, "it")})
	for _, test := range []struct {
		lang, headline string
		want           []float64 // pnr, nr, pr
	}{
		{"it", "Il ponte chiude", []float64{0, 1. / 3, 0}},
		{"it", "Egli vede Roma", []float64{1. / 3, 0, 1. / 3}},
		{"en", "Senate passes budget bill", []float64{1. / 4, 2. / 4, 0}},
	} {
		got := metrictest.Score(t, m, corpus.NewCase(&corpus.Document{Lang: test.lang}, test.headline))
		if !slices.EqualFunc(got[:3], test.want, same) {
			t.Errorf("%s %q: the shares are %v, want %v", test.lang, test.headline, got[:3], test.want)
		}
	}
}

func FuzzScore(f *testing.F) {
	metrics := []*readability.Metric{build(f, readability.Options{}), build(f, readability.Options{Lang: "it", Fog: "gunning", Tagger: model(f, "it")})}
	f.Add("Senate passes budget bill. It's Mayor's!")
	f.Add("\xff e\u0301 \u200b 日本 👍🏽 L'anno")
	f.Fuzz(func(t *testing.T, headline string) {
		for _, m := range metrics {
			got := metrictest.Score(t, m, corpus.NewCase(&corpus.Document{}, headline))
			for i, c := range m.Columns() {
				if v := got[i]; !score.IsAbsent(v) && !(v >= c.Low && v <= c.High) {
					t.Fatalf("%q: %s is %v", headline, c.Name, v)
				}
			}
		}
	})
}
