package run

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"hed/analysis"
	"hed/internal/count"
	"hed/internal/option"
	"hed/report"
	"hed/score"
	"hed/stat"
)

// A Pair is two evaluations over the same documents, and what both have.
type Pair struct {
	Old, New *Finished
	Systems  []SystemPair
	Columns  []score.Column // in the order of the new one

	signatures map[*Finished][]score.Signature // by column of each
	gate       gate
	unseen     []string // folders whose headlines nobody knows any more
}

// A SystemPair is a system by its names in both evaluations, which differ only
// where each has one system.
type SystemPair struct{ Old, New string }

// OpenPair opens the folders of two evaluations, and sees that they can be compared and what
// the new one must keep to.
func OpenPair(old, new string, g Gate) (*Pair, error) {
	a, err := Open(old)
	if err != nil {
		return nil, err
	}
	b, err := Open(new)
	if err != nil {
		a.Close()
		return nil, err
	}
	p, err := NewPair(a, b)
	if err == nil {
		err = p.SetGate(g)
	}
	if err == nil {
		err = p.Check()
	}
	if err != nil {
		a.Close()
		b.Close()
		return nil, err
	}
	return p, nil
}

// Close closes both evaluations.
func (p *Pair) Close() error { return errors.Join(p.Old.Close(), p.New.Close()) }

// NewPair finds what two evaluations have in common.
func NewPair(old, new *Finished) (*Pair, error) {
	p := &Pair{Old: old, New: new, signatures: map[*Finished][]score.Signature{}, gate: gate{mode: analysis.MarginWithin}}
	for _, f := range []*Finished{old, new} {
		switch n := f.Table.Len(); {
		case n != f.Record.Documents:
			return nil, &FileError{File: filepath.Join(f.Folder, filepath.FromSlash(scoresFile(f.Record.Systems[0]))), Fix: Again,
				Err: fmt.Errorf("%s; expected %d, as %s says", count.Of(n, "document"), f.Record.Documents, RecordFile)}
		case n == 0:
			return nil, fmt.Errorf("the run %s has no documents, so there is nothing to compare", f.Folder)
		}
		for _, c := range f.Record.Columns {
			sig, err := score.ParseSignature(c.Name, c.Signature)
			if err != nil {
				return nil, &FileError{File: filepath.Join(f.Folder, RecordFile), Err: err}
			}
			p.signatures[f] = append(p.signatures[f], sig)
		}
	}
	for _, s := range new.Record.Systems {
		if slices.Contains(old.Record.Systems, s) {
			p.Systems = append(p.Systems, SystemPair{s, s})
		}
	}
	if len(p.Systems) == 0 {
		if len(old.Record.Systems) != 1 || len(new.Record.Systems) != 1 {
			return nil, fmt.Errorf("no system is in both runs: %s has %s, %s has %s; give them the same names",
				old.Folder, strings.Join(old.Record.Systems, ", "), new.Folder, strings.Join(new.Record.Systems, ", "))
		}
		p.Systems = []SystemPair{{old.Record.Systems[0], new.Record.Systems[0]}}
	}
	for _, c := range new.Table.Columns() {
		if old.column(c.Name) >= 0 {
			p.Columns = append(p.Columns, c)
		}
	}
	if len(p.Columns) == 0 {
		return nil, fmt.Errorf("no measure is in both runs: %s has %s, %s has %s",
			old.Folder, strings.Join(old.columnNames(), ", "), new.Folder, strings.Join(new.columnNames(), ", "))
	}
	return p, nil
}

// column is the place of a column of that name; -1 if there is none.
func (f *Finished) column(name string) int { return slices.Index(f.columnNames(), name) }

func (f *Finished) columnNames() []string { return score.Names(f.Table.Columns()) }

// Renamed reports whether the one system of each evaluation has another name in
// the other.
func (p *Pair) Renamed() bool { return p.Systems[0].Old != p.Systems[0].New }

// LostSystems and LostColumns are what only the old evaluation has, NewSystems and
// NewColumns what only the new one has. A system under another name is neither.
// They are not nil, since JSON writes [] for none.
func (p *Pair) LostSystems() []string { return p.onlySystems(p.Old, p.New) }
func (p *Pair) NewSystems() []string  { return p.onlySystems(p.New, p.Old) }
func (p *Pair) LostColumns() []string { return without(p.Old.columnNames(), p.New.columnNames()) }
func (p *Pair) NewColumns() []string  { return without(p.New.columnNames(), p.Old.columnNames()) }

func (p *Pair) onlySystems(one, other *Finished) []string {
	if p.Renamed() {
		return []string{}
	}
	return without(one.Record.Systems, other.Record.Systems)
}

// without are the names that are not among others.
func without(names, others []string) []string {
	return slices.DeleteFunc(append([]string{}, names...), func(name string) bool { return slices.Contains(others, name) })
}

// Check refuses evaluations whose numbers mean different things: other documents
// first, since they also change the signatures of metrics that learn from them.
func (p *Pair) Check() (err error) {
	defer p.New.spill.Catch(&err)
	defer p.Old.spill.Catch(&err)
	if err := p.sameDocuments(); err != nil {
		return err
	}
	if err := p.sameInputs(); err != nil {
		return err
	}
	return p.sameSettings()
}

