package transformer

import (
	"fmt"
	"slices"
	"strings"

	"hed/neural/decoder"
	"hed/neural/tokenizer"
	"hed/text/lang"
)

// marking puts the markers of a SEASON before the sentences of articles.
type marking struct {
	*decoder.Season
	mark     string // the text of the marker
	language lang.Choice
}

// newMarking is that of a model, nil if it is not a SEASON.
func newMarking(s *decoder.Season, words *tokenizer.Tokenizer) (*marking, error) {
	if s == nil {
		return nil, nil
	}
	text, ok := words.Token(s.Marker)
	var e tokenizer.Encoding
	if ok {
		if err := words.Worker().Encode(&e, text); err != nil {
			return nil, err
		}
	}
	if !slices.Contains(e.IDs, s.Marker) {
		return nil, fmt.Errorf("it does not find the marker of sentences, token %d, in a text; it is from another model", s.Marker)
	}
	return &marking{Season: s, mark: text}, nil
}

// text is an article with a marker before every sentence, and the sentences. What looks like a marker in it is not read.
func (m *marking) text(article, language string) (marked string, sentences []string) {
	article = strings.ReplaceAll(article, m.mark, " ")
	sentences = m.language.Of(language).Sentences.Split(nil, article)
	var b strings.Builder
	for _, s := range sentences {
		b.WriteString(m.mark)
		b.WriteString(s)
	}
	return b.String(), sentences
}

// tokens are those of what text gave. A token that the tokenizer puts before every text gives its place to the first marker.
func (m *marking) tokens(ids []int32) []int32 {
	if len(ids) > 1 && ids[0] != m.Marker && ids[1] == m.Marker {
		return ids[1:]
	}
	return ids
}

// signature names how sentences are found.
func (m *marking) signature() string {
	return m.language.Sign(func(p *lang.Pack) string { return p.Sentences.Signature() })
}
