package lang

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"hed/text"
	"hed/text/pos"
)

// Tag appends the words of a text to tokens, punctuation too, and their parts
// of speech to tags. The tagger is one for the language of p.
func (p *Pack) Tag(tagger *pos.Tagger, tokens []text.Token, tags []pos.Tag, s string) ([]text.Token, []pos.Tag) {
	b := scratches.Get().(*scratch)
	defer scratches.Put(b)
	b.sentences = p.Sentences.Split(b.sentences[:0], s)
	end := 0
	for _, sentence := range b.sentences {
		start := end + strings.Index(s[end:], sentence)
		end = start + len(sentence)
		n := len(tokens)
		tokens = p.Words.Tokenize(tokens, sentence)
		b.words = b.words[:0]
		for i := n; i < len(tokens); i++ {
			tokens[i].Start += start
			tokens[i].End += start
			b.words = append(b.words, tokens[i].Text)
		}
		tags = tagger.Tag(tags, b.words)
	}
	clear(b.sentences) // they would keep the text alive
	clear(b.words)
	return tokens, tags
}

// A scratch is the memory of one call.
type scratch struct{ sentences, words []string }

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// OpenTagger returns the tagger in a folder that training made or, if that is
// empty, the one that comes with hed for the language that a user names, or for
// English if that is empty too.
func OpenTagger(tag, folder string) (*pos.Tagger, error) {
	if folder == "" {
		p, err := Parse(cmp.Or(tag, "en"))
		switch {
		case err != nil:
			return nil, err
		case p.Tagger == nil:
			return nil, fmt.Errorf("no tagger for %s comes with hed; train one on a treebank", p.Name)
		}
		return p.Tagger(), nil
	}
	t, err := pos.Open(folder)
	if err == nil && tag != "" && Code(tag) != t.About.Lang {
		return nil, fmt.Errorf("the tagger in %s is for %s, not for %s", folder, t.About.Lang, tag)
	}
	return t, err
}
