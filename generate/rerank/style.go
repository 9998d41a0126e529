package rerank

import (
	"context"
	"errors"

	"hed/corpus"
	"hed/generate"
	"hed/spec"
	"hed/style/classify/all"
)

// A styled scores headlines by the probability that a classifier gives to a label.
type styled struct{ *all.Wanted }

// openStyle opens the classifier.
func openStyle(_ generate.Named, sp spec.Spec, m Models) (scorer, int, error) {
	opt := struct {
		Model      string `opt:"model" doc:"folder of a classifier of style; required"`
		Label      string `opt:"label" doc:"the style that is wanted, such as the name of a newspaper; required"`
		Candidates int    `opt:"candidates" doc:"how many headlines of the generator are scored; default 16"`
	}{Candidates: 16}
	if err := fill(sp, &opt, &opt.Candidates); err != nil {
		return nil, 0, err
	}
	if opt.Model == "" {
		return nil, 0, errors.New("model=DIR is missing: the folder of a classifier of style")
	}
	dir, err := m.Find(opt.Model)
	if err != nil {
		return nil, 0, err
	}
	device, err := m.Device()
	if err != nil {
		return nil, 0, err
	}
	by, err := all.OpenWanted(context.Background(), dir, opt.Label, device)
	if err != nil {
		return nil, 0, err
	}
	return styled{by}, opt.Candidates, nil
}

// Signature implements scorer.
func (s styled) Signature() string { return "by:" + s.Sum() + "|label:" + s.Label() }

// Scores implements scorer. The article does not matter.
func (s styled) Scores(ctx context.Context, _ []*corpus.Document, headlines [][]string) ([][]float64, error) {
	var texts []string
	for _, list := range headlines {
		texts = append(texts, list...)
	}
	values, err := s.Probability(ctx, texts)
	if err != nil {
		return nil, err
	}
	scores := make([][]float64, len(headlines))
	for i, list := range headlines {
		scores[i], values = values[:len(list):len(list)], values[len(list):]
	}
	return scores, nil
}
