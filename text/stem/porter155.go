package stem

import (
	"strings"

	"hed/text"
)

// ROUGE155 returns the stemmer behind the flag -m of ROUGE-1.5.5.pl, for
// tokens of token.ROUGE155. Words of up to three letters stay as they are;
// words in WordNet's lists of irregular forms become the lemma given there;
// other words go through a variant of Porter's algorithm.
//
// Note: the program does not stem the lemmas. "geese" becomes "goose", but
// "goose" itself becomes "goos", so the two do not match.
func ROUGE155() text.Filter { return rouge155{} }

type rouge155 struct{}

func (rouge155) Signature() string { return "porter-rouge155" }

func (rouge155) Filter(term string) string {
	if len(term) <= 3 {
		return term
	}
	if lemma, ok := wordnet155()[term]; ok {
		return lemma
	}
	return porter155(term)
}

// porter155 follows the paper (Program 14.3, 1980) but for the suffixes bli and
// logi in step 2, where all of Porter's own programs depart from it, and for
// step 4, where ROUGE does.
func porter155(term string) string {
	var buf [64]byte
	w := append(buf[:0], term...)

	switch {
	case ends(w, "sses"), ends(w, "ies"):
		w = w[:len(w)-2]
	case ends(w, "s") && !ends(w, "ss"):
		w = w[:len(w)-1]
	}
	w = step1b155(w)
	if n := len(w) - 1; ends(w, "y") && hasVowel(w[:n]) {
		w[n] = 'i'
	}
	w = apply(w, rules2of155)
	w = apply(w, rules3)
	w = step4of155(w)
	if stem := w[:len(w)-1]; ends(w, "e") {
		if m := measure(stem); m > 1 || m == 1 && !short155(stem) {
			w = stem
		}
	}
	if ends(w, "ll") && measure(w) > 1 {
		w = w[:len(w)-1]
	}
	return string(w)
}

// step1b155 removes past tenses and participles.
func step1b155(w []byte) []byte {
	stem := w
	switch {
	case ends(w, "eed"):
		if measure(w[:len(w)-3]) > 0 {
			return w[:len(w)-1]
		}
		return w
	case ends(w, "ed"):
		stem = w[:len(w)-2]
	case ends(w, "ing"):
		stem = w[:len(w)-3]
	}
	n := len(stem)
	switch {
	case n == len(w) || !hasVowel(stem):
		return w
	case ends(stem, "at"), ends(stem, "bl"), ends(stem, "iz"), short155(stem):
		return append(stem, 'e')
	case n > 1 && stem[n-1] == stem[n-2] && strings.IndexByte("aeiouylsz", stem[n-1]) < 0:
		return stem[:n-1]
	}
	return stem
}

// step4of155 removes what is left of suffixes. Porter removes at most one. ROUGE
// tries these in turn, so "governmental" loses "al" and then "ment"; and
// though its author noted that -ement keeps the rules for -ment and -ent away,
// they do run where -ement was too short to go: "statement" becomes "statem".
func step4of155(w []byte) []byte {
	w = apply(w, rules4of155)
	w = apply(w, rulesMent)
	switch {
	case ends(w, "ent"):
		return apply(w, rulesEnt)
	case ends(w, "sion"), ends(w, "tion"):
		// The s or t counts for the stem, so that nation has no suffix.
		if stem := w[:len(w)-3]; measure(stem) > 1 {
			return stem
		}
	}
	return w
}

// short155 reports whether w is consonants, one vowel and a last consonant
// other than w, x and y: the stems that want their e back, as hop in hoping.
// That is "m=1 and *o" of the paper.
func short155(w []byte) bool {
	n := len(w) - 1
	return n > 1 && !hasVowel(w[:n-1]) && !consonant(w, n-1) &&
		strings.IndexByte("aeiouwxy", w[n]) < 0
}
