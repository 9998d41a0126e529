package workbench

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"hed/corpus"
	"hed/generate"
	"hed/internal/option"
	"hed/internal/whole"
	"hed/neural/decoder"
	"hed/run"
	"hed/run/model"
	"hed/spec"
	"hed/store/shelf"
)

// A Model is one that metrics, generators and the editor of a project use: a folder, or a file of word vectors.
type Model struct {
	*Thing
	modelBody
}

type modelBody struct {
	File File `json:"file"`
	// Lesson is what it is taught from; nil for one that was brought.
	Lesson *StyleLesson `json:"lesson,omitempty"`
	// State is how far a lesson is: waiting, done or failed. What was brought is done.
	State State  `json:"state"`
	Error string `json:"error,omitempty"`
	// Card says what the model is, once it is done.
	Card *model.Card `json:"card,omitempty"`
}

// ModelPath is where a model is, as options name it, wherever the server is started.
func (b *Bench) ModelPath(m *Model) string {
	path := b.path(m.File)
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// refMark begins the name of a model in settings.
const refMark = "@"

// Ref is how settings name a model: by its id, so that they stay true where the folder of the workbench is moved or restored.
func (m *Model) Ref() string { return refMark + m.ID }

// resolve makes a list of specs that has the places of a project's models where settings have their ids.
func (b *Bench) resolve(ctx context.Context, project, name string, specs []string) (string, error) {
	list := strings.Join(specs, ",")
	if !strings.Contains(list, "="+refMark) {
		return list, nil
	}
	parsed, err := spec.Parse(list)
	if err != nil {
		return "", option.Errorf(name, ": %w", err)
	}
	models, err := b.ready(ctx, project)
	if err != nil {
		return "", err
	}
	outside, texts := b.outside(), make([]string, len(parsed))
	for i, one := range parsed {
		for key, value := range one.Options {
			id, ok := strings.CutPrefix(value, refMark)
			if !ok || !outside[key] {
				continue
			}
			at := slices.IndexFunc(models, func(m *Model) bool { return m.ID == id })
			if at < 0 {
				return "", option.Errorf(name, ": %s:%s=%s: there is no such model in this project any more; choose another", one.Name, key, value)
			}
			if err := b.intact(ctx, models[at]); err != nil {
				return "", option.Errorf(name, ": %w", err)
			}
			one.Options[key] = b.ModelPath(models[at])
		}
		texts[i] = one.String()
	}
	return strings.Join(texts, ","), nil
}

// intact compares the files of a model that somebody brought with their sum then. What is taught here is compared where it is opened.
func (b *Bench) intact(ctx context.Context, m *Model) error {
	if m.File.ID == "" || m.File.Sum == "" {
		return nil
	}
	now, err := sumOf(ctx, b.path(m.File))
	if errors.Is(err, os.ErrNotExist) { // where it should be is not for everybody
		err = errors.New("its files are missing; bring it again, or restore it from a backup")
	}
	if err == nil && now != m.File.Sum {
		err = errors.New("it is damaged: its bytes are not those that were kept, by their SHA-256; bring it again, or restore it from a backup")
	}
	if err != nil {
		return fmt.Errorf("model %q: %w", m.Name, err)
	}
	return nil
}

// sumOf is the SHA-256 of a file, or of those of all files of a folder, by their names.
func sumOf(ctx context.Context, at string) (string, error) {
	info, err := os.Stat(at)
	if err != nil || !info.IsDir() {
		return corpus.File(at).Sum(ctx)
	}
	all := sha256.New()
	err = filepath.WalkDir(at, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(at, file)
		if err != nil {
			return err
		}
		sum, err := corpus.File(file).Sum(ctx)
		fmt.Fprintf(all, "%s  %s\n", sum, filepath.ToSlash(rel))
		return err
	})
	return hex.EncodeToString(all.Sum(nil)), err
}

// Model gives a model.
func (b *Bench) Model(ctx context.Context, id string) (*Model, error) {
	t, err := b.Find(ctx, ModelKind, id)
	if err != nil {
		return nil, err
	}
	body, err := decode[modelBody](t)
	if err != nil {
		return nil, err
	}
	return &Model{t, *body}, nil
}

// Models are those of a project, or of all if it is "", the newest first.
func (b *Bench) Models(ctx context.Context, project string) (list []*Model, err error) {
	things, err := b.List(ctx, shelf.Query{Kind: ModelKind, Parent: project})
	for _, t := range things {
		body, err := decode[modelBody](t)
		if err != nil {
			return nil, err
		}
		list = append(list, &Model{t, *body})
	}
	return list, err
}

