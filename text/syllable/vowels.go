package syllable

import "strings"

// count counts the syllables of an English word that has a vowel and is not on
// the list.
func (d *dictionary) count(w string) int {
	if n, ok := d.derived(w); ok {
		return n
	}
	n := 0
	if strings.HasPrefix(w, "mc") && len(w) > 4 { // McCartney
		n, w = 1, w[1:]
	}
	for i := 0; i < len(w); {
		if !vowelAt(w, i) {
			i++
			continue
		}
		end := i + 1
		for end < len(w) && vowelAt(w, end) {
			end++
		}
		n += d.nuclei(w, i, end)
		i = end
	}
	return n + unwritten(w)
}

// vowelAt reports whether the letter at i is a vowel. A y is one unless it
// begins a syllable, as in year, player, lawyer and canyon.
func vowelAt(w string, i int) bool {
	if vowel(w[i]) {
		return true
	}
	if w[i] != 'y' {
		return false
	}
	if i+1 == len(w) || !vowel(w[i+1]) {
		return i > 0 || len(w) > 1
	}
	if i == 0 || vowel(w[i-1]) || w[i-1] == 'w' && i > 1 {
		return false
	}
	switch rest := w[i+1:]; rest[0] {
	case 'a', 'o':
		return i == 1 || strings.IndexByte("nlgsv", w[i-1]) < 0 && !strings.HasPrefix(rest, "ard")
	case 'u':
		return false
	case 'e':
		return !strings.HasPrefix(rest, "ear")
	}
	return true
}

// voiced reports whether one of the letters of w is a vowel. It looks for the
// last: asked at each vowel of a word, it takes linear time for all of them.
func voiced(w string) bool {
	for i := len(w) - 1; i >= 0; i-- {
		if vowelAt(w, i) {
			return true
		}
	}
	return false
}

// unwritten returns what spelling does not show: the syllable that prism,
// rhythm and gambling have without a vowel, and the one that basically lacks.
func unwritten(w string) int {
	n := 0
	if strings.Contains(w, "ically") {
		n--
	}
	w = strings.TrimSuffix(w, "s")
	if strings.HasSuffix(w, "sm") || strings.HasSuffix(w, "thm") {
		n++
	}
	if stem, ok := strings.CutSuffix(w, "ling"); ok && stem != "" && strings.IndexByte("bcgz", stem[len(stem)-1]) >= 0 {
		n++
	}
	return n
}

// nuclei counts the syllables of the vowels w[i:end].
func (d *dictionary) nuclei(w string, i, end int) int {
	if w[i] == 'u' && i > 0 && end-i > 1 && consonantU(w, i) {
		i++
	}
	if w[i] == 'e' {
		if end-i == 1 && d.silent(w, i) {
			return 0
		}
		if end-i > 1 && (w[i+1] == 'o' || w[i+1] == 'u') && d.head(w[:i+1]) { // some-one, make-up
			i++
		}
	}
	n := 0
	for i < end {
		n++
		switch {
		case end-i > 2 && triples[w[i:i+3]]:
			i += 3
		case end-i > 1 && d.together(w, i):
			i += 2
			if i < end && w[i] == 'u' && w[i-1] == 'o' { // cious
				i++
			}
		default:
			i++
		}
	}
	return n
}

var triples = map[string]bool{"eau": true, "ieu": true, "aye": true}

// consonantU reports whether the u at i, with a vowel behind it, is no vowel,
// as in queen and guard, or part of a silent ending, as in league.
func consonantU(w string, i int) bool {
	switch w[i-1] {
	case 'q':
		return true
	case 'g':
		return w[i+1] != 'o' && w[i+1] != 'u' && !strings.HasSuffix(w[:i], "arg") && !strings.HasSuffix(w[:i], "big")
	}
	return false
}

// together reports whether the two vowels at i are of one syllable.
func (d *dictionary) together(w string, i int) bool {
	p, ok := d.pairs[w[i:i+2]]
	if !ok {
		return false
	}
	for _, c := range p.unless {
		if c.matches(w, i, i+2) {
			return p.one == c.not
		}
	}
	return p.one
}
