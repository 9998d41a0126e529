package bertscore_test

import (
	"errors"
	"io/fs"

	"hed/metric/internal/modeltest"

	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/internal/python"
	"hed/internal/shared"
	"hed/metric"
	"hed/metric/bertscore"
	"hed/metric/metrictest"
	"hed/neural/embed"
	"hed/spec"
)

// tolerance is how far scores may be from those of bert-score, which computes in
// float32.
const tolerance = 1e-5

// build makes the metric of options as users write them.
func build(t testing.TB, m *embed.Models, options string) metric.Metric {
	t.Helper()
	specs, err := spec.Parse("bertscore:" + options)
	if err != nil {
		t.Fatal(err)
	}
	made, err := bertscore.With(m).New(specs[0].Options)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestContract(t *testing.T) {
	m := modeltest.Open(t, "")
	for _, options := range []string{
		"model=testdata/bert+layer=2", "model=testdata/roberta+layer=1", "model=testdata/bert+layer=0+idf=true",
		"model=testdata/bert+layer=2+baseline=testdata/baseline.csv",
	} {
		t.Run(options, func(t *testing.T) { metrictest.Run(t, build(t, m, options)) })
	}
	t.Run("from the cache", func(t *testing.T) {
		m := modeltest.Open(t, t.TempDir())
		metrictest.Run(t, build(t, m, "model=testdata/bert+layer=2"))
	})
}

func TestSignatures(t *testing.T) {
	other := filepath.Join(t.TempDir(), "other.csv")
	if err := os.WriteFile(other, []byte("LAYER,P,R,F\n0,0,0,0\n1,0.1,0.1,0.1\n2,0.2,0.1,0.1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	metrictest.Signatures(t, bertscore.With(modeltest.Open(t, "")), map[string][]string{
		"model": {"testdata/bert", "testdata/roberta"}, "layer": {"1", "2"}, "idf": {"", "true"},
		"baseline": {"", "testdata/baseline.csv", other},
	})
}

type golden struct {
	Pairs []struct {
		Headline   string
		References []string
	}
	Scores map[string][][3]float64
	Layers map[string]int
}

func readGolden(t testing.TB, data []byte) (g golden) {
	t.Helper()
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

// TestTiny compares with bert-score: tiny random models, all layers, with and
// without idf and rescaling, several references, texts of all kinds.
func TestTiny(t *testing.T) {
	data, err := os.ReadFile("testdata/scores.json")
	if err != nil {
		t.Fatal(err)
	}
	g := readGolden(t, data)
	var cases []*corpus.Case
	for i, p := range g.Pairs {
		cases = append(cases, corpus.NewCase(&corpus.Document{ID: fmt.Sprint(i), References: p.References}, p.Headline))
	}
	m := modeltest.Open(t, "")
	for options, want := range g.Scores {
		options = strings.NewReplacer("model=", "model=testdata/", "baseline=", "baseline=testdata/").Replace(options)
		t.Run(options, func(t *testing.T) { compare(t, build(t, m, options), cases, want) })
	}
}

// compare scores the cases together, and one by one, which must give the same bits.
func compare(t *testing.T, m metric.Metric, cases []*corpus.Case, want [][3]float64) {
	t.Helper()
	if f, ok := m.(metric.Fitter); ok {
		if err := f.Fit(t.Context(), metrictest.Reader(cases), 2); err != nil {
			t.Fatal(err)
		}
	}
	got := make([]float64, 3*len(cases))
	if err := m.(metric.Batcher).ScoreBatch(t.Context(), cases, got); err != nil {
		t.Fatal(err)
	}
	if len(want) != len(cases) {
		t.Fatalf("%d scores for %d cases", len(want), len(cases))
	}
	worst := 0.0
	for i, w := range want {
		for k := range w {
			d := math.Abs(got[3*i+k] - w[k])
			if !(d <= tolerance) {
				t.Errorf("case %d, %q: %s is %v, bert-score has %v", i, cases[i].Headlines(), m.Columns()[k].Name, got[3*i+k], w[k])
			}
			worst = max(worst, d)
		}
	}
	t.Logf("scores differ by %.2g", worst)
	for i := len(cases) - 1; i >= 0; i -= 1 + len(cases)/50 {
		if one := metrictest.Score(t, m, cases[i]); !slices.Equal(one, got[3*i:3*i+3]) {
			t.Errorf("case %d: %v alone, %v in a batch", i, one, got[3*i:3*i+3])
		}
	}
}

// BenchmarkMiniLM scores pairs of NumHG, anew and from the cache.
func BenchmarkMiniLM(b *testing.B) {
	dir := modeltest.MiniLM(b)
	cases, _ := pairs(b)
	cases = cases[:256]
	out := make([]float64, 3*len(cases))
	for name, cache := range map[string]string{"anew": "", "cached": b.TempDir()} {
		m := build(b, modeltest.Open(b, cache), "model="+dir+"+layer=6").(metric.Batcher)
		if err := m.ScoreBatch(b.Context(), cases, out); err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := m.ScoreBatch(b.Context(), cases, out); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(cases)*b.N)/b.Elapsed().Seconds(), "pairs/s")
		})
	}
}

