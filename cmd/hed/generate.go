package main

import (
	"context"
	"fmt"
	"iter"

	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hed"
	"hed/corpus"
	"hed/evaluate"
	"hed/generate"
)

// A generation is the command "hed generate".
type generation struct {
	*app
	inputs
	with   []string
	lang   string
	out    string
	resume bool
	twice  bool // the documents are read more than once
}

func (a *app) generateCmd() *cobra.Command {
	g := &generation{app: a}
	cmd := &cobra.Command{
		Use:   "generate --docs FILE --with SPEC --out FILE",
		Short: "write headlines for a corpus",
		Long: `Write a headline for every document, with one of the generators that
'hed baselines' lists.

The file is plain text, one headline a line in the order of the documents, or
jsonl or csv with id and headline if its name ends so; - is stdout. 'hed eval
--system NAME=FILE' reads it. What was stopped goes on with --resume.`,
		Example: `  hed generate --docs articles.jsonl --with first --out first.txt
  hed generate --docs articles.jsonl --with stextrank:words=12 --out long.jsonl
  hed generate --docs articles.txt --with tfidf --out -`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return g.run(cmd.Context()) },
	}
	f := cmd.Flags()
	g.inputs.flags(cmd)
	f.StringArrayVar(&g.with, "with", nil, "`SPEC` of the generator, with its options as NAME:key=value+key=value; see 'hed baselines'")
	specs(cmd, "with")
	f.StringVar(&g.lang, "lang", "", "`CODE` of the articles' language, such as it (default: what each document says, else English)")
	f.StringVar(&g.out, "out", "", "`FILE` for the headlines: .txt, .jsonl or .csv; - for stdout")
	f.BoolVar(&g.resume, "resume", false, "go on with headlines that were stopped")
	path(cmd, "out")
	only(cmd, "resume")
	return cmd
}

func (g *generation) run(ctx context.Context) error {
	generator, err := g.check()
	if err != nil {
		return err
	}
	out, err := openHeadlines(g.app, g.out)
	if err != nil {
		return err
	}
	defer out.close()
	if g.twice && g.streamed() {
		done, err := g.again()
		if err != nil {
			return err
		}
		defer done()
	}
	docs, err := g.inputs.open(ctx, g.app, 0)
	if err != nil {
		return err
	}
	if !out.passing() {
		fingerprint, err := g.fingerprint(ctx, docs.format, generator)
		if err != nil {
			return err
		}
		if err := out.start(fingerprint, g.resume); err != nil {
			return err
		}
	}
	if out.known > 0 {
		g.note("going on after %s", count(out.known, "document"))
	}
	bar := g.progress("writing", docs.sources...)
	if _, shown := terminal(g.stdout); shown && out.passing() {
		bar.w = nil // it would be drawn between the headlines
	}
	job := &evaluate.Job{
		Cases: cases(docs.reader.Documents(ctx), out.known), Generators: []generate.Named{generator}, Workers: g.workers,
		Docs: docs.reader, DocsFile: docs.file, Progress: bar.update,
	}
	sum, err := job.Run(ctx, func(row *evaluate.Row) error { return out.write(row.Doc.ID, row.Outputs[0].Text) })
	if err != nil {
		bar.clear()
		if out.keep = g.canResume(out) && canResume(err); out.keep {
			g.note(goesOn)
		}
		return err
	}
	bar.finish(sum.Docs)
	if err := out.commit(); err != nil {
		return err
	}
	if out.empty > 0 {
		g.warn("%s has an empty headline for %d of %s: there was nothing to make one of", generator.Name, out.empty, count(out.lines, "document"))
	}
	if !out.passing() {
		g.note("%s by %s in %s", count(out.lines, "headline"), generator.Name, g.out)
	}
	return nil
}

// check refuses a command line that cannot work, and makes the generator.
func (g *generation) check() (generate.Named, error) {
	var none generate.Named
	switch {
	case g.docs == "":
		return none, usagef("--docs is missing: the articles")
	case len(g.with) == 0:
		return none, usagef("--with is missing: the generator, one of those that 'hed baselines' lists")
	case g.out == "":
		return none, usagef("--out is missing: the file for the headlines, or - for stdout")
	}
	if ext := strings.ToLower(filepath.Ext(g.out)); !passes(g.out) && !slices.Contains([]string{"", ".", ".txt", ".jsonl", ".csv"}, ext) {
		return none, usagef("--out %s: hed writes .txt, .jsonl and .csv", g.out)
	}
	if err := checkStdin(g.files()...); err != nil {
		return none, err
	}
	if err := checkOutput("--out", g.out, g.files()...); err != nil {
		return none, err
	}
	built, err := buildGenerators("--with", g.with, g.lang, g.seed)
	if err != nil {
		return none, err
	}
	if len(built) != 1 {
		return none, usagef("--with takes one generator, not %d; 'hed eval --baseline' takes several", len(built))
	}
	_, g.twice = built[0].Generator.(generate.Fitter)
	switch {
	case g.resume && isStdout(g.out):
		return none, usagef("--resume: what goes to stdout is not kept; name a file with --out")
	case g.resume && g.streamed() && !g.twice:
		return none, usagef("--resume: what comes from a stream is not kept; save it to a file first")
	}
	return built[0], nil
}

// streamed reports whether an input can be read only once.
func (g *generation) streamed() bool {
	return slices.ContainsFunc(g.files(), func(f string) bool { return f == "-" || isPipe(f) })
}

// canResume reports whether there is something to go on with, and nothing
// that has passed by.
func (g *generation) canResume(out *headlines) bool {
	return !out.passing() && out.lines > 0 && (g.twice || !g.streamed())
}

// fingerprint names everything that the headlines depend on.
func (g *generation) fingerprint(ctx context.Context, format string, generator generate.Named) (string, error) {
	parts := []string{hed.Version, format, fmt.Sprint(g.columns), generator.Signature()}
	for _, f := range g.files() {
		local, _ := g.local(f)
		if local == "-" || isPipe(local) {
			continue // nothing can go on with it
		}
		sum, err := hashFile(ctx, local)
		if err != nil {
			return "", err
		}
		parts = append(parts, sum)
	}
	return strings.Join(parts, "\n"), nil
}

// cases are the documents as cases without headlines, less the first ones.
func cases(docs iter.Seq2[*corpus.Document, error], skip int) iter.Seq2[*corpus.Case, error] {
	return func(yield func(*corpus.Case, error) bool) {
		n := 0
		for doc, err := range docs {
			if err == nil {
				if n++; n <= skip {
					continue
				}
			}
			if !yield(corpus.NewCase(doc), err) {
				return
			}
		}
	}
}
