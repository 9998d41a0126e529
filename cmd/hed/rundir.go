package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gofrs/flock"

	"hed/analysis"
	"hed/chart"
	"hed/cmd/hed/internal/cli"
	"hed/evaluate"
	"hed/report"
	"hed/report/figure"
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
	d.keep = evaluate.HasJournal(d.unfinished())
	return d, nil
}

// newFolders are the folders of a path that are not there yet, inner ones
// first.
func newFolders(path string) (missing []string, err error) {
	if path == "-" {
		return nil, cli.Usagef("--out -: what is written is a folder, which stdout cannot be; name one (./- if it is to be called so)")
	}
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

// foreign refuses a folder with something in it that results would replace,
// and that is not of an evaluation.
func foreign(path string) error {
	if _, err := os.Stat(filepath.Join(path, ".unfinished")); err == nil {
		return nil // results may be half way there
	}
	old, err := readRecord(path)
	if err != nil {
		old = &runRecord{}
	}
	ours := map[string]func(name, ending string) bool{
		scoresFolder: func(name, ending string) bool { return ending == ".csv" && slices.Contains(old.Systems, name) },
		correlationName: func(name, ending string) bool {
			return ending == ".csv" && slices.Contains(old.Systems, strings.TrimSuffix(name, spearman))
		},
		chartsFolder: func(name, ending string) bool {
			kind, _, _ := strings.Cut(name, "_")
			known := slices.ContainsFunc(figure.Kinds, func(k figure.Kind) bool { return k.Name == kind })
			_, err := chart.FormatOf(ending)
			return len(old.Systems) > 0 && known && err == nil
		},
	}
	for _, name := range resultNames {
		info, err := os.Stat(filepath.Join(path, name))
		if err != nil {
			continue
		}
		refused := func(name string) error {
			return fmt.Errorf("--out %s: there is %s, which is not of an evaluation and would be lost; name another folder", path, name)
		}
		isOurs := ours[name]
		if len(old.Systems) == 0 || info.IsDir() != (isOurs != nil) {
			return refused(name)
		}
		if !info.IsDir() {
			continue
		}
		files, err := os.ReadDir(filepath.Join(path, name))
		if err != nil {
			return fmt.Errorf("look into --out: %w", err)
		}
		for _, f := range files {
			ending := filepath.Ext(f.Name())
			if f.IsDir() || !isOurs(strings.TrimSuffix(f.Name(), ending), ending) {
				return refused(filepath.Join(name, f.Name()))
			}
		}
	}
	return nil
}

func (d *runDir) unfinished() string { return filepath.Join(d.path, ".unfinished") }

// journal opens the journal of the run, to be continued if it is to be
// resumed. Only then is what an earlier run left there given up.
func (d *runDir) journal(fingerprint string, plan *evaluate.Plan, resume bool) (*evaluate.Journal, error) {
	if !resume {
		if err := evaluate.RemoveJournal(d.unfinished()); err != nil {
			return nil, err
		}
	}
	rows, err := evaluate.OpenJournal(d.unfinished(), fingerprint, plan)
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
	if !d.keep { // all but the lock, which another hed may wait for
		files, _ := os.ReadDir(d.unfinished())
		for _, f := range files {
			if f.Name() != lockFile {
				os.RemoveAll(filepath.Join(d.unfinished(), f.Name()))
			}
		}
	}
	if d.lock != nil {
		d.lock.Close()
		os.Remove(d.lock.Path())
	}
	os.Remove(d.unfinished()) // does nothing unless it is empty
	for _, p := range d.made {
		os.Remove(p) // does nothing unless it is empty
	}
}

// write makes the results appear.
func (d *runDir) write(ctx context.Context, r *results) error {
	if err := r.stage(ctx, d.unfinished()); err != nil {
		if ctx.Err() != nil {
			return err
		}
		return cli.NotWritten("results to", d.path, err)
	}
	// From here on it is renaming. The old run.json goes first and the new
	// one comes last: a folder with results of two runs must not look
	// complete.
	if err := remove(filepath.Join(d.path, recordFile)); err != nil {
		return cli.NotWritten("results to", d.path, err)
	}
	for _, name := range resultNames {
		final := filepath.Join(d.path, name)
		err := os.RemoveAll(final)
		if err == nil {
			err = os.Rename(filepath.Join(d.unfinished(), name), final)
		}
		if errors.Is(err, os.ErrNotExist) {
			err = nil // such as charts that nobody wanted
		}
		if err != nil {
			return cli.NotWritten("results to", d.path, err)
		}
	}
	return nil
}

// finished returns what this very run found, if the folder has all of it.
func (d *runDir) finished(ctx context.Context, record *runRecord, columns []score.Column, how analysis.Options) (*analysis.Analysis, bool) {
	old, err := readRecord(d.path)
	if err != nil || !old.same(record, columns) {
		return nil, false
	}
	t, err := readScores(d.path, record.Systems, columns)
	if err != nil {
		return nil, false
	}
	how.Intervals.Resamples = 0 // nobody looks at the intervals
	found, err := analysis.Of(ctx, t, how)
	if err != nil {
		return nil, false
	}
	var summary bytes.Buffer
	report.CSV(&summary, report.Summary(found), report.Style{}) // memory takes everything
	there, err := os.ReadFile(filepath.Join(d.path, summaryFile))
	if err != nil || !bytes.Equal(there, summary.Bytes()) {
		return nil, false
	}
	for _, name := range resultNames {
		if _, err := os.Stat(filepath.Join(d.path, name)); err != nil && name != chartsFolder && name != foldsFile {
			return nil, false
		}
	}
	return found, true
}

// remove removes a file that may not be there.
func remove(file string) error {
	if err := os.Remove(file); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
