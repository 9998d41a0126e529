package rouge

import (
	"strings"
	"sync"
	"unicode"

	"hed/text"
	"hed/text/sentence"
	"hed/text/token"
)

// numevalText prepares a headline as the scoring script of NumHG does
// before it calls rouge-score:
//
//	"\n".join(sent_tokenize(" ".join(word_tokenize(x.strip().strip('"')))))
//
// rouge-score cuts the result into words once more, so all that can
// remain of this is how contractions and symbols fall apart and where
// NLTK sees sentences end.
func numevalText(s string) string {
	s = strings.Trim(strings.TrimFunc(s, pythonSpace), `"`)
	nltk := numevalParts()
	var words []text.Token
	words = nltk.words.Tokenize(words, s)
	var b strings.Builder
	b.Grow(len(s) + len(words))
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
	}
	return strings.Join(nltk.sentences.Split(nil, b.String()), "\n")
}

var numevalParts = sync.OnceValue(func() (p struct {
	words     text.Tokenizer
	sentences text.Splitter
}) {
	p.sentences = sentence.English()
	p.words = token.NLTK(p.sentences)
	return p
})

// pythonSpace reports whether Python's str.strip removes r. Besides what
// Unicode calls white space that is the four separators of ASCII.
func pythonSpace(r rune) bool {
	return unicode.IsSpace(r) || '\x1c' <= r && r <= '\x1f'
}
