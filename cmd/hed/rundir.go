package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"hed/evaluate"
	"hed/internal/whole"
	"hed/report"
	"hed/score"
)

// A runDir is the output folder of an evaluation. While it runs, all it
// has is a journal in the folder .unfinished; results appear at the end,
// run.json last, so that a folder with run.json is complete.
type runDir struct {
	path string
	rows *evaluate.Journal
	keep bool // the run was stopped and can be resumed
}

func openRunDir(path string) (*runDir, error) {
	d := &runDir{path: path}
	if err := os.MkdirAll(d.unfinished(), 0o777); err != nil {
		return nil, fmt.Errorf("make --out: %w", err)
	}
	return d, nil
}

func (d *runDir) unfinished() string { return filepath.Join(d.path, ".unfinished") }

// spool is where standard input is kept while it runs.
func (d *runDir) spool() string { return filepath.Join(d.unfinished(), "stdin") }

// journal opens the journal of the run, to be continued if it is to be resumed.
func (d *runDir) journal(fingerprint string, width int, resume bool) (*evaluate.Journal, error) {
	file := filepath.Join(d.unfinished(), "rows")
	if !resume {
		if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	var err error
	d.rows, err = evaluate.OpenJournal(file, fingerprint, width)
	if errors.Is(err, evaluate.ErrOtherRun) {
		return nil, fmt.Errorf("resume %s: %w; use the same ones, or leave --resume out to start anew", d.path, err)
	}
	return d.rows, err
}

// close leaves nothing behind of a run that failed, and the journal of one
// that was stopped.
func (d *runDir) close() {
	if d.rows != nil {
		d.rows.Close()
	}
	remove(d.spool())
	if !d.keep {
		os.RemoveAll(d.unfinished())
	}
	os.Remove(d.path) // does nothing unless it is empty
}

// write makes the results appear.
func (d *runDir) write(record *runRecord, t *score.Table, r ranking) error {
	scores := filepath.Join(d.unfinished(), "scores")
	err := errors.Join(os.RemoveAll(scores), os.Mkdir(scores, 0o777))
	if err != nil {
		return fmt.Errorf("write results: %w", err)
	}
	for _, s := range t.Systems() {
		err := whole.Write(filepath.Join(scores, s+".csv"), func(w io.Writer) error { return t.WriteCSV(w, s) })
		if err != nil {
			return fmt.Errorf("write results: %w", err)
		}
	}
	// From here on it is renaming. The old run.json goes first: a folder
	// with results of two runs must not look complete.
	final := filepath.Join(d.path, "scores")
	err = errors.Join(
		remove(filepath.Join(d.path, "run.json")),
		os.RemoveAll(final),
		os.Rename(scores, final),
		whole.Write(filepath.Join(d.path, "summary.csv"), func(w io.Writer) error {
			return report.CSV(w, r.table(t.Columns()), report.Style{})
		}),
		whole.Write(filepath.Join(d.path, "run.json"), func(w io.Writer) error { return writeJSON(w, record) }),
	)
	if err != nil {
		return fmt.Errorf("write results: %w", err)
	}
	return nil
}

// remove removes a file that may not be there.
func remove(file string) error {
	if err := os.Remove(file); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
