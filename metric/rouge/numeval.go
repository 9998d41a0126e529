package rouge

import (
	"strings"

	"hed/internal/python"
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
	s = strings.Trim(strings.TrimFunc(s, python.IsSpace), `"`)
	words := numevalWords.Words(nil, s)
	return strings.Join(sentence.English().Split(nil, strings.Join(words, " ")), "\n")
}

var numevalWords = token.NLTK(sentence.English())
