package all

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"hed/internal/count"
	"hed/neural/embed"
	"hed/style/classify"
	"hed/tensor"
)

// A Wanted style is one label of a classifier.
type Wanted struct {
	*classify.Classifier
	label int
}

// OpenWanted reads the classifier of a folder, for one of its labels. Networks run on the device if it can run them, and otherwise on the processor. A folder
// that cannot be opened is an embed.OpenError, a label that it does not have is not.
func OpenWanted(ctx context.Context, dir, label string, device tensor.Device) (*Wanted, error) {
	learner, _ := device.(tensor.Learner)
	c, err := Open(ctx, dir, learner)
	if err != nil {
		return nil, &embed.OpenError{Err: err}
	}
	w := &Wanted{Classifier: c}
	if label == "" {
		err = fmt.Errorf("label=NAME is missing, one of %s", count.Names(c.Labels()))
	} else {
		w.label, err = c.Index(label)
	}
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return w, nil
}

// Label is the label as signatures have it.
func (w *Wanted) Label() string { return url.PathEscape(w.Labels()[w.label]) }

// Probability gives for each text the probability of the label.
func (w *Wanted) Probability(ctx context.Context, texts []string) ([]float64, error) {
	rows, err := w.Probabilities(ctx, texts)
	if err != nil {
		return nil, err
	}
	all := make([]float64, len(rows))
	for i, row := range rows {
		all[i] = row[w.label]
	}
	return all, nil
}
