package bleu_test

import (
	"strings"
	"testing"

	"hed/corpus"
	"hed/internal/race"
	"hed/metric/bleu"
	"hed/metric/internal/sacretest"
	"hed/metric/metrictest"
	"hed/score"
)

func build(t testing.TB, opt bleu.Options) *bleu.Metric {
	t.Helper()
	m, err := bleu.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestContract(t *testing.T) {
	for _, opt := range []bleu.Options{{}, {Tokens: "char", Smooth: "add-k"}, {Smooth: "none"}} {
		metrictest.Run(t, build(t, opt))
	}
}

func TestSignatures(t *testing.T) {
	metrictest.Signatures(t, bleu.Info, map[string][]string{
		"tok": {"", "intl", "char", "zh", "none"}, "smooth": {"", "floor", "add-k", "none"}, "value": {"", "0.104", "0.1"}, "lowercase": {"", "true"},
	})
}

func TestSacreBLEU(t *testing.T) { sacretest.Check(t, bleu.Info) }

func TestNumHG(t *testing.T) {
	race.Skip(t, "it takes too long")
	sacretest.CheckNumHG(t, bleu.Info)
}

// By hand: of "a b c d" against "a b c e f", 3 of 4 words, 2 of 3 pairs and 1 of 2 triples
// match, none of 1 four words, which counts half; the brevity penalty is exp(1-5/4).
// Against two references, "a b" is as near to one word as to three, and takes the shorter.
func TestCounts(t *testing.T) {
	m := build(t, bleu.Options{})
	got := metrictest.Score(t, m, corpus.NewCase(&corpus.Document{References: []string{"a b c e f"}}, "a b c d"))
	want := []float64{0.46308, 4, 5, 3, 2, 1, 0, 4, 3, 2, 1}
	for i := range want {
		if d := got[i] - want[i]; d > 1e-5 || d < -1e-5 {
			t.Errorf("got %v, want %v", got, want)
			break
		}
	}
	got = metrictest.Score(t, m, corpus.NewCase(&corpus.Document{References: []string{"a a b", "a"}}, "a b"))
	if got[2] != 1 || got[3] != 2 {
		t.Errorf("got the counts %v, want a reference of one word and two matches", got[1:])
	}
}

func TestRefused(t *testing.T) {
	for spec, want := range map[string]string{
		"tok=14b": "tok=14b: want 13a, intl", "smooth=best": "smooth=best: want exp", "value=0.5": "smooth=exp takes none",
		"value=2,smooth=floor": "value=2: want a number above 0", "value=NaN,smooth=add-k": "value=NaN: want a number",
	} {
		options := map[string]string{}
		for kv := range strings.SplitSeq(spec, ",") {
			k, v, _ := strings.Cut(kv, "=")
			options[k] = v
		}
		if _, err := bleu.Info.New(options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", spec, err, want)
		}
	}
	for _, bad := range []score.Signature{nil, {{Key: "smooth", Value: "floor[x]"}}, {{Key: "smooth", Value: "best"}}, {{Key: "smooth", Value: "add-k[9]"}}} {
		if _, err := bleu.Info.Pool(bad); err == nil {
			t.Errorf("the signature %v has a pool", bad)
		}
	}
}

func BenchmarkScore(b *testing.B) {
	m := build(b, bleu.Options{})
	c := corpus.NewCase(&corpus.Document{References: []string{"Council votes to close old harbour bridge after storm"}}, "Council closes harbour bridge after storm damage")
	out := make([]float64, score.Width(m.Columns()))
	for b.Loop() {
		if err := m.Score(b.Context(), c, out); err != nil {
			b.Fatal(err)
		}
	}
}
