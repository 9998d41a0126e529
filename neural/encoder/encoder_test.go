package encoder_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hed/internal/race"

	"github.com/google/go-cmp/cmp"

	"hed/neural/encoder"
	"hed/neural/tokenizer"
	"hed/tensor"
	"hed/tensor/safetensors"
)

func TestRefusedConfig(t *testing.T) {
	for _, c := range []struct{ model, from, to, want string }{
		{"bert", `"model_type": "bert"`, `"model_type": "gpt2"`, `model_type "gpt2" is not known; known are bert, camembert, distilbert, mpnet, roberta, xlm-roberta`},
		{"bert", `"model_type": "bert",`, ``, "it has no model_type"},
		{"bert", `"hidden_act": "gelu"`, `"hidden_act": "mish"`, `activation "mish" is not known; known are gelu,`},
		{"bert", `"hidden_size": 32`, `"hidden_size": 0`, "hidden_size is missing"},
		{"bert", `"hidden_size": 32`, `"hidden_size": 99999999999`, "hidden_size is missing or not a count"},
		{"bert", `"num_attention_heads": 4`, `"num_attention_heads": 5`, "cannot be shared by 5 heads"},
		{"bert", `"type_vocab_size": 2`, `"type_vocab_size": 1000`, "type_vocab_size of 1000"},
		{"bert", `"is_decoder": false`, `"is_decoder": true`, "only encoders"},
		{"bert", `"vocab_size": 80`, `"position_embedding_type": "relative_key"`, `"relative_key" is not known`},
		{"roberta", `"pad_token_id": 1`, `"pad_token_id": 39`, "leave no positions"},
		{"roberta", `"pad_token_id": 1`, `"pad_token_id": -1`, "leave no positions"},
		{"bert", `{`, `[`, "config.json: "},
		{"bert", `"hidden_size": 32`, `"hidden_size": 64`, `tensor "embeddings.word_embeddings.weight" has the shape [80 32], config.json asks for [80 64]`},
		{"bert", `"intermediate_size": 40`, `"intermediate_size": 48`, `"encoder.layer.0.intermediate.dense.weight" has the shape [40 32], config.json asks for [48 32]`},
		{"bert", `"num_hidden_layers": 2`, `"num_hidden_layers": 3`, `no tensor "encoder.layer.2.attention.self.query.weight" (nor "bert.encoder.layer.2.attention.self.query.weight") of shape [32 32]`},
		{"mpnet", `"model_type": "mpnet"`, `"model_type": "bert"`, `no tensor "embeddings.token_type_embeddings.weight"`},
	} {
		dir := rewrite(t, filepath.Join("testdata", c.model), safetensors.F32, func(n string) string { return n })
		edit(t, filepath.Join(dir, "config.json"), c.from, c.to)
		refuse(t, dir, c.want)
	}
}

func TestRefusedWeights(t *testing.T) {
	same := func(n string) string { return n }
	for _, name := range []string{
		"embeddings.LayerNorm.bias", "embeddings.position_embeddings.weight",
		"encoder.layer.1.attention.attn.k.bias", "encoder.layer.0.output.LayerNorm.weight", "encoder.relative_attention_bias.weight",
	} {
		dir := rewrite(t, "testdata/mpnet", safetensors.F16, func(n string) string {
			if n == name {
				return ""
			}
			return n
		})
		refuse(t, dir, `no tensor "`+name+`"`)
	}
	dir := rewrite(t, "testdata/bert", safetensors.F32, same)
	file := filepath.Join(dir, "model.safetensors")
	if err := os.Truncate(file, 20000); err != nil {
		t.Fatal(err)
	}
	refuse(t, dir, "model.safetensors: it ends within tensor")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	refuse(t, dir, "neither model.safetensors nor model.safetensors.index.json")
	if err := os.Remove(filepath.Join(dir, "config.json")); err != nil {
		t.Fatal(err)
	}
	refuse(t, dir, "a model folder has config.json")

	shards := t.TempDir()
	if err := os.CopyFS(shards, os.DirFS("testdata/xlm-roberta")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(shards, "model-00002-of-00003.safetensors")); err != nil {
		t.Fatal(err)
	}
	refuse(t, shards, "model-00002-of-00003.safetensors is missing, one of 3 files")
}

// TestRead finds a model whole, or not, without reading a number, and has the words
// where the encoder has them.
func TestRead(t *testing.T) {
	f, err := encoder.Read("testdata/roberta")
	if err != nil {
		t.Fatal(err)
	}
	words := f.Words()
	d := tensor.New(1)
	defer d.Close()
	e, err := f.Load(d)
	if err != nil {
		t.Fatal(err)
	}
	if c := e.Config; words.Rows != c.Vocabulary || words.Cols != c.Hidden {
		t.Errorf("%d words of %d numbers", words.Rows, words.Cols)
	}
	if err := errors.Join(e.Close(), f.Close()); err != nil {
		t.Error(err)
	}
	dir := rewrite(t, "testdata/bert", safetensors.F32, func(n string) string { return n })
	edit(t, filepath.Join(dir, "model.safetensors"), `"F32"`, `"I32"`)
	if _, err := encoder.Read(dir); err == nil || !strings.Contains(err.Error(), "is of type I32; expected F32, F16, BF16 or F64") {
		t.Errorf("got %v", err)
	}
}

