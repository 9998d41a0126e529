package quantity

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hed/numeral"
)

// A token is a run of letters, a numeral in digits, or any other character.
type token struct {
	start, end int
	word       *word // what the lexicon knows of letters; never nil
	mark       rune  // the character, 'a' for letters, '0' for digits, 0 beyond the ends of the text
	glued      bool  // nothing is between it and the token before
	apart      bool  // an empty line is
	upper      bool  // letters: the first is a capital
	roman      bool  // letters: a Roman numeral of two letters or more, in capitals
}

const (
	letters rune = 'a'
	digits  rune = '0'
)

// beyond is the token before the first and behind the last.
var beyond = token{word: &unknown, apart: true}

// tokenize splits a text. Marks that mean the same become one, and all
// blanks are equal.
func tokenize(text string) []token {
	tokens := make([]token, 0, len(text)/5+8)
	lines, end := 0, 0
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '\n':
			lines++
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r':
			i++
			continue
		}
		t := token{start: i, word: &unknown, glued: i == end && i > 0, apart: lines > 1}
		switch {
		case isLetter(c):
			t.mark, t.end = letters, lettersEnd(text, i)
		case isDigit(c), c == '.' && i+1 < len(text) && isDigit(text[i+1]) && pointBegins(text, i):
			t.mark, t.end = digits, digitsEnd(text, i)
		case c < utf8.RuneSelf:
			t.mark, t.end = rune(c), i+1
		default:
			r, n := utf8.DecodeRuneInString(text[i:])
			switch {
			case unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff':
				i += n
				continue
			case isLetterRune(r):
				t.mark, t.end = letters, lettersEnd(text, i)
			default:
				t.mark, t.end = plainMark(r), i+n
			}
		}
		if t.mark == letters {
			s := text[t.start:t.end]
			t.word = look(s)
			t.upper = isUpper(c)
			t.roman = s == "I" && len(tokens) > 0 && text[tokens[len(tokens)-1].start:end] == "War" || t.upper && len(s) > 1 && len(s) < 8 && strings.Trim(s, "IVXL") == "" && romanValue(s) > 0
		}
		tokens = append(tokens, t)
		i, end, lines = t.end, t.end, 0
	}
	return tokens
}

// plainMark gives one form to characters that mean the same.
func plainMark(r rune) rune {
	switch r {
	case '‐', '‑':
		return '-'
	case '‘', '’', '′':
		return '\''
	case '“', '”', '″':
		return '"'
	case '＄':
		return '$'
	case '￡':
		return '£'
	case '￥':
		return '¥'
	case 'º', '˚':
		return '°'
	case letters, digits, 0:
		return utf8.RuneError
	}
	return r
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// isLetterRune reports whether r is a letter. The raised o is taken for a
// degree.
func isLetterRune(r rune) bool { return unicode.IsLetter(r) && r != 'º' }

// lettersEnd returns the end of the run of letters at i.
func lettersEnd(text string, i int) int {
	for i < len(text) {
		if isLetter(text[i]) {
			i++
			continue
		}
		if text[i] < utf8.RuneSelf {
			return i
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if !isLetterRune(r) {
			return i
		}
		i += n
	}
	return i
}

// pointBegins reports whether the point at i begins a decimal: ".5".
func pointBegins(text string, i int) bool {
	return i == 0 || strings.IndexByte(" \n\t($-", text[i-1]) >= 0
}

// digitsEnd returns the end of the numeral at i, with its separators and
// decimals: 1,234.5, and 12,34,567 as in India.
func digitsEnd(text string, i int) int {
	start := i
	i = digitRun(text, i)
	if n := i - start; 1 <= n && n <= 3 {
		j := i
		for group(text, j, 3) {
			j += 4
		}
		if j == i && n <= 2 {
			for group(text, j, 2) {
				j += 3
			}
			if j > i && group(text, j, 3) {
				j += 4
			} else {
				j = i
			}
		}
		i = j
	}
	if i+1 < len(text) && text[i] == '.' && isDigit(text[i+1]) {
		i = digitRun(text, i+1)
	}
	return i
}

func digitRun(text string, i int) int {
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	return i
}

// group reports whether a comma and exactly n digits are at i.
func group(text string, i, n int) bool {
	return i+n < len(text) && text[i] == ',' && digitRun(text[:min(len(text), i+n+2)], i+1) == i+1+n
}

// maxDigits bounds the digits of a number. Longer runs are serial numbers, and
// reading them would take more than linear time.
const maxDigits = 60

// literal reads the digits of a token, and what the last of them counts that is
// not a zero before the point.
func literal(s string) (v, step numeral.Value) {
	var n int64
	count, places, zeros, point := 0, 0, 0, false
	for i := range len(s) {
		switch c := s[i]; {
		case c == '.':
			point = true
		case isDigit(c):
			if count++; count > 18 {
				return longLiteral(s)
			}
			n = 10*n + int64(c-'0')
			switch {
			case point:
				places++
			case c == '0':
				zeros++
			default:
				zeros = 0
			}
		}
	}
	switch {
	case point:
		return numeral.Ratio(n, pow10(places)), numeral.Ratio(1, pow10(places))
	case n == 0:
		return numeral.Int(0), numeral.Int(1)
	}
	return numeral.Int(n), numeral.Int(pow10(zeros))
}

func longLiteral(s string) (v, step numeral.Value) {
	s = strings.ReplaceAll(s, ",", "")
	if len(s) > maxDigits {
		return numeral.Value{}, numeral.Value{}
	}
	v, _ = numeral.Parse(s)
	return v, numeral.Int(1)
}

// pow10 returns 10 to the power of n, for 0 <= n <= 18.
func pow10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// romanValue reads a Roman numeral below 90, and returns 0 for other words.
func romanValue(s string) int64 {
	ones := [...]string{"", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"}
	tens := [...]string{"", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX"}
	for t, ten := range tens {
		rest, ok := strings.CutPrefix(s, ten)
		if n := slices.Index(ones[:], rest); ok && n >= 0 {
			return int64(10*t + n)
		}
	}
	return 0
}
