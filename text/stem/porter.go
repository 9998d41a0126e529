package stem

// porter runs the steps of the paper over a word, one byte a letter, and
// returns the stem in the same memory. The word has at least one letter.
func porter(w []byte) []byte {
	w = step1a(w)
	w = step1b(w)
	w = step1c(w)
	w = step2(w)
	w = apply(w, rules3)
	w = step4(w)
	w = step5a(w)
	return step5b(w)
}

// step1a removes plurals.
func step1a(w []byte) []byte {
	switch {
	case ends(w, "ies") && len(w) == 4: // NLTK: dies, die
		return w[:3]
	case ends(w, "sses"), ends(w, "ies"):
		return w[:len(w)-2]
	case ends(w, "s") && !ends(w, "ss"):
		return w[:len(w)-1]
	}
	return w
}

// step1b removes past tenses and participles.
func step1b(w []byte) []byte {
	switch {
	case ends(w, "ied"): // NLTK: died, die; spied, spi
		if len(w) == 4 {
			return w[:3]
		}
		return w[:len(w)-2]
	case ends(w, "eed"):
		if measure(w[:len(w)-3]) > 0 {
			return w[:len(w)-1]
		}
		return w
	}
	stem := w
	switch {
	case ends(w, "ed"):
		stem = w[:len(w)-2]
	case ends(w, "ing"):
		stem = w[:len(w)-3]
	}
	if len(stem) == len(w) || !hasVowel(stem) {
		return w
	}
	return restore(stem)
}

// restore repairs what is left when "ed" or "ing" has gone: hop from hopp,
// file from fil.
func restore(w []byte) []byte {
	last := w[len(w)-1]
	switch {
	case ends(w, "at"), ends(w, "bl"), ends(w, "iz"):
		return append(w, 'e')
	case len(w) > 1 && w[len(w)-2] == last && consonant(w, len(w)-1):
		if last != 'l' && last != 's' && last != 'z' {
			return w[:len(w)-1]
		}
	case measure(w) == 1 && endsCVC(w):
		return append(w, 'e')
	}
	return w
}

// step1c turns y into i. NLTK: after a consonant that is not the first
// letter, where the paper wants any vowel before: enjoy stays, fly is fli.
func step1c(w []byte) []byte {
	if n := len(w) - 1; n > 1 && w[n] == 'y' && consonant(w, n-1) {
		w[n] = 'i'
	}
	return w
}

// step2 simplifies double suffixes.
func step2(w []byte) []byte {
	switch {
	case ends(w, "alli") && measure(w[:len(w)-4]) > 0:
		// NLTK: al may be the end of another suffix, so begin again.
		return step2(w[:len(w)-2])
	case ends(w, "logi"):
		// NLTK: the l counts for the stem, so that geologi becomes geolog.
		if measure(w[:len(w)-3]) > 0 {
			return w[:len(w)-1]
		}
		return w
	}
	return apply(w, rules2)
}

// step4 removes what is left of suffixes.
func step4(w []byte) []byte {
	if !ends(w, "ion") {
		return apply(w, rules4)
	}
	stem := w[:len(w)-3]
	if measure(stem) > 1 && (ends(stem, "s") || ends(stem, "t")) {
		return stem
	}
	return w
}

// step5a removes a final e.
func step5a(w []byte) []byte {
	if !ends(w, "e") {
		return w
	}
	stem := w[:len(w)-1]
	if m := measure(stem); m > 1 || m == 1 && !endsCVC(stem) {
		return stem
	}
	return w
}

// step5b makes a final ll single.
func step5b(w []byte) []byte {
	if ends(w, "ll") && measure(w[:len(w)-1]) > 1 {
		return w[:len(w)-1]
	}
	return w
}

// A rule replaces a suffix where the stem before it has a measure above over.
type rule struct {
	suffix, by string
	over       int
}

// apply uses the first rule whose suffix fits. Where its condition fails the
// word stays: a shorter suffix further down is not tried.
func apply(w []byte, rules []rule) []byte {
	for _, r := range rules {
		if ends(w, r.suffix) {
			if stem := w[:len(w)-len(r.suffix)]; measure(stem) > r.over {
				return append(stem, r.by...)
			}
			return w
		}
	}
	return w
}

// ends looks at the last letter first, which most suffixes fail by.
func ends(w []byte, suffix string) bool {
	n, k := len(w), len(suffix)
	return n >= k && w[n-1] == suffix[k-1] && string(w[n-k:]) == suffix
}

// consonant reports whether w[i] is one: not a, e, i, o, u, nor a y that
// follows a consonant. Digits and the like count as consonants.
func consonant(w []byte, i int) bool {
	switch w[i] {
	case 'a', 'e', 'i', 'o', 'u':
		return false
	case 'y':
		// In a row of them each y is what its neighbour is not.
		return i == 0 || !consonant(w, i-1)
	}
	return true
}

// measure counts the changes from vowels to consonants, the m of the paper.
func measure(w []byte) int {
	m := 0
	vowel := false
	for i, c := range w {
		was := vowel
		switch c {
		case 'a', 'e', 'i', 'o', 'u':
			vowel = true
		case 'y':
			vowel = i > 0 && !was
		default:
			vowel = false
		}
		if was && !vowel {
			m++
		}
	}
	return m
}

func hasVowel(w []byte) bool {
	for i := range w {
		if !consonant(w, i) {
			return true
		}
	}
	return false
}

// endsCVC is *o of the paper: consonant, vowel, consonant other than w, x
// and y. NLTK: also vowel, consonant, as a whole word.
func endsCVC(w []byte) bool {
	n := len(w)
	switch {
	case n < 2 || !consonant(w, n-1) || consonant(w, n-2):
		return false
	case n == 2:
		return true
	}
	c := w[n-1]
	return consonant(w, n-3) && c != 'w' && c != 'x' && c != 'y'
}
