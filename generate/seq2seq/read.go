package seq2seq

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"hed/corpus"
	"hed/neural/words"
)

// A Ranker says how much the sentences of an article matter.
type Ranker struct {
	// Sentences are all of a document, in the order of its text. It is safe for concurrent use.
	Sentences func(d *corpus.Document) []Sentence
	Signature string // of everything that changes them
}

// A Sentence of an article, better with a higher score.
type Sentence struct {
	Text  string
	Score float64
}

// What Options.Input can name beside a field.
const (
	inputFirst    = "first"
	inputTextrank = "textrank"
)

// A reading is what a network reads of documents.
type reading struct {
	input string
	most  int // words
	rank  Ranker
}

// check refuses what cannot be read.
func (r *reading) check() error {
	if r.input == inputTextrank && r.rank.Sentences == nil {
		return fmt.Errorf("input=%s: nothing here ranks sentences", r.input)
	}
	return nil
}

// field tells whether it is one of a document beside its text.
func (r *reading) field() bool { return r.input != inputFirst && r.input != inputTextrank }

// words gives the words of a document; none if there are only marks.
func (r *reading) words(d *corpus.Document) []string {
	text := d.Body
	if r.field() {
		text = d.Meta[r.input]
	}
	var all []string
	if r.input == inputTextrank {
		all = r.best(d)
	} else {
		// Of an article of megabytes, more than so many words can take.
		const longest = 64
		if limit := r.most * longest; len(text) > limit {
			text = text[:limit]
		}
		all = words.Split(clean(text))
	}
	if !slices.ContainsFunc(all, func(w string) bool { return strings.ContainsFunc(w, letter) }) {
		return nil
	}
	return all[:min(len(all), r.most)]
}

// best gives the words of the best sentences, in the order of the text. The last that has room is cut.
func (r *reading) best(d *corpus.Document) []string {
	all := r.rank.Sentences(d)
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	// Scores that differ by rounding alone are equal: the first one is better.
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(float32(all[b].Score), float32(all[a].Score)) })
	kept := make([][]string, len(all))
	for room := r.most; len(order) > 0 && room > 0; order = order[1:] {
		w := words.Split(clean(all[order[0]].Text))
		kept[order[0]] = w[:min(len(w), room)]
		room -= len(kept[order[0]])
	}
	return slices.Concat(kept...)
}

// clean makes blanks of what a headline cannot have: bytes that are no text, and control characters.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

// letter tells letters and digits from marks.
func letter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
