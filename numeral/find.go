package numeral

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Find appends the numbers of an English text to dst and returns the
// result, sorted by Start; of two with one Start the longer comes first.
// It takes linear time.
func Find(dst []Mention, text string) []Mention {
	f := finder{text: text, out: dst, before: len(dst)}
	for f.pos < len(text) {
		switch c := text[f.pos]; {
		case isLetter(c):
			f.word(wordEnd(text, f.pos))
		case isDigit(c) || c == '.' && f.pointBegins():
			f.digits()
		case c < utf8.RuneSelf:
			f.pos++
		default:
			r, n := utf8.DecodeRuneInString(text[f.pos:])
			switch {
			case unicode.IsLetter(r):
				f.word(wordEnd(text, f.pos))
			case vulgar(r).OK():
				f.emit(Mention{Start: f.pos, End: f.pos + n, Value: vulgar(r), Kind: Fraction})
				f.pos += n
			default:
				f.pos += n
			}
		}
	}
	return f.out
}

// A finder goes through a text once. What it looks at ahead of pos is
// bounded, and so is what it looks at behind.
type finder struct {
	text           string
	pos            int
	out            []Mention
	before         int // mentions that out had already
	lastStart, end int // the word before pos
}

// emit adds a mention. Mentions that follow with a Depth are its parts.
func (f *finder) emit(m Mention) { f.out = append(f.out, m) }

// done moves on behind a word or a numeral, which counts as one.
func (f *finder) done(end int) {
	f.lastStart, f.end = f.pos, end
	f.pos = end
}

// word reads the word at pos, and the number it may begin.
func (f *finder) word(end int) {
	e := look(f.text[f.pos:end])
	switch e.class {
	case notNumber, weak, unitWord, and:
	case month:
		if f.date(e, end) {
			return
		}
	default:
		if !f.inUnit(e) && f.phrase(e, end) {
			return
		}
	}
	f.done(end)
}

// inUnit reports whether the word at pos is the second of "30-second".
func (f *finder) inUnit(e entry) bool {
	if e.class != ordinal || e.n != 2 || len(f.out) == f.before {
		return false
	}
	m := &f.out[len(f.out)-1]
	return m.Unit == Second && m.End == f.pos-1
}

// pointBegins reports whether the point at pos begins a decimal: ".5".
func (f *finder) pointBegins() bool {
	i := f.pos
	return i+1 < len(f.text) && isDigit(f.text[i+1]) &&
		(i == 0 || strings.IndexByte(" \n\t($-", f.text[i-1]) >= 0 || strings.HasSuffix(f.text[:i], "−"))
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// wordEnd returns the end of the run of letters at i.
func wordEnd(text string, i int) int {
	for i < len(text) {
		if isLetter(text[i]) {
			i++
			continue
		}
		if text[i] < utf8.RuneSelf {
			return i
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if !unicode.IsLetter(r) {
			return i
		}
		i += n
	}
	return i
}

// vulgar returns the value of a character such as ½.
func vulgar(r rune) Value {
	switch r {
	case '½':
		return Ratio(1, 2)
	case '¼':
		return Ratio(1, 4)
	case '¾':
		return Ratio(3, 4)
	case '⅓':
		return Ratio(1, 3)
	case '⅔':
		return Ratio(2, 3)
	case '⅕':
		return Ratio(1, 5)
	case '⅖':
		return Ratio(2, 5)
	case '⅗':
		return Ratio(3, 5)
	case '⅘':
		return Ratio(4, 5)
	case '⅙':
		return Ratio(1, 6)
	case '⅛':
		return Ratio(1, 8)
	case '⅜':
		return Ratio(3, 8)
	case '⅝':
		return Ratio(5, 8)
	case '⅞':
		return Ratio(7, 8)
	}
	return Value{}
}
