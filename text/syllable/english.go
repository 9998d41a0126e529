package syllable

import "strings"

// English returns the number of syllables of an English word.
func English(word string) int {
	var room [64]byte
	p, s := splitter{word: string(normal(room[:0], word))}.next()
	n := 0
	for ; p.text != ""; p, s = s.next() {
		n += englishPart(p)
	}
	return s.total(n)
}

func englishPart(p part) int {
	if p.last != "" {
		if n, ok := clitic(p.text, p.last); ok {
			return n
		}
	}
	d, w := english(), p.text
	if n, ok := d.words[w]; ok {
		return n
	}
	switch {
	case p.upper && d.initials[w]:
		return spelled(w, "")
	case voiced(w):
		return d.count(w)
	case p.number:
		return 0 // 23rd
	}
	if len(w) > 2 {
		w = strings.TrimSuffix(w, "s") // DVDs
	}
	if len(w) > 4 {
		return 1
	}
	return spelled(w, "")
}

// clitic returns the syllables that one of the short forms behind an
// apostrophe adds to the word last.
func clitic(w, last string) (n int, ok bool) {
	end := last[len(last)-1]
	var more bool
	switch w {
	case "s":
		more = sibilantSound(last)
	case "t": // didn't, but don't
		more = end == 'n' && len(last) > 1 && !vowel(last[len(last)-2])
	case "ll", "ve", "re":
		more = !vowel(end) && end != 'y'
	case "d":
		more = end == 't' || end == 'd'
	case "m":
	default:
		return 0, false
	}
	if more {
		return 1, true
	}
	return 0, true
}
