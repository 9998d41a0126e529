package main

import (
	"encoding/json"
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
	made []string // folders that were not there before, inner ones first
	rows *evaluate.Journal
	keep bool // there is an unfinished run that can be resumed
}

func openRunDir(path string) (*runDir, error) {
	d := &runDir{path: path}
	for p := filepath.Clean(path); ; p = filepath.Dir(p) {
		info, err := os.Stat(p)
		if err == nil && !info.IsDir() {
			return nil, fmt.Errorf("--out %s: %s is a file; name a folder", path, p)
		}
		if err == nil || p == filepath.Dir(p) {
			break
		}
		d.made = append(d.made, p)
	}
	if err := os.MkdirAll(d.unfinished(), 0o777); err != nil {
		d.close()
		return nil, fmt.Errorf("make --out: %w", err)
	}
	_, err := os.Stat(d.journalFile())
	d.keep = err == nil
	return d, nil
}

func (d *runDir) recordFile() string  { return filepath.Join(d.path, "run.json") }
func (d *runDir) summaryFile() string { return filepath.Join(d.path, "summary.csv") }
func (d *runDir) unfinished() string  { return filepath.Join(d.path, ".unfinished") }
func (d *runDir) journalFile() string { return filepath.Join(d.unfinished(), "rows") }

// journal opens the journal of the run, to be continued if it is to be
// resumed. Only then is what an earlier run left there given up.
func (d *runDir) journal(fingerprint string, width int, resume bool) (*evaluate.Journal, error) {
	if !resume {
		if err := remove(d.journalFile()); err != nil {
			return nil, err
		}
	}
	rows, err := evaluate.OpenJournal(d.journalFile(), fingerprint, width)
	if errors.Is(err, evaluate.ErrOtherRun) {
		return nil, fmt.Errorf("resume %s: %w; use the same ones, or leave --resume out to start anew", d.path, evaluate.ErrOtherRun)
	}
	if err != nil {
		return nil, err
	}
	d.rows, d.keep = rows, false
	return rows, nil
}

// close leaves nothing behind of a run that failed, and the journal of one
// that was stopped.
func (d *runDir) close() {
	if d.rows != nil {
		d.rows.Close()
	}
	if !d.keep {
		os.RemoveAll(d.unfinished())
	}
	for _, p := range d.made {
		os.Remove(p) // does nothing unless it is empty
	}
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
	for _, step := range []func() error{
		func() error { return remove(d.recordFile()) },
		func() error { return os.RemoveAll(final) },
		func() error { return os.Rename(scores, final) },
		func() error {
			return whole.Write(d.summaryFile(), func(w io.Writer) error {
				return report.CSV(w, r.table(t.Columns()), report.Style{})
			})
		},
		func() error {
			return whole.Write(d.recordFile(), func(w io.Writer) error { return writeJSON(w, record) })
		},
	} {
		if err := step(); err != nil {
			return fmt.Errorf("write results: %w", err)
		}
	}
	return nil
}

// finished reports whether the folder has the results of this very run.
func (d *runDir) finished(fingerprint string) bool {
	data, err := os.ReadFile(d.recordFile())
	var old runRecord
	return err == nil && json.Unmarshal(data, &old) == nil && old.fingerprint() == fingerprint
}

// remove removes a file that may not be there.
func remove(file string) error {
	if err := os.Remove(file); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
