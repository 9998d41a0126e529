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

// listed returns the count of a word of the list, or of one with a prefix or
// an ending.
func (d *dictionary) listed(w string) (int, bool) {
	if n, ok := d.words[w]; ok {
		return n, true
	}
	for _, a := range affixes {
		stem, ok := strings.CutPrefix(w, a.text)
		if !a.before {
			stem, ok = strings.CutSuffix(w, a.text)
		}
		if !ok || len(stem) < 3 {
			continue
		}
		n, found := d.words[stem]
		if !found && a.tookE && len(stem) < 30 {
			var b [32]byte
			k := copy(b[:], stem)
			b[k] = 'e'
			n, found = d.words[string(b[:k+1])]
		}
		if !found {
			continue
		}
		switch a.text {
		case "s":
			n += plural(stem)
		case "d", "ed":
			n += past(stem)
		}
		return n + a.more, true
	}
	return 0, false
}

// An affix makes a word of another.
type affix struct {
	text   string
	before bool
	tookE  bool // it replaces the e of the stem
	more   int  // its syllables
}

var affixes = []affix{
	{text: "s"},
	{text: "es", more: 1},
	{text: "d"},
	{text: "ed"},
	{text: "ing", tookE: true, more: 1},
	{text: "ings", tookE: true, more: 1},
	{text: "r", more: 1},
	{text: "er", more: 1},
	{text: "ers", tookE: true, more: 1},
	{text: "ly", more: 1},
	{text: "ness", more: 1},
	{text: "ment", more: 1},
	{text: "ful", more: 1},
	{text: "less", more: 1},
	{text: "un", before: true, more: 1},
	{text: "re", before: true, more: 1},
	{text: "non", before: true, more: 1},
	{text: "over", before: true, more: 2},
}

func plural(stem string) int {
	if strings.HasSuffix(stem, "e") && sibilantSound(stem) {
		return 1
	}
	return 0
}

func past(stem string) int {
	stem = strings.TrimSuffix(stem, "e")
	if strings.HasSuffix(stem, "t") || strings.HasSuffix(stem, "d") {
		return 1
	}
	return 0
}
