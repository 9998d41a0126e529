package syllable

import "strings"

// silent reports whether the e at i, alone between consonants or at an end, is
// not heard.
func (d *dictionary) silent(w string, i int) bool {
	if i == 0 || !voiced(w[:i]) {
		return false
	}
	switch rest := w[i+1:]; {
	case liquid(w, i):
		return rest == "ly"
	case rest == "":
		return !fire(w[:i])
	case rest == "s":
		return !fire(w[:i]) && !sibilant(w[:i])
	case rest == "d":
		return !fire(w[:i]) && w[i-1] != 't' && w[i-1] != 'd'
	case rest == "ly":
		return !fire(w[:i])
	case strings.HasPrefix(rest, "ment"): // movement, but element
		return d.tail(rest) && w[i-1] != 'l'
	case d.tail(rest):
		return true
	default: // some-times, but for-ever
		return len(rest) > 2 && !strings.HasPrefix(rest, "ver") && d.head(w[:i+1])
	}
}

// head and tail look up no long strings: a text without blanks would take
// time that grows with its square.
func (d *dictionary) head(w string) bool { return len(w) < 16 && d.heads[w] }
func (d *dictionary) tail(w string) bool { return len(w) < 16 && d.tails[w] }

// fire reports whether the e behind these letters is heard as in fire, which
// CMUdict says in two syllables.
func fire(before string) bool {
	stem, ok := strings.CutSuffix(before, "ir")
	if !ok || strings.HasSuffix(stem, "sh") { // Yorkshire
		return false
	}
	return stem == "" || !vowel(stem[len(stem)-1]) || strings.HasSuffix(stem, "qu")
}

// liquid reports whether the e at i follows a consonant and an l or r with
// which it is a syllable: table, acre.
func liquid(w string, i int) bool {
	if i < 2 {
		return false
	}
	switch w[i-1] {
	case 'l':
		if w[i-2] == 's' { // isle, but hassle
			return i > 2 && !vowel(w[i-3])
		}
		return strings.IndexByte("bcdfgkptxz", w[i-2]) >= 0
	case 'r':
		return strings.IndexByte("bcdgkt", w[i-2]) >= 0
	}
	return false
}

// sibilant reports whether a word that ends in w and s has a syllable more.
func sibilant(w string) bool {
	return w != "" && strings.IndexByte("szxcg", w[len(w)-1]) >= 0 || strings.HasSuffix(w, "ch") || strings.HasSuffix(w, "sh")
}

// sibilantSound reports whether w ends in the sound of s, z, sh, ch or j.
func sibilantSound(w string) bool {
	if stem, ok := strings.CutSuffix(w, "e"); ok {
		return sibilant(stem)
	}
	return sibilant(w) && !strings.HasSuffix(w, "g") && !strings.HasSuffix(w, "c")
}