// ready are the models of a project that can be used.
func (b *Bench) ready(ctx context.Context, project string) ([]*Model, error) {
	list, err := b.Models(ctx, project)
	return slices.DeleteFunc(list, func(m *Model) bool { return m.Card == nil }), err
}

// AddModel adds a model whose files are there. One that hed cannot use is refused, with the reason.
func (b *Bench) AddModel(ctx context.Context, project string, m Meta, file File) (*Model, error) {
	if err := b.modelName(ctx, project, "", &m); err != nil {
		return nil, err
	}
	card, err := model.Look(ctx, b.path(file))
	if err != nil {
		return nil, option.Errorf("model", " %s: %s", file.Name, strings.ReplaceAll(err.Error(), b.path(file), file.Name))
	}
	if err := b.roomIn(ctx, project, bytesOf(file)); err != nil {
		return nil, err
	}
	body := modelBody{File: file, State: Done, Card: card}
	t, err := b.addModel(ctx, project, m, body)
	return &Model{t, body}, err
}

// addModel puts a model on the shelf, unless another has its name meanwhile.
func (b *Bench) addModel(ctx context.Context, project string, m Meta, body modelBody) (*Thing, error) {
	b.naming.Lock()
	defer b.naming.Unlock()
	if err := b.modelName(ctx, project, "", &m); err != nil {
		return nil, err
	}
	return b.add(ctx, ModelKind, project, m, body)
}

// modelName refuses names that another model of the project than this one has, or that a system could not have: one that writes is a
// system of that name.
func (b *Bench) modelName(ctx context.Context, project, id string, m *Meta) error {
	if err := m.check(); err != nil {
		return err
	}
	if err := run.CheckName(m.Name); err != nil {
		return option.Errorf("name", " %s: %w", m.Name, err)
	}
	if _, err := spec.Named([]string{m.Name + "=first"}); err != nil {
		return option.Errorf("name", " %s: %w", m.Name, err)
	}
	list, err := b.Models(ctx, project)
	if slices.ContainsFunc(list, func(o *Model) bool { return o.ID != id && strings.EqualFold(o.Name, m.Name) }) {
		return option.Errorf("name", " %s: another model of this project has it", m.Name)
	}
	return err
}

// mostModelFiles is how many files the folder of a model may have.
const mostModelFiles = 200

// A Brought is the folder of a model on its way here.
type Brought struct {
	b     *Bench
	File  File
	files int
}

// BringModel begins a folder of files that somebody brings. It is forgotten when the workbench is opened again, unless a
// model has it.
func (b *Bench) BringModel() *Brought { return &Brought{b: b, File: File{ID: newID()}} }

