package workbench

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"hed/corpus"
	"hed/draft"
	"hed/evaluate"
	"hed/generate"
	"hed/store/shelf"
)

// drafts are those of a project, or of none. They keep what draft.Store promises.
type drafts struct {
	b       *Bench
	project string
}

// Drafts keeps the drafts of a project; "" is none.
func (b *Bench) Drafts(project string) draft.Store { return drafts{b, project} }

// id is that of the thing that is a draft.
func (d drafts) id(id string) string { return d.b.DraftID(d.project, id) }

// DraftID is the id of the thing that is a draft of a project; "" is none.
func (b *Bench) DraftID(project, id string) string { return DraftKind + ":" + project + ":" + id }

// List implements draft.Store.
func (d drafts) List(ctx context.Context, most int) (list []draft.Draft, err error) {
	things, err := d.b.List(ctx, shelf.Query{Kind: DraftKind, Parent: d.project})
	if err != nil {
		return nil, err
	}
	things = slices.DeleteFunc(things, func(t *Thing) bool { return t.Parent != d.project })
	slices.SortStableFunc(things, func(x, y *Thing) int { return y.Changed.Compare(x.Changed) })
	for _, t := range things[:min(most, len(things))] {
		one, err := decode[draft.Draft](t)
		if err != nil {
			return nil, err
		}
		list = append(list, *one)
	}
	return list, nil
}

// Load implements draft.Store.
func (d drafts) Load(ctx context.Context, id string) (*draft.Draft, error) {
	t, err := d.b.Find(ctx, DraftKind, d.id(id))
	if errors.Is(err, ErrNone) {
		return nil, draft.ErrMissing
	}
	if err != nil {
		return nil, err
	}
	return decode[draft.Draft](t)
}

// Save implements draft.Store.
func (d drafts) Save(ctx context.Context, one *draft.Draft) error {
	made := *one
	made.Version, made.Changed = one.Version+1, d.b.Now().Truncate(time.Microsecond)
	body, err := json.Marshal(made)
	if err != nil {
		return err
	}
	name := cmp.Or(made.Title(), "a draft")
	if one.Version == 0 {
		err = d.b.Add(ctx, &Thing{ID: d.id(one.ID), Kind: DraftKind, Parent: d.project, Name: name, Made: made.Changed, Changed: made.Changed, Body: body})
		if err != nil {
			if _, there := d.Load(ctx, one.ID); there == nil {
				return draft.ErrConflict
			}
		}
	} else {
		err = d.b.Change(ctx, d.id(one.ID), func(t *Thing) error {
			if now, err := decode[draft.Draft](t); err != nil {
				return err
			} else if now.Version != one.Version {
				return draft.ErrConflict
			}
			t.Name, t.Changed, t.Body = name, made.Changed, body
			return nil
		})
		if errors.Is(err, ErrNone) {
			return draft.ErrMissing
		}
	}
	if err == nil {
		*one = made
	}
	return err
}

// The metrics and generators of a Checker: those that answer while somebody types.
const (
	draftMetrics    = "rouge,js,readability"
	draftGenerators = "first,stextrank"
)

// Checker makes what says of drafts of a project what hed knows of them; "" is no project. Beside
// the baselines those generators suggest headlines that runs of the project had, and its models that
// write; its newest classifier tells styles apart. shut closes it with all of them.
func (b *Bench) Checker(ctx context.Context, project string) (*draft.Checker, func() error, error) {
	metrics, _, err := b.Metrics.Choose(draftMetrics, ^0, nil)
	if err != nil {
		return nil, nil, err
	}
	generators, err := b.Generators.Choose(draftGenerators, nil, 1)
	if err != nil {
		return nil, nil, err
	}
	o := draft.Options{Metrics: metrics, Generators: generators}
	var c *draft.Checker
	shut := func() error {
		var err error
		if c != nil {
			err = c.Close()
		}
		if o.Style != nil {
			err = errors.Join(err, o.Style.Close())
		}
		return errors.Join(err, (&evaluate.Plan{Metrics: o.Metrics, Generators: o.Generators}).Close())
	}
	fail := func(err error) (*draft.Checker, func() error, error) { return nil, nil, errors.Join(err, shut()) }
	if project != "" {
		more, err := b.configured(ctx, project)
		if err != nil {
			return fail(err)
		}
		o.Generators = append(o.Generators, more...)
		if o.Style, err = b.style(ctx, project); err != nil {
			return fail(err)
		}
	}
	if c, err = draft.New(ctx, o); err != nil {
		return fail(err)
	}
	if err := draft.Recall(ctx, b.Drafts(project), c); err != nil {
		return fail(err)
	}
	return c, shut, nil
}

// configured are the models of a project that write, and the generators that its runs had. One that
// cannot be had now suggests nothing.
func (b *Bench) configured(ctx context.Context, project string) ([]generate.Named, error) {
	specs, err := b.writing(ctx, project)
	if err != nil {
		return nil, err
	}
	runs, err := b.Runs(ctx, project)
	for _, r := range runs {
		specs = append(specs, r.Settings.Generators...)
	}
	return b.chosen(ctx, project, specs), err
}

// Learn lets a Checker learn from the corpora of a project.
func (b *Bench) Learn(ctx context.Context, c *draft.Checker, project string) error {
	corpora, err := b.Corpora(ctx, project)
	for _, one := range corpora {
		docs, e := b.Paths(one).Open(ctx, false)
		if e == nil {
			e = c.Learn(ctx, one.Name, docs.Reader)
		}
		err = errors.Join(err, e)
	}
	return err
}

// Articles are the documents of a project, to be opened by who writes.
type Articles struct {
	Bench   *Bench
	Project string
}

// each calls f with the documents of all corpora until it has enough.
func (a Articles) each(ctx context.Context, f func(*corpus.Document) (enough bool)) error {
	corpora, err := a.Bench.Corpora(ctx, a.Project)
	if err != nil {
		return err
	}
	for _, c := range corpora {
		docs, err := a.Bench.Paths(c).Open(ctx, false)
		if err != nil {
			continue // its page says what is wrong
		}
		for d, err := range docs.Reader.Documents(ctx) {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err == nil && d.Body != "" && f(d) {
				return nil
			}
		}
	}
	return nil
}

// beginning is how much of an article is searched for words.
const beginning = 500

// Find gives so many documents that have the words of a query in their headline or at their
// beginning.
func (a Articles) Find(ctx context.Context, query string, most int) (found []*corpus.Document, err error) {
	words := strings.Fields(strings.ToLower(query))
	err = a.each(ctx, func(d *corpus.Document) bool {
		text := strings.ToLower(d.ID + "\n" + strings.Join(d.References, "\n") + "\n" + d.Body[:min(len(d.Body), beginning)])
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			found = append(found, d)
		}
		return len(found) >= most
	})
	return found, err
}

// Document gives the one with an id, or an error that is fs.ErrNotExist.
func (a Articles) Document(ctx context.Context, id string) (found *corpus.Document, err error) {
	err = a.each(ctx, func(d *corpus.Document) bool {
		if d.ID == id {
			found = d
		}
		return found != nil
	})
	if err == nil && found == nil {
		err = fs.ErrNotExist
	}
	return found, err
}
