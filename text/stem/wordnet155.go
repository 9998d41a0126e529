package stem

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strings"
	"sync"
)

// wordnet155 is the table of irregular forms that ROUGE-1.5.5 builds from
// WordNet 2.0, word to lemma. A word with several lemmas has the first; a
// word in several files has that of the file read last, which matters for
// "best", "better" and "testes" alone. testdata/make155.py made it and says in
// what order; it leaves out what cannot be asked for and what porter155
// gives anyway.
var wordnet155 = sync.OnceValue(func() map[string]string {
	r, err := gzip.NewReader(bytes.NewReader(wordnet155gz))
	if err != nil {
		panic("stem: wordnet155: " + err.Error())
	}
	table, err := io.ReadAll(r)
	if err != nil {
		panic("stem: wordnet155: " + err.Error())
	}
	lemma := make(map[string]string, bytes.Count(table, []byte("\n")))
	for line := range strings.Lines(string(table)) {
		word, base, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		lemma[word] = base
	}
	return lemma
})

//go:embed wordnet155.txt.gz
var wordnet155gz []byte
