package workbench

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"hed/internal/option"
	"hed/spec"
	"hed/store/shelf"
)

// A Scope is what somebody may do: read, run or admin.
type Scope = shelf.Scope

// The scopes.
const (
	ReadScope  = shelf.Read
	RunScope   = shelf.Run
	AdminScope = shelf.Admin
)

// A Viewer is on whose behalf something is done. They see what is theirs and what others let
// them see; all else is not there.
type Viewer struct {
	Name  string
	Scope Scope
	// Request is the one that it is done in, for those who compare the audit log with other logs.
	Request string
}

type viewerKey struct{}

// As gives what is done with the context to a viewer. Without one it is done for the workbench
// itself, or for the one person whose it is: nothing is hidden then.
func As(ctx context.Context, v Viewer) context.Context {
	return context.WithValue(ctx, viewerKey{}, &v)
}

// Itself is a context in which something is done for the workbench itself.
func Itself(ctx context.Context) context.Context {
	return context.WithValue(ctx, viewerKey{}, (*Viewer)(nil))
}

// ViewerOf is on whose behalf something is done; nil for the workbench itself.
func ViewerOf(ctx context.Context) *Viewer {
	v, _ := ctx.Value(viewerKey{}).(*Viewer)
	return v
}

// ErrRefused says that a viewer may see something but not do what was asked.
var ErrRefused = errors.New("you may not do this; ask whose project it is, or an administrator")

// Allow refuses what a viewer may not do with a thing: it is not there if they may not see it.
func (b *Bench) Allow(ctx context.Context, id string, scope Scope) error {
	v := ViewerOf(ctx)
	if v == nil {
		return nil
	}
	may, err := b.May(ctx, v.Name, id)
	switch {
	case err != nil:
		return err
	case !may.Covers(ReadScope):
		return ErrNone
	case !may.Covers(scope) || !v.Scope.Covers(shelf.Least(scope, RunScope)): // whose it is need not look after the workbench
		return ErrRefused
	}
	return nil
}

// Thing gives a thing that the viewer may see.
func (b *Bench) Thing(ctx context.Context, id string) (*Thing, error) {
	if err := b.Allow(ctx, id, ReadScope); err != nil {
		return nil, err
	}
	return b.Shelf.Thing(ctx, id)
}

// List gives what a query wants and the viewer may see.
func (b *Bench) List(ctx context.Context, q shelf.Query) ([]*Thing, error) {
	if v := ViewerOf(ctx); v != nil {
		q.For = v.Name
	}
	return b.Shelf.List(ctx, q)
}

// Add puts a new thing on the shelf: into one that the viewer may change, or as theirs.
func (b *Bench) Add(ctx context.Context, t *Thing) error {
	if v := ViewerOf(ctx); v != nil && t.Parent == "" {
		if !v.Scope.Covers(RunScope) {
			return ErrRefused
		}
		t.Owner = v.Name
	} else if t.Parent != "" {
		if err := b.Allow(ctx, t.Parent, RunScope); err != nil {
			return err
		}
	}
	return b.Shelf.Add(ctx, t)
}

// Change changes a thing that the viewer may change.
func (b *Bench) Change(ctx context.Context, id string, f func(*Thing) error) error {
	if err := b.Allow(ctx, id, RunScope); err != nil {
		return err
	}
	return b.Shelf.Change(ctx, id, f)
}

// Let lets another account see a project, or run in it; "" takes that back. Only whose it is
// may do so.
func (b *Bench) Let(ctx context.Context, project, account string, scope Scope) error {
	p, err := b.Find(ctx, ProjectKind, project)
	if err != nil {
		return err
	}
	if err := b.Allow(ctx, p.ID, AdminScope); err != nil {
		return err
	}
	switch {
	case scope != "" && scope != ReadScope && scope != RunScope:
		return option.Errorf("scope", " %q: want read or run", scope)
	case account == p.Owner:
		return option.Errorf("user", " %s: the project is theirs", account)
	}
	err = b.Shelf.Let(ctx, p.ID, account, scope)
	if errors.Is(err, ErrNone) {
		return option.Errorf("user", " %q: there is none of this name here", account)
	}
	if err != nil {
		return err
	}
	return b.note(ctx, strings.TrimSpace("let "+account+" "+string(scope)), p)
}

// note keeps who did what to a thing, also if they have left since: it was done.
func (b *Bench) note(ctx context.Context, what string, t *Thing) error {
	d := shelf.Deed{At: b.Now(), What: what, Kind: t.Kind, Thing: t.ID, Name: t.Name}
	if v := ViewerOf(ctx); v != nil {
		d.Account, d.Request = v.Name, v.Request
	}
	return b.Note(context.WithoutCancel(ctx), d)
}

// modelsFolder has the models, vectors and prompts that all who may run can name.
const modelsFolder = "models"

// confined refuses specs that would make the server read files, or ask addresses, of a viewer's
// choice: its files are not theirs. Administrators put what all may use into the folder models,
// and pull models, which are known by a name; and the models of a project are for all who may run in it.
func (b *Bench) confined(ctx context.Context, name string, specs []string) error {
	if v := ViewerOf(ctx); v == nil || v.Scope.Covers(AdminScope) || len(specs) == 0 {
		return nil
	}
	parsed, err := spec.Parse(strings.Join(specs, ","))
	if err != nil {
		return option.Errorf(name, ": %w", err)
	}
	root, err := filepath.Abs(filepath.Join(b.Folder, modelsFolder))
	if err != nil {
		return err
	}
	outside := b.outside()
	for _, one := range parsed {
		for key, value := range one.Options {
			if !outside[key] || key == "model" && !strings.ContainsAny(value, `/\.`) || strings.HasPrefix(value, refMark) { // resolve refuses models of others
				continue
			}
			if in, err := filepath.Rel(root, value); err == nil && filepath.IsLocal(in) {
				continue
			}
			return option.Errorf(name, ": %s:%s=%s: only an administrator may name this; add it to the models of the project, or use what is in %s", one.Name, key, value, root)
		}
	}
	return nil
}

// outside are the options, of any metric or generator, that lead out of the workbench.
func (b *Bench) outside() map[string]bool {
	names := map[string]bool{"model": true, "url": true}
	add := func(zero any) {
		for _, o := range spec.Options(zero) {
			if o.File {
				names[o.Name] = true
			}
		}
	}
	for _, in := range b.Metrics.Infos() {
		add(in.Options)
	}
	for _, in := range b.Generators.Infos() {
		add(in.Options)
	}
	return names
}
