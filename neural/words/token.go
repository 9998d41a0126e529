// Package words makes words of texts and texts of words, for networks that write.
//
// [Split] keeps everything that matters: case, numbers, and whether a mark touches its neighbours, so
// that [Join] gives the text back but for the width of blanks. A [Vocabulary] numbers the most frequent words;
// [Vocabulary.Encode] numbers those of an article that it does not have from its end on, so that a network can copy
// them.
package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// joint stands at the sides of marks that touch the word there. It is U+FFED, which OpenNMT's tokenizer
// uses too; where a text has it, it is a blank.
const joint = "￭"

// Split gives the words and marks of a text. Numbers such as 1,000.5 and 10:30 and abbreviations such as
// U.S. are whole; scripts that have no blanks between words are split into characters. Of don't and Anna's the apostrophe belongs to what follows, of Italian l'ora to what
// stands before.
func Split(text string) []string {
	text = strings.ReplaceAll(text, joint, " ")
	var all []string
	for field := range strings.FieldsSeq(text) {
		all = split(all, field)
	}
	return all
}

// split adds the words of a text without blanks.
func split(all []string, s string) []string {
	for i := 0; i < len(s); {
		end := wordEnd(s, i)
		if end > i {
			// An apostrophe between letters.
			if r, n := utf8.DecodeRuneInString(s[end:]); apostrophe(r) && letterAt(s, end+n) && !digitBefore(s, end) {
				next := wordEnd(s, end+n)
				if suffix(s[end+n : next]) {
					all = append(all, s[i:end], joint+s[end:next])
					if i = next; touches(s, i) {
						all[len(all)-1] += joint // as of rock'n'roll
					}
					continue
				}
				all = append(all, s[i:end+n]+joint)
				i = end + n
				continue
			}
			all = append(all, s[i:end])
			if i = end; touches(s, i) {
				all[len(all)-1] += joint // as between Chinese characters
			}
			continue
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		mark := s[i : i+n]
		if i > 0 {
			mark = joint + mark
		}
		if i += n; i < len(s) {
			mark += joint
		}
		all = append(all, mark)
	}
	return all
}

// touches tells whether a word begins at i, right behind another.
func touches(s string, i int) bool { return i < len(s) && wordEnd(s, i) > i }

// wordEnd is where the word at i ends; i if there is none.
func wordEnd(s string, i int) int {
	if end := abbreviation(s, i); end > i {
		return end
	}
	digit := false
	for start := i; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			return i
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
			if i == start {
				return i + n
			}
			return i
		case unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == '_':
			digit = unicode.IsDigit(r)
		case digit && (r == '.' || r == ',' || r == ':') && digitAt(s, i+n):
		default:
			return i
		}
		i += n
	}
	return i
}

// abbreviation is where letters that each have a full stop end, at least two of them and no more text.
func abbreviation(s string, i int) int {
	count := 0
	start := i
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsLetter(r) || i+n >= len(s) || s[i+n] != '.' {
			break
		}
		i += n + 1
		count++
	}
	if r, _ := utf8.DecodeRuneInString(s[i:]); count < 2 || i < len(s) && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_') {
		return start
	}
	return i
}

func apostrophe(r rune) bool { return r == '\'' || r == '’' }

func letterAt(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return i < len(s) && unicode.IsLetter(r)
}

func digitAt(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return i < len(s) && unicode.IsDigit(r)
}

func digitBefore(s string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return unicode.IsDigit(r)
}

// suffix tells whether English writes it behind an apostrophe.
func suffix(s string) bool {
	switch strings.ToLower(s) {
	case "s", "t", "re", "ve", "ll", "d", "m":
		return true
	}
	return false
}

// Join makes a text of words and marks.
func Join(all []string) string {
	var b strings.Builder
	open := true // whether the next word touches what stands before
	for _, w := range all {
		w, left := strings.CutPrefix(w, joint)
		w, right := strings.CutSuffix(w, joint)
		if !open && !left && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w)
		open = right
	}
	return b.String()
}
