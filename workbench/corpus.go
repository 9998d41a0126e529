package workbench

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"hed/corpus"
	"hed/corpus/all"
	"hed/corpus/input"
	"hed/internal/option"
	"hed/internal/sample"
	"hed/run"
	"hed/store/shelf"
)

// A Corpus is documents with their reference headlines, in one file or in several.
type Corpus struct {
	*Thing
	corpusBody
}

type corpusBody struct {
	Docs File   `json:"docs"`
	Refs []File `json:"refs,omitempty"`
	// Format is that of Docs; "" guesses it.
	Format string `json:"format,omitempty"`
	// Columns are ROLE=COLUMN, for names that are not the format's.
	Columns []string `json:"columns,omitempty"`
	// Documents is how many there are; 0 if they were not counted.
	Documents int `json:"documents"`
}

// A System is headlines for the documents of a corpus.
type System struct {
	*Thing
	systemBody
}

type systemBody struct {
	Corpus string `json:"corpus"`
	File   File   `json:"file"`
}

// AddCorpus makes a corpus of files.
func (b *Bench) AddCorpus(ctx context.Context, project string, m Meta, docs File, refs []File) (*Corpus, error) {
	if err := b.roomIn(ctx, project, bytesOf(append(refs, docs)...)); err != nil {
		return nil, err
	}
	body := corpusBody{Docs: docs, Refs: refs}
	t, err := b.add(ctx, CorpusKind, project, m, body)
	return &Corpus{t, body}, err
}

// Corpus gives a corpus.
func (b *Bench) Corpus(ctx context.Context, id string) (*Corpus, error) {
	t, err := b.Find(ctx, CorpusKind, id)
	if err != nil {
		return nil, err
	}
	body, err := decode[corpusBody](t)
	if err != nil {
		return nil, err
	}
	return &Corpus{t, *body}, nil
}

// Corpora are those of a project.
func (b *Bench) Corpora(ctx context.Context, project string) (list []*Corpus, err error) {
	things, err := b.List(ctx, shelf.Query{Kind: CorpusKind, Parent: project})
	for _, t := range things {
		body, err := decode[corpusBody](t)
		if err != nil {
			return nil, err
		}
		list = append(list, &Corpus{t, *body})
	}
	return list, err
}

// Read says how a corpus is to be read. Its documents are to be counted then.
func (b *Bench) Read(ctx context.Context, id, format string, columns []string) error {
	return b.Change(ctx, id, func(t *Thing) error {
		body, err := decode[corpusBody](t)
		if err != nil {
			return err
		}
		body.Format, body.Columns, body.Documents = format, columns, 0
		t.Changed = b.Now()
		t.Body, err = json.Marshal(body)
		return err
	})
}

// Counted says how many documents a corpus has, as it was read. Whoever has said meanwhile how else it is to be read is not overruled.
func (b *Bench) Counted(ctx context.Context, c *Corpus, documents int) error {
	return b.Change(Itself(ctx), c.ID, func(t *Thing) error {
		body, err := decode[corpusBody](t)
		if err != nil || body.Format != c.Format || !slices.Equal(body.Columns, c.Columns) {
			return err
		}
		body.Documents = documents
		t.Body, err = json.Marshal(body)
		return err
	})
}

// AddSystem adds the headlines of a system.
func (b *Bench) AddSystem(ctx context.Context, c *Corpus, m Meta, file File) (*System, error) {
	b.naming.Lock()
	defer b.naming.Unlock()
	if err := b.systemName(ctx, c.Parent, c.ID, "", &m); err != nil {
		return nil, err
	}
	if err := b.roomIn(ctx, c.Parent, bytesOf(file)); err != nil {
		return nil, err
	}
	body := systemBody{Corpus: c.ID, File: file}
	t, err := b.add(ctx, SystemKind, c.Parent, m, body)
	return &System{t, body}, err
}

// systemName refuses names that another system of the corpus than this one has, or that a run refuses.
func (b *Bench) systemName(ctx context.Context, project, corpus, id string, m *Meta) error {
	if err := m.check(); err != nil {
		return err
	}
	if err := run.CheckName(m.Name); err != nil { // rather than when everything else was chosen
		return option.Errorf("name", " %s: %w", m.Name, err)
	}
	systems, err := b.Systems(ctx, project, corpus)
	if err == nil && slices.ContainsFunc(systems, func(s *System) bool { return s.ID != id && strings.EqualFold(s.Name, m.Name) }) {
		err = option.Errorf("name", " %s: another system of this corpus has it", m.Name)
	}
	return err
}

// Systems are those of a project, or those with headlines for one corpus of it, the oldest first.
func (b *Bench) Systems(ctx context.Context, project, corpus string) (list []*System, err error) {
	things, err := b.List(ctx, shelf.Query{Kind: SystemKind, Parent: project})
	for _, t := range slices.Backward(things) {
		body, err := decode[systemBody](t)
		if err != nil {
			return nil, err
		}
		if corpus == "" || body.Corpus == corpus {
			list = append(list, &System{t, *body})
		}
	}
	return list, err
}

