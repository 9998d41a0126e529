package main

import (
	"context"
	"fmt"
	"iter"

	"hed/corpus/input"
	"hed/run"

	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hed"
	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/evaluate"
	"hed/generate"
)

// A generation is the command "hed generate".
type generation struct {
	*cli.App
	cli.Inputs
	with   []string
	lang   string
	out    string
	resume bool
	twice  bool // the documents are read more than once
}

func generateCmd(a *cli.App) *cobra.Command {
	g := &generation{App: a}
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
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return g.run(cmd.Context()) },
	}
	f := cmd.Flags()
	g.Inputs.Flags(cmd)
	f.StringArrayVar(&g.with, "with", nil, "`SPEC` of the generator, with its options as NAME:key=value+key=value; see 'hed baselines'")
	cli.Specs(cmd, "with")
	f.StringVar(&g.lang, "lang", "", "`CODE` of the articles' language, such as it (default: what each document says, else English)")
	f.StringVar(&g.out, "out", "", "`FILE` for the headlines: .txt, .jsonl or .csv; - for stdout")
	f.BoolVar(&g.resume, "resume", false, "go on with headlines that were stopped")
	cli.Path(cmd, "out")
	cli.Only(cmd, "resume")
	return cmd
}

func (g *generation) run(ctx context.Context) error {
	generator, err := g.check()
	if err != nil {
		return err
	}
	out, err := openHeadlines(g.App, g.out)
	if err != nil {
		return err
	}
	defer out.close()
	if g.twice && g.streamed() {
		done, err := g.Again()
		if err != nil {
			return err
		}
		defer done()
	}
	docs, err := g.Inputs.Open(ctx, g.App, 0)
	if err != nil {
		return err
	}
	if !out.passing() {
		fingerprint, err := g.fingerprint(ctx, docs.Format, generator)
		if err != nil {
			return err
		}
		if err := out.start(fingerprint, g.resume); err != nil {
			return err
		}
	}
	if out.known > 0 {
		g.Note("going on after %s", cli.Count(out.known, "document"))
	}
	bar := g.Progress("writing", docs.Sources...)
	if _, shown := cli.Terminal(g.Stdout); shown && out.passing() {
		bar.Hide() // it would be drawn between the headlines
	}
	job := &evaluate.Job{
		Cases: cases(docs.Reader.Documents(ctx), out.known), Workers: g.Workers, Plan: evaluate.Plan{Generators: []generate.Named{generator}},
		Docs: docs.Reader, DocsFile: docs.File, Progress: func(_ evaluate.Stage, done int) { bar.Update(done) },
	}
	sum, err := job.Run(ctx, func(row *evaluate.Row) error { return out.write(row.Doc.ID, row.Outputs[0].Text) })
	if err != nil {
		bar.Clear()
		if out.keep = g.canResume(out) && run.CanResume(err); out.keep {
			g.Note(goesOn)
		}
		return err
	}
	bar.Finish(sum.Docs)
	if err := out.commit(); err != nil {
		return err
	}
	if out.empty > 0 {
		g.Warn("%s has an empty headline for %d of %s: there was nothing to make one of", generator.Name, out.empty, cli.Count(out.lines, "document"))
	}
	if !out.passing() {
		g.Note("%s by %s in %s", cli.Count(out.lines, "headline"), generator.Name, g.out)
	}
	return nil
}

// check refuses a command line that cannot work, and makes the generator.
func (g *generation) check() (generate.Named, error) {
	var none generate.Named
	switch {
	case g.Docs == "":
		return none, cli.Usagef("--docs is missing: the articles")
	case len(g.with) == 0:
		return none, cli.Usagef("--with is missing: the generator, one of those that 'hed baselines' lists")
	case g.out == "":
		return none, cli.Usagef("--out is missing: the file for the headlines, or - for stdout")
	}
	if ext := strings.ToLower(filepath.Ext(g.out)); !cli.Passes(g.out) && !slices.Contains([]string{"", ".", ".txt", ".jsonl", ".csv"}, ext) {
		return none, cli.Usagef("--out %s: hed writes .txt, .jsonl and .csv", g.out)
	}
	if err := input.CheckStdin(g.Files()...); err != nil {
		return none, err
	}
	if err := cli.CheckOutput("--out", g.out, g.Files()...); err != nil {
		return none, err
	}
	built, err := cli.BuildGenerators("--with", g.with, g.lang, g.Seed)
	if err != nil {
		return none, err
	}
	if len(built) != 1 {
		return none, cli.Usagef("--with takes one generator, not %d; 'hed eval --baseline' takes several", len(built))
	}
	_, g.twice = built[0].Generator.(generate.Fitter)
	switch {
	case g.resume && cli.IsStdout(g.out):
		return none, cli.Usagef("--resume: what goes to stdout is not kept; name a file with --out")
	case g.resume && g.streamed() && !g.twice:
		return none, cli.Usagef("--resume: what comes from a stream is not kept; save it to a file first")
	}
	return built[0], nil
}

// streamed reports whether an input can be read only once.
func (g *generation) streamed() bool {
	return slices.ContainsFunc(g.Files(), func(f string) bool { return f == "-" || input.IsPipe(f) })
}

// canResume reports whether there is something to go on with, and nothing
// that has passed by.
func (g *generation) canResume(out *headlines) bool {
	return !out.passing() && out.lines > 0 && (g.twice || !g.streamed())
}

// fingerprint names everything that the headlines depend on.
func (g *generation) fingerprint(ctx context.Context, format string, generator generate.Named) (string, error) {
	parts := []string{hed.Version, format, fmt.Sprint(g.Columns), generator.Signature()}
	for _, f := range g.Files() {
		local, _ := g.Local(f)
		if local == "-" || input.IsPipe(local) {
			continue // nothing can go on with it
		}
		sum, err := input.Hash(ctx, local)
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
