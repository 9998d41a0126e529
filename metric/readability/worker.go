package readability

import (
	"strings"
	"unicode"

	"hed/score"
	"hed/text"
	"hed/text/lang"
	"hed/text/pos"
)

// A worker is the memory of one goroutine.
type worker struct {
	words  []text.Token
	tags   []pos.Tag // of words; empty if there is no tagger
	tokens []text.Token
	tagged []pos.Tag
}

// complexSyllables is what makes a word complex.
const complexSyllables = 3

func (w *worker) score(m *Metric, p *lang.Pack, headline string, out []float64) {
	for i := range out {
		out[i] = score.Absent
	}
	headline = text.Straight(headline) // to the tagger, too, apostrophes are one letter
	w.words = p.Tokenizer.Tokenize(w.words[:0], headline)
	if len(w.words) == 0 {
		return
	}
	n := float64(len(w.words))
	if w.tag(m.tagger(p), p, headline) {
		out[pnr] = float64(w.count(pos.PROPN)) / n
		out[nr] = float64(w.count(pos.NOUN)) / n
		out[pr] = float64(w.count(pos.PRON)) / n
	}
	letters, complex := 0, 0
	for i, t := range w.words {
		word := headline[t.Start:t.End] // FBI is no word, fbi is
		letters += lettersOf(word)
		if p.Syllables(word) < complexSyllables {
			continue
		}
		if !m.gunning || !w.isName(i) && !inflected(p, word) {
			complex++
		}
	}
	out[awl] = float64(letters) / n
	out[fog] = 0.4 * (n + 8*float64(complex)/n)
	if !m.gunning && m.index == nil {
		return
	}
	sentences := float64(max(len(p.Sentences.Split(nil, headline)), 1))
	if m.gunning {
		out[fog] = 0.4 * (n/sentences + 100*float64(complex)/n)
	}
	if m.index != nil {
		out[ofLanguage] = m.index.value(sentences, n, float64(letters))
	}
}

// tag gives each word the tag of the token that begins it: a treebank cuts
// "Mayor's" and "don't" in two, readers count one word. It reports whether
// there is a tagger.
func (w *worker) tag(t *pos.Tagger, p *lang.Pack, headline string) bool {
	w.tags = w.tags[:0]
	if t == nil {
		return false
	}
	w.tokens, w.tagged = p.Tag(t, w.tokens[:0], w.tagged[:0], headline)
	at := 0
	for _, word := range w.words {
		for at+1 < len(w.tokens) && w.tokens[at].End <= word.Start {
			at++
		}
		w.tags = append(w.tags, w.tagged[at])
	}
	return true
}

func (w *worker) count(tag pos.Tag) int {
	n := 0
	for _, t := range w.tags {
		if t == tag {
			n++
		}
	}
	return n
}

func (w *worker) isName(i int) bool { return i < len(w.tags) && w.tags[i] == pos.PROPN }

// inflected reports whether a word is complex only by an ending that Gunning
// does not count: -es, -ed or -ing.
func inflected(p *lang.Pack, word string) bool {
	if p.Code != "en" {
		return false
	}
	word = strings.ToLower(word)
	for _, end := range []string{"es", "ed", "ing"} {
		if stem, ok := strings.CutSuffix(word, end); ok && p.Syllables(stem) < complexSyllables {
			return true
		}
	}
	return false
}

// lettersOf counts letters and digits, not apostrophes, points or accents that
// are written as characters of their own.
func lettersOf(word string) int {
	n := 0
	for _, r := range word {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}
