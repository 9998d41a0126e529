package syllable

import (
	_ "embed"
	"strings"
	"sync"
)

// Italian returns the number of syllables of an Italian word.
//
// An i or u without accent makes one syllable with the vowel beside it, as
// in piano, causa and quello; all other vowels are syllables by themselves.
// The accent of words such as farmacia and zio, which is not written, is
// known for frequent endings and words.
func Italian(word string) int {
	var room [64]byte
	p, s := splitter{word: string(normal(room[:0], word))}.next()
	n := 0
	for ; p.text != ""; p, s = s.next() {
		n += italianPart(p)
	}
	return s.total(n)
}

func italianPart(p part) int {
	w := p.text
	n, runs := 0, 0
	for i := 0; i < len(w); {
		if !italianVowel(w, i) {
			i++
			continue
		}
		end := i + 1
		for end < len(w) && italianVowel(w, end) {
			end++
		}
		n += italianNuclei(w, i, end)
		runs++
		i = end
	}
	switch {
	case runs > 0:
		return n + hiatus(w, runs)
	case p.number || p.last != "" || len(w) == 1 || len(w) > 4:
		return 0 // l' and the like; a lone letter is 1 in the end
	}
	return spelled(w, "fhklmnrsz")
}

// italianVowel reports whether the letter at i is a vowel. A y is one between
// consonants.
func italianVowel(w string, i int) bool {
	if w[i] == 'y' {
		return i > 0 && (i+1 == len(w) || !vowel(w[i+1]))
	}
	return vowel(w[i])
}

func weak(c byte) bool { return c == 'i' || c == 'u' || c == 'y' }

// italianNuclei counts the syllables of the vowels w[i:end].
func italianNuclei(w string, i, end int) int {
	if w[i:end] == "au" && i > 0 && (strings.HasPrefix(w[i-1:], "paur") || strings.HasPrefix(w[i-1:], "baul")) {
		return 2 // pa-u-ra
	}
	n := 0
	if i+1 < end && weak(w[i]) && apart(w[:i+1]) {
		n, i = 1, i+1
	}
	for i < end {
		n++
		for i+1 < end && glide(w, i, end) { // before the vowel
			i++
		}
		i++
		if i < end && weak(w[i]) && i+1 == end && w[i-1] != w[i] { // behind it
			i++
		}
	}
	return n
}

// glide reports whether the vowel at i, with another behind it, is no syllable.
// The u of quie-te is not; that of bu-io is.
func glide(w string, i, end int) bool {
	if !weak(w[i]) || w[i+1] == w[i] {
		return false
	}
	if w[i] == 'u' && w[i+1] == 'i' && i+2 < end {
		return i > 0 && (w[i-1] == 'q' || w[i-1] == 'g')
	}
	return true
}

// apart reports whether the i or u that ends the beginning w of a word is a
// syllable though a vowel follows: ri-unire, tri-angolo, cli-ente.
func apart(w string) bool {
	switch len(w) {
	case 2:
		return w == "ri"
	case 3:
		return w != "gli" && strings.IndexByte("bcdfgpt", w[0]) >= 0 && strings.IndexByte("lr", w[1]) >= 0
	}
	return false
}

// hiatus returns 1 if the last two vowels of a word are two syllables because
// the first has an accent that is not written.
func hiatus(w string, runs int) int {
	k := len(w) - 2
	if k < 0 || !weak(w[k]) || strings.IndexByte("aeo", w[k+1]) < 0 {
		return 0
	}
	if runs == 1 && (k == 0 || !vowel(w[k-1]) && strings.IndexByte("cgq", w[k-1]) < 0 && !apart(w[:k+1])) {
		return 1 // io, via, due
	}
	if w[k] != 'i' || k > 0 && vowel(w[k-1]) || k > 30 {
		return 0
	}
	d, stem := italian(), w[:k]
	if w[k+1] == 'o' {
		return d.zio[stem]
	}
	if d.via[stem] == 1 || d.storia[stem] == 1 {
		return d.via[stem]
	}
	for _, e := range d.endings {
		if strings.HasSuffix(stem, e) {
			return 1
		}
	}
	return 0
}

// An accents is what italian.txt holds.
type accents struct {
	via, zio, storia map[string]int // 1 for each word
	endings          []string
}

//go:embed italian.txt
var italianFile string

var italian = sync.OnceValue(func() *accents {
	d := &accents{map[string]int{}, map[string]int{}, map[string]int{}, nil}
	words := map[string]map[string]int{"via": d.via, "zio": d.zio, "storia": d.storia}
	for line := range strings.Lines(italianFile) {
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		switch f[0] {
		case "#":
		case "ending":
			d.endings = f[1:]
		default:
			for _, w := range f[1:] {
				words[f[0]][w] = 1
			}
		}
	}
	return d
})
