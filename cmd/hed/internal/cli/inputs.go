package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hed/corpus"
	"hed/corpus/all"
	"hed/metric"
)

// Inputs are the documents and references, which "score" and "eval" name alike.
type Inputs struct {
	Docs    string
	Refs    []string
	Format  string
	Columns []string
	Folds   []Fold // in place of Docs and Refs

	Streams
}

// Flags adds --docs, --ref, --format and --columns.
func (in *Inputs) Flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&in.Docs, "docs", "", "`FILE` of documents with their reference headlines, or of articles as plain text, one a line")
	f.StringArrayVar(&in.Refs, "ref", nil, "`FILE` of reference headlines, for documents that have none: plain text, one a line, or jsonl or csv with id and headline; repeat it for several references")
	f.StringVar(&in.Format, "format", "", "`NAME` of the documents' format, one of "+strings.Join(all.Names(), ", ")+" (default: guessed)")
	f.StringSliceVar(&in.Columns, "columns", nil, "`ROLE=NAME,...` for columns or keys with other names than the format has, such as text=news,headline=title,id=url")
	Path(cmd, "docs", "ref")
}

// Files are --docs and --ref, as far as they are given.
func (in *Inputs) Files() []string {
	if len(in.Folds) > 0 {
		var files []string
		for _, f := range in.Folds {
			files = append(files, f.File)
		}
		return files
	}
	files := slices.Clone(in.Refs)
	if in.Docs != "" {
		files = slices.Insert(files, 0, in.Docs)
	}
	return files
}

// Known is what the documents can have of what metrics need.
func (in *Inputs) Known() metric.Need {
	if in.Docs == "" && len(in.Folds) == 0 {
		return metric.References
	}
	return metric.References | metric.Body
}

// A Documents is the corpus, ready to be read.
type Documents struct {
	Reader  corpus.Reader
	File    string // for messages
	Format  string
	Sources []*corpus.Source
}

// Open finds out what --docs and --ref are: a file that has both, or articles
// in one file and references in others.
func (in *Inputs) Open(ctx context.Context, a *App, needs metric.Need) (*Documents, error) {
	if len(in.Folds) > 0 {
		return in.openFolds()
	}
	opt, err := in.Options()
	if err != nil {
		return nil, err
	}
	if len(in.Files()) == 0 {
		return nil, Usagef("--ref is missing: the file with the reference headlines")
	}
	d := &Documents{}
	for _, f := range in.Files() {
		src, err := in.Source(ctx, a, f)
		if err != nil {
			return nil, err
		}
		d.Sources = append(d.Sources, src)
	}
	first, lines, err := in.guess(d.Sources, opt)
	if err != nil {
		return nil, err
	}
	d.File, d.Format = d.Sources[0].Name(), first.Name
	if in.Format == "" {
		if err := a.doubt(d.Sources...); err != nil {
			return nil, err
		}
	}
	a.Log.Debug("documents", "file", d.File, "format", d.Format)
	plain := d.Sources // those that go together line by line
	if !lines {
		plain = d.Sources[:1]
	}
	switch {
	case first.Name != all.Plain:
		d.Reader, err = all.Documents(d.Sources[0], in.Format, opt)
	case in.Docs == "":
		d.Reader, err = all.Parallel(nil, plain...)
	case len(in.Refs) == 0 && needs&metric.References != 0:
		err = Usagef("--ref is missing: %s is plain text with an article a line, so the reference headlines are in files of their own", d.File)
	default:
		d.Reader, err = all.Parallel(d.Sources[0], plain[1:]...)
	}
	if err == nil && !lines && len(d.Sources) > 1 {
		err = in.addRefs(a, d)
	}
	return d, err
}

// guess tells the format of the first source and whether all are plain text, and
// sees that the others and --columns go with it.
func (in *Inputs) guess(sources []*corpus.Source, opt corpus.Options) (first *corpus.Format, lines bool, err error) {
	if first, err = all.FormatOf(sources[0], in.Format); err != nil {
		return nil, false, err
	}
	if _, err := opt.Resolve(first.Roles); err != nil {
		return nil, false, Usagef("--columns: %s is read as %s; %w", sources[0].Name(), first.Name, err)
	}
	lines = first.Name == all.Plain
	for _, src := range sources[1:] {
		other, err := all.FormatOf(src, in.refFormat())
		switch {
		case err != nil:
			return nil, false, err
		case other.Outputs == nil:
			return nil, false, Usagef("--ref beside other files has headlines, one a line, or jsonl or csv with id and headline; %s looks like %s (if it is plain text, say --format %s)", src.Name(), other.Name, all.Plain)
		}
		lines = lines && other.Name == all.Plain
	}
	return first, lines, nil
}

// A System is one system's headlines, ready to be read.
type System struct {
	corpus.System
	Source *corpus.Source // the first, where there is one a fold
}

// System opens the headlines of a system, in one file or one a fold.
func (in *Inputs) System(ctx context.Context, a *App, name, file string) (*System, error) {
	s := &System{System: corpus.System{Name: name}}
	var parts []corpus.OutputReader
	for _, file := range in.PerFold(file) {
		src, err := in.Source(ctx, a, file)
		if err != nil {
			return nil, err
		}
		out, err := all.Outputs(src, "", corpus.Options{})
		if err == nil {
			err = a.doubt(src)
		}
		if err != nil {
			return nil, err
		}
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

// Options are what --format and --columns say of the documents.
func (in *Inputs) Options() (corpus.Options, error) {
	opt := corpus.Options{Columns: map[string]string{}}
	if in.Format != "" && !slices.Contains(all.Names(), in.Format) {
		return opt, Usagef("--format %s: want one of %s", in.Format, strings.Join(all.Names(), ", "))
	}
	for _, c := range in.Columns {
		role, column, ok := strings.Cut(c, "=")
		if !ok || role == "" {
			return opt, Usagef("--columns %s: want ROLE=COLUMN, as in text=news", c)
		}
		if _, dup := opt.Columns[role]; dup {
			return opt, Usagef("--columns: %s is given twice", role)
		}
		opt.Columns[role] = column
	}
	return opt, nil
}
