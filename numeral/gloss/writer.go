package gloss

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"hed/text/pos"
)

// A writer makes one gloss.
type writer struct {
	l       *Language
	source  string
	foreign bool // numerals that can be read in two ways have the signs of the other kind of language
	out     strings.Builder
	text    *Text
	starts  [][2]int // of sentences, in the gloss
	last    byte     // the last one written
	done    int      // where the source was read to
	tokens  []token  // of the sentence
	tags    []pos.Tag
	slots   []taken // room for those of a phrase
}

// A token is a word, with the apostrophe that elides its last vowel, a numeral, or any other character.
type token struct {
	start, end int
	kind       kind
	lower      string
	upper      bool // a word with a capital
	glued      bool // nothing is before it
	spells     bool // a word for a number, or one that an ending makes another word
	value      int64
	ending     *ending
}

type kind uint8

const (
	none kind = iota
	word
	numeral
	mark
)

var beyond token

func (w *writer) tok(i int) *token {
	if uint(i) < uint(len(w.tokens)) {
		return &w.tokens[i]
	}
	return &beyond
}

func letter(r rune) bool { return unicode.IsLetter(r) && r != 'º' && r != 'ª' }

// apostrophe returns the length of the apostrophe at i, 0 where there is none.
func apostrophe(text string, i int) int {
	for _, s := range [...]string{"'", "’"} {
		if strings.HasPrefix(text[i:], s) {
			return len(s)
		}
	}
	return 0
}

// cut finds the tokens of a sentence.
func (w *writer) cut(start, end int) {
	w.tokens = w.tokens[:0]
	text := w.source[:end]
	last := start
	for i := start; i < end; {
		r, n := utf8.DecodeRuneInString(text[i:])
		t := token{start: i, end: i + n, kind: mark, glued: i == last && i > start}
		switch {
		case unicode.IsSpace(r):
			i += n
			continue
		case letter(r):
			for t.end < end {
				if r, n := utf8.DecodeRuneInString(text[t.end:]); letter(r) {
					t.end += n
					continue
				}
				break
			}
			t.kind, t.lower, t.upper = word, strings.ToLower(text[i:t.end]), unicode.IsUpper(r)
			if n := apostrophe(text, t.end); n > 0 {
				if r, _ := utf8.DecodeRuneInString(text[t.end+n:]); letter(r) || unicode.IsDigit(r) {
					t.end += n
					t.lower += "'"
				}
			}
			w.spelled(&t)
		case isDigit(text[i]):
			t.kind, t.end = numeral, digitsEnd(text, i)
			t.lower = text[i:t.end]
		default:
			t.lower = text[i:t.end]
			if apostrophe(text, i) > 0 {
				t.lower = "'"
			}
		}
		w.tokens = append(w.tokens, t)
		i, last = t.end, t.end
	}
}

// spelled finds the number that a word is.
func (w *writer) spelled(t *token) {
	if w.l == nil {
		return // a phrase of the data
	}
	word := strings.TrimSuffix(t.lower, "'")
	t.value, t.ending, t.spells = w.l.spelled(word)
	if !t.spells && len(word) < len(t.lower) {
		t.value, t.spells = w.l.compound(word, true)
	}
}

// sentence writes the gloss of a sentence.
func (w *writer) sentence(start, end int) {
	w.cut(start, end)
	w.tag()
	w.done = start
	for i := 0; i < len(w.tokens); {
		i = w.at(i)
	}
	w.same(w.done, end)
}

// tag finds the parts of speech of the tokens, where the language has a tagger.
func (w *writer) tag() {
	w.tags = w.tags[:0]
	if w.l.tagger == nil || !slices.ContainsFunc(w.tokens, func(t token) bool { return t.kind == numeral || t.spells }) {
		return // words matter beside numbers, and elsewhere as they are written
	}
	words := make([]string, len(w.tokens))
	for i := range w.tokens {
		words[i] = w.source[w.tokens[i].start:w.tokens[i].end]
	}
	w.tags = w.l.tagger().Tag(w.tags, words)
}

// is reports whether a token is known to be of one of the parts of speech.
func (w *writer) is(i int, tags ...pos.Tag) bool {
	return uint(i) < uint(len(w.tags)) && slices.Contains(tags, w.tags[i])
}

// at writes what begins with token i and returns the token behind it.
func (w *writer) at(i int) int {
	t := w.tok(i)
	if next := w.phraseAt(i); next > i {
		return next
	}
	if n, ok := w.number(i); ok {
		w.gap(i)
		w.writeNumber(&n)
		w.done = w.tok(n.end - 1).end
		return n.end
	}
	switch t.kind {
	case numeral:
		return w.numeral(i)
	case word:
		w.gap(i)
		w.word(i)
		w.done = t.end
	case mark:
		if t.lower == "'" && !t.glued && w.tok(i+1).kind == numeral && w.tok(i+1).glued && len(w.tok(i+1).lower) == 2 { // '92
			w.gap(i)
			w.put(year(w.tok(i+1).lower), t.start, w.tok(i+1).end)
			w.done = w.tok(i + 1).end
			return i + 2
		}
		w.gap(i)
		w.same(t.start, t.end)
		w.done = t.end
	}
	return i + 1
}

