package transformer_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/corpus"
	"hed/generate"
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

// TestLanguage: sentences end as the language has it that was chosen for all articles, as if each said so. It was left out of account.
func TestLanguage(t *testing.T) {
	body := "L'assessore ha parlato con il dott. Rossi e con l'on. Bianchi. Il ponte chiude lunedì alle 9. Nessuno paga."
	write := func(options, language string) generate.Candidate {
		docs := []*corpus.Document{{ID: "1", Body: body, Lang: language}}
		all, err := generate.Candidates(t.Context(), must(t, folder("season"), options, 1), docs, 1)
		if err != nil {
			t.Fatal(err)
		}
		return all[0][0]
	}
	if own, chosen, other := write("", "it"), write("lang=it", ""), write("", ""); own != chosen || own == other {
		t.Errorf("%v of a document in Italian, %v of one that is said to be, %v of neither", own, chosen, other)
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
