package stem

// The tables of steps 2, 3 and 4, in NLTK's order, which decides between
// suffixes that end alike. The irregular rules of a step are in its function.

var rules2 = []rule{
	{"ational", "ate", 0},
	{"tional", "tion", 0},
	{"enci", "ence", 0},
	{"anci", "ance", 0},
	{"izer", "ize", 0},
	{"bli", "ble", 0}, // NLTK: for abli
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
	{"fulli", "ful", 0}, // NLTK
}

var rules3 = []rule{
	{"icate", "ic", 0},
	{"ative", "", 0},
	{"alize", "al", 0},
	{"iciti", "ic", 0},
	{"ical", "ic", 0},
	{"ful", "", 0},
	{"ness", "", 0},
}

var rules4 = []rule{
	{"al", "", 1},
	{"ance", "", 1},
	{"ence", "", 1},
	{"er", "", 1},
	{"ic", "", 1},
	{"able", "", 1},
	{"ible", "", 1},
	{"ant", "", 1},
	{"ement", "", 1},
	{"ment", "", 1},
	{"ent", "", 1},
	{"ou", "", 1},
	{"ism", "", 1},
	{"ate", "", 1},
	{"iti", "", 1},
	{"ous", "", 1},
	{"ive", "", 1},
	{"ize", "", 1},
}
