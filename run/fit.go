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
	"hed/internal/option"
	"hed/internal/staging"
	"hed/internal/whole"
	"hed/metric"
)

// FitOptions say which metrics learn from what, and where they keep what they have learnt until all have.
type FitOptions struct {
	Paths   *input.Paths
	Metrics []metric.Selected
	Workers int
	Engine  evaluate.Engine // reads the documents on other machines; nil reads them here, and gives the same
	// File is where the state is meant to go. What is unfinished is in a folder beside it; "" keeps nothing.
	File   string
	Resume bool // continue what was stopped
	Tell   func(Event)
}

// Fit lets the metrics learn, and calls write with what they learnt. What is unfinished is there until that is written.
func Fit(ctx context.Context, o FitOptions, write func(*evaluate.State) error) error {
	defer o.Paths.Again()()
	job, format, err := o.open(ctx)
	if err != nil {
		return err
	}
	if o.File == "" {
		state, err := job.Learn(ctx)
		if err != nil {
			return err
		}
		return write(state)
	}
	identity, err := o.identity(ctx, format)
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
		o.options().tell(Event{Kind: Note, Text: "continuing"})
	}
	job.Learnt = &evaluate.Learnt{Folder: dir.Unfinished(), Fingerprint: string(identity)}
	state, err := job.Learn(ctx)
	if err == nil {
		err = write(state)
	}
	if dir.Keep = err != nil && len(dir.Parts()) > 0 && CanResume(err); dir.Keep {
		return &UnfinishedError{err}
	}
	return err
}

// options tell what is to be told.
func (o *FitOptions) options() *Options { return &Options{Tell: o.Tell} }

// open opens the documents, or finds where the engine does.
func (o *FitOptions) open(ctx context.Context) (job *evaluate.Job, format string, err error) {
	job = &evaluate.Job{Plan: evaluate.Plan{Metrics: o.Metrics}, Workers: o.Workers, Engine: o.Engine}
	job.Progress = func(stage evaluate.Stage, done int) {
		o.options().tell(Event{Kind: Progress, Stage: stage, Done: done})
	}
	if o.Engine != nil {
		if o.Paths.Docs == "-" {
			return nil, "", option.Errorf("docs", " -: the engine reads files, and this is none; name them")
		}
		docs, err := o.Paths.Parts()
		if err != nil {
			return nil, "", err
		}
		job.DocsFile = docs.File
		job.Place, err = place(o.Paths, docs.Format, nil)
		return job, docs.Format, err
	}
	docs, err := o.Paths.Open(ctx, false)
	if err != nil {
		return nil, "", err
	}
	o.options().warn(docs.Warnings)
	job.Docs, job.DocsFile = docs.Reader, docs.File
	return job, docs.Format, nil
}

// identity names all that is learnt from, and what learns.
func (o *FitOptions) identity(ctx context.Context, format string) ([]byte, error) {
	var inputs []input.Record
	if o.Engine != nil && o.Paths.IsParts() { // which may be far; what was learnt of each part says which it was
		inputs = []input.Record{o.Paths.RecordParts()}
	} else {
		var err error
		if inputs, err = o.Paths.Record(ctx); err != nil {
			return nil, err
		}
	}
	var metrics []string
	for _, m := range o.Metrics {
		for _, c := range m.Metric.Columns() { // which name all options
			metrics = append(metrics, c.String())
		}
	}
	return json.Marshal([]any{hed.Version, inputs, format, o.Paths.Columns, metrics})
}
