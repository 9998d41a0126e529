package token

import (
	"strings"
	"sync"

	"hed/text"
)

// Universal returns a tokenizer for the tokens of treebanks of Universal
// Dependencies in a language whose marks need no rules of their own: words are
// parted at hyphens and slashes and whole at apostrophes. Words of the text that
// end in a period are abbreviations, as in sentence.List; it is asked for when it
// is first needed.
func Universal(code string, file func() string) text.Tokenizer {
	return listed{code, sync.OnceValue(func() *language {
		var short strings.Builder
		for line := range strings.Lines(file()) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			for w := range strings.FieldsSeq(line) {
				if w, ok := strings.CutSuffix(w, "."); ok {
					short.WriteString(w + " ")
				}
			}
		}
		never := func(string, int, int, int) bool { return false }
		return &language{
			abbreviations: newWordSet(short.String()),
			endings:       newWordSet(nameEndings + " " + code),
			hyphen:        never,
			slash:         never,
			apostrophe:    func(string, int, int, int, bool) cut { return cut{joins: true} },
			halves:        func(string) int { return 0 },
		}
	})}
}

type listed struct {
	code     string
	language func() *language
}

var _ text.Tokenizer = listed{}

func (l listed) Signature() string { return "ud-" + l.code }

func (l listed) Tokenize(dst []text.Token, s string) []text.Token {
	return universal{l.language()}.Tokenize(dst, s)
}
