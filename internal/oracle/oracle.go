// Package oracle holds what the Python programs that hed must equal have
// answered, for the tests of token, stem, sentence and python.
//
// testdata/golden.py made the answers and names the versions. Small sets are
// kept in full, so that a difference shows itself. Large sets are kept as
// digests: the inputs are made again here, by the same generator, or read
// from the NumHG corpus where a checkout has it.
package oracle

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"io"
	"testing"
)

//go:embed testdata
var files embed.FS

// A Text is a string and its parts.
type Text struct {
	Input     string
	Sentences []string // nltk.sent_tokenize
	Words     []string // nltk.word_tokenize
	Google    []string // rouge_score.tokenize without a stemmer
}

// Texts returns strings full of what the tokenizers have rules for.
func Texts(t testing.TB) []Text {
	t.Helper()
	var texts []Text
	for row := range rows(t, "texts.jsonl.gz") {
		var x Text
		unmarshal(t, row, &[]any{&x.Input, &x.Sentences, &x.Words, &x.Google})
		texts = append(texts, x)
	}
	return texts
}

// Stems returns pairs of a word and its stem by NLTK's PorterStemmer.
func Stems(t testing.TB) [][2]string {
	t.Helper()
	var pairs [][2]string
	for row := range rows(t, "words.jsonl.gz") {
		var p [2]string
		unmarshal(t, row, &p)
		pairs = append(pairs, p)
	}
	return pairs
}

// A Range is the characters from the first to the second, both included.
type Range [2]rune

// Characters returns the characters that Python says a property of, and the
// lower case of those that have one.
func Characters(t testing.TB) (properties map[string][]Range, lower map[string]string) {
	t.Helper()
	properties = make(map[string][]Range)
	for row := range rows(t, "characters.jsonl.gz") {
		var name string
		var data json.RawMessage
		unmarshal(t, row, &[]any{&name, &data})
		if name == "lowered" {
			unmarshal(t, data, &lower)
			continue
		}
		var r []Range
		unmarshal(t, data, &r)
		properties[name] = r
	}
	return properties, lower
}

func rows(t testing.TB, name string) func(yield func([]byte) bool) {
	t.Helper()
	packed, err := files.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return bytes.Lines(data)
}

func unmarshal(t testing.TB, data []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatalf("oracle: %v", err)
	}
}
