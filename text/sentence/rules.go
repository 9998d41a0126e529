package sentence

import (
	"strings"

	"hed/internal/python"
)

// breaks reports whether a sentence ends inside s, which is a word, a mark
// and the token after it. The numbers in brackets are sections of the paper.
func (p *params) breaks(s string) bool {
	var buf [8]word
	ws := words(buf[:0], s)
	for i := range ws {
		p.classify(&ws[i])
	}
	for i := range max(len(ws)-1, 0) {
		p.reclassify(&ws[i], &ws[i+1])
		if ws[i].breaks {
			return true
		}
	}
	return false
}

// classify looks at the word alone: it ends a sentence, or is an
// abbreviation, or an ellipsis.
func (p *params) classify(w *word) {
	t := w.text
	switch {
	case t == "." || t == "?" || t == "!":
		w.breaks = true
	case strings.HasSuffix(t, ".."):
		w.ellipsis = strings.Trim(t, ".") == ""
	case strings.HasSuffix(t, "."):
		base := python.Lower(t[:len(t)-1])
		last := base[strings.LastIndexByte(base, '-')+1:]
		w.abbr = p.Abbreviations[base] || p.Abbreviations[last]
		w.breaks = !w.abbr
	}
}

// reclassify looks at the next word too.
func (p *params) reclassify(w, next *word) {
	if !strings.HasSuffix(w.text, ".") {
		return
	}
	follower := next.ended()
	if p.Collocations[[2]string{w.bare(), follower}] { // [4.1.2]
		w.breaks, w.abbr = false, true
		return
	}
	initial := w.initial()
	starts := p.startsSentence(next)
	if (w.abbr || w.ellipsis) && !initial { // [4.2]
		if starts == yes || next.isUpper() && p.Starters[follower] {
			w.breaks = true
			return
		}
	}
	if initial || w.bare() == number { // [4.3]
		switch {
		case starts == no,
			starts == unknown && initial && next.isUpper() && p.Contexts[follower]&lower == 0:
			w.breaks, w.abbr = false, true
		}
	}
}

type answer int8

const (
	unknown answer = iota
	yes
	no
)

// startsSentence judges a word by how it is written here and elsewhere [4.1.1].
func (p *params) startsSentence(w *word) answer {
	if len(w.text) == 1 && strings.Contains(";:,.!?", w.text) {
		return no
	}
	c := p.Contexts[w.ended()]
	switch {
	case w.isUpper() && c&lower != 0 && c&innerUpper == 0:
		return yes
	case w.isLower() && (c&upper != 0 || c&firstLower == 0):
		return no
	}
	return unknown
}
