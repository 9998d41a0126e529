package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hed/corpus"
	"hed/corpus/all"
	"hed/evaluate"
	"hed/metric"
	"hed/score"
	"hed/text/lang"
)

// inputs are the documents and references, which "score" and "eval" name alike.
type inputs struct {
	docs    string
	refs    []string
	format  string
	columns []string
	folds   []fold // in place of docs and refs

	streams
}

func (in *inputs) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&in.docs, "docs", "", "`FILE` of documents with their reference headlines, or of articles as plain text, one a line")
	f.StringArrayVar(&in.refs, "ref", nil, "`FILE` of reference headlines, for documents that have none: plain text, one a line, or jsonl or csv with id and headline; repeat it for several references")
	f.StringVar(&in.format, "format", "", "`NAME` of the documents' format, one of "+strings.Join(all.Names(), ", ")+" (default: guessed)")
	f.StringSliceVar(&in.columns, "columns", nil, "`ROLE=NAME,...` for columns or keys with other names than the format has, such as text=news,headline=title,id=url")
	path(cmd, "docs", "ref")
}

// files are --docs and --ref, as far as they are given.
func (in *inputs) files() []string {
	if len(in.folds) > 0 {
		var files []string
		for _, f := range in.folds {
			files = append(files, f.file)
		}
		return files
	}
	files := slices.Clone(in.refs)
	if in.docs != "" {
		files = slices.Insert(files, 0, in.docs)
	}
	return files
}