// TestMiniLM compares 2,000 pairs of NumHG.
func TestMiniLM(t *testing.T) {
	dir := modeltest.MiniLM(t)
	g := readGolden(t, []byte(shared.Gunzip(t, "testdata/minilm.json.gz")))
	one, two := pairs(t)
	baseline := "LAYER,P,R,F\n"
	for i := range 7 {
		baseline += fmt.Sprintf("%d,%.4f,%.4f,%.4f\n", i, 0.1+0.01*float64(i), 0.12+0.01*float64(i), 0.11+0.01*float64(i))
	}
	file := filepath.Join(t.TempDir(), "baseline.csv")
	if err := os.WriteFile(file, []byte(baseline), 0o600); err != nil {
		t.Fatal(err)
	}
	m := modeltest.Open(t, t.TempDir()) // most texts come again
	for options, want := range g.Scores {
		t.Run(options, func(t *testing.T) {
			cases := one
			options, several := strings.CutSuffix(options, ", two references")
			if several {
				cases = two
			}
			options = strings.Replace(options, "FILE", file, 1)
			compare(t, build(t, m, "model="+dir+"+"+options), cases, want)
		})
	}
}

// pairs are those of testdata/golden.py, with one reference and with two.
func pairs(t testing.TB) (one, two []*corpus.Case) {
	articles := shared.NumHG(t)
	for i := range 2000 {
		words := strings.FieldsFunc(articles[i].Text, python.IsSpace)
		part := func(from, to int) string { return strings.Join(words[min(from, len(words)):min(to, len(words))], " ") }
		headline := part(6, 18)
		if i%4 == 3 {
			headline = articles[i+1].Headline
		}
		add := func(to *[]*corpus.Case, references ...string) {
			*to = append(*to, corpus.NewCase(&corpus.Document{ID: fmt.Sprint(i), References: references}, headline))
		}
		add(&one, articles[i].Headline)
		add(&two, articles[i].Headline, part(18, 28))
	}
	return one, two
}

// TestLayers takes the layers that bert-score takes: without one, the name of the
// folder decides.
func TestLayers(t *testing.T) {
	data, err := os.ReadFile("testdata/scores.json")
	if err != nil {
		t.Fatal(err)
	}
	known := map[int]string{} // tiny models have few layers
	for name, layer := range readGolden(t, data).Layers {
		got, ok := bertscore.LayerOf(path.Base(name))
		if !ok || got != layer {
			t.Errorf("%s: layer %d, bert-score has %d", name, got, layer)
		}
		known[layer] = path.Base(name)
	}
	dir := filepath.Join(t.TempDir(), known[1])
	if err := os.CopyFS(dir, os.DirFS("testdata/bert")); err != nil {
		t.Fatal(err)
	}
	m := build(t, modeltest.Open(t, ""), "model="+dir)
	if sig := m.Columns()[0].String(); !strings.Contains(sig, "|layer:1|idf:no|baseline:no|") {
		t.Errorf("%s has the signature %s", dir, sig)
	}
}

func TestRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "baseline.csv")
	for options, want := range map[string]string{
		"layer=1":                                                        "give model=DIR",
		"model=nothing+layer=1":                                          "name a folder that has config.json",
		"model=testdata/bert":                                            "bert-score has no layer for the model bert; give layer=N (1 to 2)",
		"model=testdata/bert+layer=3":                                    "layers 1 to 2",
		"model=testdata/bert+layer=-1":                                   "layers 1 to 2",
		"model=testdata/bert+layer=1+lang=x":                             `no option "lang"`,
		"model=testdata/bert+layer=1+baseline=en":                        "roberta-large and layer 17 only",
		"model=testdata/bert+layer=1+baseline=nothing":                   "read the baseline",
		"model=testdata/bert+layer=1+baseline=testdata/bert/config.json": "config.json:2:",
	} {
		specs, err := spec.Parse("bertscore:" + options)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bertscore.With(modeltest.Open(t, "")).New(specs[0].Options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want the error %q", options, err, want)
		}
	}
	for content, want := range map[string]string{
		"":                                  ":1: the first line is not LAYER,P,R,F",
		"LAYER,P,R,F\n0,0.1,0.1,0.1\n":      ":2: there is no layer 1",
		"LAYER,P,R,F\n0,0,0,0\n2,0,0,0\n":   ":3: found layer 2 where layer 1 should be",
		"LAYER,P,R,F\n0,0,0,0\n1,0,0\n":     ":3: 3 values in a line",
		"LAYER,P,R,F\n0,0,0,0\n1,0,1,0\n":   ":3: the baseline 1 is not a number",
		"LAYER,P,R,F\n0,0,0,0\n1,0,NaN,0\n": ":3: the baseline NaN is not a number",
		"LAYER,P,R,F\n0,0,0,0\n1,\"0,0,0\n": `:3: extraneous or missing " in quoted-field`,
	} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := bertscore.With(modeltest.Open(t, "")).New(map[string]string{"model": "testdata/bert", "layer": "1", "baseline": file})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want the error %q", content, err, want)
		}
		if _, file := errors.AsType[*fs.PathError](err); !file {
			t.Errorf("%q: %v is not the file's fault", content, err)
		}
	}
}

// TestState keeps what was fitted.
func TestState(t *testing.T) {
	m := modeltest.Open(t, "")
	first := build(t, m, "model=testdata/bert+layer=2+idf=true").(metric.Keeper)
	items := metrictest.Items()
	out := make([]float64, 3*len(items[0].Outputs))
	if err := first.(metric.Metric).Score(t.Context(), items[0], out); err == nil {
		t.Error("it scores without weights")
	}
	if err := first.Fit(t.Context(), metrictest.Reader(items), 1); err != nil {
		t.Fatal(err)
	}
	var state strings.Builder
	if err := first.Save(&state); err != nil {
		t.Fatal(err)
	}
	second := build(t, m, "model=testdata/bert+layer=2+idf=true").(metric.Keeper)
	if err := second.Load(strings.NewReader(state.String())); err != nil {
		t.Fatal(err)
	}
	if a, b := first.(metric.Metric).Columns()[0].String(), second.(metric.Metric).Columns()[0].String(); a != b {
		t.Errorf("the signature was %s and is %s", a, b)
	}
	for _, it := range items {
		if a, b := metrictest.Score(t, first.(metric.Metric), it), metrictest.Score(t, second.(metric.Metric), it); !slices.Equal(a, b) {
			t.Errorf("%s: %v, kept %v", it.Doc.ID, a, b)
		}
	}
	other := build(t, m, "model=testdata/roberta+layer=2+idf=true").(metric.Keeper)
	for _, bad := range []string{"", "{}", strings.Replace(state.String(), `"texts":`, `"texts":-`, 1)} {
		if err := second.Load(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is loaded", bad)
		}
	}
	if err := other.Load(strings.NewReader(state.String())); err == nil || !strings.Contains(err.Error(), "fit again") {
		t.Errorf("weights of another model: %v", err)
	}
	if err := other.Fit(t.Context(), metrictest.Reader(nil), 1); err == nil || !strings.Contains(err.Error(), "no references") {
		t.Errorf("no references: %v", err)
	}
}

