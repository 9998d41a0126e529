// Package workbench keeps what people evaluate and find out: projects, with the corpora,
// systems, runs, studies and models in them, and the queue of the runs.
//
// All of it is in one folder, which one process has at a time. What things are called is in
// store/shelf; their files are known by ids that are made here, so that a name from outside
// is never a path. A run is package run with a Settings, and its folder is one that
// run.Open reads; it survives the end of the process, however that comes.
//
// Pages are in web/workbench.
package workbench

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"hed/generate"
	"hed/internal/crash"
	"hed/internal/option"
	"hed/internal/whole"
	"hed/metric"
	"hed/neural/hub"
	"hed/run"
	"hed/store"
	"hed/store/shelf"
)

// A Thing is what all that a workbench has are: with a name, notes and tags.
type Thing = shelf.Thing

// ErrNone says that there is no such thing.
var ErrNone = shelf.ErrNone

// An Away error says that the database of a workbench can do nothing now.
type Away = shelf.Away

// The kinds of things.
const (
	ProjectKind = "project"
	CorpusKind  = "corpus"
	SystemKind  = "system"
	RunKind     = "run"
	StudyKind   = "study"
	ModelKind   = "model"
	DraftKind   = "draft"
)

// Options are what a workbench needs.
type Options struct {
	// Folder has everything. It is made if it is not there.
	Folder string
	// Store is the PostgreSQL database that has what is known of the files, postgres://…; "" for
	// a file in the folder. Lost is told if another server has taken it while it was away: the
	// workbench must be closed then.
	Store string
	Lost  func(error)
	// Metrics and Generators are what can be chosen.
	Metrics    *metric.Set
	Generators *generate.Set
	// Hub has the models that were pulled; nil for none.
	Hub *hub.Hub
	// Workers is how many things a run does at a time, and AtOnce how many runs go at once;
	// others wait.
	Workers, AtOnce int
	Limits
	// Patience is for how long the documents of a corpus are counted while somebody waits for its
	// page; 15 seconds if it is 0. It is for machines on which everything takes longer.
	Patience time.Duration
	Now      func() time.Time
	// Command says how to make the results of a run again, and Words puts what is said of
	// options into the words of those who read the results; see run.Options.
	Command func(*run.Record) string
	Words   func(string) string
	// Log is given errors that nobody waits for.
	Log func(error)
}

// A Bench is an open workbench.
type Bench struct {
	Options
	*shelf.Shelf
	lock    *whole.Lock
	release func() // of the claim on the shelf

	ctx  context.Context // of the runs
	stop context.CancelFunc
	runs crash.Group

	looking sync.Mutex // who looks for runs that wait
	naming  sync.Mutex // who looks whether a name is free, and takes it

	mu       sync.Mutex
	going    map[string]*going // by id
	bringing map[string]int64  // bytes on their way, by account
	clearing sync.Mutex        // who removes files
	ended    bool
	later    bool // the queue is looked at again soon

	lessons lessons
	leave   func(study string) error // see OnStudyGone

	scored atomic.Int64 // documents, by all runs
	tally  tally
	probe  probe
}

// lockFile is locked by who has a workbench open.
const lockFile = "lock"

// The folders of a workbench.
const (
	filesFolder   = "files"
	runsFolder    = "runs"
	studiesFolder = "studies"
)

// Open opens the workbench in a folder, and goes on with the runs that its end has
// interrupted.
func Open(ctx context.Context, o Options) (*Bench, error) {
	if err := ours(o.Folder, o.Store); err != nil { // before anything is made
		return nil, err
	}
	if err := makeFolders(o.Folder); err != nil {
		return nil, err
	}
	lock, err := whole.TryLock(filepath.Join(o.Folder, lockFile))
	if err != nil {
		return nil, fmt.Errorf("lock the folder of the workbench: %w", err)
	}
	if lock == nil {
		return nil, option.Errorf("data", " %s: another hed has this workbench open; use that one, or end it first", o.Folder)
	}
	b := &Bench{Options: o, lock: lock, going: map[string]*going{}, bringing: map[string]int64{}, lessons: lessons{turn: make(chan struct{}, 1), at: map[string]*lesson{}}}
	if b.Shelf, err = OpenShelf(ctx, o.Folder, o.Store); err != nil {
		lock.Release()
		return nil, err
	}
	if err := hide(o.Folder); err != nil {
		lock.Release()
		return nil, errors.Join(err, b.Shelf.Close())
	}
	if b.release, err = b.Claim(ctx, o.Lost); err != nil {
		err = errors.Join(err, b.Shelf.Close())
		lock.Release()
		return nil, option.Errorf("store", " %s: %w", store.Shown(o.Store), err)
	}
	b.ctx, b.stop = context.WithCancel(context.WithoutCancel(ctx))
	if err := errors.Join(b.sweep(ctx), b.recover(ctx), b.teachAgain(ctx)); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	b.next()
	return b, nil
}

// Close stops the runs, which go on when the workbench is opened again.
func (b *Bench) Close() error {
	b.mu.Lock()
	b.ended = true
	b.mu.Unlock()
	b.stop()
	b.runs.Wait()
	b.release()
	err := b.Shelf.Close()
	b.lock.Release()
	return err
}

