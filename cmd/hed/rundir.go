package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

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
	lock *flock.Flock
	rows *evaluate.Journal
	keep bool // there is an unfinished run that can be resumed
}

const lockFile = "lock"

func openRunDir(path string) (*runDir, error) {
	made, err := newFolders(path)
	if err != nil {
		return nil, err
	}
	d := &runDir{path: path, made: made}
	if err := os.MkdirAll(d.unfinished(), 0o777); err != nil {
		d.close()
		return nil, fmt.Errorf("make --out: %w", err)
	}
	d.lock = flock.New(filepath.Join(d.unfinished(), lockFile))
	switch mine, err := d.lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("lock --out: %w", err)
	case !mine:
		return nil, fmt.Errorf("--out %s: another hed is writing there; wait for it, or name another folder", path)
	}
	_, err = os.Stat(d.journalFile())
	d.keep = err == nil
	return d, nil
}

// newFolders are the folders of a path that are not there yet, inner ones
// first.
func newFolders(path string) (missing []string, err error) {
	for p := filepath.Clean(path); ; p = filepath.Dir(p) {
		info, err := os.Stat(p)
		if err == nil && !info.IsDir() {
			return nil, fmt.Errorf("--out %s: %s is a file; name a folder", path, p)
		}
		if err == nil || p == filepath.Dir(p) {
			return missing, nil
		}
		missing = append(missing, p)
	}
}

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
		return nil, otherRun(d.path)
	}
	if err != nil {
		return nil, err
	}
	d.rows, d.keep = rows, false
	return rows, nil
}

// close leaves nothing behind but the journal of a run that can go on.
func (d *runDir) close() {
	if d.rows != nil {
		d.rows.Close()
	}
	if d.lock != nil {
		d.lock.Close()
		os.Remove(d.lock.Path())
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
	if err := d.stage(record, t, r); err != nil {
		return notWritten("results to", d.path, err)
	}
	// From here on it is renaming. The old run.json goes first and the new
	// one comes last: a folder with results of two runs must not look
	// complete.
	if err := remove(filepath.Join(d.path, recordFile)); err != nil {
		return notWritten("results to", d.path, err)
	}
	for _, name := range []string{scoresFolder, summaryFile, recordFile} {
		final := filepath.Join(d.path, name)
		err := os.RemoveAll(final)
		if err == nil {
			err = os.Rename(filepath.Join(d.unfinished(), name), final)
		}
		if err != nil {
			return notWritten("results to", d.path, err)
		}
	}
	return nil
}

// The names in the folder.
const (
	recordFile   = "run.json"
	summaryFile  = "summary.csv"
	scoresFolder = "scores"
)

func scoresFile(system string) string { return filepath.Join(scoresFolder, system+".csv") }

// stage writes the results where nobody looks for them.
func (d *runDir) stage(record *runRecord, t *score.Table, r ranking) error {
	in := func(name string) string { return filepath.Join(d.unfinished(), name) }
	if err := os.RemoveAll(in(scoresFolder)); err != nil {
		return err
	}
	if err := os.Mkdir(in(scoresFolder), 0o777); err != nil {
		return err
	}
	for _, s := range t.Systems() {
		if err := whole.Write(in(scoresFile(s)), func(w io.Writer) error { return t.WriteCSV(w, s) }); err != nil {
			return err
		}
	}
	err := whole.Write(in(summaryFile), func(w io.Writer) error {
		return report.CSV(w, r.table(t.Columns()), report.Style{})
	})
	if err != nil {
		return err
	}
	return whole.Write(in(recordFile), func(w io.Writer) error { return writeJSON(w, record) })
}

// finished returns the results of this very run, if the folder has them all.
func (d *runDir) finished(record *runRecord, columns []score.Column) (ranking, bool) {
	data, err := os.ReadFile(filepath.Join(d.path, recordFile))
	var old runRecord
	if err != nil || json.Unmarshal(data, &old) != nil || !old.same(record, columns) {
		return nil, false
	}
	for _, s := range record.Systems {
		if _, err := os.Stat(filepath.Join(d.path, scoresFile(s))); err != nil {
			return nil, false
		}
	}
	r, err := readRanking(filepath.Join(d.path, summaryFile), columns)
	return r, err == nil && len(r) == len(record.Systems)
}

// remove removes a file that may not be there.
func remove(file string) error {
	if err := os.Remove(file); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