// numeral writes digits that are no plain number: 3ª, 45enne, 16.30, and names such as 10.3.2 and B12.
func (w *writer) numeral(i int) int {
	t, next := w.tok(i), w.tok(i+1)
	end := i + 1
	english, same := t.lower, true
	n, err := strconv.ParseInt(t.lower, 10, 64)
	switch {
	case next.glued && err == nil && (next.lower == "ª" || next.lower == "º" || next.lower == "°" && w.orders(i+2)):
		english, same, end = nth(n), false, i+2
	case next.glued && next.kind == word:
		end = i + 2
		if e := w.l.endingOf(next.lower); e != nil {
			if english, same = t.lower+e.english, false; e.order && err == nil {
				english = nth(n)
			}
		}
	case w.isClock(i):
		english, same = strings.Replace(t.lower, ".", ":", 1), false
		if !strings.Contains(english, ":") {
			english += ":00"
		}
	}
	w.gap(i)
	if same {
		w.same(t.start, w.tok(end-1).end)
	} else {
		w.put(english, t.start, w.tok(end-1).end)
	}
	w.done = w.tok(end - 1).end
	return end
}

// orders reports whether the number before token i, behind which a raised circle is, has its noun there, so that it is no temperature.
func (w *writer) orders(i int) bool {
	t := w.tok(i)
	return t.kind == word && !t.glued && w.l.stop.Filter(t.lower) != ""
}

func (l *Language) endingOf(form string) *ending {
	for i := range l.ends {
		if l.ends[i].form == form {
			return &l.ends[i]
		}
	}
	return nil
}

// isClock reports whether token i is a time of day: alle 16.30, or alle 16 where nothing behind it is counted.
func (w *writer) isClock(i int) bool {
	if !w.l.clock[w.tok(i-1).lower] {
		return false
	}
	hour, minute, ok := strings.Cut(w.tok(i).lower, ".")
	if ok {
		return len(hour) <= 2 && len(minute) == 2 && minute < "60"
	}
	next := w.tok(i + 1)
	return len(hour) <= 2 && (len(hour) == 1 || hour <= "24") && (next.kind == none || next.kind == mark && !next.glued || next.kind == mark && strings.Contains(".,;:!?)»", next.lower) ||
		next.kind == word && !next.glued && !next.spells && w.l.scales[next.lower].value == 0 && w.l.stop.Filter(next.lower) == "")
}

// A number is a run of tokens that is one number.
type number struct {
	first, end int
	english    string
	value      float64
	words      bool
	scale      *scale
	scaleAt    int
	sum        bool // it is made of several, such as 2 milioni e 300 mila
}

// number reads the number at token i: digits or a word, with its scale, and with a smaller number behind it.
func (w *writer) number(i int) (number, bool) {
	n, ok := w.single(i)
	if !ok {
		return n, false
	}
	n = w.sum(n)
	if n.scale != nil && n.scale.value > 1000 && slices.Contains(w.l.of, w.tok(n.end).lower) && w.tok(n.end+1).kind == word {
		n.end++ // milioni di euro
	}
	return n, true
}

// sum reads what smaller scales add to a number: 2 milioni e 300 mila.
func (w *writer) sum(n number) number {
	for n.scale != nil && n.scale.value > 1000 {
		k := n.end
		if slices.Contains(w.l.and, w.tok(k).lower) {
			k++
		}
		m, ok := w.single(k)
		if !ok || w.tok(k).glued || m.scale == nil || m.scale.value >= n.scale.value {
			break
		}
		value := n.value + m.value
		n = number{first: n.first, end: m.end, value: value, words: n.words && m.words, scale: m.scale, sum: true, english: sumDigits([]float64{value})}
		if n.words {
			n.english = spell(int64(value))
		}
	}
	return n
}

// million reads a number that begins with one of a scale, for which a language has its article, and has more behind it: un milione e 350 mila.
func (w *writer) million(i int) (number, bool) {
	s, ok := w.l.scales[w.tok(i+1).lower]
	t := w.tok(i)
	if one := w.l.single(t.lower); !ok || s.value <= 1000 || t.kind != word || t.spells || one != "a" && one != "an" {
		return number{}, false
	}
	n := w.sum(number{first: i, end: i + 2, value: float64(s.value), words: true, scale: &s, scaleAt: i + 1})
	return n, n.sum
}