// sweep removes files and folders that belong to nothing: those of deleted things, and what a
// process that was killed has begun. While a backup is made they stay until the next time. Studies
// that nobody knows are put aside: people's answers may be in them, and the database may be an
// older copy of what it was.
func (b *Bench) sweep(ctx context.Context) error {
	lock, err := whole.TryLock(filepath.Join(b.Folder, holdFile))
	if err != nil || lock == nil {
		return err
	}
	defer lock.Release()
	known := map[string]bool{}
	things, err := b.List(ctx, shelf.Query{})
	if err != nil {
		return err
	}
	for _, t := range things {
		known[t.ID] = true
		files, err := filesOf(t)
		if err != nil { // of another version perhaps, whose files must stay
			return err
		}
		for _, f := range files {
			known[f.ID] = true
		}
	}
	aside := map[string]string{} // folders of studies, by id
	for _, folder := range []string{filesFolder, runsFolder, studiesFolder} {
		entries, err := os.ReadDir(filepath.Join(b.Folder, folder))
		if err != nil {
			return err
		}
		for _, e := range entries {
			if id, _, _ := strings.Cut(e.Name(), "."); !known[id] {
				file := filepath.Join(b.Folder, folder, e.Name())
				remove := os.RemoveAll
				if folder == studiesFolder {
					if aside[id] == "" {
						aside[id] = b.lostPlace(id)
					}
					remove = func(file string) error { return b.putAside(file, aside[id]) }
				}
				if err := remove(file); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// lostFolder has studies that belong to nothing.
const lostFolder = "lost"

// lostPlace is a folder that has no files of that id: an older copy of a study, which was put aside before, has answers of its own.
func (b *Bench) lostPlace(id string) string {
	folder := filepath.Join(b.Folder, lostFolder)
	for {
		if there, _ := filepath.Glob(filepath.Join(folder, id+".*")); there == nil { // the pattern is a good one
			return folder
		}
		folder = filepath.Join(b.Folder, lostFolder, newID())
	}
}

// putAside moves a file to a folder where nobody removes it.
func (b *Bench) putAside(file, folder string) error {
	if err := whole.MakeFolder(folder); err != nil {
		return err
	}
	to := filepath.Join(folder, filepath.Base(file))
	b.Log(fmt.Errorf("the workbench does not know the study in %s: it is in %s now", file, to))
	return whole.Place(file, to)
}

// newID makes the id of a thing or file. It is good for a file name and a URL.
func newID() string { return strings.ToLower(rand.Text()[:16]) }

// A Meta is what people say of a thing.
type Meta struct {
	Name, Notes string
	Tags        []string
}

// oneLine makes a name of what was copied from several lines.
var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ")

// unseen finds control characters, and those that turn the direction of what follows a name. Those that join letters, and the marks of right-to-left
// writing, are part of names.
func unseen(r rune) bool {
	return unicode.IsControl(r) || 0x2028 <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069 || r == utf8.RuneError
}

// check refuses a Meta without a name that people can read, and tidies it.
func (m *Meta) check() error {
	m.Name, m.Notes = strings.TrimSpace(oneLine.Replace(m.Name)), strings.TrimSpace(strings.ReplaceAll(m.Notes, "\r\n", "\n"))
	var tags []string
	for _, t := range m.Tags {
		if t = strings.TrimSpace(t); t != "" && !slices.Contains(tags, t) {
			tags = append(tags, t)
		}
	}
	m.Tags = tags
	seen := func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }
	at := strings.IndexFunc(m.Name, unseen)
	switch {
	case !strings.ContainsFunc(m.Name, seen):
		return option.Errorf("name", " is missing")
	case at >= 0:
		r, _ := utf8.DecodeRuneInString(m.Name[at:])
		return option.Errorf("name", " has a character that cannot be shown (%U); leave it out", r)
	case len(m.Name) > 200:
		return option.Errorf("name", " has %d bytes; it can have 200 at most", len(m.Name))
	case len(m.Notes) > 20_000:
		return option.Errorf("notes", " have %d bytes; they can have 20000 at most", len(m.Notes))
	}
	return nil
}

// add puts a new thing on the shelf.
func (b *Bench) add(ctx context.Context, kind, parent string, m Meta, body any) (*Thing, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	data, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	now := b.Now()
	t := &Thing{ID: newID(), Kind: kind, Parent: parent, Name: m.Name, Notes: m.Notes, Tags: m.Tags, Made: now, Changed: now, Body: data}
	if err := b.Add(ctx, t); err != nil {
		return nil, err
	}
	return t, b.note(ctx, "added", t)
}

// Find gives a thing of a kind.
func (b *Bench) Find(ctx context.Context, kind, id string) (*Thing, error) {
	t, err := b.Thing(ctx, id)
	if err == nil && t.Kind != kind {
		err = ErrNone
	}
	return t, err
}

// AddProject makes a project.
func (b *Bench) AddProject(ctx context.Context, m Meta) (*Thing, error) {
	return b.add(ctx, ProjectKind, "", m, struct{}{})
}

// Describe changes what is said of a thing.
func (b *Bench) Describe(ctx context.Context, id string, m Meta) error {
	if err := m.check(); err != nil {
		return err
	}
	t, err := b.Thing(ctx, id)
	if err != nil {
		return err
	}
	b.naming.Lock()
	defer b.naming.Unlock()
	switch t.Kind {
	case ModelKind:
		err = b.modelName(ctx, t.Parent, t.ID, &m)
	case SystemKind:
		var body *systemBody
		if body, err = decode[systemBody](t); err == nil {
			err = b.systemName(ctx, t.Parent, body.Corpus, t.ID, &m)
		}
	}
	if err != nil {
		return err
	}
	return b.Change(ctx, id, func(t *Thing) error {
		t.Name, t.Notes, t.Tags, t.Changed = m.Name, m.Notes, m.Tags, b.Now()
		return nil
	})
}

// decode gives the body of a thing.
func decode[T any](t *Thing) (*T, error) {
	body := new(T)
	if err := json.Unmarshal(t.Body, body); err != nil {
		return nil, fmt.Errorf("%s %s: %w", t.Kind, t.ID, err)
	}
	return body, nil
}

// Removable refuses what the viewer may not take away, and what is used by a run of the project.
func (b *Bench) Removable(ctx context.Context, t *Thing) error {
	scope := RunScope
	if t.Parent == "" {
		scope = AdminScope // who was let into a project cannot take it away
	}
	if err := b.Allow(ctx, t.ID, scope); err != nil {
		return err
	}
	return b.unused(ctx, t)
}

// Remove takes a thing away with all that is in it, and their files. A run that goes is
// stopped, and what is used by a run of the project stays as long as that.
func (b *Bench) Remove(ctx context.Context, id string) error {
	t, err := b.Thing(ctx, id)
	if err != nil {
		return err
	}
	if err := b.Removable(ctx, t); err != nil {
		return err
	}
	gone := []*Thing{t}
	below, err := b.List(ctx, shelf.Query{Parent: id})
	if err != nil {
		return err
	}
	gone = append(gone, below...)
	if err := b.Delete(ctx, id); err != nil { // first, so that no run begins that waits now
		return err
	}
	var errs []error
	for _, t := range gone {
		switch t.Kind {
		case RunKind:
			b.halt(t.ID)
		case ModelKind:
			b.dismiss(t.ID)
		case StudyKind:
			if b.leave != nil {
				errs = append(errs, b.leave(t.ID))
			}
		}
	}
	return errors.Join(append(errs, b.note(ctx, "deleted", t), b.clear(gone))...)
}

// OnStudyGone lets f know of each study that is not there any more, before its file is removed. It is for
// who serves them, and is called before anybody removes something.
func (b *Bench) OnStudyGone(f func(id string) error) { b.leave = f }

// clear removes the files of things that are gone, or does so later if a backup needs them now.
func (b *Bench) clear(gone []*Thing) error {
	b.clearing.Lock()
	defer b.clearing.Unlock()
	lock, err := whole.TryLock(filepath.Join(b.Folder, holdFile))
	if err != nil {
		return err
	}
	if lock == nil {
		b.runs.Go(func() {
			if b.rest() { // what is left when the workbench is closed is swept when it is opened
				if err := b.clear(gone); err != nil {
					b.Log(err)
				}
			}
		})
		return nil
	}
	defer lock.Release()
	var errs []error
	for _, t := range gone {
		errs = append(errs, os.RemoveAll(b.RunFolder(t.ID)))
		stores, _ := filepath.Glob(b.StudyFile(t.ID) + "*") // with its log; the pattern is a good one
		for _, file := range stores {
			errs = append(errs, os.Remove(file))
		}
		files, err := filesOf(t)
		errs = append(errs, err)
		for _, f := range files {
			if f.ID != "" {
				errs = append(errs, os.RemoveAll(b.path(f)))
			}
		}
	}
	return errors.Join(errs...)
}

// unused refuses to remove a corpus or system that a run was made of: the run could not be
// understood any more.
func (b *Bench) unused(ctx context.Context, t *Thing) error {
	if t.Kind == ModelKind {
		return b.inUse(ctx, t)
	}
	if t.Kind != CorpusKind && t.Kind != SystemKind {
		return nil
	}
	runs, err := b.List(ctx, shelf.Query{Kind: RunKind, Parent: t.Parent})
	if err != nil {
		return err
	}
	for _, r := range runs {
		made, err := decode[runBody](r)
		if err != nil {
			return err
		}
		if made.Settings.Corpus == t.ID || slices.Contains(made.Settings.Systems, t.ID) {
			return option.Errorf("name", ": the run %q was made of %q; delete the run first", r.Name, t.Name)
		}
	}
	systems, err := b.Systems(ctx, t.Parent, t.ID)
	if err == nil && len(systems) > 0 {
		err = option.Errorf("name", ": the system %q has headlines for %q; delete it first", systems[0].Name, t.Name)
	}
	return err
}

// atOnce is how many runs may go together.
func (b *Bench) atOnce() int { return cmp.Or(b.AtOnce, 1) }
