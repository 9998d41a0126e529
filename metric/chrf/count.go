package chrf

import (
	"strings"
	"unicode/utf8"

	"hed/internal/python"
)

// grams are the n-grams of a text. They are parts of the text, so that an n-gram of characters
// cannot be one of another length.
type grams struct {
	chars, words map[string]int
	// How many there are of each order, characters first.
	totals []int
}

// A worker keeps the memory of counts that are no longer needed.
type worker struct {
	free  []grams
	marks []int // where characters begin, and the last ends; or words
}

func (w *worker) grams() grams {
	n := len(w.free)
	if n == 0 {
		return grams{chars: map[string]int{}, words: map[string]int{}}
	}
	g := w.free[n-1]
	w.free = w.free[:n-1]
	clear(g.chars)
	clear(g.words)
	g.totals = g.totals[:0]
	return g
}

// count counts the n-grams of a text.
func (o Options) count(s string, w *worker) grams {
	g := w.grams()
	words := strings.FieldsFunc(s, python.IsSpace)
	if !o.Whitespace {
		s = strings.Join(words, "")
	}
	w.marks = w.marks[:0]
	for i := range s {
		w.marks = append(w.marks, i)
	}
	w.marks = append(w.marks, len(s))
	for n := range o.Chars {
		g.totals = append(g.totals, max(len(w.marks)-1-n, 0))
		for i := range max(len(w.marks)-1-n, 0) {
			g.chars[s[w.marks[i]:w.marks[i+n+1]]]++
		}
	}
	if o.Words == 0 {
		return g
	}
	// Words and the spaces between them are one text, of which n-grams are parts.
	w.marks = w.marks[:0]
	var b strings.Builder
	for _, word := range words {
		for _, part := range punctuated(word) {
			if part != "" {
				w.marks = append(w.marks, b.Len())
				b.WriteString(part + " ")
			}
		}
	}
	s = b.String()
	w.marks = append(w.marks, len(s))
	for n := range o.Words {
		g.totals = append(g.totals, max(len(w.marks)-1-n, 0))
		for i := range max(len(w.marks)-1-n, 0) {
			g.words[s[w.marks[i]:w.marks[i+n+1]]]++
		}
	}
	return g
}

// marks are what is set off from words.
const marks = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// punctuated sets off a mark at the end of a word, or else one at its beginning: "(hi)" is
// "(hi" and ")", as sacreBLEU has it.
func punctuated(word string) [2]string {
	if utf8.RuneCountInString(word) == 1 {
		return [2]string{word}
	}
	if last := len(word) - 1; strings.IndexByte(marks, word[last]) >= 0 {
		return [2]string{word[:last], word[last:]}
	}
	if strings.IndexByte(marks, word[0]) >= 0 {
		return [2]string{word[:1], word[1:]}
	}
	return [2]string{word}
}

// match fills in the counts of a headline against a reference. N-grams of an order that the
// reference does not have do not count.
func (o Options) match(own, ref grams, out []float64) {
	clear(out)
	for n, total := range ref.totals {
		out[n*perOrder+ofRef] = float64(total)
		if total > 0 {
			out[n*perOrder+ofHyp] = float64(own.totals[n])
		}
	}
	for s, n := range own.chars {
		if m := ref.chars[s]; m > 0 {
			out[(utf8.RuneCountInString(s)-1)*perOrder+matched] += float64(min(n, m))
		}
	}
	for s, n := range own.words {
		if m := ref.words[s]; m > 0 {
			out[(o.Chars+strings.Count(s, " ")-1)*perOrder+matched] += float64(min(n, m))
		}
	}
}
