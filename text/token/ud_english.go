package token

import "hed/text"

// UniversalEnglish returns a tokenizer for the tokens of the English Web
// Treebank of Universal Dependencies, which taggers learn from: "do" and
// "n't", "Mayor" and "'s", "1" and "-" and "day". Punctuation is tokens too,
// and the text of a token is that of the source.
//
// It leaves the treebank where headlines differ from web text: "4.5M" is one
// token, not a number and its unit, and "U.S." keeps its period at the end.
// It does not find sentences; a period after an abbreviation is part of
// it wherever more text follows.
func UniversalEnglish() text.Tokenizer { return universal{&universalEnglish} }

var universalEnglish = language{
	signature:     "ud-en",
	abbreviations: newWordSet(englishAbbreviations),
	endings:       newWordSet(nameEndings),
	heads:         newWordSet("s ll re ve d m em n til till cause bout cuz tis twas"),
	hyphen:        englishHyphen,
	slash:         englishSlash,
	apostrophe:    englishApostrophe,
	halves:        englishHalves,
}

const englishAbbreviations = `
	mr mrs ms dr prof st jr sr messrs mt ft rev hon gov sen rep sens reps gen col lt capt cmdr sgt maj adm pres supt
	inc corp co ltd bros assn dept univ govt intl natl
	etc vs v al cf eg ie esp approx est ext fig figs vol vols pp no nos para tel attn incl sec ph
	ave blvd rd hwy Apt bldg
	jan feb Mar apr jun jul aug sept sep oct nov dec Mon tue tues wed thu thur thurs fri Sat Sun
	Ala ariz Ark calif colo Conn fla Ga Ill Ind kan Ky La Md Mass minn Miss Mo mont neb nev okla Ore Pa Penn tenn tex
	Va Vt Wash Wis wyo
	lb lbs oz hr hrs min mins yr yrs`

var (
	// The treebank leaves these with the word that follows.
	englishPrefixes = newWordSet(`e non pre anti mid re co post over multi ex pro semi sub cross neo intra inter un
		counter socio psycho micro macro mini mega ultra super hyper trans pseudo quasi eco bi tri geo arch`)
	englishSlashed = newWordSet("w/o w/out w/in b/c b/t l/c i/c n/a a/c")
	englishClitics = newWordSet("s ll re ve d m")
	// Units that the treebank parts from a number, less those for thousands
	// and millions.
	englishUnits = newWordSet("am pm ft cm mm km kg lb lbs oz hz khz mhz ghz mph kph mg ml hr hrs min mins sec yr yrs kw mw mwh kwh gb mb tb kb")
)

// englishHyphen joins prefixes and telephone numbers; ranges and scores
// are parted, as are all other words.
func englishHyphen(s string, start, i, next int) bool {
	if ascii[s[start]] != kindDigit {
		return englishPrefixes.fold(s[start:i])
	}
	if ascii[s[next]] != kindDigit {
		return false
	}
	// Groups of digits: a date has three, a local number 3 and 4.
	groups, last, first := 1, i, i-start
	k := start
	for ; k < len(s) && k-start <= 20 && (ascii[s[k]] == kindDigit || s[k] == '-'); k++ {
		if s[k] == '-' {
			groups, last = groups+1, k
		}
	}
	return groups >= 3 || first != 4 && first >= 3 && k-last == 5
}

// englishSlash joins dates, fractions and a few abbreviations.
func englishSlash(s string, start, i, next int) bool {
	after, _ := kindAt(s, next)
	switch {
	case after == kindDigit:
		return kindBefore(s, i) == kindDigit
	case after == kindLetter:
		return i-start == 1 && englishSlashed.fold(s[start:nameEnd(s, next)])
	}
	return i-start == 1 && s[start]|0x20 == 'w' && (after == 0 || after == kindBlank)
}

// englishApostrophe parts the short forms of verbs, "not" and the possessive.
func englishApostrophe(s string, start, i, next int, quoted bool) cut {
	after, _ := kindAt(s, next)
	if after == kindLetter {
		end := nameEnd(s, next)
		switch word := s[next:end]; {
		case word == "s" && ascii[s[start]] == kindDigit: // 1960's
			return cut{joins: true}
		case englishClitics.fold(word):
			return cut{mid: i, end: end}
		case s[i] == '`':
			return cut{mid: i}
		case (word == "t" || word == "T") && s[i-1]|0x20 == 'n' && i-1 > start:
			return cut{mid: i - 1, end: end}
		case i-start == 1 && s[start]|0x20 == 'y': // y'all
			return cut{mid: next}
		}
		return cut{joins: true} // O'Brien
	}
	word := s[start:i]
	if !quoted && !alnum(after) && len(word) >= 5 && (word[len(word)-2:] == "in" || word[len(word)-2:] == "IN") && s[i] != '`' {
		return cut{mid: next} // lovin'
	}
	return cut{mid: i}
}

// englishHalves cuts words that are two, with or without the apostrophe they
// lost, and numbers from units.
func englishHalves(word string) int {
	if len(word) < 2 || len(word) > longest {
		return 0
	}
	if ascii[word[0]] == kindDigit {
		k := len(word)
		for k > 0 && ascii[word[k-1]] == kindLetter {
			k--
		}
		if k < len(word) && englishUnits.fold(word[k:]) {
			return k
		}
		return 0
	}
	switch word[len(word)-1] | 0x20 {
	case 't', 'a', 'e', 'm', 's', 'l':
		b, n := lowered(word)
		return englishTwo[string(b[:n])]
	}
	return 0
}

// englishTwo has where a word is cut.
var englishTwo = map[string]int{
	"cannot": 3, "gonna": 3, "wanna": 3, "gotta": 3, "gimme": 3, "lemme": 3, "outta": 3,
	"dont": 2, "doesnt": 4, "didnt": 3, "cant": 2, "wont": 2, "isnt": 2, "wasnt": 3, "arent": 3, "werent": 4,
	"couldnt": 5, "wouldnt": 5, "shouldnt": 6, "havent": 4, "hasnt": 3, "hadnt": 3, "aint": 2,
	"im": 1, "ive": 1, "youre": 3, "youve": 3, "youll": 3, "theyre": 4, "theyll": 4, "theyve": 4,
	"thats": 4, "whats": 4, "theres": 5, "heres": 4, "hes": 2, "shes": 3,
}
