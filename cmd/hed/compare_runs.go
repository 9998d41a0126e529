package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hed/cmd/hed/internal/cli"
	"hed/score"
)

// A comparedRun is the folder of an evaluation that is one side of a comparison.
type comparedRun struct {
	*finishedRun
	folder     string
	columns    []score.Column
	signatures []score.Signature // by column
}

// openRun reads a folder and sees that it is complete.
func openRun(folder string) (*comparedRun, error) {
	file := filepath.Join(folder, recordFile)
	info, err := os.Stat(folder)
	_, noRecord := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no folder %s; 'hed eval --out %[1]s' makes one", folder)
	case err == nil && !info.IsDir():
		return nil, fmt.Errorf("%s is a file; name the folder that 'hed eval --out' wrote", folder)
	case errors.Is(noRecord, fs.ErrNotExist):
		return nil, fmt.Errorf("%s is not complete: it has no %s; run 'hed eval' again, with --resume", folder, recordFile)
	}
	run, err := readRun(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is damaged: %w; run 'hed eval' again", folder, err)
	}
	if err != nil {
		return nil, err
	}
	r := &comparedRun{finishedRun: run, folder: folder, columns: run.table.Columns()}
	rows := len(r.table.Docs())
	switch {
	case rows != r.record.Documents:
		return nil, cli.InputErrorf("%s: %s; expected %d, as %s says; run 'hed eval' again",
			filepath.Join(folder, filepath.FromSlash(scoresFile(r.record.Systems[0]))), cli.Count(rows, "document"), r.record.Documents, recordFile)
	case rows == 0:
		return nil, fmt.Errorf("%s is a run over no documents, so there is nothing to compare", folder)
	}
	for _, c := range r.record.Columns {
		sig, err := score.ParseSignature(c.Name, c.Signature)
		if err != nil {
			return nil, cli.InputErrorf("%s: %v", file, err)
		}
		r.signatures = append(r.signatures, sig)
	}
	return r, nil
}

// files are what was read of the folder.
func (r *comparedRun) files() []string {
	all := []string{filepath.Join(r.folder, recordFile)}
	for _, s := range r.record.Systems {
		all = append(all, filepath.Join(r.folder, filepath.FromSlash(scoresFile(s))))
	}
	return all
}

func (r *comparedRun) column(name string) int {
	return slices.IndexFunc(r.columns, func(c score.Column) bool { return c.Name == name })
}

// A pairing is two runs that can be compared, and what of them.
type pairing struct {
	old, new *comparedRun
	systems  []systemPair
	columns  []score.Column // that both have, in the order of the new run
}

type systemPair struct{ old, new string }

// pair finds what the runs have in common.
func pair(old, new *comparedRun) (*pairing, error) {
	p := &pairing{old: old, new: new}
	for _, s := range new.record.Systems {
		if slices.Contains(old.record.Systems, s) {
			p.systems = append(p.systems, systemPair{s, s})
		}
	}
	if len(p.systems) == 0 {
		if len(old.record.Systems) != 1 || len(new.record.Systems) != 1 {
			return nil, fmt.Errorf("no system is in both runs: %s has %s, %s has %s; give them the same names", old.folder, strings.Join(old.record.Systems, ", "), new.folder, strings.Join(new.record.Systems, ", "))
		}
		p.systems = []systemPair{{old.record.Systems[0], new.record.Systems[0]}}
	}
	for _, c := range new.columns {
		if old.column(c.Name) >= 0 {
			p.columns = append(p.columns, c)
		}
	}
	if len(p.columns) == 0 {
		return nil, fmt.Errorf("no measure is in both runs: %s has %s, %s has %s", old.folder, strings.Join(columnNames(old.columns), ", "), new.folder, strings.Join(columnNames(new.columns), ", "))
	}
	return p, nil
}

// lostSystems are those of the old run that the new one does not have. A system
// under another name is not lost.
func (p *pairing) lostSystems() []string {
	if p.systems[0].old != p.systems[0].new {
		return []string{}
	}
	return without(p.old.record.Systems, p.new.record.Systems)
}

// lostColumns are the measures of the old run that the new one does not have.
func (p *pairing) lostColumns() []string {
	return without(columnNames(p.old.columns), columnNames(p.new.columns))
}

