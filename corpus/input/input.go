// Package input opens a corpus as users name it: documents in one file, their
// references in the same or in others, and one file of headlines for each system;
// or the folds of a split. It tells formats apart, joins what belongs together,
// and notices what looks wrong. Commands and pages fill in a Paths and get readers.
package input

import (
	"context"
	"slices"
	"strings"

	"hed/corpus"
	"hed/corpus/all"
	"hed/internal/option"
)

// Paths are the files of a corpus, by what they are for.
type Paths struct {
	Docs    string   // documents with their references, or articles one per line
	Refs    []string // reference headlines, for documents that have none
	Format  string   // of Docs, or of the first of Refs without them; "" guesses
	Columns []string // ROLE=COLUMN, for names that are not the format's
	Folds   []Fold   // test parts of a split, in place of Docs and Refs

	// DocsFrom is said after the name of the documents where it is in question
	// whether they were meant, such as the file of settings that named them.
	DocsFrom string

	Streams
}

// Files are the documents and references, as far as they are given.
func (p *Paths) Files() []string {
	if len(p.Folds) > 0 {
		var files []string
		for _, f := range p.Folds {
			files = append(files, f.File)
		}
		return files
	}
	files := slices.Clone(p.Refs)
	if p.Docs != "" {
		files = slices.Insert(files, 0, p.Docs)
	}
	return files
}

// HasArticles reports whether there are articles, as opposed to headlines alone.
func (p *Paths) HasArticles() bool { return p.Docs != "" || len(p.Folds) > 0 }

// Documents are the corpus, ready to be read.
type Documents struct {
	Reader   corpus.Reader
	File     string // for messages
	Format   string
	Sources  []*corpus.Source
	Warnings []string // what may not be what it seems
}

// Open finds out what the files are: one that has both articles and references, or
// articles in one file and references in others. It refuses articles without
// references where those are needed.
func (p *Paths) Open(ctx context.Context, references bool) (*Documents, error) {
	if len(p.Folds) > 0 {
		return p.openFolds(ctx)
	}
	if p.IsParts() {
		return p.openParts(ctx)
	}
	opt, err := p.Options()
	if err != nil {
		return nil, err
	}
	if len(p.Files()) == 0 {
		return nil, option.Errorf("ref", " is missing: the file with the reference headlines")
	}
	d := &Documents{}
	for _, f := range p.Files() {
		src, err := p.Source(ctx, f)
		if err != nil {
			return nil, err
		}
		d.Sources = append(d.Sources, src)
	}
	first, lines, err := p.guess(d.Sources, opt)
	if err != nil {
		return nil, err
	}
	d.File, d.Format = d.Sources[0].Name(), first.Name
	if p.Format == "" {
		if d.Warnings, err = doubts(d.Sources...); err != nil {
			return nil, err
		}
	}
	plain := d.Sources // those that go together line by line
	if !lines {
		plain = d.Sources[:1]
	}
	switch {
	case first.Name != all.Plain:
		d.Reader, err = all.Documents(d.Sources[0], p.Format, opt)
	case p.Docs == "":
		d.Reader, err = all.Parallel(nil, plain...)
	case len(p.Refs) == 0 && references:
		err = option.Errorf("ref", " is missing: %s is plain text with one article per line, so the reference headlines are in a file of their own", d.File)
	default:
		d.Reader, err = all.Parallel(d.Sources[0], plain[1:]...)
	}
	if err == nil && !lines && len(d.Sources) > 1 {
		err = p.addRefs(d)
	}
	return d, err
}

// guess tells the format of the first source and whether all are plain text, and
// sees that the others and Columns go with it.
func (p *Paths) guess(sources []*corpus.Source, opt corpus.Options) (first *corpus.Format, lines bool, err error) {
	if first, err = all.FormatOf(sources[0], p.Format); err != nil {
		return nil, false, err
	}
	if _, err := opt.Resolve(first.Roles); err != nil {
		return nil, false, option.Errorf("columns", ": %s is read as %s; %w", sources[0].Name(), first.Name, err)
	}
	lines = first.Name == all.Plain
	for _, src := range sources[1:] {
		other, err := all.FormatOf(src, p.refFormat())
		switch {
		case err != nil:
			return nil, false, err
		case other.Outputs == nil:
			return nil, false, option.Errorf("ref", " beside other files has headlines, one per line, or jsonl or csv with id and headline; %s looks like %s (if it is plain text, say %s %s)",
				src.Name(), other.Name, option.Name("format"), all.Plain)
		}
		lines = lines && other.Name == all.Plain
	}
	return first, lines, nil
}

// Options are what Format and Columns say of the documents.
func (p *Paths) Options() (corpus.Options, error) {
	opt := corpus.Options{Columns: map[string]string{}}
	if p.Format != "" && !slices.Contains(all.Names(), p.Format) {
		return opt, option.Errorf("format", " %s: want one of %s", p.Format, strings.Join(all.Names(), ", "))
	}
	for _, c := range p.Columns {
		role, column, ok := strings.Cut(c, "=")
		if !ok || role == "" {
			return opt, option.Errorf("columns", " %s: want ROLE=COLUMN, as in text=news", c)
		}
		if _, dup := opt.Columns[role]; dup {
			return opt, option.Errorf("columns", ": %s is given twice", role)
		}
		opt.Columns[role] = column
	}
	return opt, nil
}

// A System is one system's headlines, ready to be read.
type System struct {
	corpus.System
	Source   *corpus.Source // the first, where there is one a fold
	Warnings []string       // what may not be what it seems
}

// System opens the headlines of a system, in one file or one a fold.
func (p *Paths) System(ctx context.Context, name, file string) (*System, error) {
	s := &System{System: corpus.System{Name: name}}
	var parts []corpus.OutputReader
	for _, file := range p.PerFold(file) {
		src, err := p.Source(ctx, file)
		if err != nil {
			return nil, err
		}
		out, err := all.Outputs(src, "", corpus.Options{})
		if err != nil {
			return nil, err
		}
		doubts, err := doubts(src)
		if err != nil {
			return nil, err
		}
		s.Warnings = append(s.Warnings, doubts...)
		if s.Source == nil {
			s.Source, s.File = src, src.Name()
		}
		parts = append(parts, out)
	}
	if s.Outputs = parts[0]; len(parts) > 1 {
		s.File, s.Outputs = file, corpus.ChainOutputs(parts...)
	}
	return s, nil
}
