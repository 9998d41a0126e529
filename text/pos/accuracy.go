package pos

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"

	"hed/corpus"
	"hed/score"
)

// An Accuracy is how many words of a treebank a tagger tags as the treebank does.
type Accuracy struct {
	Tokens   int                    `json:"tokens"`
	Accuracy score.Value            `json:"accuracy"`
	PerTag   map[string]TagAccuracy `json:"per_tag"` // those that the treebank or the tagger gave
}

// A TagAccuracy is that of one tag.
type TagAccuracy struct {
	Tokens    int         `json:"tokens"` // that have the tag in the treebank
	Precision score.Value `json:"precision"`
	Recall    score.Value `json:"recall"`
	F1        score.Value `json:"f1"`
}

// Compare tags the words of a treebank, and compares the tags with its own.
func (t *Tagger) Compare(ctx context.Context, sentences []Sentence) (*Accuracy, error) {
	var right, given, gold [Tags]int
	var words []string
	var tags []Tag
	for i := range sentences {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		words = words[:0]
		for _, w := range sentences[i].Words {
			words = append(words, w.Form)
		}
		tags = t.Tag(tags[:0], words)
		for k, w := range sentences[i].Words {
			gold[w.Tag]++
			given[tags[k]]++
			if tags[k] == w.Tag {
				right[w.Tag]++
			}
		}
	}
	res := &Accuracy{PerTag: map[string]TagAccuracy{}}
	all := 0
	for tag := range Tag(Tags) {
		r, said, there := right[tag], given[tag], gold[tag]
		if said+there > 0 {
			res.PerTag[tag.String()] = TagAccuracy{there, score.Value(score.Share(r, said)), score.Value(score.Share(r, there)), score.Value(score.F1(r, said, there))}
		}
		res.Tokens += there
		all += r
	}
	res.Accuracy = score.Value(score.Share(all, res.Tokens))
	return res, nil
}

// ReadTreebank reads a treebank and hashes what it holds, whether it is compressed
// or not.
func ReadTreebank(src *corpus.Source) ([]Sentence, Treebank, error) {
	about := Treebank{Name: src.Name()}
	r, err := src.Open()
	if err != nil {
		return nil, about, err
	}
	defer r.Close()
	hash := sha256.New()
	sentences, err := ReadCoNLLU(io.TeeReader(r, hash), src.Name())
	about.SHA256, about.Sentences = hex.EncodeToString(hash.Sum(nil)), len(sentences)
	for i := range sentences {
		about.Words += len(sentences[i].Words)
	}
	return sentences, about, err
}
