package bertscore

import (
	"path"

	"hed/neural/embed"
	"hed/score"
	"hed/spec"
)

// described gives the columns of a spec for lists. It opens the model only where
// nothing else tells the layer whose figures a baseline is to have.
func described(models *embed.Models) func(map[string]string) ([]score.Column, error) {
	return func(options map[string]string) ([]score.Column, error) {
		opt := Options{Models: models}
		if err := spec.Decode(options, &opt); err != nil {
			return nil, err
		}
		switch opt.Baseline {
		case "":
			return describe(nil, nil), nil
		case builtIn:
			return describe(&english, nil), nil
		}
		layer, known := layerOf(path.Base(opt.Model))
		if opt.Layer != nil {
			layer, known = *opt.Layer, *opt.Layer >= 0
		}
		if !known {
			m, err := New(opt)
			if err != nil {
				return nil, err
			}
			return m.Columns(), nil
		}
		r, err := readBaseline(opt.Baseline, nil, layer)
		if err != nil {
			return nil, err
		}
		return describe(r, nil), nil
	}
}
