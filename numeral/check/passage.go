package check

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"hed/numeral/derive"
	"hed/numeral/gloss"
	"hed/numeral/quantity"
	"hed/text/sentence"
	"hed/text/stem"
	"hed/text/stop"
)

// A passage is a text, an article or a headline, cut into sentences, words and quantities.
type passage struct {
	text      string      // in English: of other languages the gloss
	gloss     *gloss.Text // nil where the text is as it was written
	sentences []span
	words     []word
	figures   []figure
}

type span struct{ start, end int }

// A word is a run of letters and digits.
type word struct {
	start, end int
	sentence   int
	// stem is what other forms of the word share, and words of the same meaning: "" for words that say nothing
	// of their own, and for numbers.
	stem string
	// name says that the word has a capital that no sentence begins with.
	name bool
	// capital says that it has one.
	capital bool
}

// A figure is a quantity of a passage, with its place.
type figure struct {
	quantity.Quantity
	low, high float64 // as written, with the scale; NaN where open
	first     int     // the first word of it, or behind it
	last      int     // the first word behind it
	sentence  int
	total     float64 // what it is a part of, 0 where nothing says so
	whole     int     // the figure that says so
	ofChange  bool    // its whole is a change
	except    bool    // what is said is of the others: all but nine
	elided    bool    // it has the unit of the figure before it
	end       bool    // it is one end of a range, whose text it has
	opposite  float64 // the other end
	meant     bool    // the year of its date is not written: May next year
}

// maxFigures bounds the work for texts that are full of numbers: behind so many, a figure is only looked up.
const maxFigures = 400

// related are the figures that are compared with each other and with the words of the headline.
func (p *passage) related() []figure { return p.figures[:min(len(p.figures), maxFigures)] }

var (
	splitter  = sentence.English()
	stemmer   = stem.NLTK(4)
	stopWords = stop.English()
)

// readPassage reads a text of a language, which is nil for English.
func readPassage(l *gloss.Language, text string) *passage {
	p := &passage{text: text}
	var sentences []string
	if l == nil {
		sentences = splitter.Split(nil, text)
	} else {
		p.gloss = l.Read(text)
		text, sentences = p.gloss.English, p.gloss.Sentences
		p.text = text
	}
	at := 0
	for _, s := range sentences {
		i := strings.Index(text[at:], s)
		if i < 0 {
			continue
		}
		p.sentence(at+i, at+i+len(s))
		at += i + len(s)
	}
	p.cut()
	all := quantity.Read(nil, text)
	w := 0
	for i := range all {
		f := figure{Quantity: all[i], low: all[i].Low.Float(), high: all[i].High.Float()}
		for w < len(p.words) && p.words[w].end <= f.Start {
			w++
		}
		f.first, f.last = w, w
		for f.last < len(p.words) && p.words[f.last].start < f.End {
			f.last++
		}
		if n, ok := f.Low.Int64(); ok && f.Kind == quantity.Count && f.End-f.Start == 2 && n >= 10 && apostrophe(text[:f.Start]) {
			f.Kind, f.When.Year = quantity.Year, int16(1900+n) // '68
			if n <= 30 {
				f.When.Year += 100
			}
			f.low, f.high = float64(f.When.Year), float64(f.When.Year)
		}
		if year, ok := f.Low.Int64(); ok && f.Kind == quantity.Year && f.When.Year == 0 && 0 < year && year < 10000 {
			f.When.Year = int16(year)
		}
		if f.sentence = p.sentenceAt(f.Start); f.sentence < 0 {
			continue
		}
		p.figures = append(p.figures, f)
	}
	return p
}

// written is a span of the text as it was written, and where that is.
func (p *passage) written(start, end int) (string, derive.Span) {
	if p.gloss == nil {
		return p.text[start:end], derive.Span{Start: start, End: end}
	}
	start, end = p.gloss.Origin(start, end)
	return p.gloss.Original()[start:end], derive.Span{Start: start, End: end}
}

// sentence adds a sentence, and several where empty lines cut it: titles and lists have no full stops.
func (p *passage) sentence(start, end int) {
	for start < end {
		stop := end
		if i := strings.Index(p.text[start:end], "\n\n"); i >= 0 {
			stop = start + i
		}
		if strings.TrimSpace(p.text[start:stop]) != "" {
			p.sentences = append(p.sentences, span{start, stop})
		}
		start = stop + 2
	}
}

// sentenceAt is the sentence that has byte i, -1 where none has it.
func (p *passage) sentenceAt(i int) int {
	low, high := 0, len(p.sentences)
	for low < high {
		if mid := (low + high) / 2; p.sentences[mid].end <= i {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low < len(p.sentences) && p.sentences[low].start <= i {
		return low
	}
	return -1
}

// cut finds the words.
func (p *passage) cut() {
	s := 0
	for i := 0; i < len(p.text); {
		r, n := utf8.DecodeRuneInString(p.text[i:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			i += n
			continue
		}
		end := wordEnd(p.text, i)
		for s < len(p.sentences) && p.sentences[s].end <= i {
			s++
		}
		w := word{start: i, end: end, sentence: min(s, len(p.sentences)-1), capital: unicode.IsUpper(r)}
		w.name = w.capital && s < len(p.sentences) && i > p.sentences[s].start
		w.stem = stemOf(p.text[i:end])
		p.words = append(p.words, w)
		i = end
	}
}

func wordEnd(text string, i int) int {
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !(r == '\'' || r == '’') {
			break
		}
		i += n
	}
	for i > 0 {
		switch {
		case strings.HasSuffix(text[:i], "'"):
			i--
		case strings.HasSuffix(text[:i], "’"):
			i -= len("’")
		default:
			return i
		}
	}
	return i
}

// stemOf is the stem of a word, and that of the word it means the same as.
func stemOf(w string) string {
	w = strings.ToLower(w)
	if '0' <= w[0] && w[0] <= '9' {
		if len(w) == 4 && (w[0] == '1' || w[0] == '2') && w[3] <= '9' {
			return w // a year
		}
		return ""
	}
	for _, s := range []string{"'s", "’s"} {
		w = strings.TrimSuffix(w, s)
	}
	if stopWords.Filter(w) == "" || len(w) == 1 {
		return ""
	}
	s := stemmer.Filter(w)
	switch { // Japanese and Japan, Italian and Italy
	case strings.HasSuffix(s, "ian") && len(s) > 5:
		s = s[:len(s)-1]
	case strings.HasSuffix(s, "nes") && len(s) > 6:
		s = s[:len(s)-2]
	}
	if same, ok := meanings[s]; ok {
		return same
	}
	return s
}

// word is the text of word i in lower case, "" where there is none.
func (p *passage) word(i int) string {
	if i < 0 || i >= len(p.words) {
		return ""
	}
	return strings.ToLower(p.text[p.words[i].start:p.words[i].end])
}

// between is the text between words i and i+1.
func (p *passage) between(i int) string {
	if i < 0 || i+1 >= len(p.words) {
		return ""
	}
	return p.text[p.words[i].end:p.words[i+1].start]
}

// stemAt is the stem of word i, "" where there is none.
func (p *passage) stemAt(i int) string {
	if i < 0 || i >= len(p.words) {
		return ""
	}
	return p.words[i].stem
}

// apostrophe reports whether a text ends with the sign for the century that is left out.
func apostrophe(text string) bool {
	for _, s := range []string{"'", "’", "‘"} {
		if before, ok := strings.CutSuffix(text, s); ok && (before == "" || strings.HasSuffix(before, " ")) {
			return true
		}
	}
	return false
}
