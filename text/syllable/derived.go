package syllable

import "strings"

// derived returns the count of a word that is one of the list with a prefix or
// an ending.
func (d *dictionary) derived(w string) (int, bool) {
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
