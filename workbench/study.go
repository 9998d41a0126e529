package workbench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"

	"hed/corpus"
	"hed/corpus/ratings"
	"hed/internal/option"
	"hed/run"
	"hed/store"
	"hed/store/shelf"
	"hed/study"
	"hed/study/outcome"
)

// A Study asks people about headlines of a run. It is a file of its own, as any study.
type Study struct {
	*Thing
	studyBody
}

type studyBody struct {
	Run      string `json:"run"` // by id
	Protocol string `json:"protocol"`
	// Port is where judges find it; 0 before it was served.
	Port int `json:"port"`
}

// StudySettings are what a study is made of, beside a run.
type StudySettings struct {
	Protocol string
	Systems  []string // of the run, by name
	Numbers  study.Numbers
	Lang     string
	Contact  string
	Seed     uint64
}

// StudyFile is the store of a study.
func (b *Bench) StudyFile(id string) string { return filepath.Join(b.Folder, studiesFolder, id+".db") }

// Study gives a study.
func (b *Bench) Study(ctx context.Context, id string) (*Study, error) {
	t, err := b.Find(ctx, StudyKind, id)
	if err != nil {
		return nil, err
	}
	body, err := decode[studyBody](t)
	if err != nil {
		return nil, err
	}
	return &Study{t, *body}, nil
}

// Studies are those of a project, or of all if it is "", the newest first.
func (b *Bench) Studies(ctx context.Context, project string) (list []*Study, err error) {
	things, err := b.List(ctx, shelf.Query{Kind: StudyKind, Parent: project})
	for _, t := range things {
		body, err := decode[studyBody](t)
		if err != nil {
			return nil, err
		}
		list = append(list, &Study{t, *body})
	}
	return list, err
}

// AddStudy makes a study of the headlines of a run, by a protocol that hed has.
func (b *Bench) AddStudy(ctx context.Context, r *Run, m Meta, s StudySettings) (*Study, []string, error) {
	if r.State != Done {
		return nil, nil, fmt.Errorf("%w: the run is not done", ErrState)
	}
	if err := b.Allow(ctx, r.ID, RunScope); err != nil {
		return nil, nil, err
	}
	if err := m.check(); err != nil {
		return nil, nil, err
	}
	p, ok := study.Builtin(s.Protocol)
	if !ok {
		return nil, nil, option.Errorf("protocol", " %q: there is none of this name", s.Protocol)
	}
	made, cases, err := b.draw(ctx, r, p, m, s)
	if err != nil {
		return nil, nil, err
	}
	body := studyBody{Run: r.ID, Protocol: s.Protocol}
	data, err := json.Marshal(body)
	if err != nil {
		return nil, nil, err
	}
	now := b.Now()
	t := &Thing{ID: newID(), Kind: StudyKind, Parent: r.Parent, Name: m.Name, Notes: m.Notes, Tags: m.Tags, Made: now, Changed: now, Body: data}
	kept, err := store.Create(ctx, b.StudyFile(t.ID)) // what has no thing is swept
	if err != nil {
		return nil, nil, err
	}
	err = kept.Create(ctx, made, cases, study.Event{At: made.Created, By: "workbench", What: "created"})
	err = errors.Join(err, kept.Close())
	if err == nil {
		err = b.Add(ctx, t)
	}
	if _, away := errors.AsType[*Away](err); err != nil && !away { // of which nobody knows whether it was kept
		return nil, nil, errors.Join(err, b.clear([]*Thing{t})) // nobody has seen it; when the workbench is opened again it would seem lost
	}
	if err != nil {
		return nil, nil, err
	}
	return &Study{t, body}, made.Notes, b.note(ctx, "added", t)
}

