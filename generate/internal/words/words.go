// Package words counts the words of headlines and cuts headlines out of texts.
//
// A word here is what a reader would count: a token of the language's
// tokenizer, but "12-year-old" is one word, and so are "$4.5", "12%" and
// "20°C". Measures count tokens; this count serves those who are asked for
// nine words and should not cut one in two.
//
// A token must be known from the text between two blanks, as with Unicode's
// words; then the beginning of an article is enough to find its first words,
// however long it is.
package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"hed/text"
)

// A Word is the stretch of a text from Start to End that counts as one word.
type Word struct{ Start, End int }

// Append appends the words that the tokens of s make to dst:
//
//   - tokens with a hyphen between them, and no blanks, are one word;
//   - a currency sign just before or after a number, and a percent or
//     degree sign just after, belong to it, also where they join it to
//     another token, as in "US$5";
//   - an apostrophe between two tokens belongs to the first, as in
//     Italian "dell'anno", which is two words.
func Append(dst []Word, s string, tokens []text.Token) []Word {
	last := -1 // index of the word before, if there is one
	for _, t := range tokens {
		w := marked(s, t)
		if last >= 0 {
			prev := &dst[last]
			w.Start = max(w.Start, prev.End)
			switch gap := s[prev.End:w.Start]; {
			case gap == "" && (startsMarked(s, w) || endsMarked(s, *prev)), isHyphen(gap):
				prev.End = w.End
				continue
			case text.Straight(gap) == "'":
				prev.End = w.Start
			}
		}
		last = len(dst)
		dst = append(dst, w)
	}
	return dst
}

// Surface is how a token stands in s, with the signs that belong to a number.
func Surface(s string, t text.Token) string {
	w := marked(s, t)
	return s[w.Start:w.End]
}

// marked is the stretch of a token with the signs that belong to a number.
func marked(s string, t text.Token) Word {
	w := trimmed(s, t)
	if first, _ := utf8.DecodeRuneInString(s[w.Start:w.End]); unicode.IsDigit(first) {
		if r, n := utf8.DecodeLastRuneInString(s[:w.Start]); unicode.Is(unicode.Sc, r) {
			w.Start -= n
		}
	}
	if last, _ := utf8.DecodeLastRuneInString(s[w.Start:w.End]); unicode.IsDigit(last) {
		if r, n := utf8.DecodeRuneInString(s[w.End:]); follows(r) {
			w.End += n
		}
	}
	return w
}

// narrow is the narrow no-break space, which groups digits inside a number.
// For Unicode it is a part of words, also at their ends.
const narrow = '\u202f'

// trimmed is the stretch of a token without narrow spaces at its ends.
func trimmed(s string, t text.Token) Word {
	w := Word{t.Start, t.End}
	for {
		r, n := utf8.DecodeRuneInString(s[w.Start:w.End])
		if r != narrow {
			break
		}
		w.Start += n
	}
	for {
		r, n := utf8.DecodeLastRuneInString(s[w.Start:w.End])
		if r != narrow {
			break
		}
		w.End -= n
	}
	return w
}

// startsMarked and endsMarked report whether w has a sign that marked added.
// No token has one there.
func startsMarked(s string, w Word) bool {
	r, _ := utf8.DecodeRuneInString(s[w.Start:w.End])
	return follows(r)
}

func endsMarked(s string, w Word) bool {
	r, _ := utf8.DecodeLastRuneInString(s[w.Start:w.End])
	return follows(r)
}

// follows reports whether r may stand just after a number.
func follows(r rune) bool {
	return r == '%' || r == '‰' || r == '°' || unicode.Is(unicode.Sc, r)
}

func isHyphen(gap string) bool {
	return gap == "-" || gap == "\u2010" || gap == "\u2011" // the last does not break
}

// Has reports whether s has a letter or a digit, and so a word.
func Has(s string) bool { return strings.ContainsFunc(s, letterOrDigit) }

func letterOrDigit(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}