// bare reads a number without its scale.
func (w *writer) bare(i int) (n number, ok bool) {
	t := w.tok(i)
	n = number{first: i, end: i + 1}
	switch t.kind {
	case numeral:
		if n.english, ok = w.literal(t.lower); !ok || w.isClock(i) {
			return n, false
		}
		n.value, _ = strconv.ParseFloat(strings.ReplaceAll(n.english, ",", ""), 64)
	case word:
		if !t.spells || t.ending != nil {
			return n, false
		}
		n.english, n.value, n.words = spell(t.value), float64(t.value), true
	default:
		return n, false
	}
	return n, true
}

// single reads one number with its scale.
func (w *writer) single(i int) (number, bool) {
	n, ok := w.bare(i)
	if !ok {
		return n, false
	}
	t, next := w.tok(i), w.tok(n.end)
	if s, ok := w.l.scales[next.lower]; ok && next.kind == word {
		n.scale, n.scaleAt, n.end = &s, n.end, n.end+1
		n.value *= float64(s.value)
	} else if next.glued && t.kind == numeral && (next.kind == word && !w.l.unit(next.lower) || next.lower == "ª" || next.lower == "º" || next.lower == "°" && w.orders(i+2)) {
		return n, false
	}
	return n, true
}

// unit reports whether letters behind digits have an English word: 5kg.
func (l *Language) unit(letters string) bool {
	for _, p := range l.phrases[letters] {
		if len(p.words) == 1 {
			return l.endingOf(letters) == nil
		}
	}
	return false
}

func (w *writer) writeNumber(n *number) {
	first, last := w.tok(n.first), w.tok(n.end-1)
	if n.sum || n.scale == nil {
		if n.end > n.first+1 && slices.Contains(w.l.of, last.lower) {
			last = w.tok(n.end - 2)
		}
		w.put(capital(n.english, first.upper), first.start, last.end)
		return
	}
	w.put(capital(n.english, first.upper), first.start, first.end)
	w.blank()
	w.put(n.scale.english, w.tok(n.scaleAt).start, w.tok(n.scaleAt).end)
}

// word writes a word that no phrase has.
func (w *writer) word(i int) {
	t := w.tok(i)
	lower := strings.TrimSuffix(t.lower, "'")
	if t.ending != nil {
		english := spell(t.value) + t.ending.english
		if t.ending.order {
			english = nth(t.value)
		}
		w.put(capital(english, t.upper), t.start, t.end)
		return
	}
	original := w.source[t.start:t.end]
	switch {
	case len(original) > 1 && strings.ToUpper(original) == original:
		w.same(t.start, t.end) // initials, and Roman numerals
	case w.l.stop.Filter(lower) == "":
		w.put(capital("such", t.upper), t.start, t.end)
	default:
		w.put(capital(w.l.stemmer.Filter(lower)+w.ending(i, lower), t.upper), t.start, t.end)
	}
}

// ending is what is added to the stem of a word that has no English, so that it is no English word, other forms of it are equal, a plural is one
// and a verb is no noun.
func (w *writer) ending(i int, lower string) string {
	ends := func(all []string) bool {
		return slices.ContainsFunc(all, func(s string) bool { return strings.HasSuffix(lower, s) })
	}
	before := w.tok(i - 1)
	counted := before.kind == numeral || before.spells && before.value > 1 || w.l.scales[before.lower].value > 0
	switch {
	case w.is(i, pos.ADJ) && w.is(i+1, pos.NOUN):
		return "q" // gravi feriti
	case counted && (w.is(i, pos.NOUN) || w.is(i, pos.VERB, pos.ADJ) && ends(w.l.plurals)):
		return "qs" // sei film, 40 intossicati
	case w.is(i, pos.VERB, pos.AUX):
		return "qed"
	case ends(w.l.plurals) && !ends(w.l.singular):
		return "qs"
	}
	return "q"
}

func capital(english string, upper bool) string {
	if upper && english != "" && 'a' <= english[0] && english[0] <= 'z' {
		return string(english[0]-32) + english[1:]
	}
	return english
}

// gap copies what is between the last token and token i, or sets them apart where the gloss of one would run into the other.
func (w *writer) gap(i int) {
	if t := w.tok(i); t.start > w.done {
		w.same(w.done, t.start)
	} else if t.kind != mark && w.last != 0 && (isDigit(w.last) || w.last >= 0x80 || letter(rune(w.last))) {
		w.blank()
	}
}

func (w *writer) same(start, end int) {
	if start < end {
		w.piece(piece{at: w.out.Len(), start: start, end: end, same: true}, w.source[start:end])
	}
}

func (w *writer) put(english string, start, end int) {
	if english != "" {
		w.piece(piece{at: w.out.Len(), start: start, end: end}, english)
	}
}

func (w *writer) blank() { w.piece(piece{at: w.out.Len(), blank: true}, " ") }

func (w *writer) piece(p piece, english string) {
	w.text.pieces = append(w.text.pieces, p)
	w.out.WriteString(english)
	w.last = english[len(english)-1]
}
