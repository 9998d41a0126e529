package syllable

// ByVowels returns the number of syllables of a word in a language that is
// written as it is spoken, such as Spanish: every vowel is a syllable, but an i,
// u or y beside another one is none unless it has an accent, as in dí-a.
func ByVowels(word string) int {
	var room [64]byte
	p, s := splitter{word: string(normal(room[:0], word))}.next()
	n := 0
	for ; p.text != ""; p, s = s.next() {
		n += vowelGroups(p.text)
	}
	return s.total(n)
}

func vowelGroups(w string) int {
	n := 0
	for i := 0; i < len(w); {
		strong, start := 0, i
		for ; i < len(w) && (vowel(w[i]) || w[i] == 'y'); i++ {
			silent := w[i] == 'U' && i > 0 && w[i-1] == 'g' // the ü of pin-güi-no, a capital like all with marks
			if !weak(w[i]) && !silent {
				strong++
			}
		}
		if i > start {
			n += max(strong, 1)
		} else {
			i++
		}
	}
	return n
}
