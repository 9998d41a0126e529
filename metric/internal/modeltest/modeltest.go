// Package modeltest has what the tests of metrics with neural models share: models in
// use, folders, golden files and the texts that these are of.
package modeltest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/corpus"
	"hed/neural/embed"
)

// Open gives models on the processor until the test ends. They keep what they compute
// in the folder cache, unless that is "".
func Open(t testing.TB, cache string) *embed.Models {
	t.Helper()
	m := embed.New(embed.Processor(2), cache)
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

// MiniLM is the folder of all-MiniLM-L6-v2, without which the test is skipped.
func MiniLM(t testing.TB) string {
	t.Helper()
	all := os.Getenv("HED_TEST_MODELS")
	dir := filepath.Join(all, "minilm")
	if _, err := os.Stat(filepath.Join(dir, "model.safetensors")); err != nil || all == "" {
		t.Skip("skipped: HED_TEST_MODELS does not name a folder with minilm/model.safetensors")
	}
	return dir
}

// Copy gives a copy of a model folder, in which files have other contents.
func Copy(t testing.TB, dir string, files map[string]string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), filepath.Base(dir))
	if err := os.CopyFS(to, os.DirFS(filepath.FromSlash(dir))); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		path := filepath.Join(to, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// ReadJSON reads a golden file.
func ReadJSON(t testing.TB, file string, v any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatal(err)
	}
}

// Sample are the articles of internal/sample with one reference each, and the
// headlines that systems wrote for them.
func Sample(t testing.TB, systems ...string) (cases []*corpus.Case) {
	t.Helper()
	dir := filepath.FromSlash("../../internal/sample/")
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for line := range strings.Lines(read("articles.jsonl")) {
		var d struct {
			Text, Headline string
			References     []string
		}
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, corpus.NewCase(&corpus.Document{Body: d.Text, References: append(d.References, d.Headline)[:1]}))
	}
	for _, name := range systems {
		lines := strings.Split(read(name+".txt"), "\n")
		for i, c := range cases {
			c.Outputs = append(c.Outputs, corpus.Output{Text: lines[i]})
		}
	}
	return cases
}

// Lead is the first 12 words of a text.
func Lead(text string) string {
	words := strings.Fields(text)
	return strings.Join(words[:min(12, len(words))], " ")
}
