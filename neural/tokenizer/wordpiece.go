package tokenizer

import (
	"strings"
	"unicode/utf8"
)

// wordPiece takes the longest token that a word starts with, then the longest
// that continues it, and so on; a word that does not work out is unknown.
type wordPiece struct {
	trie      *trie
	continued int32 // the root of the tokens that continue a word
	unknown   int32
	limit     int // in characters: a longer word is unknown
}

func newWordPiece(v vocabulary, unknown int32, prefix string, limit int) (*wordPiece, error) {
	m := &wordPiece{trie: newTrie(4 * len(v.id)), unknown: unknown, limit: limit}
	if prefix != "" {
		m.continued = m.trie.root()
	}
	for s, id := range v.id {
		ok := m.trie.add(0, s, id)
		if rest, has := strings.CutPrefix(s, prefix); has {
			ok = ok && m.trie.add(m.continued, rest, id)
		}
		if !ok {
			return nil, errVocabularySize
		}
	}
	m.trie.id[0], m.trie.id[m.continued] = -1, -1
	return m, nil
}

func (m *wordPiece) tokens(w *Worker, b []byte) error {
	begin := len(w.tokens)
	if len(b) > m.limit && utf8.RuneCount(b) > m.limit {
		w.token(m.unknown, 0, len(b))
		return nil
	}
	root := int32(0)
	for i := 0; i < len(b); {
		id, n := m.trie.longest(root, b[i:])
		if n == 0 {
			w.tokens = w.tokens[:begin]
			w.token(m.unknown, 0, len(b))
			return nil
		}
		w.token(id, i, i+n)
		i += n
		root = m.continued
	}
	return nil
}

// wordLevel knows whole words only.
type wordLevel struct {
	vocabulary
	unknown int32
}

func (m wordLevel) tokens(w *Worker, b []byte) error {
	id := m.get(b)
	if id < 0 {
		id = m.unknown
	}
	w.token(id, 0, len(b))
	return nil
}