func refuse(t *testing.T, dir, want string) {
	t.Helper()
	d := tensor.New(1)
	defer d.Close()
	_, err := encoder.Open(dir, d)
	if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), dir) {
		t.Errorf("got %v, want %q", err, want)
	}
}

func TestRefusedTexts(t *testing.T) {
	e := open(t, "testdata/bert")
	out := func(int, int, tensor.Matrix) error { t.Error("states of texts that are refused"); return nil }
	ids := func(n int, id, kind int32) *tokenizer.Encoding {
		return &tokenizer.Encoding{IDs: slices.Repeat([]int32{id}, n), Types: slices.Repeat([]int32{kind}, n)}
	}
	for _, c := range []struct {
		text   *tokenizer.Encoding
		layers []int
		want   string
	}{
		{ids(41, 3, 0), []int{0}, "text 1: it has 41 tokens, the model takes 40; truncate it"},
		{ids(1, 80, 0), []int{0}, "text 1: token 80 is not one of the model's 80"},
		{ids(1, -1, 0), []int{0}, "token -1 is not"},
		{ids(1, 3, 2), []int{0}, "token type 2 is not one of the model's 2"},
		{ids(1, 3, 0), []int{0, 3}, "layer 3 is not one of the model's: 0, the embeddings, up to 2"},
		{ids(1, 3, 0), []int{-1}, "layer -1 is not"},
	} {
		err := e.Encode(t.Context(), []*tokenizer.Encoding{ids(2, 3, 0), c.text}, c.layers, out)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := e.Encode(ctx, texts(t, "bert"), []int{0}, out); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	stop := errors.New("stop")
	err := e.Encode(t.Context(), texts(t, "bert"), []int{0}, func(int, int, tensor.Matrix) error { return stop })
	if !errors.Is(err, stop) {
		t.Error(err)
	}
}

// many are texts of all lengths, more than a batch holds, with some twice.
func many() []*tokenizer.Encoding {
	var list []*tokenizer.Encoding
	for i := range 120 {
		e := new(tokenizer.Encoding)
		for j := range i * 7 % 41 {
			e.IDs = append(e.IDs, int32((i/2*i/2+31*j)%80))
			e.Types = append(e.Types, int32(j%2))
		}
		list = append(list, e)
	}
	for i := range 40 {
		list = append(list, list[3*i])
	}
	return list
}

// The states of a text have the same bits whatever it is encoded with, and whatever
// the number of workers.
func TestAlone(t *testing.T) {
	list := many()
	hidden := func(workers int, alone bool) map[[2]int][]uint32 {
		d := tensor.New(workers)
		defer d.Close()
		e, err := encoder.Open("testdata/bert", d)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		bits := map[[2]int][]uint32{}
		run := func(from, to int) {
			err := e.Encode(t.Context(), list[from:to], []int{2, 1}, func(text, layer int, states tensor.Matrix) error {
				key := [2]int{from + text, layer}
				if _, ok := bits[key]; ok {
					t.Errorf("text %d comes twice", from+text)
				}
				bits[key] = []uint32{}
				for i := range states.Rows {
					for _, x := range states.Row(i) {
						bits[key] = append(bits[key], math.Float32bits(x))
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if !alone {
			run(0, len(list))
			return bits
		}
		for i := range list {
			run(i, i+1)
		}
		return bits
	}
	want := hidden(1, true)
	if len(want) != 2*len(list) {
		t.Fatalf("states of %d texts and layers", len(want))
	}
	for _, workers := range []int{1, 2, 5} {
		if diff := cmp.Diff(want, hidden(workers, false)); diff != "" {
			t.Errorf("%d workers: %.500s", workers, diff)
		}
	}
}

func TestSteadyState(t *testing.T) {
	race.Skip(t, "it makes allocations of its own")
	e := open(t, "testdata/mpnet")
	list, layers := many(), []int{2}
	out := func(int, int, tensor.Matrix) error { return nil }
	// The runtime asks for memory of its own now and then; the encoder would each time.
	got := math.Inf(1)
	for range 5 {
		got = min(got, testing.AllocsPerRun(5, func() {
			if err := e.Encode(context.Background(), list, layers, out); err != nil {
				t.Fatal(err)
			}
		}))
	}
	if got > 0 {
		t.Errorf("%v allocations", got)
	}
}
