package evaluate

import (
	"errors"
	"fmt"

	"hed/corpus"
)

// A FitError is a metric or generator that could not learn from the documents.
type FitError struct {
	What string
	Err  error
}

func (e *FitError) Error() string { return fmt.Sprintf("fit %s: %v", e.What, e.Err) }

func (e *FitError) Unwrap() error { return e.Err }

// fitError leaves a malformed record as it is: its message begins with the file.
func fitError(what string, err error) error {
	if _, syntax := errors.AsType[*corpus.SyntaxError](err); syntax {
		return err
	}
	return &FitError{what, err}
}

// A ScoreError is a case that a metric could not score.
type ScoreError struct {
	Doc, Metric string
	Err         error
}

func (e *ScoreError) Error() string {
	return fmt.Sprintf("score document %s with metric %s: %v", e.Doc, e.Metric, e.Err)
}

func (e *ScoreError) Unwrap() error { return e.Err }

// A GenerateError is a document that a generator could not write for.
type GenerateError struct {
	Doc, Generator string
	Err            error
}

func (e *GenerateError) Error() string {
	return fmt.Sprintf("write a headline for document %s with %s: %v", e.Doc, e.Generator, e.Err)
}

func (e *GenerateError) Unwrap() error { return e.Err }

// An EngineError is a batch that an engine could not score. Another try may do better.
type EngineError struct{ Err error }

func (e *EngineError) Error() string { return e.Err.Error() }

func (e *EngineError) Unwrap() error { return e.Err }

// maxErrors is how many malformed records are reported before reading
// stops: enough to see the pattern, not so many that it scrolls away.
const maxErrors = 10

// collect gathers errors of malformed records; add says whether reading
// should end.
type collect struct{ errs []error }

func (c *collect) add(err error) (stop bool) {
	c.errs = append(c.errs, err)
	_, syntax := errors.AsType[*corpus.SyntaxError](err)
	return !syntax || len(c.errs) == maxErrors
}

func (c *collect) err() error {
	if len(c.errs) == maxErrors {
		c.errs = append(c.errs, fmt.Errorf("stopped after %d errors; there may be more", maxErrors))
	}
	return errors.Join(c.errs...)
}
