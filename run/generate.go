package run

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"hed"
	"hed/corpus"
	"hed/corpus/input"
	"hed/evaluate"
	"hed/generate"
	"hed/internal/count"
	"hed/internal/option"
)

// GenerateOptions say which headlines are written, for what, and where they go.
type GenerateOptions struct {
	Paths     *input.Paths
	Generator generate.Named
	// File is where the headlines appear when all are there: plain text, or jsonl or
	// csv if its name ends so.
	File string
	// Writer, if not nil, gets them in place of File, one per line, as they are written.
	Writer io.Writer
	// Candidates is how many headlines each document gets, the best first, with their scores; 0 for the best alone. They are
	// written as jsonl.
	Candidates int
	Workers    int
	Resume     bool // continue what was stopped
	Raw        bool // texts in CSV as they are, though a spreadsheet may run them
	Tell       func(Event)
}

// Generated says what was written.
type Generated struct {
	Headlines int
	Empty     int      // of them
	Failed    int      // of those, where the generator should have had one
	Reasons   []string // of the first that failed, with the document
}

// Warnings say which headlines a system has not, and why.
func (g *Generated) Warnings(system string) []string {
	if g.Empty == 0 {
		return nil
	}
	why := ": there was nothing to make one of"
	if g.Failed > 0 {
		why = fmt.Sprintf(", %d of them because the generator failed", g.Failed)
	}
	return append([]string{fmt.Sprintf("%s has an empty headline for %d of %s%s", system, g.Empty, count.Of(g.Headlines, "document"), why)}, g.Reasons...)
}

// Check refuses what cannot work before anything is read.
func (o *GenerateOptions) Check() error {
	if ext := strings.ToLower(filepath.Ext(o.File)); o.Writer == nil && !slices.Contains([]string{"", ".", ".txt", ".jsonl", ".csv"}, ext) {
		return option.Errorf("out", " %s: hed writes .txt, .jsonl and .csv", o.File)
	}
	if ext := strings.ToLower(filepath.Ext(o.File)); o.Candidates < 0 {
		return option.Errorf("candidates", " %d: want the number of headlines for each document", o.Candidates)
	} else if o.Candidates > 0 && o.Writer == nil && ext != ".jsonl" {
		return option.Errorf("candidates", ": several headlines per document need jsonl; name a .jsonl file with %s", option.Name("out"))
	}
	switch {
	case o.Resume && o.Writer != nil:
		return option.Errorf("resume", ": what goes to stdout is not kept; name a file with %s", option.Name("out"))
	case o.Resume && o.streamed() && !o.twice():
		return option.Errorf("resume", ": what comes from a stream is not kept; save it to a file first")
	}
	return nil
}

// twice reports whether the documents are read more than once.
func (o *GenerateOptions) twice() bool {
	_, fits := o.Generator.Generator.(generate.Fitter)
	return fits
}

// streamed reports whether an input can be read only once.
func (o *GenerateOptions) streamed() bool {
	return slices.ContainsFunc(o.Paths.Files(), func(f string) bool { return f == "-" || input.IsPipe(f) })
}

// Generate writes a headline for every document.
func Generate(ctx context.Context, o GenerateOptions) (*Generated, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	out := &headlines{name: o.File, style: strings.ToLower(filepath.Ext(o.File)), raw: o.Raw, objects: o.Candidates > 0}
	if o.Writer != nil {
		out.direct = bufio.NewWriter(o.Writer)
	}
	defer out.close()
	if o.twice() && o.streamed() {
		defer o.Paths.Again()()
	}
	docs, err := o.Paths.Open(ctx, false)
	if err != nil {
		return nil, err
	}
	run := &Options{Tell: o.Tell}
	run.warn(docs.Warnings)
	if o.Writer == nil {
		fingerprint, err := o.fingerprint(ctx, docs.Format)
		if err != nil {
			return nil, err
		}
		if err := out.start(fingerprint, o.Resume); err != nil {
			return nil, err
		}
	}
	if out.known > 0 {
		run.tell(Event{Kind: Resumed, Done: out.known})
	}
	run.tell(Event{Kind: Begun, Sources: docs.Sources})
	job := &evaluate.Job{
		Cases: o.since(docs.Reader.Documents(ctx), out.known), Workers: o.Workers, Plan: evaluate.Plan{Generators: []generate.Named{o.Generator}, Candidates: o.Candidates},
		Docs: docs.Reader, DocsFile: docs.File,
		Progress: func(_ evaluate.Stage, done int) {
			out.flush() // after every batch, since what a crash loses must be written again
			run.tell(Event{Kind: Progress, Stage: evaluate.Writing, Done: done})
		},
	}
	sum, err := job.Run(ctx, func(row *evaluate.Row) error { return out.write(row.Outputs[0]) })
	if err != nil {
		// What was passed on is gone, and so is a stream.
		if out.keep = o.Writer == nil && out.lines > 0 && (o.twice() || !o.streamed()) && CanResume(err); out.keep {
			err = &UnfinishedError{err}
		}
		return nil, err
	}
	run.tell(Event{Kind: Scored, Done: sum.Docs})
	return &Generated{out.lines, out.empty, out.refused, out.reasons}, out.commit()
}

// fingerprint names everything that the headlines depend on.
func (o *GenerateOptions) fingerprint(ctx context.Context, format string) (string, error) {
	parts := []string{hed.Version, format, fmt.Sprint(o.Paths.Columns), o.Generator.Signature()}
	if o.Candidates > 0 {
		parts = append(parts, fmt.Sprint("candidates ", o.Candidates))
	}
	for _, f := range o.Paths.Files() {
		local, _ := o.Paths.Local(f)
		if local == "-" || input.IsPipe(local) {
			continue // nothing can go on with it
		}
		r, err := o.Paths.RecordFile(ctx, "docs", "", f)
		if err != nil {
			return "", err
		}
		parts = append(parts, r.SHA256)
	}
	return strings.Join(parts, "\n"), nil
}

// since are the documents as cases without headlines, less the first ones.
func (o *GenerateOptions) since(docs iter.Seq2[*corpus.Document, error], skip int) iter.Seq2[*corpus.Case, error] {
	return func(yield func(*corpus.Case, error) bool) {
		n := 0
		for doc, err := range docs {
			if err == nil {
				if n++; n <= skip {
					if s, ok := o.Generator.Generator.(generate.Spender); ok {
						s.Count(doc)
					}
					continue
				}
			}
			if !yield(&corpus.Case{Doc: doc}, err) {
				return
			}
		}
	}
}
