package chrf_test

import (
	"strings"
	"testing"

	"hed/corpus"
	"hed/internal/race"
	"hed/metric/chrf"
	"hed/metric/internal/sacretest"
	"hed/metric/metrictest"
	"hed/score"
)

func build(t testing.TB, options map[string]string) *chrf.Metric {
	t.Helper()
	m, err := chrf.Info.New(options)
	if err != nil {
		t.Fatal(err)
	}
	return m.(*chrf.Metric)
}

func TestContract(t *testing.T) {
	for _, options := range []map[string]string{nil, {"words": "2", "whitespace": "true"}, {"eps": "true"}} {
		metrictest.Run(t, build(t, options))
	}
}

func TestSignatures(t *testing.T) {
	metrictest.Signatures(t, chrf.Info, map[string][]string{
		"chars": {"", "3"}, "words": {"", "2"}, "beta": {"", "1"}, "lowercase": {"", "true"}, "whitespace": {"", "true"}, "eps": {"", "true"},
	})
}

func TestSacreBLEU(t *testing.T) { sacretest.Check(t, chrf.Info) }

func TestNumHG(t *testing.T) {
	race.Skip(t, "it takes too long")
	sacretest.CheckNumHG(t, chrf.Info)
}

func TestRefused(t *testing.T) {
	for option, value := range map[string]string{"chars": "0", "words": "-1", "beta": "0"} {
		_, err := chrf.Info.New(map[string]string{option: value})
		if err == nil || !strings.HasPrefix(err.Error(), option+"="+value+": want ") {
			t.Errorf("%s=%s: got %v", option, value, err)
		}
	}
	for _, bad := range []score.Signature{nil, {{Key: "nc", Value: "six"}}} {
		if _, err := chrf.Info.Pool(bad); err == nil {
			t.Errorf("the signature %v has a pool", bad)
		}
	}
}

func BenchmarkScore(b *testing.B) {
	m := build(b, nil)
	c := corpus.NewCase(&corpus.Document{References: []string{"Council votes to close old harbour bridge after storm"}}, "Council closes harbour bridge after storm damage")
	out := make([]float64, score.Width(m.Columns()))
	for b.Loop() {
		if err := m.Score(b.Context(), c, out); err != nil {
			b.Fatal(err)
		}
	}
}
