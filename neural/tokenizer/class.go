package tokenizer

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// A class is a set of properties of a character, as Hugging Face's library
// sees them. Go's own tables are of another Unicode version and would differ
// for some hundred characters.
type class uint16

const (
	letter      class = 1 << iota // \p{L}
	upper                         // [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]: what starts a capitalised word
	lower                         // [\p{Ll}\p{Lm}\p{Lo}\p{M}]: what continues it
	number                        // \p{N}
	space                         // \s
	word                          // \w
	digit                         // what Digits splits at
	punctuation                   // what BertPreTokenizer and Punctuation split at
	control                       // what BertNormalizer cleans away
	chinese                       // what BertNormalizer puts spaces around
	nonspacing                    // what BertNormalizer strips as an accent
	mark                          // what StripAccents strips
	nonstarter                    // has a combining class other than 0
	decomposed                    // changes under NFKD
)

var classNames = map[string]class{
	"letter": letter, "upper": upper, "lower": lower, "number": number, "space": space, "word": word, "digit": digit,
	"punctuation": punctuation, "control": control, "chinese": chinese, "nonspacing": nonspacing,
	"mark": mark, "nonstarter": nonstarter, "decomposed": decomposed,
}

//go:embed classes.txt
var classText string

// characters is a table of classes and lower-case letters in pages of 256.
type characters struct {
	page    [0x1100]uint16
	class   [][256]class
	lowered map[rune]string
}

// chars is the table, which is made when it is first needed.
var chars = sync.OnceValue(readClasses)

func readClasses() *characters {
	c := &characters{class: make([][256]class, 1), lowered: map[rune]string{}}
	for line := range strings.Lines(classText) {
		f := strings.Fields(line)
		switch name := f[0]; name {
		case "#":
		case "lowered":
			for _, pair := range f[1:] {
				from, to, _ := strings.Cut(pair, "=")
				s := ""
				for code := range strings.SplitSeq(to, ".") {
					s += string(codePoint(code))
				}
				c.lowered[codePoint(from)] = s
			}
		default:
			for _, r := range f[1:] {
				first, last, ok := strings.Cut(r, "-")
				if !ok {
					last = first
				}
				c.add(codePoint(first), codePoint(last), classNames[name])
			}
		}
	}
	return c
}

func codePoint(hex string) rune {
	n, err := strconv.ParseUint(hex, 16, 21)
	if err != nil {
		panic(fmt.Sprintf("tokenizer: classes.txt: %v", err))
	}
	return rune(n)
}

// add gives a property to the characters from first to last.
func (c *characters) add(first, last rune, k class) {
	for first <= last {
		p := &c.page[first>>8]
		if *p == 0 {
			*p = uint16(len(c.class))
			c.class = append(c.class, [256]class{})
		}
		end := min(last, first|0xff)
		row := c.class[*p][first&0xff : end&0xff+1]
		for i := range row {
			row[i] |= k
		}
		first = end + 1
	}
}

// is reports whether r has one of the properties of k.
func (c *characters) is(r rune, k class) bool {
	return c.class[c.page[r>>8]][r&0xff]&k != 0
}

// of returns all properties of r.
func (c *characters) of(r rune) class { return c.class[c.page[r>>8]][r&0xff] }
