package run

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"hed"
	"hed/corpus/input"
	"hed/evaluate"
	"hed/internal/staging"
	"hed/internal/whole"
	"hed/metric"
)

// FitOptions say which metrics learn from what, and where they keep what they have learnt until all have.
type FitOptions struct {
	Paths   *input.Paths
	Metrics []metric.Selected
	Workers int
	// File is where the state is meant to go. What is unfinished is in a folder beside it; "" keeps nothing.
	File   string
	Resume bool // continue what was stopped
	Tell   func(Event)
}

// Fit lets the metrics learn, and calls write with what they learnt. What is unfinished is there until that is written.
func Fit(ctx context.Context, o FitOptions, write func(*evaluate.State) error) error {
	defer o.Paths.Again()()
	docs, err := o.Paths.Open(ctx, false)
	if err != nil {
		return err
	}
	(&Options{Tell: o.Tell}).warn(docs.Warnings)
	if o.File == "" {
		state, err := evaluate.Fit(ctx, o.Metrics, docs.Reader, o.Workers, nil)
		if err != nil {
			return err
		}
		return write(state)
	}
	identity, err := o.identity(ctx, docs.Format)
	if err != nil {
		return err
	}
	dir, err := staging.Open(filepath.Join(filepath.Dir(o.File), "."+filepath.Base(o.File)+".unfinished"))
	if err != nil {
		return err
	}
	defer func() {
		dir.Close()
		_ = os.Remove(dir.Path) // it is hed's own, unless something is kept in it
	}()
	switch parts, err := dir.Begin(identity, o.Resume); {
	case errors.Is(err, staging.ErrOther):
		return &OtherRunError{o.File}
	case err != nil:
		return whole.Failed("the state to", o.File, err)
	case parts > 0:
		o.Tell(Event{Kind: Note, Text: "continuing"})
	}
	state, err := evaluate.Fit(ctx, o.Metrics, docs.Reader, o.Workers, &evaluate.Learnt{Folder: dir.Unfinished(), Fingerprint: string(identity)})
	if err == nil {
		err = write(state)
	}
	if dir.Keep = err != nil && len(dir.Parts()) > 0 && CanResume(err); dir.Keep {
		return &UnfinishedError{err}
	}
	return err
}

// identity names all that is learnt from, and what learns.
func (o *FitOptions) identity(ctx context.Context, format string) ([]byte, error) {
	inputs, err := o.Paths.Record(ctx)
	if err != nil {
		return nil, err
	}
	var metrics []string
	for _, m := range o.Metrics {
		for _, c := range m.Metric.Columns() { // which name all options
			metrics = append(metrics, c.String())
		}
	}
	return json.Marshal([]any{hed.Version, inputs, format, o.Paths.Columns, metrics})
}
