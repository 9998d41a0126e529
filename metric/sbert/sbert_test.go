package sbert_test

import (
	"hed/metric/internal/modeltest"

	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/internal/shared"
	"hed/metric/metrictest"
	"hed/metric/sbert"
	"hed/score"
)

// tolerance is how far cosines may be from those of sentence-transformers.
const tolerance = 1e-5

func build(t testing.TB, dir string) *sbert.Metric {
	t.Helper()
	m, err := sbert.New(sbert.Options{Model: dir, Models: modeltest.Open(t, "")})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// folder makes a folder of sentence-transformers of a tiny model and some files.
func folder(t testing.TB, model string, files map[string]string) string {
	t.Helper()
	return modeltest.Copy(t, "../moverscore/testdata/"+model, files)
}

// golden is what testdata/oracle.py wrote.
type golden struct {
	Folders map[string]struct {
		Model  string
		Files  map[string]json.RawMessage
		Scores [][2]float64
	}
	First [][2]float64
}

func read(t testing.TB, file string) (g golden) {
	t.Helper()
	modeltest.ReadJSON(t, file, &g)
	return g
}

// folders are the models of golden.json, by name.
func folders(t testing.TB) map[string]string {
	t.Helper()
	dirs := map[string]string{}
	for name, f := range read(t, "testdata/golden.json").Folders {
		files := map[string]string{}
		for file, content := range f.Files {
			files[file] = string(content)
		}
		dirs[name] = folder(t, f.Model, files)
	}
	return dirs
}

func TestContract(t *testing.T) {
	for _, dir := range folders(t) {
		metrictest.Run(t, build(t, dir))
	}
}

func TestSignatures(t *testing.T) {
	var dirs []string
	for _, dir := range folders(t) {
		dirs = append(dirs, dir)
	}
	cls := folder(t, "bert", map[string]string{"modules.json": pooled, "1_Pooling/config.json": `{"pooling_mode": ["cls"]}`})
	short := folder(t, "bert", map[string]string{"sentence_roberta_config.json": `{"max_seq_length": 9}`})
	metrictest.Signatures(t, sbert.With(modeltest.Open(t, "")), map[string][]string{"model": append(dirs, cls, short)})
}

const pooled = `[{"path": "", "type": "a.Transformer"}, {"path": "1_Pooling", "type": "a.Pooling"}]`

// compare scores cases of one headline.
func compare(t *testing.T, dir string, cases []*corpus.Case, want [][2]float64) {
	t.Helper()
	out := make([]float64, 2*len(cases))
	if err := build(t, dir).ScoreBatch(t.Context(), cases, out); err != nil {
		t.Fatal(err)
	}
	if len(want) != len(cases) {
		t.Fatalf("%d scores of %d cases", len(want), len(cases))
	}
	worst := 0.0
	for i, c := range cases {
		for k := range 2 {
			d := math.Abs(out[2*i+k] - want[i][k])
			if worst = max(worst, d); !(d <= tolerance) {
				t.Errorf("%q, column %d: got %v, want %v", c.Headlines(), k, out[2*i+k], want[i][k])
			}
		}
	}
	t.Logf("%d cases, at most %.1e off", len(cases), worst)
}

// TestGolden compares with sentence-transformers; see testdata/oracle.py.
func TestGolden(t *testing.T) {
	cases := modeltest.Sample(t, "careless")
	want := read(t, "testdata/golden.json").Folders
	for name, dir := range folders(t) {
		compare(t, dir, cases, want[name].Scores)
	}
}

func TestMiniLM(t *testing.T) {
	dir := modeltest.MiniLM(t)
	var cases []*corpus.Case
	for _, a := range shared.NumHG(t)[:60] {
		cases = append(cases, corpus.NewCase(&corpus.Document{Body: a.Text, References: []string{a.Headline}}, modeltest.Lead(a.Text)))
	}
	compare(t, dir, cases, read(t, "testdata/minilm.json").First)
	if got := build(t, dir).Columns()[0].String(); !strings.Contains(got, "|layer:6|pooling:mean|tokens:256|lower:no|") {
		t.Error(got)
	}
}

// A batch gives the bits that the cases give one by one, however it is cut.
func TestBatch(t *testing.T) {
	for _, dir := range folders(t) {
		m := build(t, dir)
		var cases []*corpus.Case
		for _, c := range metrictest.Items() {
			cases = append(cases, corpus.NewCase(c.Doc, c.Headlines()[:1]...))
		}
		many := slices.Repeat(cases, 80) // more than a batch's tokens
		got := make([]float64, 2*len(many))
		if err := m.ScoreBatch(t.Context(), many, got); err != nil {
			t.Fatal(err)
		}
		for i, c := range many {
			want := metrictest.Score(t, m, c)
			for k := range want {
				if math.Float64bits(got[2*i+k]) != math.Float64bits(want[k]) {
					t.Fatalf("%q: %v alone and %v in a batch", c.Headlines()[0], want, got[2*i:2*i+2])
				}
			}
		}
	}
}

// The nearest reference counts, and a text without tokens has no value.
func TestReferences(t *testing.T) {
	m := build(t, folder(t, "bert", nil))
	s := func(body string, refs ...string) []float64 {
		return metrictest.Score(t, m, corpus.NewCase(&corpus.Document{Body: body, References: refs}, "Bridge closes after vote"))
	}
	a, b := s("", "Council closes bridge")[1], s("", "Ferry runs aground")[1]
	got := s("", "Council closes bridge", " ", "Ferry runs aground")
	if !score.IsAbsent(got[0]) || got[1] != max(a, b) {
		t.Errorf("got %v of %v and %v", got, a, b)
	}
	if got := s("", "", "Ferry runs aground"); got[1] != b {
		t.Errorf("got %v, want %v after a reference without words", got, b)
	}
	if got := s("Bridge closes after vote", ""); !(got[0] > 1-1e-12) || !score.IsAbsent(got[1]) {
		t.Errorf("got %v", got)
	}
}

func TestErrors(t *testing.T) {
	pooling := func(config string) string {
		return folder(t, "bert", map[string]string{"modules.json": pooled, "1_Pooling/config.json": config})
	}
	for want, dir := range map[string]string{
		"there is no model; give model=DIR":                                      "",
		"nowhere":                                                                "nowhere",
		"pools by max; sbert knows mean and cls":                                 pooling(`{"pooling_mode_max_tokens": true}`),
		"pools by cls and mean; sbert knows":                                     pooling(`{"pooling_mode_mean_tokens": true, "pooling_mode_cls_token": true}`),
		"pools by mean_sqrt_len; sbert knows":                                    pooling(`{"pooling_mode_mean_sqrt_len_tokens": true}`),
		"pools by lasttoken; sbert knows":                                        pooling(`{"pooling_mode": "lasttoken"}`),
		"pools by mean and max; sbert":                                           pooling(`{"pooling_mode": ["mean", "max"]}`),
		"1_Pooling" + string(filepath.Separator) + "config.json: unexpected end": pooling(`{`),
		"has no 1_Pooling":                                                       folder(t, "bert", map[string]string{"modules.json": pooled}),
		"has a module Dense":                                                     folder(t, "bert", map[string]string{"modules.json": `[{"path": "2_Dense", "type": "a.b.Dense"}]`}),
		"has its encoder in the folder 0_T":                                      folder(t, "bert", map[string]string{"modules.json": `[{"path": "0_T", "type": "a.Transformer"}]`}),
		`puts the prompt "q: " before`:                                           folder(t, "bert", map[string]string{"config_sentence_transformers.json": `{"prompts": {"q": "q: "}, "default_prompt_name": "q"}`}),
		"max_seq_length is 0":                                                    folder(t, "bert", map[string]string{"sentence_bert_config.json": `{"max_seq_length": 0}`}),
		"modules.json: invalid":                                                  folder(t, "bert", map[string]string{"modules.json": `x`}),
	} {
		if _, err := sbert.New(sbert.Options{Model: dir, Models: modeltest.Open(t, "")}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	// Without a mode it is the mean.
	if got := build(t, pooling(`{}`)).Columns()[0].String(); !strings.Contains(got, "|pooling:mean|tokens:40|") {
		t.Error(got)
	}
}

// A model that has a name only is looked up.
func TestFind(t *testing.T) {
	dir := folder(t, "bert", map[string]string{"sentence_bert_config.json": `{"max_seq_length": 7}`})
	s := modeltest.Open(t, "")
	s.Find = func(name string) (string, error) { return dir, nil }
	m, err := sbert.New(sbert.Options{Model: "somebody/bert", Models: s})
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Columns()[0].String(); !strings.Contains(got, "|tokens:7|") {
		t.Error(got)
	}
}