// Paths are the files of a corpus for package input, and of systems.
func (b *Bench) Paths(c *Corpus, systems ...*System) *input.Paths {
	p := &input.Paths{Format: c.Format, Columns: c.Columns}
	p.Names, p.Rooms, p.Sums = map[string]string{}, map[string]int64{}, map[string]string{}
	called := func(f File) string {
		path := b.path(f)
		if f.ID != "" {
			p.Rooms[path] = b.MaxUpload // a compressed file may be no more than it could be as it is
		}
		p.Names[path] = f.Name // results may be shared, and say nothing of the folders of the server
		p.Sums[path] = f.Sum
		return path
	}
	if c.Docs.Name != "" {
		p.Docs = called(c.Docs)
	}
	for _, f := range c.Refs {
		p.Refs = append(p.Refs, called(f))
	}
	for _, s := range systems {
		called(s.File)
	}
	return p
}

// named are systems as package input and run take them.
func (b *Bench) named(systems []*System) (list []input.Named) {
	for _, s := range systems {
		list = append(list, input.Named{Name: s.Name, File: b.path(s.File)})
	}
	return list
}

// A Preview is what was understood of a corpus, and of the systems with headlines for it.
type Preview struct {
	Format  string   // that it is read as
	Roles   []string // that columns can play; none where names are fixed
	Columns []string // of the file
	// Cases are the first documents.
	Cases []*corpus.Case
	// Documents is how many were read, and All says that there are no more.
	Documents int
	All       bool
	// Articles and Referenced are how many of them have a text and a reference.
	Articles, Referenced int
	// Problems are by line, and Option is the option that the first is about; "" if it is
	// about none. There may be more problems.
	Problems []string
	Option   string
	More     int
	Warnings []string
}

const (
	shownCases    = 5
	shownProblems = 20
	patience      = 15 * time.Second // see Options
)

// Preview reads a corpus with systems, to its end where that does not take long.
func (b *Bench) Preview(ctx context.Context, c *Corpus, systems ...*System) *Preview {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(b.Patience, patience))
	defer cancel()
	v := &Preview{Format: c.Format}
	paths := b.Paths(c, systems...)
	if files := paths.Files(); len(files) > 0 {
		v.columns(ctx, paths, files[0])
	}
	j, err := paths.Join(ctx, false, b.named(systems))
	if j != nil {
		v.Format, v.Warnings = j.Format, j.Warnings
	}
	if err != nil && ctx.Err() == nil { // that there was no time to read it is no problem of the file
		v.problem(err)
	}
	if err != nil {
		return v
	}
	for one, err := range j.Cases {
		if ctx.Err() != nil {
			return v
		}
		if err != nil {
			v.problem(err)
			continue
		}
		if v.Documents++; len(v.Cases) < shownCases {
			v.Cases = append(v.Cases, shorten(one))
		}
		if one.Doc.Body != "" {
			v.Articles++
		}
		if len(one.Doc.References) > 0 {
			v.Referenced++
		}
	}
	v.All = true
	return v
}

// columns finds out how columns can be chosen.
func (v *Preview) columns(ctx context.Context, paths *input.Paths, file string) {
	src, err := paths.Source(ctx, file)
	if err != nil {
		return // whoever reads it for good says so
	}
	f, err := all.FormatOf(src, paths.Format)
	if err != nil || f.Names == nil {
		return
	}
	v.Format, v.Roles = f.Name, f.Roles
	v.Columns, _ = f.Names(src) // the same
}

func (v *Preview) problem(err error) {
	if len(v.Problems) == 0 {
		v.Option = optionOf(err)
	}
	if len(v.Problems) >= shownProblems {
		v.More++
		return
	}
	v.Problems = append(v.Problems, err.Error())
}

// optionOf is the option that an error is about; "" if it is about none.
func optionOf(err error) string {
	if wrong, ok := errors.AsType[*option.Error](err); ok {
		return wrong.Option
	}
	if bad, ok := errors.AsType[*corpus.SyntaxError](err); ok {
		return bad.Option
	}
	return ""
}

// shorten keeps of a case what a preview shows.
func shorten(c *corpus.Case) *corpus.Case {
	doc := *c.Doc
	if r := []rune(doc.Body); len(r) > 300 {
		doc.Body = string(r[:300]) + "…"
	}
	return &corpus.Case{Doc: &doc, Outputs: slices.Clone(c.Outputs)}
}

// AddSample adds the sample of a language to a project: its articles and its systems.
func (b *Bench) AddSample(ctx context.Context, project, lang string) (*Corpus, []*System, error) {
	s := sample.In(lang)
	if s == nil {
		return nil, nil, option.Errorf("lang", " %s: there is no sample in it", lang)
	}
	keep := func(name string) (File, error) {
		f, err := s.Open(name)
		if err != nil {
			return File{}, err
		}
		defer f.Close()
		return b.Keep(ctx, name, f.(io.Reader))
	}
	docs, err := keep("articles.jsonl")
	if err != nil {
		return nil, nil, err
	}
	c, err := b.AddCorpus(ctx, project, Meta{Name: "Sample articles", Notes: "Articles and headlines that were invented for hed."}, docs, nil)
	if err != nil {
		b.Forget(docs)
		return nil, nil, err
	}
	var systems []*System
	for _, name := range s.Systems {
		file, err := keep(name + ".txt")
		if err != nil {
			return nil, nil, err
		}
		made, err := b.AddSystem(ctx, c, Meta{Name: name}, file)
		if err != nil {
			b.Forget(file)
			return nil, nil, err
		}
		systems = append(systems, made)
	}
	v := b.Preview(ctx, c, systems...)
	if len(v.Problems) > 0 {
		return nil, nil, fmt.Errorf("the sample: %s", v.Problems[0])
	}
	c.Documents = v.Documents
	return c, systems, b.Counted(ctx, c, v.Documents)
}