// known is what the documents can have of what metrics need.
func (in *inputs) known() metric.Need {
	if in.docs == "" && len(in.folds) == 0 {
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

// open finds out what --docs and --ref are: a file that has both, or articles
// in one file and references in others.
func (in *inputs) open(ctx context.Context, a *app, needs metric.Need) (*documents, error) {
	if len(in.folds) > 0 {
		return in.openFolds()
	}
	opt, err := in.options()
	if err != nil {
		return nil, err
	}
	if len(in.files()) == 0 {
		return nil, usagef("--ref is missing: the file with the reference headlines")
	}
	d := &documents{}
	for _, f := range in.files() {
		src, err := in.source(ctx, a, f)
		if err != nil {
			return nil, err
		}
		d.sources = append(d.sources, src)
	}
	first, lines, err := in.guess(d.sources, opt)
	if err != nil {
		return nil, err
	}
	d.file, d.format = d.sources[0].Name(), first.Name
	if in.format == "" {
		if err := a.doubt(d.sources...); err != nil {
			return nil, err
		}
	}
	a.log.Debug("documents", "file", d.file, "format", d.format)
	plain := d.sources // those that go together line by line
	if !lines {
		plain = d.sources[:1]
	}
	switch {
	case first.Name != all.Plain:
		d.reader, err = all.Documents(d.sources[0], in.format, opt)
	case in.docs == "":
		d.reader, err = all.Parallel(nil, plain...)
	case len(in.refs) == 0 && needs&metric.References != 0:
		err = usagef("--ref is missing: %s is plain text with an article a line, so the reference headlines are in files of their own", d.file)
	default:
		d.reader, err = all.Parallel(d.sources[0], plain[1:]...)
	}
	if err == nil && !lines && len(d.sources) > 1 {
		err = in.addRefs(a, d)
	}
	return d, err
}

// guess tells the format of the first source and whether all are plain text, and
// sees that the others and --columns go with it.
func (in *inputs) guess(sources []*corpus.Source, opt corpus.Options) (first *corpus.Format, lines bool, err error) {
	if first, err = all.FormatOf(sources[0], in.format); err != nil {
		return nil, false, err
	}
	if _, err := opt.Resolve(first.Roles); err != nil {
		return nil, false, usagef("--columns: %s is read as %s; %w", sources[0].Name(), first.Name, err)
	}
	lines = first.Name == all.Plain
	for _, src := range sources[1:] {
		other, err := all.FormatOf(src, in.refFormat())
		switch {
		case err != nil:
			return nil, false, err
		case other.Outputs == nil:
			return nil, false, usagef("--ref beside other files has headlines, one a line, or jsonl or csv with id and headline; %s looks like %s (if it is plain text, say --format %s)", src.Name(), other.Name, all.Plain)
		}
		lines = lines && other.Name == all.Plain
	}
	return first, lines, nil
}

// A system is one system's headlines, ready to be read.
type system struct {
	corpus.System
	source *corpus.Source // the first, where there is one a fold
}

func (in *inputs) system(ctx context.Context, a *app, name, file string) (*system, error) {
	s := &system{System: corpus.System{Name: name}}
	var parts []corpus.OutputReader
	for _, file := range in.perFold(file) {
		src, err := in.source(ctx, a, file)
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
		if s.source == nil {
			s.source, s.File = src, src.Name()
		}
		parts = append(parts, out)
	}
	if s.Outputs = parts[0]; len(parts) > 1 {
		s.File, s.Outputs = file, corpus.ChainOutputs(parts...)
	}
	return s, nil
}

func (in *inputs) options() (corpus.Options, error) {
	opt := corpus.Options{Columns: map[string]string{}}
	if in.format != "" && !slices.Contains(all.Names(), in.format) {
		return opt, usagef("--format %s: want one of %s", in.format, strings.Join(all.Names(), ", "))
	}
	for _, c := range in.columns {
		role, column, ok := strings.Cut(c, "=")
		if !ok || role == "" {
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
// Notes of metrics are for stderr alone: an evaluation that went on scored a
// part only.
func (a *app) warnings(job *evaluate.Job, sum *evaluate.Summary) []string {
	var all []string
	for _, s := range job.Names() {
		if n := sum.Empty[s]; n > 0 {
			all = append(all, fmt.Sprintf("%s has an empty headline for %d of %s", s, n, count(sum.Docs, "document")))
		}
	}
	if n := sum.EmptyRefs; n > 0 {
		all = append(all, fmt.Sprintf("an empty reference headline stands in %d of %s", n, count(sum.Docs, "document")))
	}
	for _, name := range slices.Sorted(maps.Keys(sum.Unfit)) {
		all = append(all, fmt.Sprintf("%s is left out: %v", name, sum.Unfit[name]))
	}
	if w := unknownLanguages(job, sum); w != "" {
		all = append(all, w)
	}
	for _, m := range job.Metrics {
		if w, ok := m.Metric.(metric.Warner); ok && sum.Unfit[m.Info.Name] == nil {
			all = append(all, w.Warnings()...)
		}
	}
	all = append(all, absences(job, sum)...)
	for _, w := range all {
		a.warn("%s", w)
	}
	all = append(all, a.doubts...) // which were told when they arose
	for _, m := range job.Metrics {
		if n, ok := m.Metric.(metric.Noter); ok && sum.Unfit[m.Info.Name] == nil {
			for _, note := range n.Notes() {
				a.note("%s", note)
			}
		}
	}
	return all
}

// unknownLanguages says how many documents are in languages that hed does not
// know. It is empty where no metric goes by what a document says.
func unknownLanguages(job *evaluate.Job, sum *evaluate.Summary) string {
	byDocument := slices.ContainsFunc(job.Columns(), func(c score.Column) bool {
		return slices.Contains(c.Signature, score.Setting{Key: "lang", Value: lang.Choice{}.String()})
	})
	if !byDocument || len(sum.Foreign) == 0 {
		return ""
	}
	n := 0
	for _, documents := range sum.Foreign {
		n += documents
	}
	are := "are"
	if n == 1 {
		are = "is"
	}
	return fmt.Sprintf("%s %s in %s, which hed does not know: read as English, without parts of speech",
		count(n, "document"), are, strings.Join(slices.Sorted(maps.Keys(sum.Foreign)), ", "))
}

// absences says which columns lack values for headlines that are not empty,
// one sentence for all columns of a metric that lack as many.
func absences(job *evaluate.Job, sum *evaluate.Summary) []string {
	empty := 0
	for _, n := range sum.Empty {
		empty += n
	}
	type lack struct {
		metric string
		n      int
	}
	names := map[lack][]string{}
	var lacks []lack
	for _, c := range job.Columns() {
		if l := (lack{c.Metric, sum.Absent[c.Name]}); l.n > empty && sum.Unfit[c.Metric] == nil {
			if names[l] == nil {
				lacks = append(lacks, l)
			}
			names[l] = append(names[l], c.Name)
		}
	}
	var all []string
	for _, l := range lacks {
		all = append(all, fmt.Sprintf("%s: no value for %d of %s; 'hed metrics %s' says what it needs",
			strings.Join(names[l], ", "), l.n, count(sum.Docs*len(job.Names()), "headline"), l.metric))
	}
	return all
}
