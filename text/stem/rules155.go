package stem

// The tables of steps 2 and 4 in ROUGE-1.5.5; step 3 has those of the paper.
// Where one suffix ends in another, the longer stands first.

var rules2of155 = []rule{
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
	{"logi", "log", 0},
}

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
)
