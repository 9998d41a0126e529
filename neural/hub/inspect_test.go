package hub_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/neural/hub"
	"hed/neural/hub/hubtest"
)

// folder makes a plain model folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), content)
	}
	return dir
}

func TestInspect(t *testing.T) {
	for name, want := range map[string]hub.Description{
		"bert":        {Architecture: "bert", Layers: 2, Heads: 4, Width: 32, Vocabulary: 80, Tokens: 40, Parameters: 17936, Types: []string{"BF16"}, Files: 8},
		"distilbert":  {Architecture: "distilbert", Layers: 2, Heads: 4, Width: 32, Vocabulary: 80, Tokens: 40, Parameters: 19072, Types: []string{"BF16"}, Files: 8},
		"roberta":     {Architecture: "roberta", Layers: 2, Heads: 4, Width: 32, Vocabulary: 80, Tokens: 38, Parameters: 17904, Types: []string{"BF16"}, Files: 8},
		"xlm-roberta": {Architecture: "xlm-roberta", Layers: 2, Heads: 4, Width: 32, Vocabulary: 80, Tokens: 38, Parameters: 19104, Types: []string{"BF16"}, Files: 11},
	} {
		dir := folder(t, model(t, name))
		got, err := hub.Inspect(dir)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want.Dir, want.Size = dir, got.Size
		want.Tokenizer, want.TokenizerSize, want.Special = "WordPiece", 8, 2
		if diff := cmp.Diff(want, *got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if again, err := hub.Check(t.Context(), dir); err != nil || !cmp.Equal(again, got) {
			t.Errorf("%s: %+v, %v", name, again, err)
		}
	}
}

func TestInspectRefuses(t *testing.T) {
	pickled := map[string]string{"model.safetensors": "", "pytorch_model.bin": "x"}
	for _, c := range []struct {
		what, model string
		change      map[string]string // content of files; "" for none
		want        string
	}{
		{"no config", "bert", map[string]string{"config.json": ""}, "config.json is missing"},
		{"bad config", "bert", map[string]string{"config.json": "{"}, "config.json is damaged: "},
		{"no type", "bert", map[string]string{"config.json": "{}"}, "it has no model_type"},
		{"gpt2", "bert", map[string]string{"config.json": `{"model_type": "gpt2"}`}, "config.json: it is a model of the type gpt2; hed does not run this architecture yet, but bart, bert, camembert,"},
		{"odd config", "bert", map[string]string{"config.json": `{"model_type": "bert", "position_embedding_type": "relative_key"}`}, "position_embedding_type"},
		{"no weights", "bert", map[string]string{"model.safetensors": ""}, "model.safetensors is missing"},
		{"pickled", "bert", pickled, "only weights in pytorch_model.bin, which hed does not read, since it can run programs; write it again"},
		{"no tokenizer", "bert", map[string]string{"tokenizer.json": ""}, "tokenizer.json is missing, and no other kind of tokenizer is read"},
		{"bad tokenizer", "bert", map[string]string{"tokenizer.json": "{"}, "tokenizer.json: this is not a tokenizer.json"},
		{"unknown tokenizer", "bert", map[string]string{"tokenizer.json": strings.Replace(hubtest.Tokenizer, "WordPiece", "WordSalad", 1)},
			`the type "WordSalad" is not known; those known are BPE, Unigram, WordLevel, WordPiece; hed cannot use this tokenizer`},
		{"another model's tokenizer", "../../decoder/testdata/bart", map[string]string{"tokenizer.json": model(t, "../../decoder/testdata/t5")["tokenizer.json"]}, "it does not end a text with token [2], as the model expects; it is from another model"},
		{"missing shard", "xlm-roberta", map[string]string{"model-00002-of-00003.safetensors": ""}, "model-00002-of-00003.safetensors is missing, one of 3 files"},
		{"hostile index", "xlm-roberta", map[string]string{"model.safetensors.index.json": `{"weight_map":{"a":"../x.safetensors"}}`}, `names the file "../x.safetensors", which is not one of weights in its folder`},
		{"cut off", "bert", map[string]string{"model.safetensors": model(t, "bert")["model.safetensors"][:30000]}, "it ends within tensor"},
		{"other width", "bert", map[string]string{"config.json": strings.Replace(model(t, "bert")["config.json"], `"hidden_size": 32`, `"hidden_size": 64`, 1)},
			"config.json asks for [80 64]; the two are not from the same model"},
		{"more layers", "bert", map[string]string{"config.json": strings.Replace(model(t, "bert")["config.json"], `"num_hidden_layers": 2`, `"num_hidden_layers": 3`, 1)},
			`there is no tensor "encoder.layer.2.attention.self.query.weight"`},
	} {
		files := model(t, c.model)
		for name, content := range c.change {
			files[name] = content
			if content == "" {
				delete(files, name)
			}
		}
		dir := folder(t, files)
		_, err := hub.Inspect(dir)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), dir) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want %s", c.what, err, c.want)
		}
	}
	if _, err := hub.Inspect(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no error for a folder that is not there")
	}
}