// sameDocuments refuses evaluations whose documents have other ids.
func (p *Pair) sameDocuments() error {
	if a, b := p.Old.Table.Len(), p.New.Table.Len(); a != b {
		return fmt.Errorf("the two runs cover different documents: %s has %d, %s has %d", p.Old.Folder, a, p.New.Folder, b)
	}
	next, stop := iter.Pull(p.New.Table.IDs())
	defer stop()
	number := 0
	for a := range p.Old.Table.IDs() {
		number++
		if b, _ := next(); a != b {
			return fmt.Errorf("the two runs cover different documents: number %d is %q in %s and %q in %s", number, a, p.Old.Folder, b, p.New.Folder)
		}
	}
	return nil
}

// sameInputs refuses evaluations whose documents or references are other files, or
// were read in another way.
func (p *Pair) sameInputs() error {
	for _, role := range []string{"docs", "ref"} {
		a, b := p.Old.Record.ofRole(role), p.New.Record.ofRole(role)
		if len(a) != len(b) {
			return fmt.Errorf("the two runs cover different documents: %s has %s of %s, %s has %d",
				p.Old.Folder, count.Of(len(a), "file"), option.Name(role), p.New.Folder, len(b))
		}
		for i := range a {
			if a[i].SHA256 != b[i].SHA256 {
				return fmt.Errorf("the two runs have read different files, so their documents may differ: %s %s of %s (sha256 %.12s) is not the same as %s of %s (%.12s); evaluate both with the same file",
					option.Name(role), a[i].Name, p.Old.Folder, a[i].SHA256, b[i].Name, p.New.Folder, b[i].SHA256)
			}
		}
	}
	if a, b := p.Old.Record.Settings.columns(), p.New.Record.Settings.columns(); a != b {
		return fmt.Errorf("the two runs cover different documents: %s is %s in %s and %s in %s",
			option.Name("columns"), shownSetting(a), p.Old.Folder, shownSetting(b), p.New.Folder)
	}
	return nil
}

// columns are those of the setting, in one order for all.
func (s *Settings) columns() string {
	return strings.Join(slices.Sorted(slices.Values(s.Columns)), ",")
}

// sameSettings refuses columns whose signatures differ in what changes a value.
// Columns that differ alike are told of together.
func (p *Pair) sameSettings() error {
	var found []score.Difference
	names := map[score.Difference][]string{}
	for _, c := range p.Columns {
		before, now := p.signatures[p.Old][p.Old.column(c.Name)], p.signatures[p.New][p.New.column(c.Name)]
		for _, d := range before.Own().Differences(now.Own()) {
			if names[d] == nil {
				found = append(found, d)
			}
			names[d] = append(names[d], c.Name)
		}
	}
	advice := "evaluate both with the same settings"
	if a, b := p.Old.Record.Version, p.New.Record.Version; a != b {
		advice += fmt.Sprintf(" and the same version of hed, not %s and %s", a, b)
	}
	var errs []error
	for _, d := range found {
		errs = append(errs, fmt.Errorf("%s: %s is %s in %s and %s in %s; %s",
			strings.Join(names[d], ", "), d.Key, shownSetting(d.A), p.Old.Folder, shownSetting(d.B), p.New.Folder, advice))
	}
	return errors.Join(errs...)
}

func shownSetting(v string) string {
	if v == "" {
		return "not set"
	}
	return v
}

// A Comparison is what was found of one system.
type Comparison struct {
	SystemPair
	Changes  []analysis.Change // by column of the pair
	Required []analysis.Required
	// Worse and Better are the documents that lost and gained most on the measures
	// that gate, at most Most of each.
	Worse, Better []report.Moved

	losers [][]report.Moved // by column: the documents that lost most there, where it fails
}

// Compare tests how the scores of each system changed, column by column, and finds the
// documents that changed most. Check must have let the pair pass; without a SetGate
// every measure gates, and none has a margin.
func (p *Pair) Compare(ctx context.Context, how stat.Resampling, seed uint64) (all []Comparison, err error) {
	defer p.New.spill.Catch(&err)
	defer p.Old.spill.Catch(&err)
	o := analysis.RunOptions{
		Intervals: how, Seed: seed,
		Margins: p.gate.margins, Mode: p.gate.mode, Gated: p.gate.gated, Missing: p.gate.missing,
	}
	for _, s := range p.Systems {
		var before, now []score.Sample
		old, new := p.Old.Table.Samples(slices.Index(p.Old.Record.Systems, s.Old)), p.New.Table.Samples(slices.Index(p.New.Record.Systems, s.New))
		for _, c := range p.Columns {
			before = append(before, old[p.Old.column(c.Name)])
			now = append(now, new[p.New.column(c.Name)])
		}
		changes, err := analysis.Runs(ctx, p.Columns, before, now, o)
		if err != nil {
			return nil, err
		}
		one := Comparison{SystemPair: s, Changes: changes, Required: p.required(s.New)}
		one.move(p.Columns, before, now, p.New.Table)
		all = append(all, one)
	}
	return all, p.headlines(all)
}

// Same reports whether no score differs.
func (c *Comparison) Same() bool {
	return !slices.ContainsFunc(c.Changes, func(ch analysis.Change) bool {
		return ch.Verdict != analysis.NoDifference || !score.IsAbsent(ch.P) || ch.OnlyOld+ch.OnlyNew > 0
	})
}

// Methods names how the intervals of the differences were made, as signatures do.
func Methods(found []Comparison) string {
	var all []stat.Interval
	for _, c := range found {
		for _, ch := range c.Changes {
			all = append(all, ch.Difference)
		}
	}
	return stat.Methods(all)
}
