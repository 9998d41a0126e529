package seq2seq_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"hed/corpus"
	"hed/generate/seq2seq"
	"hed/tensor"
)

// FuzzOpen: whatever the files of a model say beside weights that are whole, they are refused, or the model writes.
func FuzzOpen(f *testing.F) {
	weights := map[string][]byte{}
	for _, kind := range seq2seq.Kinds {
		l := lesson(f, kind, someDocs(60), f.TempDir())
		l.Options.Hidden, l.Options.Embedding, l.Options.Vocabulary, l.Epochs = 4, 4, 40, 0.5
		out, err := l.Teach(f.Context())
		if err != nil {
			f.Fatal(err)
		}
		files := map[string][]byte{}
		for name, write := range out.Model.Files(l.Device, false) {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				f.Fatal(err)
			}
			files[name] = b.Bytes()
		}
		f.Add(kind, files[seq2seq.ConfigFile], files[seq2seq.VocabularyFile])
		weights[kind] = files["model.safetensors"]
	}
	f.Fuzz(func(t *testing.T, kind string, config, vocabulary []byte) {
		d := tensor.New(1)
		defer d.Close()
		dir := t.TempDir()
		for name, data := range map[string][]byte{seq2seq.ConfigFile: config, seq2seq.VocabularyFile: vocabulary, "model.safetensors": weights[kind]} {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		m, err := seq2seq.Open(dir, d)
		if err != nil {
			return
		}
		g, err := info(t, m.Kind()).New(map[string]string{"model": dir, "beams": "2", "max": "6"}, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{someDocs(1)[0].Body, ""} {
			h, err := g.Generate(t.Context(), &corpus.Document{Body: text})
			if err != nil || !utf8.ValidString(h) || strings.ContainsAny(h, "\r\n") {
				t.Errorf("%q, %v", h, err)
			}
		}
		m.Net.Free(d)
	})
}
