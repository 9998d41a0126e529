package wmd_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"hed/metric/internal/modeltest"
	"hed/neural/embed"
	"hed/neural/encoder"
	"hed/tensor"

	"math"
	"strings"
	"testing"

	"hed/corpus"
	"hed/internal/shared"
	"hed/metric/metrictest"
	"hed/metric/wmd"
	"hed/score"
)

const tiny = "../moverscore/testdata/bert"

// tolerance is how far scores may be from gensim's, which keeps vectors in single
// precision.
const tolerance = 1e-6

func build(t testing.TB, dir string) *wmd.Metric {
	t.Helper()
	m, err := wmd.New(wmd.Options{Model: dir, Models: modeltest.Open(t, "")})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestContract(t *testing.T) {
	metrictest.Run(t, build(t, tiny))
}

func TestSignatures(t *testing.T) {
	metrictest.Signatures(t, wmd.With(modeltest.Open(t, "")), map[string][]string{"model": {tiny, "../moverscore/testdata/distilbert"}})
}

// compare scores pairs of a reference and a headline.
func compare(t *testing.T, m *wmd.Metric, pairs [][2]string, want []*float64) {
	t.Helper()
	if len(pairs) != len(want) {
		t.Fatalf("%d pairs and %d scores", len(pairs), len(want))
	}
	worst := 0.0
	for i, p := range pairs {
		got := metrictest.Score(t, m, corpus.NewCase(&corpus.Document{References: p[:1]}, p[1:]...))[0]
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
	modeltest.ReadJSON(t, "testdata/golden.json", &golden)
	var sample [][2]string
	for _, c := range modeltest.Sample(t, "careless") {
		sample = append(sample, [2]string{c.Doc.References[0], c.Headlines()[0]})
	}
	m := build(t, tiny)
	compare(t, m, sample, golden.Sample)
	compare(t, m, golden.Odd, golden.Scores)
}

func TestMiniLM(t *testing.T) {
	dir := modeltest.MiniLM(t)
	var pairs [][2]string
	for _, a := range shared.NumHG(t)[:600] {
		pairs = append(pairs, [2]string{a.Headline, modeltest.Lead(a.Text)})
	}
	var golden struct{ First []*float64 }
	modeltest.ReadJSON(t, "testdata/minilm.json", &golden)
	compare(t, build(t, dir), pairs, golden.First)
}

// The nearest reference counts, one without words does not, and the distance is the
// same both ways.
func TestReferences(t *testing.T) {
	m := build(t, tiny)
	s := func(headline string, refs ...string) float64 {
		return metrictest.Score(t, m, corpus.NewCase(&corpus.Document{References: refs}, headline))[0]
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

// Marks outside ASCII were words: – “ ” ’ … made a headline another than its plain twin. Those
// that a byte-level tokenizer cuts in pieces are none either.
func TestPunctuation(t *testing.T) {
	for _, dir := range []string{tiny, "../bertscore/testdata/roberta"} {
		m := build(t, dir)
		c := corpus.NewCase(&corpus.Document{References: []string{"Ferry runs aground"}},
			"Ferry runs aground –", "Ferry runs aground” … ’", "Ferry runs aground «»", "Ferry runs aground ...", "– “ … „", "Ferry runs aground 5")
		got := metrictest.Score(t, m, c)
		for i, v := range got[:4] {
			if v != 1 {
				t.Errorf("%s: %q has %v, want 1", dir, c.Outputs[i].Text, v)
			}
		}
		if !score.IsAbsent(got[4]) || got[5] == 1 {
			t.Errorf("%s: marks alone have %v, a word more %v", dir, got[4], got[5])
		}
	}
}

// Tokens that stand for unknown words are left out, whatever they are called.
func TestUnknown(t *testing.T) {
	file, err := os.ReadFile(tiny + "/tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"[UNK]", "<unk>"} {
		m := build(t, modeltest.Copy(t, tiny, map[string]string{"tokenizer.json": strings.ReplaceAll(string(file), "[UNK]", name)}))
		c := corpus.NewCase(&corpus.Document{References: []string{"Ferry runs aground"}}, "Ferry 日本 runs aground", "日本")
		if got := metrictest.Score(t, m, c); got[0] != 1 || !score.IsAbsent(got[1]) {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// A token that the model has no vector for is refused, as encoders refuse it.
func TestForeignToken(t *testing.T) {
	config, err := encoder.ReadConfig(tiny)
	if err != nil {
		t.Fatal(err)
	}
	for _, beyond := range []int{0, 1, 5000} {
		id := config.Vocabulary + beyond
		var file map[string]any
		modeltest.ReadJSON(t, tiny+"/tokenizer.json", &file)
		file["model"].(map[string]any)["vocab"].(map[string]any)["zeppelin"] = id
		data, err := json.Marshal(file)
		if err != nil {
			t.Fatal(err)
		}
		m := build(t, modeltest.Copy(t, tiny, map[string]string{"tokenizer.json": string(data)}))
		for _, c := range []*corpus.Case{
			corpus.NewCase(&corpus.Document{References: []string{"Ferry"}}, "Ferry zeppelin"),
			corpus.NewCase(&corpus.Document{References: []string{"zeppelin"}}, "Ferry"),
		} {
			want := fmt.Sprintf("the model bert: token %d is not one of the model's %d; the tokenizer is from another model", id, config.Vocabulary)
			if err := m.Score(t.Context(), c, make([]float64, 1)); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want %s", err, want)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	for want, options := range map[string]map[string]string{
		"there is no model; give model=DIR": {},
		"nowhere":                           {"model": "nowhere"},
		`no option "layer"`:                 {"layer": "5"},
	} {
		if _, err := wmd.With(modeltest.Open(t, "")).New(options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %s", options, err, want)
		}
	}
}

// No device is asked for, since the encoder is not run.
func TestNoDevice(t *testing.T) {
	none := embed.New(func() (tensor.Device, error) { return nil, errors.New("no device") }, "")
	defer none.Close()
	if _, err := wmd.New(wmd.Options{Model: tiny, Models: none}); err != nil {
		t.Error(err)
	}
}

// A model that has no words is the folder's fault.
func TestWordless(t *testing.T) {
	dir := modeltest.Copy(t, tiny, nil)
	config, err := os.ReadFile(filepath.Join(dir, "config.json"))
	if err != nil {
		t.Fatal(err)
	}
	other := strings.Replace(string(config), `"vocab_size": 500`, `"vocab_size": 501`, 1)
	if err := os.WriteFile(filepath.Join(dir, "config.json"), []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = wmd.New(wmd.Options{Model: dir, Models: modeltest.Open(t, "")})
	if _, model := errors.AsType[*embed.OpenError](err); !model || !strings.Contains(err.Error(), "config.json asks for [501 ") {
		t.Errorf("got %v", err)
	}
}

// A model that has a name only is looked up.
func TestFind(t *testing.T) {
	s := modeltest.Open(t, "")
	s.Find = func(name string) (string, error) { return tiny, nil }
	if _, err := wmd.New(wmd.Options{Model: "somebody/bert", Models: s}); err != nil {
		t.Error(err)
	}
}

func BenchmarkScore(b *testing.B) {
	m := build(b, tiny)
	c := corpus.NewCase(&corpus.Document{References: []string{"Council votes to close the old harbour bridge until 2031"}}, "Old harbour bridge to close for years after council votes 12 to 3")
	out := make([]float64, 1)
	for b.Loop() {
		if err := m.Score(b.Context(), c, out); err != nil {
			b.Fatal(err)
		}
	}
}
