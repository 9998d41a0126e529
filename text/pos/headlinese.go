package pos

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

// headline rewrites a sentence in the manner of English headlines: no
// articles, no forms of "be" and "have", the past in the present, "to" for
// "will", commas for "and", capitals in several ways, each by chance. It
// returns nothing if too little is left. Words that stay keep their tags.
func headline(rng *rand.Rand, words []Word) []Word {
	chance := func(p float64) bool { return rng.Float64() < p }
	var (
		noArticles  = chance(0.8)
		noAuxiliary = chance(0.6)
		present     = chance(0.7)
		noFullStop  = chance(0.9)
		commas      = chance(0.3)
	)
	var out []Word
	for i, w := range words {
		low := strings.ToLower(w.Form)
		last := i == len(words)-1
		switch {
		case noArticles && w.Tag == DET && (low == "a" || low == "an" || low == "the"):
			continue
		case noAuxiliary && w.Tag == AUX && w.Lemma == "will" && !last && words[i+1].Tag == VERB:
			w.Form, w.Tag = "to", PART
		case noAuxiliary && auxiliary(words[i:]):
			continue
		case noFullStop && last && w.Tag == PUNCT && w.Form == ".":
			continue
		case commas && w.Tag == CCONJ && low == "and":
			w.Form, w.Tag = ",", PUNCT
		case present && w.Tag == VERB && w.Lemma != "_" && w.Lemma != "be" && w.has("Tense=Past") && w.has("VerbForm=Fin"):
			w.Form = w.Lemma
			if !w.has("Number=Plur") && !w.has("Person=1") && !w.has("Person=2") {
				w.Form = thirdPerson(w.Lemma)
			}
		}
		out = append(out, w)
	}
	if len(out) < 2 {
		return nil
	}
	switch p := rng.Float64(); {
	case p < 0.45:
		capitalise(out, chance(0.6))
	case p < 0.5:
		for i := range out {
			out[i].Form = strings.ToUpper(out[i].Form)
		}
	default:
		out[0].Form = capital(out[0].Form)
	}
	return out
}

// auxiliary reports whether words begin with forms of "be" and "have" before a
// verb: "was killed", "has been killed".
func auxiliary(words []Word) bool {
	for i, w := range words {
		if w.Tag != AUX || w.Lemma != "be" && w.Lemma != "have" {
			return i > 0 && w.Tag == VERB
		}
	}
	return false
}

// thirdPerson makes "passes" of "pass".
func thirdPerson(verb string) string {
	if verb == "have" {
		return "has"
	}
	for _, end := range []string{"s", "x", "z", "ch", "sh", "o"} {
		if strings.HasSuffix(verb, end) {
			return verb + "es"
		}
	}
	if n := len(verb); n > 1 && verb[n-1] == 'y' && !strings.ContainsRune("aeiou", rune(verb[n-2])) {
		return verb[:n-1] + "ies"
	}
	return verb + "s"
}

// capitalise gives words capitals, perhaps not the small ones.
func capitalise(words []Word, all bool) {
	for i := range words {
		w := &words[i]
		if !all && i > 0 && len(w.Form) < 4 && (w.Tag == ADP || w.Tag == DET || w.Tag == CCONJ || w.Tag == SCONJ || w.Tag == PART) {
			continue
		}
		w.Form = capital(w.Form)
	}
}

func capital(form string) string {
	if form == "n't" || form == "n’t" {
		return form // part of a word
	}
	r, size := utf8.DecodeRuneInString(form)
	return string(unicode.ToUpper(r)) + form[size:]
}
