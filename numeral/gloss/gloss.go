// Package gloss lets the rules for numbers read languages other than English.
//
// The rules of numeral/quantity and numeral/check are about a few hundred English words: million, more than, rose by,
// dead. A language says in a file of data how it writes these ([lang.Pack].Numbers), and a text is glossed: it is written
// once more with the English words in place of its own, "3,5 miliardi di euro" as "3.5 billion euros", and with its other
// words as stems that are no English words. Nobody reads a gloss but the rules. Where a quantity or a sentence of it
// comes from is known ([Text.Origin]), so that results quote what was written.
//
// English text is its own gloss.
package gloss

import (
	"crypto/sha256"
	"fmt"
	"sort"
	"strings"
	"sync"

	"hed/numeral/quantity"
	"hed/text"
	"hed/text/lang"
	"hed/text/pos"
)

// A Language is what is known of the numbers of a language. It is safe for concurrent use; nil is English.
type Language struct {
	stop, stemmer text.Filter
	sentences     text.Splitter
	tagger        func() *pos.Tagger // nil where none comes with hed

	decimal  byte                     // the sign before decimals
	clock    map[string]bool          // words before a time of day, whose minutes a point sets off
	plurals  []string                 // endings of plurals
	singular []string                 // endings of other words that end so
	parts    []part                   // number words, and what they are made of
	ends     []ending                 // of numbers: 45enne
	scales   map[string]scale         // million and the like
	phrases  map[string][]*phrase     // by their first word, the longest first
	units    map[string]quantity.Kind // words that are units
	verbs    []conjugation            // how verbs change
	of, and  []string                 // words between a number and what it counts, and between numbers
	by       []string                 // what "by" is called behind a word that rises or falls
	sum      string                   // of the data
	follows  []string                 // what follows many numbers of headlines
}

// Reads reports whether numbers of a language, as a corpus names it, can be read.
func Reads(tag string) bool {
	p := lang.Of(tag)
	return !p.Foreign && (p.Code == "en" || p.Numbers != nil)
}

// Of returns what is known of the numbers of a language that Reads: nil for English.
func Of(tag string) *Language {
	p := lang.Of(tag)
	if p.Code == "en" || p.Numbers == nil {
		return nil
	}
	mu.Lock()
	defer mu.Unlock()
	if known[p.Code] == nil {
		l, err := parse(p.Numbers())
		if err != nil {
			panic("gloss: data/" + p.Code + "/numbers.txt: " + err.Error()) // it is part of the source
		}
		l.sum = fmt.Sprintf("%s-%.4x", p.Code, sha256.Sum256([]byte(rules+p.Numbers())))
		l.stop, l.stemmer, l.sentences, l.tagger = p.Stop, p.Stemmer, p.Sentences, p.Tagger
		known[p.Code] = l
	}
	return known[p.Code]
}

// known are the languages whose data was read.
var (
	mu    sync.Mutex
	known = map[string]*Language{}
)

// rules is which rules make glosses and judge by them; it changes with every change of verdicts on languages other than English.
const rules = "3"

// Signature names the data of a language, "" for English.
func (l *Language) Signature() string {
	if l == nil {
		return ""
	}
	return l.sum
}

// Follows is what follows many numbers of headlines: " million".
func (l *Language) Follows() []string {
	if l == nil {
		return []string{" percent", " million", " billion", " points", " years", "-year-old"}
	}
	return l.follows
}

// Quantities appends the quantities of a text to dst, see [quantity.Read]. Where they are is said of the text, stems are those of
// its gloss.
func (l *Language) Quantities(dst []quantity.Quantity, text string) []quantity.Quantity {
	if l == nil {
		return quantity.Read(dst, text)
	}
	from := len(dst)
	t := l.Read(text)
	dst = quantity.Read(dst, t.English)
	for i := from; i < len(dst); i++ {
		q := &dst[i]
		q.Start, q.End = t.Origin(q.Start, q.End)
		if q.HedgeEnd > q.HedgeStart {
			q.HedgeStart, q.HedgeEnd = t.Origin(q.HedgeStart, q.HedgeEnd)
		}
	}
	return dst
}

// A Text is a text with its gloss.
type Text struct {
	English   string
	Sentences []string // of the gloss
	original  string
	pieces    []piece
}

// A piece of the gloss, up to where the next begins, comes from a span of the text.
type piece struct {
	at         int
	start, end int
	same       bool // it is copied, letter by letter
	blank      bool // it adds a blank
}

// Origin returns the span of the text that a span of its gloss comes from.
func (t *Text) Origin(start, end int) (int, int) {
	if start >= end {
		return 0, 0
	}
	first := sort.Search(len(t.pieces), func(i int) bool { return t.pieces[i].at > start }) - 1
	low, high := len(t.original), 0
	for i := first; i < len(t.pieces) && t.pieces[i].at < end; i++ {
		p := t.pieces[i]
		if p.blank {
			continue
		}
		from, to := p.start, p.end
		if p.same {
			from, to = max(from, from+start-p.at), min(to, p.start+end-p.at)
		}
		low, high = min(low, from), max(high, to)
	}
	if low >= high {
		return 0, 0
	}
	return low, high
}

// Original is the text of which t has the gloss.
func (t *Text) Original() string { return t.original }

// Read makes the gloss of a text. It takes linear time.
func (l *Language) Read(text string) *Text {
	w := writer{l: l, text: &Text{original: text}, source: text, foreign: l.otherSigns(text)}
	at := 0
	for _, s := range l.sentences.Split(nil, text) {
		i := strings.Index(text[at:], s)
		if i < 0 {
			continue
		}
		w.same(at, at+i)
		begin := w.out.Len()
		w.sentence(at+i, at+i+len(s))
		w.starts = append(w.starts, [2]int{begin, w.out.Len()})
		at += i + len(s)
	}
	w.same(at, len(text))
	w.text.English = w.out.String()
	for _, s := range w.starts {
		w.text.Sentences = append(w.text.Sentences, w.text.English[s[0]:s[1]])
	}
	return w.text
}
