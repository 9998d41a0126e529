package fluency

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"hed/corpus"
	"hed/internal/staging"
	"hed/score"
	"hed/text/ngram"
)

// open reads the model that the options name.
func (m *Metric) open(opt Options) error {
	switch {
	case opt.Order != nil:
		return errors.New("order: the model of lm has its own; leave order out")
	case opt.Tags != nil && *opt.Tags:
		return errors.New("tags=true: the model of lm is over words; leave tags or lm out")
	}
	if err := staging.UnchangedFile(opt.LM); err != nil {
		return err
	}
	src := corpus.File(opt.LM)
	r, err := src.Open()
	if err != nil {
		return fmt.Errorf("open a language model: %w", err)
	}
	defer r.Close()
	h := sha256.New()
	model, err := ngram.Read(io.TeeReader(r, h), src.Name())
	if err != nil {
		return err
	}
	if model.Order() < 2 {
		return &corpus.SyntaxError{File: src.Name(), Msg: "the model has only unigrams, which say nothing about order; expected bigrams or more"}
	}
	unigrams, ok := model.Unigrams()
	if !ok {
		return &corpus.SyntaxError{File: src.Name(), Msg: "the probabilities and back-off weights are not a distribution of words; expected those of a trained model"}
	}
	m.file = &scale{model, unigrams}
	m.columns = m.column(
		score.Setting{Key: "lm", Value: hex.EncodeToString(h.Sum(nil)[:4])},
		score.Setting{Key: "unigrams", Value: "model"},
	)
	return nil
}
