package tokenizer

import (
	"errors"
	"math"
	"unicode/utf8"
)

// unigram chooses the tokens whose scores add up to the most. Equal sums: the
// first that was found, from the left, shorter tokens first.
type unigram struct {
	vocabulary
	trie    *trie
	score   []float64
	unknown int32 // -1: there is none
	penalty float64
	bytes   *[256]int32 // nil: unknown characters are not spelt out
}

// unknownPenalty is how much worse than the worst token an unknown character
// is, in the library and in SentencePiece.
const unknownPenalty = 10

func newUnigram(tokens []string, score []float64, unknown int32, fallback bool) (*unigram, error) {
	ids := make(map[string]int32, len(tokens))
	m := &unigram{trie: newTrie(4 * len(tokens)), score: score, unknown: unknown, penalty: math.Inf(1)}
	for i, s := range tokens {
		ids[s] = int32(i)
		if s != "" && !m.trie.add(0, s, int32(i)) {
			return nil, errVocabularySize
		}
		m.penalty = min(m.penalty, score[i])
	}
	m.penalty -= unknownPenalty
	m.vocabulary = vocabulary{ids, tokens}
	if fallback {
		m.bytes = m.vocabulary.bytes()
	}
	return m, nil
}

// A step is the best way to reach a place in the text.
type step struct {
	score float64
	from  int32 // -1: none yet
	id    int32
}

var errNoUnknown = errors.New("the text has a character that is not in the vocabulary, and the model has no unk_id")

func (m *unigram) tokens(w *Worker, b []byte) error {
	if w.recall(b) {
		return nil
	}
	begin := len(w.tokens)
	if cap(w.steps) <= len(b) {
		w.steps = make([]step, 2*len(b)+1)
	}
	best := w.steps[:len(b)+1]
	for i := range best {
		best[i] = step{from: -1}
	}
	for i := 0; i < len(b); {
		_, size := decode(b, i)
		base, single, node := best[i].score, false, int32(0)
		reach := func(to int, score float64, id int32) {
			if s := &best[to]; s.from < 0 || base+score > s.score {
				*s = step{base + score, int32(i), id}
			}
		}
		for j := i; j < len(b); j++ {
			if node = m.trie.step(node, b[j]); node == 0 {
				break
			}
			if id := m.trie.id[node]; id >= 0 {
				reach(j+1, m.score[id], id)
				single = single || j+1-i == size
			}
		}
		if !single {
			if m.unknown < 0 {
				return errNoUnknown
			}
			reach(i+size, m.penalty, m.unknown)
		}
		i += size
	}
	w.cuts = w.cuts[:0] // from the end: where tokens start, unknown ones joined
	joined := false
	for i := len(b); i > 0; i = int(best[i].from) {
		unknown := best[i].id == m.unknown
		if unknown && joined {
			w.cuts[len(w.cuts)-1] = best[i].from
		} else {
			w.cuts = append(w.cuts, best[i].from)
		}
		joined = unknown
	}
	for k := len(w.cuts) - 1; k >= 0; k-- {
		from, to := int(w.cuts[k]), len(b)
		if k > 0 {
			to = int(w.cuts[k-1])
		}
		id := m.get(b[from:to])
		switch {
		case id >= 0:
			w.token(id, from, to)
		case m.bytes != nil && spellable(m.bytes, b[from:to]):
			for _, c := range b[from:to] {
				w.token(m.bytes[c], from, to)
			}
		default:
			w.token(m.unknown, from, to)
			w.spelled(b[from:to])
		}
	}
	w.remember(b, begin)
	return nil
}

// decode is utf8.DecodeRune(b[i:]) with a short way for ASCII.
func decode(b []byte, i int) (rune, int) {
	if c := b[i]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRune(b[i:])
}
