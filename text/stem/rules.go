package stem

import "slices"

// The tables of steps 2, 3 and 4. Where one suffix ends in another, the
// longer stands first. The irregular rules of a step are in its function.

// common2 is what NLTK and ROUGE-1.5.5 share. Both have bli where the paper
// has abli.
var common2 = []rule{
	{"ational", "ate", 0},
	{"tional", "tion", 0},
	{"enci", "ence", 0},
	{"anci", "ance", 0},
	{"izer", "ize", 0},
	{"bli", "ble", 0},
	{"alli", "al", 0},
	{"entli", "ent", 0},
	{"eli", "e", 0},
	{"ousli", "ous", 0},
	{"ization", "ize", 0},
	{"ation", "ate", 0},
	{"ator", "ate", 0},
	{"alism", "al", 0},
	{"iveness", "ive", 0},
	{"fulness", "ful", 0},
	{"ousness", "ous", 0},
	{"aliti", "al", 0},
	{"iviti", "ive", 0},
	{"biliti", "ble", 0},
}

var (
	rules2      = slices.Concat(common2, []rule{{"fulli", "ful", 0}}) // NLTK
	rules2of155 = slices.Concat(common2, []rule{{"logi", "log", 0}})
)

var rules3 = []rule{
	{"icate", "ic", 0},
	{"ative", "", 0},
	{"alize", "al", 0},
	{"iciti", "ic", 0},
	{"ical", "ic", 0},
	{"ful", "", 0},
	{"ness", "", 0},
}

// rules4of155 lacks two rules, which ROUGE-1.5.5 tries in a row of their own.
var rules4of155 = []rule{
	{"al", "", 1},
	{"ance", "", 1},
	{"ence", "", 1},
	{"er", "", 1},
	{"ic", "", 1},
	{"able", "", 1},
	{"ible", "", 1},
	{"ant", "", 1},
	{"ement", "", 1},
	{"ou", "", 1},
	{"ism", "", 1},
	{"ate", "", 1},
	{"iti", "", 1},
	{"ous", "", 1},
	{"ive", "", 1},
	{"ize", "", 1},
}

var (
	rulesMent = []rule{{"ment", "", 1}}
	rulesEnt  = []rule{{"ent", "", 1}}
	rules4    = slices.Concat(rules4of155, rulesMent, rulesEnt)
)
