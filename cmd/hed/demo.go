package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"hed/analysis"
	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	corpora "hed/corpus/all"
	"hed/evaluate"
	"hed/internal/sample"
	"hed/internal/whole"
	"hed/score"
)

// A demo is the command "hed demo".
type demo struct {
	*cli.App
	out string
}

const (
	demoMetrics   = "rouge:types=1/2/L,readability"
	demoBaselines = "first,random,tfidf,wtextrank,stextrank"
)

func demoCmd(a *cli.App) *cobra.Command {
	d := &demo{App: a}
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "evaluate a small sample that comes with hed",
		Long: `Evaluate the headlines of three invented systems, and five baselines, for a
sample of articles written for hed. Tables are printed, and a folder is filled
with what 'hed eval' writes; the sample lies beside it, to be tried with other
commands.`,
		Example: `  hed demo
  hed demo --out /tmp/demo`,
		Args: cli.NoArgs,
		// Settings that are meant for the user's own data are not for this.
		PersistentPreRunE: func(*cobra.Command, []string) error { return a.Check() },
		RunE:              func(cmd *cobra.Command, _ []string) error { return d.run(cmd.Context()) },
	}
	cmd.Flags().StringVar(&d.out, "out", "hed-demo", "`DIR` for the sample and the results")
	cli.Only(cmd, "out")
	return cmd
}

func (d *demo) run(ctx context.Context) error {
	if d.out == "" {
		return cli.Usagef("--out is empty: the folder for the sample and the results")
	}
	if _, err := newFolders(d.out); err != nil {
		return err
	}
	folder := filepath.Join(d.out, "sample")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("make --out: %w", err)
	}
	if err := writeSample(folder); err != nil {
		return cli.NotWritten("the sample to", folder, err)
	}
	e := d.evaluation(folder)
	res, err := e.evaluate(ctx)
	if err != nil {
		os.RemoveAll(filepath.Join(d.out, ".unfinished")) // there is no --resume: it takes a moment
		return err
	}
	items, systems, err := d.items(ctx, e)
	if err != nil {
		return err
	}
	p := newDemoPage(d.Stdout)
	p.found(res, items)
	p.tables(res)
	p.example(res, items, systems)
	p.next(d.out)
	return p.err
}

// writeSample puts the sample into a folder.
func writeSample(folder string) error {
	return fs.WalkDir(sample.Files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := sample.Files.ReadFile(name)
		if err != nil {
			return err
		}
		return whole.Write(filepath.Join(folder, name), func(w io.Writer) error {
			_, err := w.Write(data)
			return err
		})
	})
}

// evaluation is the 'hed eval' of the sample. What it would say on stderr
// stands on the page, in other words.
func (d *demo) evaluation(folder string) *evaluation {
	quiet := *d.App
	quiet.Quiet, quiet.Stderr = true, io.Discard
	e := &evaluation{App: &quiet, out: d.out, overall: string(score.Unit), test: string(analysis.Checked), baselines: []string{demoBaselines}}
	e.Docs, e.As, e.Metrics, e.Bootstrap = filepath.Join(folder, "articles.jsonl"), "text", []string{demoMetrics}, 1000
	e.Device.Name = "cpu" // there is no network
	for _, name := range sample.Systems {
		e.systems = append(e.systems, name+"="+filepath.Join(folder, name+".txt"))
	}
	return e
}

// A demoItem is an article with what each system wrote, and its ROUGE-1.
type demoItem struct {
	doc       *corpus.Document
	headlines []string
	scores    []float64
}

// items returns the articles, and the systems in the order of their headlines.
func (d *demo) items(ctx context.Context, e *evaluation) ([]demoItem, []string, error) {
	job := &evaluate.Job{Workers: 1, DocsFile: e.Docs}
	var err error
	if job.Docs, err = corpora.Documents(corpus.File(e.Docs), "", corpus.Options{}); err != nil {
		return nil, nil, err
	}
	if job.Generators, err = cli.BuildGenerators("--baseline", e.baselines, "", d.Seed); err != nil {
		return nil, nil, err
	}
	rouge := e.Measures
	rouge.Metrics = []string{"rouge:types=1"}
	if job.Metrics, err = rouge.Build(e.App, e.Known()); err != nil {
		return nil, nil, err
	}
	var systems []corpus.System
	for _, name := range sample.Systems {
		sys, err := e.Inputs.System(ctx, e.App, name, filepath.Join(filepath.Dir(e.Docs), name+".txt"))
		if err != nil {
			return nil, nil, err
		}
		systems = append(systems, sys.System)
		job.Systems = append(job.Systems, name)
	}
	job.Cases = corpus.Join(ctx, job.Docs, e.Docs, systems)
	columns := job.Columns()
	f := slices.IndexFunc(columns, func(c score.Column) bool { return c.Name == "rouge1_f" })
	var items []demoItem
	_, err = job.Run(ctx, func(row *evaluate.Row) error {
		it := demoItem{doc: row.Doc, headlines: row.Headlines()}
		for i := f; i < len(row.Values); i += len(columns) {
			it.scores = append(it.scores, row.Values[i])
		}
		items = append(items, it)
		return nil
	})
	return items, job.Names(), err
}
