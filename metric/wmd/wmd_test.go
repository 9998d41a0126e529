package wmd_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/corpus"
	"hed/internal/shared"
	"hed/metric/metrictest"
	"hed/metric/wmd"
	"hed/neural/embed"
	"hed/score"
)

const tiny = "../moverscore/testdata/bert"

// tolerance is how far scores may be from gensim's, which keeps vectors in single
// precision.
const tolerance = 1e-6

func models(t testing.TB) *embed.Models {
	t.Helper()
	s := embed.New(embed.Processor(2), "")
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func build(t testing.TB, dir string) *wmd.Metric {
	t.Helper()
	m, err := wmd.New(wmd.Options{Model: dir, Models: models(t)})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestContract(t *testing.T) {
	metrictest.Run(t, build(t, tiny))
}

func TestSignatures(t *testing.T) {
	metrictest.Signatures(t, wmd.With(models(t)), map[string][]string{"model": {tiny, "../moverscore/testdata/distilbert"}})
}

func readJSON(t testing.TB, file string, v any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatal(err)
	}
}

// compare scores pairs of a reference and a headline.
func compare(t *testing.T, m *wmd.Metric, pairs [][2]string, want []*float64) {
	t.Helper()
	if len(pairs) != len(want) {
		t.Fatalf("%d pairs and %d scores", len(pairs), len(want))
	}
	worst := 0.0
	for i, p := range pairs {
		got := metrictest.Score(t, m, &corpus.Case{Doc: &corpus.Document{References: p[:1]}, Headlines: p[1:]})[0]
		if want[i] == nil {
			if !score.IsAbsent(got) {
				t.Errorf("%q: got %v, want none", p, got)
			}
			continue
		}
		d := math.Abs(got - *want[i])
		if worst = max(worst, d); !(d <= tolerance) {
			t.Errorf("%q: got %v, want %v", p, got, *want[i])
		}
	}
	t.Logf("%d pairs, at most %.1e off", len(pairs), worst)
}

// TestGolden compares with gensim; see testdata/oracle.py.
func TestGolden(t *testing.T) {
	var golden struct {
		Odd            [][2]string
		Sample, Scores []*float64
	}
	readJSON(t, "testdata/golden.json", &golden)
	dir := filepath.FromSlash("../../internal/sample/")
	articles, err := os.ReadFile(filepath.Join(dir, "articles.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	headlines, err := os.ReadFile(filepath.Join(dir, "careless.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var sample [][2]string
	lines := strings.Split(string(headlines), "\n")
	for line := range strings.Lines(string(articles)) {
		var d struct {
			Headline   string
			References []string
		}
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		sample = append(sample, [2]string{append(d.References, d.Headline)[0], lines[len(sample)]})
	}
	m := build(t, tiny)
	compare(t, m, sample, golden.Sample)
	compare(t, m, golden.Odd, golden.Scores)
}

func TestMiniLM(t *testing.T) {
	dir := os.Getenv("HED_TEST_MODELS")
	if dir == "" {
		t.Skip("skipped: HED_TEST_MODELS does not name a folder with models")
	}
	dir = filepath.Join(dir, "minilm")
	if _, err := os.Stat(filepath.Join(dir, "model.safetensors")); err != nil {
		t.Skip("skipped: there is no minilm/model.safetensors in HED_TEST_MODELS")
	}
	var pairs [][2]string
	for _, a := range shared.NumHG(t)[:600] {
		words := strings.Fields(a.Text)
		pairs = append(pairs, [2]string{a.Headline, strings.Join(words[:min(12, len(words))], " ")})
	}
	var golden struct{ First []*float64 }
	readJSON(t, "testdata/minilm.json", &golden)
	compare(t, build(t, dir), pairs, golden.First)
}

// The nearest reference counts, one without words does not, and the distance is the
// same both ways.
func TestReferences(t *testing.T) {
	m := build(t, tiny)
	s := func(headline string, refs ...string) float64 {
		return metrictest.Score(t, m, &corpus.Case{Doc: &corpus.Document{References: refs}, Headlines: []string{headline}})[0]
	}
	a, b := s("Bridge closes after vote", "Council closes bridge"), s("Bridge closes after vote", "Ferry runs aground")
	if got := s("Bridge closes after vote", "Council closes bridge", "", "Ferry runs aground"); got != max(a, b) {
		t.Errorf("got %v of %v and %v", got, a, b)
	}
	if got := s("Council closes bridge", "Bridge closes after vote"); math.Abs(got-a) > 1e-12 {
		t.Errorf("%v one way, %v the other", a, got)
	}
	for _, refs := range [][]string{nil, {""}, {" ", ".,"}} {
		if got := s("Bridge", refs...); !score.IsAbsent(got) {
			t.Errorf("%q: got %v", refs, got)
		}
	}
}

func TestErrors(t *testing.T) {
	for want, options := range map[string]map[string]string{
		"there is no model; give model=DIR": {},
		"nowhere":                           {"model": "nowhere"},
		`no option "layer"`:                 {"layer": "5"},
	} {
		if _, err := wmd.With(models(t)).New(options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %s", options, err, want)
		}
	}
}

// A model that has a name only is looked up.
func TestFind(t *testing.T) {
	s := models(t)
	s.Find = func(name string) (string, error) { return tiny, nil }
	if _, err := wmd.New(wmd.Options{Model: "somebody/bert", Models: s}); err != nil {
		t.Error(err)
	}
}

func BenchmarkScore(b *testing.B) {
	m := build(b, tiny)
	c := &corpus.Case{
		Doc:       &corpus.Document{References: []string{"Council votes to close the old harbour bridge until 2031"}},
		Headlines: []string{"Old harbour bridge to close for years after council votes 12 to 3"},
	}
	out := make([]float64, 1)
	for b.Loop() {
		if err := m.Score(b.Context(), c, out); err != nil {
			b.Fatal(err)
		}
	}
}
