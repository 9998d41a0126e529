package fluency

import (
	"strings"

	"hed/text"
	"hed/text/lang"
	"hed/text/pos"
)

// A worker is the memory of one goroutine.
type worker struct {
	words, tags []string // of the headline

	sentences []string
	tokens    []text.Token
	tagged    []pos.Tag
	ids       []int32
}

// read cuts a headline as treebanks do, with or without a tagger in the same
// way, and reports whether it has a word. All apostrophes are one letter.
func (w *worker) read(p *lang.Pack, t *pos.Tagger, headline string) bool {
	w.words, w.tags = w.words[:0], w.tags[:0]
	w.tokens, w.tagged = w.tokens[:0], w.tagged[:0]
	headline = text.Straight(headline)
	if t != nil {
		w.tokens, w.tagged = p.Tag(t, w.tokens, w.tagged, headline)
	} else {
		w.sentences = p.Sentences.Split(w.sentences[:0], headline)
		for _, sentence := range w.sentences {
			w.tokens = p.Words.Tokenize(w.tokens, sentence)
		}
	}
	for _, t := range w.tokens {
		w.words = append(w.words, strings.ToLower(t.Text))
	}
	for _, tag := range w.tagged {
		w.tags = append(w.tags, tag.String())
	}
	return len(w.words) > 0
}
