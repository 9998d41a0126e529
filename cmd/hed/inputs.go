package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"hed/corpus"
	"hed/corpus/all"
	"hed/evaluate"
	"hed/internal/whole"
	"hed/metric"
)

// inputs are the documents and references, which "score" and "eval" name alike.
type inputs struct {
	docs    string
	refs    []string
	format  string
	columns []string

	stdin bool   // standard input is taken
	spool string // file that standard input is kept in, where it is read more than once
}

func (in *inputs) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&in.docs, "docs", "", "documents with their reference headlines: `FILE`; or articles as plain text, one a line")
	f.StringArrayVar(&in.refs, "ref", nil, "reference headlines: plain text `FILE`, one a line; repeat it for several references")
	f.StringVar(&in.format, "format", "", "format of the documents: `NAME` of "+strings.Join(all.Names(), ", ")+" (default: guessed)")
	f.StringSliceVar(&in.columns, "columns", nil, "other names of columns or keys: `text=news,headline=title,id=url`")
	path(cmd, "docs", "ref")
}

// known is what the documents can have of what metrics need.
func (in *inputs) known() metric.Need {
	if in.docs == "" {
		return metric.References
	}
	return metric.References | metric.Body
}

// A documents is the corpus, ready to be read.
type documents struct {
	reader  corpus.Reader
	file    string // for messages
	format  string
	sources []*corpus.Source
}

// open finds out what --docs and --ref are: a file that has both, or
// plain text with the articles in one file and references in others.
func (in *inputs) open(a *app) (*documents, error) {
	opt, err := in.options()
	if err != nil {
		return nil, err
	}
	files := in.refs
	if in.docs != "" {
		files = append([]string{in.docs}, files...)
	}
	if len(files) == 0 {
		return nil, usagef("--ref is missing: the file with the reference headlines")
	}
	d := &documents{file: files[0]}
	for _, f := range files {
		src, err := in.source(a, f)
		if err != nil {
			return nil, err
		}
		d.sources = append(d.sources, src)
	}
	first, err := all.Guess(d.sources[0], in.format)
	if err != nil {
		return nil, err
	}
	d.format = first.Name
	a.log.Debug("documents", "file", files[0], "format", first.Name)
	switch {
	case first.Name == all.Plain && in.docs == "":
		d.reader, err = all.Parallel(nil, d.sources...)
	case first.Name == all.Plain:
		d.reader, err = all.Parallel(d.sources[0], d.sources[1:]...)
	case len(files) > 1:
		err = usagef("--ref goes with plain text; %s is %s, which has the references in it", files[0], first.Name)
	default:
		d.reader, err = all.Documents(d.sources[0], in.format, opt)
	}
	return d, err
}

// A system is one system's headlines, ready to be read.
type system struct {
	corpus.System
	source *corpus.Source
}

func (in *inputs) system(a *app, name, file string) (*system, error) {
	src, err := in.source(a, file)
	if err != nil {
		return nil, err
	}
	out, err := all.Outputs(src, "", corpus.Options{})
	if err != nil {
		return nil, err
	}
	return &system{corpus.System{Name: name, File: file, Outputs: out}, src}, nil
}

// source opens a file, or standard input for "-", which can be only one of
// the inputs.
func (in *inputs) source(a *app, file string) (*corpus.Source, error) {
	if file != "-" {
		return corpus.File(file), nil
	}
	if in.stdin {
		return nil, usagef("standard input can be only one of the inputs")
	}
	in.stdin = true
	if in.spool == "" {
		return corpus.Stream("stdin", a.stdin), nil
	}
	err := whole.Write(in.spool, func(w io.Writer) error {
		_, err := io.Copy(w, a.stdin)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("keep standard input: %w", err)
	}
	return corpus.File(in.spool).As("stdin"), nil
}

// local is the file that holds what the user named.
func (in *inputs) local(file string) string {
	if file == "-" {
		return in.spool
	}
	return file
}

func (in *inputs) options() (corpus.Options, error) {
	opt := corpus.Options{Columns: map[string]string{}}
	for _, c := range in.columns {
		role, column, ok := strings.Cut(c, "=")
		if !ok || role == "" || column == "" {
			return opt, usagef("--columns %s: want ROLE=COLUMN, as in text=news", c)
		}
		if _, dup := opt.Columns[role]; dup {
			return opt, usagef("--columns: %s is given twice", role)
		}
		opt.Columns[role] = column
	}
	return opt, nil
}

// warnings says what of the inputs may surprise, on stderr and for run.json.
func (a *app) warnings(job *evaluate.Job, sum *evaluate.Summary) []string {
	var all []string
	for _, s := range job.Systems {
		if n := sum.Empty[s.Name]; n > 0 {
			all = append(all, fmt.Sprintf("%s has %d empty headlines of %d", s.Name, n, sum.Docs))
		}
	}
	if n := sum.EmptyRefs; n > 0 {
		all = append(all, fmt.Sprintf("%d of %d documents have an empty reference headline", n, sum.Docs))
	}
	for _, w := range all {
		a.warn("%s", w)
	}
	return all
}