// Of the weights the headers are read, however large the rest is: here 64 MB of holes.
func TestInspectReadsNoNumbers(t *testing.T) {
	files := model(t, "bert")
	const rows = 1 << 20
	files["config.json"] = strings.Replace(files["config.json"], `"vocab_size": 80`, fmt.Sprintf(`"vocab_size": %d`, rows), 1)
	weights := files["model.safetensors"]
	length := binary.LittleEndian.Uint64([]byte(weights))
	var header map[string]map[string]any
	if err := json.Unmarshal([]byte(weights[8:8+length]), &header); err != nil {
		t.Fatal(err)
	}
	end := int64(len(weights)) - 8 - int64(length)
	header["embeddings.word_embeddings.weight"] = map[string]any{"dtype": "F16", "shape": []int{rows, 32}, "data_offsets": []int64{end, end + rows*64}}
	// What had the place of the embeddings is to belong to somebody.
	header["rest"] = map[string]any{"dtype": "BF16", "shape": []int{80, 32}, "data_offsets": offsets(t, weights[8:8+length])}
	text, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	head := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
	files["model.safetensors"] = string(head) + string(text) + weights[8+length:]
	dir := folder(t, files)
	if err := os.Truncate(filepath.Join(dir, "model.safetensors"), 8+int64(len(text))+end+rows*64); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	d, err := hub.Inspect(dir)
	runtime.ReadMemStats(&after)
	if err != nil || d.Vocabulary != rows {
		t.Fatal(d, err)
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > 8<<20 {
		t.Errorf("%d MB were allocated", got>>20)
	}
}

// offsets are those of the embeddings.
func offsets(t *testing.T, header string) any {
	t.Helper()
	var tensors map[string]struct {
		Offsets []int64 `json:"data_offsets"`
	}
	if err := json.Unmarshal([]byte(header), &tensors); err != nil {
		t.Fatal(err)
	}
	return tensors["embeddings.word_embeddings.weight"].Offsets
}

// A folder that is no model is not walked through.
func TestInspectOtherFolders(t *testing.T) {
	dir := t.TempDir()
	for i := range 300 {
		write(t, filepath.Join(dir, "deep", "down", strconv.Itoa(i)), "")
	}
	got := testing.AllocsPerRun(1, func() {
		if _, err := hub.Check(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "config.json is missing") {
			t.Error(err)
		}
	})
	if got > 300 {
		t.Errorf("%v allocations to see that there is no config.json", got)
	}
}

func TestInspectWarns(t *testing.T) {
	files := model(t, "bert")
	large, err := os.ReadFile("../tokenizer/testdata/roberta.json")
	if err != nil {
		t.Fatal(err)
	}
	files["tokenizer.json"] = string(large)
	d, err := hub.Inspect(folder(t, files))
	if err != nil || d.Tokenizer != "BPE" || len(d.Warnings) != 1 || !strings.HasPrefix(d.Warnings[0], "tokenizer.json has 1500 tokens, but the model knows 80;") {
		t.Errorf("%+v, %v", d, err)
	}
}

// A model that writes may have a tokenizer with more tokens, as bart-large-cnn has: it is not refused, and nothing is said of scores.
func TestInspectMoreTokens(t *testing.T) {
	files := model(t, "../../decoder/testdata/bart")
	at := strings.Index(files["tokenizer.json"], `"added_tokens"`)
	at += strings.Index(files["tokenizer.json"][at:], "[") + 1
	files["tokenizer.json"] = files["tokenizer.json"][:at] +
		`{"id": 300, "content": "<hidden>", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true},` + files["tokenizer.json"][at:]
	d, err := hub.Inspect(folder(t, files))
	if err != nil {
		t.Fatal(err)
	}
	if want := "tokenizer.json has 301 tokens, but the model knows 300; special ones of the others are left out"; len(d.Warnings) != 1 || !strings.HasPrefix(d.Warnings[0], want) {
		t.Errorf("warnings %q, want %q", d.Warnings, want)
	}
}
