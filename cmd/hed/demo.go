package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus/input"
	"hed/internal/sample"
	"hed/internal/staging"
	"hed/internal/whole"
	"hed/metric"
	"hed/report/page"
	"hed/run"
	"hed/run/demo"
)

// A demonstration is the command "hed demo".
type demonstration struct {
	*cli.App
	out, lang string
	sample    *sample.Sample
}

const demoBaselines = "first,random,tfidf,wtextrank,stextrank"

// demoMetrics are those of the sample in each language.
var demoMetrics = map[string]string{"en": "rouge:types=1/2/L,readability", "it": "rouge:types=1/2/L+lang=it,readability:lang=it"}

func demoCmd(a *cli.App) *cobra.Command {
	d := &demonstration{App: a}
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "evaluate a small sample that comes with hed",
		Long: `Evaluate the headlines of three invented systems, in Italian two, and five
baselines, for a sample of articles written for hed. It prints tables and fills
a folder with what 'hed eval' writes. The sample is in the folder too, so that
you can try other commands on it.`,
		Example: `  hed demo
  hed demo --lang it --out /tmp/demo`,
		// Settings that are meant for the user's own data are not for this.
		PersistentPreRunE: func(*cobra.Command, []string) error { return a.Check() },
		RunE:              func(cmd *cobra.Command, _ []string) error { return d.run(cmd.Context()) },
	}
	cmd.Flags().StringVar(&d.out, "out", "hed-demo", "`DIR`: folder for the sample and the results")
	cmd.Flags().StringVar(&d.lang, "lang", "en", "`CODE`: language of the sample: en or it")
	cli.Only(cmd, "out", "lang")
	return cmd
}

func (d *demonstration) run(ctx context.Context) error {
	if d.out == "" {
		return cli.Usagef("--out is empty: the folder for the sample and the results")
	}
	if d.sample = sample.In(d.lang); d.sample == nil {
		return cli.Usagef("--lang %s: the sample is in en or it", d.lang)
	}
	if _, err := staging.Missing(d.out); err != nil {
		return err
	}
	folder := filepath.Join(d.out, "sample")
	if err := whole.MakeFolder(folder); err != nil {
		return fmt.Errorf("make --out: %w", err)
	}
	if err := d.sample.Write(folder); err != nil {
		return cli.NotWritten("the sample to", folder, err)
	}
	o, err := d.options(folder)
	if err != nil {
		return err
	}
	defer o.Plan.Close()
	var items []*page.Example
	o.Example = func(ex *page.Example) { items = append(items, ex) }
	res, err := run.Run(ctx, *o)
	if _, ok := errors.AsType[*run.UnfinishedError](err); ok {
		// There is no --resume: it takes a moment. Where another process has begun to
		// write there meanwhile, what is unfinished is of that.
		if dir, err := staging.Open(d.out); err == nil {
			dir.Close()
		}
	}
	if err != nil {
		return err
	}
	p := demo.NewPage(d.Stdout, cli.StyleOf(d.Stdout, true), d.sample)
	p.Found(res, items)
	p.Tables(res)
	p.Example(res, items)
	d.next(p)
	return p.Err
}

// options are the 'hed eval' of the sample. What that would say on stderr stands on
// the page, in other words.
func (d *demonstration) options(folder string) (*run.Options, error) {
	o := &run.Options{
		Paths: &input.Paths{Docs: filepath.Join(folder, "articles.jsonl")}, Bootstrap: 1000, Seed: d.Seed, Workers: d.Workers,
		Folder: d.out, Command: evalCommand, Words: cli.Doc,
	}
	for _, name := range d.sample.Systems {
		o.Systems = append(o.Systems, run.System{Name: name, File: filepath.Join(folder, name+".txt")})
	}
	metrics := cli.Measures{Metrics: []string{demoMetrics[d.lang]}, Device: cli.Device{Name: "cpu"}} // there is no network
	var err error
	if o.Plan.Metrics, err = metrics.Build(d.App, metric.References|metric.Body); err != nil {
		return nil, err
	}
	o.Plan.Generators, err = d.BuildGenerators("--baseline", []string{demoBaselines}, nil, &cli.Device{Name: "cpu"})
	return o, err
}

// next says what to try after the demo.
func (d *demonstration) next(p *demo.Page) {
	name := "hed"
	if self, err := os.Executable(); err == nil && strings.Contains(self, "go-build") {
		name = "go run ./cmd/hed"
	}
	folder := filepath.Join(d.out, "sample")
	docs := shellWord(filepath.Join(folder, "articles.jsonl"))
	best := d.sample.Systems[0]
	headlines := shellWord(filepath.Join(folder, best+".txt"))
	steps := [][]string{
		{"evaluate headlines of your own, one per line in FILE", "eval --docs " + docs, "--system mine=FILE --baseline first --out results"},
		{"write headlines", "generate --docs " + docs, "--with stextrank --out ranked.txt"},
		{"see where the numbers of headlines come from", "numerals explain --docs " + docs, "--system " + best + "=" + headlines},
		{"see parts of speech", "tag " + headlines},
		{"see what can be measured, and how it is defined", "metrics"},
	}
	if d.lang != "en" {
		steps[0][2] += " --lang " + d.lang
		steps[3][1] = "tag --lang " + d.lang + " " + headlines
		steps = slices.Delete(steps, 2, 3) // numbers are read in English
	}
	p.Heading("What to try next")
	for _, step := range steps {
		p.Paragraph("  ", step[0]+":")
		step[1] = name + " " + step[1]
		p.Command(step[1:])
	}
	p.Printf("\n")
	p.Paragraph("", fmt.Sprintf("Open %s in a browser for all of it, with every headline. The folder %s has the tables, charts and scores too, and run.json, which says how each number came about. The sample is in %s.", filepath.Join(d.out, run.PageFile), d.out, folder))
}
