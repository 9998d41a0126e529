package embed_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"hed/neural/embed"
	"hed/neural/tokenizer"
	"hed/tensor"
	"hed/tensor/safetensors"
)

// folder makes a model folder of the encoder's tiny one and a tokenizer of as many
// words.
func folder(t testing.TB, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"config.json", "model.safetensors"} {
		data, err := os.ReadFile(filepath.Join("../encoder/testdata/bert", file))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, file), string(data))
	}
	var words []string
	for i := range 80 {
		words = append(words, fmt.Sprintf(`"w%d":%d`, i, i))
	}
	write(t, filepath.Join(dir, "tokenizer.json"), `{"model":{"type":"WordLevel","vocab":{`+strings.Join(words, ",")+`},"unk_token":"w0"},"pre_tokenizer":{"type":"WhitespaceSplit"}}`)
	return dir
}

func write(t testing.TB, file, content string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, dir, cache string) (*embed.Models, *embed.Model) {
	t.Helper()
	models := embed.New(embed.Processor(2), cache)
	m, err := models.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { models.Close() })
	return models, m
}

// texts are random, some of them the same.
func texts(t testing.TB, m *embed.Model, n int) []*tokenizer.Encoding {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	w := m.Tokenizer(m.Limit).Worker()
	var all []*tokenizer.Encoding
	for i := range n {
		if i%7 == 6 {
			all = append(all, all[rng.IntN(i)])
			continue
		}
		var text []string
		for range rng.IntN(12) {
			text = append(text, fmt.Sprintf("w%d", rng.IntN(80)))
		}
		e := new(tokenizer.Encoding)
		if err := w.Encode(e, strings.Join(text, " ")); err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

// results are the bits of the states of layer 1, and of means of layer 2.
func results(t testing.TB, m *embed.Model, list []*tokenizer.Encoding) (bits []uint32) {
	t.Helper()
	var b embed.Batch
	if err := m.States(t.Context(), list, 1, &b); err != nil {
		t.Error(err)
		return nil
	}
	means, err := m.Means(t.Context(), list, 2)
	if err != nil {
		t.Error(err)
		return nil
	}
	for _, x := range append(slices.Clone(b.States), means) {
		for i := range x.Rows {
			for _, v := range x.Row(i) {
				bits = append(bits, math.Float32bits(v))
			}
		}
	}
	return bits
}

// TestCache gives the same bits without a cache, while it fills, and from it, to
// any number of goroutines and processes.
func TestCache(t *testing.T) {
	dir, cache := folder(t, "tiny"), t.TempDir()
	_, plain := open(t, dir, "")
	list := texts(t, plain, 200)
	want := results(t, plain, list)
	if len(want) == 0 {
		t.Fatal("nothing was computed")
	}
	first, filling := open(t, dir, cache)
	check := func(m *embed.Model) {
		t.Helper()
		var running sync.WaitGroup
		for range 4 {
			running.Go(func() {
				if got := results(t, m, list); !slices.Equal(got, want) {
					t.Error("the results differ")
				}
			})
		}
		running.Wait()
	}
	check(filling)
	second, beside := open(t, dir, cache) // as another process would
	check(beside)
	for _, s := range []*embed.Models{first, second} {
		if notes := s.Notes(); len(notes) > 0 {
			t.Error(notes)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(cache, "embeddings", "*", "0*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, %v", files, err)
	}
	before := size(t, files[0])
	_, again := open(t, dir, cache)
	check(again)
	if after := size(t, files[0]); after != before {
		t.Errorf("the cache grew from %d to %d bytes", before, after)
	}
}

func size(t *testing.T, file string) int64 {
	t.Helper()
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// TestUnwritable computes where nothing can be kept, and says so.
func TestUnwritable(t *testing.T) {
	dir := folder(t, "tiny")
	_, plain := open(t, dir, "")
	list := texts(t, plain, 20)
	file := filepath.Join(t.TempDir(), "file") // which cannot be a folder
	write(t, file, "")
	models, m := open(t, dir, file)
	if got := results(t, m, list); !slices.Equal(got, results(t, plain, list)) {
		t.Error("the results differ")
	}
	if notes := models.Notes(); len(notes) != 1 || !strings.Contains(notes[0], "tiny") {
		t.Errorf("notes %q", notes)
	}
}

// device is not the processor.
type device struct{ *tensor.CPU }

func TestOtherDevice(t *testing.T) {
	cache := t.TempDir()
	models := embed.New(func() (tensor.Device, error) { return device{tensor.New(1)}, nil }, cache)
	defer models.Close()
	m, err := models.Open(folder(t, "tiny"))
	if err != nil {
		t.Fatal(err)
	}
	results(t, m, texts(t, m, 5))
	if left, err := os.ReadDir(cache); err != nil || len(left) > 0 {
		t.Errorf("%v is kept, %v", left, err)
	}
}

// TestHash is another for whatever changes a number.
func TestHash(t *testing.T) {
	seen := map[string]string{}
	add := func(what, dir string) {
		t.Helper()
		_, m := open(t, dir, "")
		if len(m.Hash) != 8 || seen[m.Hash] != "" {
			t.Errorf("%s has the hash %s, as %s", what, m.Hash, seen[m.Hash])
		}
		seen[m.Hash] = what
	}
	dir := folder(t, "tiny")
	add("the model", dir)
	if _, m := open(t, folder(t, "copy"), ""); seen[m.Hash] == "" {
		t.Errorf("a copy has the hash %s", m.Hash)
	}
	for _, file := range []string{"config.json", "tokenizer.json", "model.safetensors"} {
		dir := folder(t, "tiny")
		path := filepath.Join(dir, file)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		switch file {
		case "config.json":
			data = []byte(strings.Replace(string(data), "1e-12", "1e-11", 1))
		case "tokenizer.json":
			data = []byte(strings.NewReplacer(`"w7":7`, `"w7":8`, `"w8":8`, `"w8":7`).Replace(string(data)))
		default:
			data[len(data)-1] ^= 1
		}
		write(t, path, string(data))
		add(file, dir)
	}
	write(t, filepath.Join(dir, "tokenizer_config.json"), `{"model_max_length": 12}`)
	add("the limit", dir)
	if _, m := open(t, dir, ""); m.Limit != 12 {
		t.Errorf("a limit of %d", m.Limit)
	}
	write(t, filepath.Join(dir, "tokenizer_config.json"), `{"truncation_side": "left"}`)
	add("the side that is cut", dir)
	write(t, filepath.Join(dir, "tokenizer_config.json"), `{"model_max_length": 1000000000000000019884624838656}`)
	if _, m := open(t, dir, ""); m.Limit != 40 {
		t.Errorf("a limit of %d without one", m.Limit)
	}
}

// Of two files that have a tensor, the index says which one counts.
func TestHashIndex(t *testing.T) {
	dir := folder(t, "tiny")
	whole := filepath.Join(dir, "model.safetensors")
	data, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := safetensors.Open(whole)
	if err != nil {
		t.Fatal(err)
	}
	names := archive.Names()
	if err := errors.Join(archive.Close(), os.Remove(whole)); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "a.safetensors"), string(data))
	data[len(data)-1] ^= 1
	write(t, filepath.Join(dir, "b.safetensors"), string(data))
	seen := map[string]bool{}
	for _, odd := range names[:2] {
		files := map[string]string{}
		for _, name := range names {
			files[name] = "a.safetensors"
		}
		files[odd] = "b.safetensors"
		index, err := json.Marshal(map[string]any{"weight_map": files})
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "model.safetensors.index.json"), string(index))
		_, m := open(t, dir, "")
		seen[m.Hash] = true
	}
	if len(seen) != 2 {
		t.Errorf("the hashes %v of two models", seen)
	}
}