// Add takes a file, with the folders that its name has. Hidden files are left out.
func (m *Brought) Add(ctx context.Context, name string, r io.Reader) error {
	parts := strings.Split(strings.ReplaceAll(name, `\`, "/"), "/")
	if slices.ContainsFunc(parts, func(p string) bool { return strings.HasPrefix(p, ".") && p != "." }) {
		return nil
	}
	if m.File.Name == "" {
		m.File.Name = tidy(parts[0])
	}
	if len(parts) > 1 {
		parts = parts[1:] // the folder itself
	}
	for i := range parts {
		parts[i] = tidy(parts[i])
	}
	inside := path.Join(parts...)
	switch m.files++; {
	case m.files > mostModelFiles || len(parts) > 4 || !filepath.IsLocal(filepath.FromSlash(inside)):
		return option.Errorf("model", " %s: this is not the folder of a model, which has a few files", m.File.Name)
	case inside == decoder.AdapterConfigFile:
		return option.Errorf("model", " %s: it is an adapter, which needs another folder beside it; an administrator can put both into the folder models of the server", m.File.Name)
	}
	f, err := m.b.keep(ctx, inside, r, m.File.Size) // what came before is of no model yet
	if err != nil {
		return err
	}
	to := filepath.Join(m.b.path(m.File), filepath.FromSlash(inside))
	if err := whole.MakeFolder(filepath.Dir(to)); err != nil {
		return err
	}
	m.File.Size += f.Size
	return whole.Place(m.b.path(f), to)
}

// Done sums what was brought. One file, of word vectors, is the model, in place of its folder.
func (m *Brought) Done(ctx context.Context) error {
	entries, err := os.ReadDir(m.b.path(m.File))
	if err != nil {
		return err
	}
	if len(entries) == 1 && !entries[0].IsDir() {
		file := File{Name: m.File.Name, ID: newID(), Size: m.File.Size}
		if err := whole.Place(filepath.Join(m.b.path(m.File), entries[0].Name()), m.b.path(file)); err != nil {
			return err
		}
		m.Forget()
		m.File = file
	}
	m.File.Sum, err = sumOf(ctx, m.b.path(m.File))
	return err
}

// Forget removes what was brought, unless a model has it.
func (m *Brought) Forget() { m.b.Forget(m.File) }

// A ServerModel is one that lies on the server for all to use.
type ServerModel struct {
	Name, Path string
	Size       int64
}

// ServerModels are those of the folder models, and those that were pulled.
func (b *Bench) ServerModels() (list []ServerModel, err error) {
	root, err := filepath.Abs(filepath.Join(b.Folder, modelsFolder))
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil, fmt.Errorf("list the models of the server: %w", err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			at := filepath.Join(root, e.Name())
			list = append(list, ServerModel{e.Name(), at, weight(at)})
		}
	}
	if b.Hub == nil {
		return list, nil
	}
	pulled, err := b.Hub.List()
	for _, m := range pulled {
		list = append(list, ServerModel{m.Name, m.Dir, m.Size})
	}
	return list, err
}

// AddServerModel adds a model of the server, which stays where it is. Only administrators can name others than ServerModels.
func (b *Bench) AddServerModel(ctx context.Context, project string, m Meta, at string) (*Model, error) {
	list, err := b.ServerModels()
	if err != nil {
		return nil, err
	}
	known := slices.ContainsFunc(list, func(s ServerModel) bool { return s.Path == at })
	if v := ViewerOf(ctx); v != nil && !known && !v.Scope.Covers(AdminScope) {
		return nil, ErrRefused
	}
	if at, err = filepath.Abs(at); err != nil {
		return nil, err
	}
	if _, err := os.Stat(at); err != nil {
		return nil, option.Errorf("path", ": %w", err)
	}
	return b.AddModel(ctx, project, m, File{Name: filepath.Base(at), Path: at, Size: weight(at)})
}

// WriterSpec is how a run asks for a model that writes: NAME=SPEC.
func (m *Model) WriterSpec() string {
	sp := spec.Spec{Name: m.Card.Writer, Options: map[string]string{"model": m.Ref()}}
	return m.Name + "=" + sp.String()
}

// writing are the generators of a project's models.
func (b *Bench) writing(ctx context.Context, project string) (specs []string, err error) {
	models, err := b.ready(ctx, project)
	for _, m := range models {
		if m.Card.Writer != "" {
			specs = append(specs, m.WriterSpec())
		}
	}
	return specs, err
}

// chosen makes generators of NAME=SPEC, each name once. One that cannot be had now is left out.
func (b *Bench) chosen(ctx context.Context, project string, specs []string) (all []generate.Named) {
	known := map[string]bool{}
	for _, g := range specs {
		name, text, _ := strings.Cut(g, "=")
		if known[name] {
			continue
		}
		known[name] = true
		text, err := b.resolve(ctx, project, "generator", []string{text})
		var made []generate.Named
		if err == nil {
			made, err = b.Generators.Choose(text, nil, 1)
		}
		if err != nil {
			b.Log(err)
			continue
		}
		made[0].Name = name
		all = append(all, made[0])
	}
	return all
}

// setModel changes the body of a model.
func (b *Bench) setModel(ctx context.Context, id string, f func(*modelBody)) error {
	return b.Change(ctx, id, func(t *Thing) error {
		body, err := decode[modelBody](t)
		if err != nil {
			return err
		}
		f(body)
		t.Changed = b.Now()
		t.Body, err = json.Marshal(body)
		return err
	})
}

// inUse refuses to remove a model that a run still needs.
func (b *Bench) inUse(ctx context.Context, t *Thing) error {
	m, err := b.Model(ctx, t.ID)
	if err != nil {
		return err
	}
	runs, err := b.Runs(ctx, t.Parent)
	for _, r := range runs {
		names := func(text string) bool { return strings.Contains(text, m.Ref()) }
		if !r.Over() && (slices.ContainsFunc(r.Settings.Metrics, names) || slices.ContainsFunc(r.Settings.Generators, names)) {
			return option.Errorf("name", ": the run %q needs %q; stop it first", r.Name, m.Name)
		}
	}
	return err
}
