package transformer_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/corpus"
	"hed/generate/generatetest"
)

// TestSeason: a SEASON reads a marker before every sentence, which the text itself cannot have.
func TestSeason(t *testing.T) {
	g := must(t, folder("season"), "", 1)
	generatetest.Run(t, g, 60)
	write := func(body string) string {
		h, err := g.Generate(t.Context(), &corpus.Document{ID: "1", Body: body})
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	body := "A bridge over the river closes on Monday. It is the oldest of five. Who will pay?"
	if got, want := write(strings.Replace(body, " It", "<mask>It", 1)), write(body); got != want {
		t.Errorf("%q with a marker in the text, %q without", got, want)
	}
	if !strings.HasSuffix(g.Signature(), "|sentences:punkt-en/punkt-it") {
		t.Errorf("the signature is %s", g.Signature())
	}
}

// TestSeasonTokenizer: a tokenizer that knows nothing of the marker is another model's.
func TestSeasonTokenizer(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(folder("season"))); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(folder("bart"), "tokenizer.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "tokenizer.json"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := build(t, dir, "", 1); err == nil || !strings.Contains(err.Error(), "does not find the marker of sentences, token 300") {
		t.Errorf("error %v", err)
	}
}
