package derive

import (
	"slices"
	"strings"

	"hed/internal/dateline"
	"hed/numeral"
	"hed/text"
	"hed/text/lang"
	"hed/text/pos"
)

// depth is how many bytes of an article are read closely. News says early
// what its headline says; behind this, numbers are known but not ranked.
const depth = 32 << 10

// longestWord is how far behind depth the word that stands there may end.
const longestWord = 1 << 10

// An Article is a text that was read, ready for many questions. It is safe
// for concurrent use.
type Article struct {
	Text  string
	words []word
	// mentions are the numbers of the text. Those within depth that have
	// a value are sources.
	mentions []numeral.Mention
	sources  []source
	roles    []role             // by source
	after    []int32            // by word, the first source that begins there or behind
	sentence []int32            // by word
	starts   []int32            // first word of each sentence, and the end
	year     int64              // of the first date, 0 if there is none
	length   int                // sentences
	lead     int32              // the first sentence behind the dateline
	places   map[uint32][]int32 // where a stem stands, by word
}

// A source is a mention that may be an operand.
type source struct {
	numeral.Mention
	mention int32 // index
	parent  int32 // index of the source that this one is a part of, or -1
	part    int32 // index of the source that is this one without its scale, or -1
	first   int32 // its first word
	last    int32 // its last word
	digits  bool  // written in digits
	// worth is the value of the digits alone. It is less than Value where
	// the scale stands in a part of its own, or behind another number: the
	// 10 of 10-12 million.
	worth           numeral.Value
	dateline        bool
	times           int      // how often the article has the value
	nth, inSentence int      // its place among the sources of its sentence
	order           int      // how many sources of depth 0 stand before it
	stops           int32    // how many full stops stand before it, see fullStops
	decimals        int      // digits behind the point
	among           standing // beside the numbers of its unit and kind
	counts          standing // beside those of them that count the same
}

// Reads reports whether texts of a language, as a corpus names it, can be read: English
// and what the corpus does not name.
func Reads(language string) bool {
	code := lang.Code(language)
	return code == "" || code == "en"
}

// Read reads an article.
func Read(text string) *Article {
	a := &Article{Text: text, mentions: numeral.Find(nil, text)}
	near := text
	if len(near) > depth {
		near = near[:depth]
		if i := strings.IndexByte(text[depth:min(len(text), depth+longestWord)], ' '); i >= 0 {
			near = text[:depth+i]
		}
	}
	a.words = read(near)
	end := dateline.End(text)
	a.cutWords(end)
	a.places = make(map[uint32][]int32, len(a.words))
	for i := range a.words {
		if w := &a.words[i]; w.content() {
			a.places[w.stem] = append(a.places[w.stem], int32(i))
		}
	}
	a.findSources(len(near), end)
	return a
}

// findSources makes sources of the mentions before end.
func (a *Article) findSources(end, dateline int) {
	times := make(map[numeral.Value]int)
	var parents [8]int32 // source of each depth, -1 for none
	word, order := 0, 0
	near := a.mentions
	if i := slices.IndexFunc(near, func(m numeral.Mention) bool { return m.End > end }); i >= 0 {
		near = near[:i]
	}
	stops := fullStops(a.Text, near)
	for i := range near {
		m := &near[i]
		if len(a.sources) >= maxSources || len(a.words) == 0 {
			break
		}
		y, _ := m.Value.Int64()
		isYear := m.Kind == numeral.Year && 0 < y && y < 10000 // not the first of 1910-12 million
		if isYear && a.year == 0 {
			a.year = y
		}
		if !m.Value.OK() {
			parents[min(m.Depth, 7)] = -1
			continue
		}
		for word < len(a.words) && int(a.words[word].end) <= m.Start {
			word++
		}
		s := source{Mention: *m, mention: int32(i), parent: -1, part: -1, first: int32(min(word, len(a.words)-1)), order: order, stops: stops[i]}
		if m.Kind == numeral.Year && !isYear {
			s.Kind = numeral.Cardinal
		}
		s.last = s.first
		for int(s.last)+1 < len(a.words) && int(a.words[s.last+1].start) < m.End {
			s.last++
		}
		s.worth, s.digits = plainDigits(m.Text(a.Text), m.Value)
		if s.digits {
			_, behind, _ := strings.Cut(digitsOf(m.Text(a.Text)), ".")
			s.decimals = len(behind)
		}
		s.dateline = m.Start < dateline
		n := int32(len(a.sources))
		if m.Depth == 0 {
			order++
		} else if p := parents[min(m.Depth, 8)-1]; p >= 0 {
			s.parent = p
			if q := &a.sources[p]; q.Start == m.Start && q.part < 0 && scaled(q.Value, m.Value) {
				q.part = n
			}
		}
		parents[min(m.Depth, 7)] = n
		a.sources = append(a.sources, s)
		times[m.Value]++
	}
	a.after = make([]int32, len(a.words))
	next := int32(len(a.sources))
	for i := len(a.words) - 1; i >= 0; i-- {
		for next > 0 && a.sources[next-1].first >= int32(i) {
			next--
		}
		a.after[i] = next
	}
	a.roles = make([]role, len(a.sources))
	inSentence := make([]int, a.length)
	for i := range a.sources {
		s := &a.sources[i]
		s.times = times[s.Value]
		a.roles[i] = roleAt(a.words, a.Text, s.first, s.last)
		if s.Depth == 0 {
			n := &inSentence[a.sentence[s.first]]
			s.nth = *n
			*n++
		}
	}
	a.compare()
	for i := range a.sources {
		s := &a.sources[i]
		s.inSentence = inSentence[a.sentence[s.first]]
	}
}