// TestWeightless has no value where nothing weighs: a token that all references
// have is worth nothing.
func TestWeightless(t *testing.T) {
	m := build(t, modeltest.Open(t, ""), "model=testdata/bert+layer=2+idf=true")
	c := corpus.NewCase(&corpus.Document{References: []string{"bridge"}}, "bridge", "the ferry")
	if err := m.(metric.Fitter).Fit(t.Context(), metrictest.Reader{c}, 1); err != nil {
		t.Fatal(err)
	}
	if w := m.(metric.Warner).Warnings(); len(w) != 1 || !strings.Contains(w[0], "a single reference have no weight") {
		t.Errorf("it warns: %v", w)
	}
	got := metrictest.Score(t, m, c)
	for i, absent := range []bool{true, true, false, false, true, false} {
		if math.IsNaN(got[i]) != absent {
			t.Errorf("value %d is %v", i, got[i])
		}
	}
	if got[2] != 0 || got[5] != 0 {
		t.Errorf("F is %v and %v, want 0", got[2], got[5])
	}
}

// Of two references, recall is absent if it is of one, and F is that of the other.
// bert-score has 0.94216949, NaN and 0.95211846.
func TestWeightlessReference(t *testing.T) {
	m := build(t, modeltest.Open(t, ""), "model=testdata/bert+layer=2+idf=true")
	for _, references := range [][]string{{"bridge", "bridge ferry"}, {"bridge ferry", "bridge"}} {
		c := corpus.NewCase(&corpus.Document{References: references}, "the ferry")
		if err := m.(metric.Fitter).Fit(t.Context(), metrictest.Reader{c}, 1); err != nil {
			t.Fatal(err)
		}
		got := metrictest.Score(t, m, c)
		if math.Abs(got[0]-0.94216949) > tolerance || !math.IsNaN(got[1]) || math.Abs(got[2]-0.95211846) > tolerance {
			t.Errorf("%q: got %v", references, got)
		}
		if w := m.(metric.Warner).Warnings(); len(w) > 0 {
			t.Errorf("it warns: %v", w)
		}
	}
}

// TestEnglish has the figures of line 19 of bert-score's en/roberta-large.tsv, for that
// model and layer alone.
func TestEnglish(t *testing.T) {
	got, err := bertscore.ReadBaseline("en", &embed.Model{Name: "roberta-large"}, 17)
	if err != nil || *got != [3]float64{0.83150584, 0.8314941, 0.83122575} {
		t.Errorf("got %v, %v", got, err)
	}
	for layer, name := range map[int]string{16: "roberta-large", 18: "roberta-large", 17: "roberta-base"} {
		if _, err := bertscore.ReadBaseline("en", &embed.Model{Name: name}, layer); err == nil {
			t.Errorf("layer %d of %s has figures", layer, name)
		}
	}
}

// Only RoBERTa's texts get a blank in front.
func TestLead(t *testing.T) {
	config, err := os.ReadFile("testdata/roberta/config.json")
	if err != nil {
		t.Fatal(err)
	}
	m := modeltest.Open(t, "")
	for kind, want := range map[string]string{"roberta": " ", "camembert": ""} {
		dir := modeltest.Copy(t, "testdata/roberta", map[string]string{
			"config.json": strings.Replace(string(config), `"model_type": "roberta"`, `"model_type": "`+kind+`"`, 1),
		})
		if got := bertscore.Lead(build(t, m, "model="+dir+"+layer=1")); got != want {
			t.Errorf("%s: %q goes before a text, want %q", kind, got, want)
		}
	}
	if got := bertscore.Lead(build(t, m, "model=testdata/bert+layer=1")); got != "" {
		t.Errorf("bert: %q goes before a text", got)
	}
}

func TestCancel(t *testing.T) {
	m := build(t, modeltest.Open(t, ""), "model=testdata/bert+layer=2")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	items := metrictest.Items()
	if err := m.Score(ctx, items[0], make([]float64, 3*len(items[0].Outputs))); err == nil {
		t.Error("it goes on")
	}
}