// draw draws the cases.
func (b *Bench) draw(ctx context.Context, r *Run, p *study.Protocol, m Meta, s StudySettings) (*study.Study, []study.Case, error) {
	c, systems, err := b.of(ctx, r.Parent, &r.Settings)
	if err != nil {
		return nil, nil, err
	}
	paths := b.Paths(c, systems...)
	docs, err := paths.Open(ctx, true)
	if err != nil {
		return nil, nil, err
	}
	written, err := b.written(ctx, r, s.Systems)
	if err != nil {
		return nil, nil, err
	}
	files := paths.Files()
	for _, n := range b.named(systems) {
		files = append(files, n.File)
	}
	set := study.Settings{
		Protocol: p, Cases: joined(ctx, docs.Reader, written), Systems: s.Systems, Numbers: s.Numbers, Seed: s.Seed, Title: m.Name, Lang: s.Lang, Contact: s.Contact, Created: b.Now(),
	}
	if set.Inputs, err = study.InputsOf(ctx, &paths.Streams, files); err != nil {
		return nil, nil, err
	}
	return study.New(ctx, set)
}

// written are the headlines of systems in a run, by document.
func (b *Bench) written(ctx context.Context, r *Run, systems []string) (map[string][]string, error) {
	f, err := run.Open(b.RunFolder(r.ID))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	texts, err := f.Texts()
	if err != nil {
		return nil, err
	}
	var at []int
	for _, name := range systems {
		i := slices.Index(texts.Systems, name)
		if i < 0 {
			return nil, option.Errorf("system", ": the run has no system %q", name)
		}
		at = append(at, i)
	}
	all := map[string][]string{}
	for e, err := range texts.Entries(ctx) {
		if err != nil {
			return nil, err
		}
		ex, _, err := e.Example()
		if err != nil {
			return nil, err
		}
		for _, i := range at {
			all[ex.ID] = append(all[ex.ID], ex.Headlines[i])
		}
	}
	return all, nil
}

// joined are documents with the headlines that were written for them.
func joined(ctx context.Context, docs corpus.Reader, written map[string][]string) iter.Seq2[*corpus.Case, error] {
	return func(yield func(*corpus.Case, error) bool) {
		for d, err := range docs.Documents(ctx) {
			if err != nil {
				if !yield(nil, err) {
					return
				}
				continue
			}
			if lines, ok := written[d.ID]; (ok || len(written) == 0) && !yield(corpus.NewCase(d, lines...), nil) {
				return
			}
		}
	}
}

// SetPort remembers where judges find a study.
func (b *Bench) SetPort(ctx context.Context, id string, port int) error {
	return b.Change(ctx, id, func(t *Thing) error {
		body, err := decode[studyBody](t)
		if err != nil {
			return err
		}
		body.Port = port
		t.Body, err = json.Marshal(body)
		return err
	})
}

// ErrNoRatings says that a study has nothing yet that measures could be compared with.
var ErrNoRatings = errors.New("nobody has rated a headline yet")

// Correlate says how the measures of the run that a study is of go with what judges said.
func (b *Bench) Correlate(ctx context.Context, s *Study, d *outcome.Data) (*run.Finished, *run.HumanResult, error) {
	if _, err := b.Run(ctx, s.Run); errors.Is(err, ErrNone) {
		return nil, nil, fmt.Errorf("%w: the run that the study is of was deleted, and with it what its measures say", ErrState)
	} else if err != nil {
		return nil, nil, err
	}
	f, err := run.Open(b.RunFolder(s.Run))
	if err != nil {
		return nil, nil, err
	}
	defer f.Close() // its record is all that callers need
	if len(d.Rated()) == 0 || d.Progress().Answers == 0 {
		return f, nil, ErrNoRatings
	}
	var text bytes.Buffer
	if err := d.WriteRatings(&text, true); err != nil {
		return nil, nil, err
	}
	if bytes.Count(text.Bytes(), []byte("\n")) < 2 {
		return f, nil, ErrNoRatings
	}
	file, err := ratings.Read(corpus.Stream("ratings.csv", &text), corpus.Options{}, "id", "system", "rater")
	if err != nil {
		return nil, nil, err
	}
	res, err := run.Correlate(ctx, f, file, 1)
	return f, res, err
}