// TestTruncation cuts as transformers does: at the end that tokenizer_config.json
// names, or else tokenizer.json, whatever that says of pairs.
func TestTruncation(t *testing.T) {
	const text = "w1 w2 w3 w4 w5 w6"
	first, last := []int32{1, 2, 3, 4}, []int32{3, 4, 5, 6}
	for _, c := range []struct {
		direction, strategy, settings string
		want                          []int32
	}{
		{"Right", "LongestFirst", `{}`, first},
		{"Right", "OnlySecond", `{}`, first},
		{"Left", "OnlySecond", `{}`, last},
		{"Left", "OnlyFirst", `{"truncation_side": "right"}`, first},
		{"Right", "LongestFirst", `{"truncation_side": "left"}`, last},
	} {
		dir := folder(t, "tiny")
		file := filepath.Join(dir, "tokenizer.json")
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		write(t, file, fmt.Sprintf(`{"truncation":{"max_length":2,"stride":0,"strategy":%q,"direction":%q},%s`, c.strategy, c.direction, data[1:]))
		write(t, filepath.Join(dir, "tokenizer_config.json"), c.settings)
		_, m := open(t, dir, "")
		var e tokenizer.Encoding
		if err := m.Tokenizer(4).Worker().Encode(&e, text); err != nil || !slices.Equal(e.IDs, c.want) {
			t.Errorf("%+v: got %v, %v", c, e.IDs, err)
		}
		if most := m.Tokenizer(1000).Truncation().Max; most != m.Config().Tokens {
			t.Errorf("at most %d tokens; the encoder takes %d", most, m.Config().Tokens)
		}
	}
}