// word is the text of a word.
func (a *Article) word(i int32) string { return a.Text[a.words[i].start:a.words[i].end] }

// around returns the sources before and behind a word, in its sentence.
func (a *Article) around(p int32) (before, behind int32) {
	before, behind = -1, -1
	sentence := a.sentence[p]
	i := a.after[p] // the first source from p on
	for j := i - 1; j >= 0; j-- {
		if s := &a.sources[j]; s.Depth == 0 || s.parent < 0 {
			if s.last < p && a.sentence[s.first] == sentence {
				before = j
			}
			break
		}
	}
	if int(i) < len(a.sources) && a.sentence[a.sources[i].first] == sentence {
		behind = i
	}
	return before, behind
}

// lent reports whether the scale of a number stands behind another one.
func (s *source) lent() bool { return s.digits && s.part < 0 && s.worth != s.Value }

// plainDigits reports whether a mention is digits that are worth its value,
// scale and ending apart, and what they are worth. 1½ is not.
func plainDigits(text string, value numeral.Value) (worth numeral.Value, ok bool) {
	d := digitsOf(text)
	worth, ok = numeral.Parse(d)
	return worth, d != "" && ok && (worth == value || scaled(value, worth))
}

// maxSources bounds the work for articles that are full of numbers.
const maxSources = 1000

// scaled reports whether whole is part times a thousand, a million and so on.
func scaled(whole, part numeral.Value) bool {
	if part.Sign() == 0 {
		return false
	}
	n, ok := whole.Div(part).Int64()
	return ok && (n == 1e3 || n == 1e6 || n == 1e9 || n == 1e12)
}

// A word is a token with what features want to know of it.
type word struct {
	start, end int32
	stem       uint32 // hash of the stem in lower case
	tag        pos.Tag
	kind       wordKind
	stop       bool // ends a sentence
}

type wordKind uint8

const (
	plain    wordKind = iota
	function          // a stop word
	number            // begins with a digit
	mark              // punctuation and signs
)

func (w *word) content() bool { return w.kind == plain }

var english = lang.Of("en")

// read cuts a text into words and tags them.
func read(s string) []word {
	tokens, tags := english.Tag(pos.English(), make([]text.Token, 0, len(s)/5), make([]pos.Tag, 0, len(s)/5), s)
	words := make([]word, len(tokens))
	for i, t := range tokens {
		w := &words[i]
		*w = word{start: int32(t.Start), end: int32(t.End), tag: tags[i]}
		c := t.Text[0]
		switch {
		case '0' <= c && c <= '9':
			w.kind, w.stem = number, zero
		case c < 0x80 && !('a' <= c|0x20 && c|0x20 <= 'z'):
			w.kind, w.stem = mark, hash(t.Text)
			w.stop = isStop(t.Text, tokens[max(i-1, 0)].Text)
		default:
			w.stem, w.kind = stems.get(t.Text)
		}
	}
	return words
}
