package token

import (
	"unicode/utf8"

	"hed/text"
)

// UniversalItalian returns a tokenizer for the surface tokens of the Italian
// treebanks ISDT and ParTUT of Universal Dependencies: "dell'" and "anno",
// "c'" and "è", and "della" whole, though treebanks make two words of it.
// Punctuation is tokens too, and the text of a token is that of the source.
func UniversalItalian() text.Tokenizer { return universal{&universalItalian} }

var universalItalian = language{
	signature:     "ud-it",
	abbreviations: newWordSet(italianAbbreviations),
	endings:       newWordSet(nameEndings + " it"),
	heads:         newWordSet("nduja ndrangheta ndrina ndrine ndranghetista ndranghetisti sto sta ste sti"),
	hyphen:        italianHyphen,
	slash:         italianSlash,
	apostrophe:    italianApostrophe,
	halves:        func(string) int { return 0 },
}

const italianAbbreviations = `
	sig sigg dott prof proff avv ing arch geom rag on sen gen col ten mons dr mr mrs st ss
	art artt cap cfr ecc es fig n nn nr pag pagg par sez tab tel vol voll v vv l c d p s distr ca cit ed trad rev lett`

// italianShort are words that end in an apostrophe even inside quotes.
var italianShort = newWordSet("po mo e be di da fa va sta to ca")

// italianHyphen parts words at hyphens, but for a few and for numbers of acts.
func italianHyphen(s string, start, i, next int) bool {
	if i-start == 1 && s[start]|0x20 == 'e' { // e-mail
		return true
	}
	return ascii[s[start]] == kindLetter && ascii[s[i-1]] == kindDigit && ascii[s[next]] == kindDigit // A5-0104
}

func italianSlash(s string, start, i, next int) bool {
	return i-start == 1 && s[start] == 'e' && s[next:nameEnd(s, next)] == "o" // e/o
}

// italianApostrophe ends a token behind an apostrophe.
func italianApostrophe(s string, start, i, next int, quoted bool) cut {
	after, n := kindAt(s, next)
	word := s[start:i]
	switch {
	case s[i] == '`':
		return cut{mid: i}
	case after == kindLetter:
		end := nameEnd(s, next)
		foreign := s[next:end] == "s" // King's
		name := (word == "D" || word == "O") && s[next] < 'a' && end > next+n && s[next+n] >= 'a'
		if foreign || name {
			return cut{joins: true}
		}
		return cut{mid: next}
	case after == kindDigit, !quoted, italianShort.fold(word):
		return cut{mid: next}
	}
	if r, _ := utf8.DecodeRuneInString(s[next:]); r == '"' || r == '“' || r == '«' {
		return cut{mid: next}
	}
	return cut{mid: i}
}