func TestNames(t *testing.T) {
	dir := folder(t, "tiny")
	models := embed.New(embed.Processor(1), "")
	defer models.Close()
	models.Find = func(name string) (string, error) {
		if name != "org/named@main" {
			return "", fmt.Errorf("fetch %s", name)
		}
		return dir, nil
	}
	first, err := models.Open("org/named@main")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := models.Open(dir); again != first || err != nil {
		t.Errorf("opened twice: %v", err)
	}
	if first.Name != "named" {
		t.Errorf("the name %s", first.Name)
	}
	if _, err := models.Open("org/other"); err == nil || err.Error() != "fetch org/other" {
		t.Errorf("got %v", err)
	}
	version := filepath.Join(t.TempDir(), "models--org--of-hub", "snapshots", "0123")
	if err := os.CopyFS(version, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if m, err := models.Open(version); err != nil || m.Name != "of-hub" {
		t.Errorf("got %+v, %v", m, err)
	}
}

func TestRefused(t *testing.T) {
	for file, want := range map[string]string{
		"config.json":       "has no config.json; fetch it",
		"tokenizer.json":    "has no tokenizer.json; fetch it",
		"model.safetensors": "there is neither model.safetensors nor model.safetensors.index.json; fetch the weights",
	} {
		dir := folder(t, "tiny")
		if err := os.Remove(filepath.Join(dir, file)); err != nil {
			t.Fatal(err)
		}
		refused(t, dir, want)
	}
	dir := folder(t, "tiny")
	refused(t, filepath.Join(dir, "config.json"), "is a file; name the folder that has config.json")
	refused(t, filepath.Join(dir, "nothing"), "name a folder that has config.json")
	write(t, filepath.Join(dir, "tokenizer_config.json"), "{")
	refused(t, dir, "tokenizer_config.json is damaged: unexpected end of JSON input; fetch it again")
	write(t, filepath.Join(dir, "tokenizer_config.json"), `{"truncation_side": "middle"}`)
	refused(t, dir, `the truncation_side "middle" is not known; known are left and right`)
	write(t, filepath.Join(dir, "config.json"), "{")
	os.Remove(filepath.Join(dir, "tokenizer_config.json"))
	refused(t, dir, "config.json is damaged: unexpected end of JSON input; fetch it again")
	dir = folder(t, "tiny")
	write(t, filepath.Join(dir, "tokenizer.json"), "{")
	refused(t, dir, "fetch the file again if it is damaged, else choose another model")
}

func refused(t *testing.T, dir, want string) {
	t.Helper()
	models := embed.New(embed.Processor(1), "")
	defer models.Close()
	if _, err := models.Open(dir); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want the error %q", err, want)
	}
}