// without are the names that are not among others. It is not nil, since JSON
// writes [] for none.
func without(names, others []string) []string {
	return slices.DeleteFunc(append([]string{}, names...), func(name string) bool { return slices.Contains(others, name) })
}

func columnNames(columns []score.Column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return names
}

// sameSettings refuses columns whose signatures differ in what changes a value.
// Columns that differ alike are told of together.
func (p *pairing) sameSettings() error {
	var found []score.Difference
	names := map[score.Difference][]string{}
	for _, c := range p.columns {
		before, now := p.old.signatures[p.old.column(c.Name)], p.new.signatures[p.new.column(c.Name)]
		for _, d := range before.Own().Differences(now.Own()) {
			if names[d] == nil {
				found = append(found, d)
			}
			names[d] = append(names[d], c.Name)
		}
	}
	var errs []error
	for _, d := range found {
		errs = append(errs, fmt.Errorf("%s: %s is %s in %s and %s in %s; evaluate both with the same settings",
			strings.Join(names[d], ", "), d.Key, shownSetting(d.A), p.old.folder, shownSetting(d.B), p.new.folder))
	}
	return errors.Join(errs...)
}

func shownSetting(v string) string {
	if v == "" {
		return "not set"
	}
	return v
}

// sameInputs refuses runs whose documents or references are other files, or
// were read in another way.
func (p *pairing) sameInputs() error {
	for _, role := range []string{"docs", "ref"} {
		a, b := p.old.record.inputs(role), p.new.record.inputs(role)
		if len(a) != len(b) {
			return fmt.Errorf("the runs are of other documents: %s has %s of --%s, %s has %d", p.old.folder, cli.Count(len(a), "file"), role, p.new.folder, len(b))
		}
		for i := range a {
			if a[i].SHA256 != b[i].SHA256 {
				return fmt.Errorf("the runs have read other files, so their documents may differ: --%s %s of %s (sha256 %.12s) is not the same as %s of %s (%.12s); evaluate both with the same file",
					role, a[i].Name, p.old.folder, a[i].SHA256, b[i].Name, p.new.folder, b[i].SHA256)
			}
		}
	}
	const key = "columns"
	if a, b := p.old.record.list(key), p.new.record.list(key); a != b {
		return fmt.Errorf("the runs are of other documents: --%s is %s in %s and %s in %s", key, shownSetting(a), p.old.folder, shownSetting(b), p.new.folder)
	}
	return nil
}

// list is a setting of several values, in one order for all.
func (r *runRecord) list(key string) string {
	values, _ := r.Settings[key].([]any) // as encoding/json reads lists
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = fmt.Sprint(v)
	}
	slices.Sort(texts)
	return strings.Join(texts, ",")
}

// inputs are the files of a role.
func (r *runRecord) inputs(role string) (of []inputRecord) {
	for _, in := range r.Inputs {
		if in.Role == role {
			of = append(of, in)
		}
	}
	return of
}

// check refuses runs whose numbers mean different things: other documents first,
// since they also change the signatures of metrics that learn from them.
func (p *pairing) check() error {
	a, b := p.old.table.Docs(), p.new.table.Docs()
	if len(a) != len(b) {
		return fmt.Errorf("the runs are of other documents: %s has %d, %s has %d", p.old.folder, len(a), p.new.folder, len(b))
	}
	for i := range a {
		if a[i] != b[i] {
			return fmt.Errorf("the runs are of other documents: number %d is %q in %s and %q in %s", i+1, a[i], p.old.folder, b[i], p.new.folder)
		}
	}
	if err := p.sameInputs(); err != nil {
		return err
	}
	return p.sameSettings()
}

// values are the scores of the columns that both have, of one system in each
// run.
func (p *pairing) values(s systemPair) (old, new [][]float64) {
	for _, c := range p.columns {
		old = append(old, p.old.table.Values(slices.Index(p.old.record.Systems, s.old), p.old.column(c.Name)))
		new = append(new, p.new.table.Values(slices.Index(p.new.record.Systems, s.new), p.new.column(c.Name)))
	}
	return old, new
}
