package derive

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"hed/numeral"
)

// Sentences are cut in two ways, and both are here. Features count the sentences
// of words, which end at tokens that are full stops. Numbers that stand together
// (see pairs) are told by the full stops of the text, which does not take those of
// abbreviations that the tokenizer parts from their words.
//
// Note: the weights of the English model were learnt so, and neither way can go
// without changing what it says: with the first alone, 958 of the 10,495 questions of
// NumHG get other answers or other confidences. A model that is trained anew could do
// with package sentence.

// cutWords finds the sentences of the words: at full stops, and behind a dateline,
// which ends at a byte, 0 for none.
func (a *Article) cutWords(dateline int) {
	for i := range a.words { // a dateline is a sentence of its own
		if int(a.words[i].start) == dateline-1 && dateline > 0 {
			a.words[i].stop = true
			a.lead = 1
		}
	}
	a.sentence = make([]int32, len(a.words))
	a.starts = append(a.starts, 0)
	for i := range a.words {
		a.sentence[i] = int32(len(a.starts)) - 1
		if w := &a.words[i]; w.stop && i+1 < len(a.words) {
			a.starts = append(a.starts, int32(i)+1)
		}
	}
	a.length = len(a.starts)
	a.starts = append(a.starts, int32(len(a.words)))
}

// bounds returns the first and the last word of a sentence.
func (a *Article) bounds(sentence int32) (from, to int32) {
	return a.starts[sentence], a.starts[sentence+1] - 1
}

// isStop reports whether a token ends a sentence, unless it is the point of No.
func isStop(token, before string) bool {
	c := token[0]
	return len(token) <= 3 && (c == '.' || c == '!' || c == '?') && !(c == '.' && isNo(before))
}

// isNo reports whether a word before a point stands for number.
func isNo(w string) bool { return w == "No" || w == "no" || w == "Nos" }

// fullStops returns how many full stops of the text end a sentence before each
// mention. What is inside a mention ends none: the points of "Nov. 15" and "1.5".
func fullStops(text string, mentions []numeral.Mention) []int32 {
	before := make([]int32, len(mentions))
	stops := int32(0)
	start, end := 0, 0 // the last word or number
	for i, pos := 0, 0; i < len(mentions); {
		switch c := text[pos]; {
		case pos >= mentions[i].Start:
			start, end = mentions[i].Start, mentions[i].End
			pos = max(pos, end)
			before[i] = stops
			for i++; i < len(mentions) && mentions[i].Depth > 0; i++ {
				before[i] = stops
			}
		case c == '.' || c == '!' || c == '?':
			last := ""
			if c == '.' && end == pos {
				last = text[start:end]
			}
			if ends(text, pos, last) {
				stops++
			}
			pos++
		case letterAt(text, pos) > 0:
			start = pos
			for n := letterAt(text, pos); n > 0; n = letterAt(text, pos) {
				pos += n
			}
			end = pos
		default:
			pos++
		}
	}
	return before
}

// ends reports whether the mark at i ends a sentence: blanks follow, and then
// something that may begin one, and the word last, which is right before a point,
// is not short enough for an abbreviation.
func ends(text string, i int, last string) bool {
	mark := i
	for i++; i < len(text) && i < mark+4 && strings.IndexByte(`"')]`, text[i]) >= 0; i++ {
	}
	if i >= len(text) || text[i] != ' ' && text[i] != '\n' {
		return false
	}
	for i < len(text) && i < mark+8 && (text[i] == ' ' || text[i] == '\n') {
		i++
	}
	if i == len(text) || 'a' <= text[i] && text[i] <= 'z' {
		return false
	}
	return last == "" || !(len(last) < 3 && isLetter(last[0])) && !isTitle(last)
}

// isTitle reports whether a word before a point is an abbreviation that a
// capital follows.
func isTitle(word string) bool {
	switch word {
	case "Mrs", "Gov", "Sen", "Rep", "Gen", "Sgt", "Rev", "Col", "Capt", "Lt", "Det", "Jan", "Feb", "Mar", "Apr", "Jun",
		"Jul", "Aug", "Sep", "Sept", "Oct", "Nov", "Dec", "Calif", "Mass", "Conn", "Fla", "Ariz", "Ont":
		return true
	}
	return false
}

// letterAt is the length of the letter at i, and 0 where there is none.
func letterAt(text string, i int) int {
	switch {
	case i >= len(text):
		return 0
	case isLetter(text[i]):
		return 1
	case text[i] < utf8.RuneSelf:
		return 0
	}
	if r, n := utf8.DecodeRuneInString(text[i:]); unicode.IsLetter(r) {
		return n
	}
	return 0
}
