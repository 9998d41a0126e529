package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"hed/corpus/input"
	"hed/run"
	"hed/spec"

	"github.com/spf13/cobra"

	"hed/analysis"
	"hed/cmd/hed/internal/cli"
	"hed/corpus/all"
	"hed/evaluate"
	"hed/internal/count"
	"hed/report"
	"hed/report/figure"
	"hed/score"
)

// An evaluation is the command "hed eval".
type evaluation struct {
	*cli.App
	cli.Inputs
	cli.Measures
	cli.Output
	cluster
	systems   []string
	baselines []string
	written   []string // --generator
	parts     string   // --folds
	charts    []string
	test      string
	overall   string
	out       string
	server    string
	parquet   bool
	resume    bool
}

func evalCmd(a *cli.App) *cobra.Command {
	e := &evaluation{App: a}
	cmd := &cobra.Command{
		Use:   "eval --docs FILE --system NAME=FILE... --out DIR",
		Short: "evaluate systems over a corpus and write a folder of results",
		Long: `Score the headlines of every system for every document, print the systems in
order of their overall score, and write the results to a folder:

  report.html         all results as a page; for many documents also report/
  summary.csv         rank, system, mean of every measure, overall
  scores/SYSTEM.csv   one row per document, one column per measure
  scores.parquet      with --parquet: all scores as one table
  counts/SYSTEM.csv   what bleu and chrf count in each headline
  folds.csv           with --folds: means of every fold, their mean and spread
  intervals.csv       mean and interval of every system and measure
  significance.csv    tests of all pairs of systems on every measure
  correlation.csv     how measures correlate; also correlation/SYSTEM.csv
  charts/             what 'hed charts' lists
  tables.tex          for a paper
  methods.txt         methods and results in words, for a paper too
  run.json            inputs, settings and signatures of the run
  files.json          what hed wrote here, with hashes; your own files stay

Formats of --docs, guessed from the name and the first bytes (.gz and .zst
files are read as they are, - is stdin):

` + formatHelp() + `
A system's headlines are plain text, one per line in the order of the documents,
or jsonl or csv with id and headline, in any order. --baseline adds systems that
hed runs itself on the articles; 'hed baselines' lists them.

An evaluation that was stopped continues with --resume.`,
		Example: `  hed eval --docs news.jsonl --system a=a.txt --system b=b.jsonl --out results
  hed eval --docs news.jsonl --system a=a.txt --baseline first --out results
  hed eval --docs articles.txt --ref gold.txt --system a=a.txt --out results
  hed eval --docs news.csv --columns text=body --system a=a.csv --out results
  hed eval --docs news.jsonl --baseline tfidf --metric rouge --out results`,
		RunE: func(cmd *cobra.Command, _ []string) error { return e.run(cmd.Context()) },
	}
	f := cmd.Flags()
	e.Inputs.Flags(cmd)
	f.StringVar(&e.parts, "folds", "", "`DIR`: output folder of 'hed split', instead of --docs: all its test parts are evaluated, and the results averaged over the folds")
	cli.Only(cmd, "folds") // a number for 'hed split'
	f.StringArrayVar(&e.systems, "system", nil, "`NAME=FILE`: a name for the system and the file of its headlines; NAME alone if the documents have them, in a column of that name or in outputs; repeat it for several systems. With --folds, {fold} in it is replaced by the number of the fold")
	f.StringArrayVar(&e.baselines, "baseline", nil, "`LIST`: baselines, which write headlines too, separated by commas, with options as NAME:key=value; 'hed baselines' lists them")
	f.StringArrayVar(&e.written, "generator", nil, "`NAME=SPEC`: a system that hed runs to write headlines, such as pn=pn:model=DIR; see 'hed generate'; repeat it for several. With --folds, {fold} in it is replaced by the number of the fold")
	cli.Specs(cmd, "baseline", "generator")
	e.Measures.Flags(cmd)
	f.StringArrayVar(&e.charts, "chart", nil, "`LIST`: charts, separated by commas, with options as NAME:key=value, or none; 'hed charts' lists them (default "+figure.Default+")")
	cli.Specs(cmd, "chart")
	f.StringVar(&e.test, "test", string(analysis.Paired), "`HOW`: how systems are compared. paired: document by document, with Wilcoxon's signed-rank test, or the exact sign test if a measure has two values. hevas: Tukey's HSD if scores are normal, otherwise the signed-rank test. rank-sum: as hevas, with Mann-Whitney. signed-rank, tukey, bootstrap, randomisation: this test for all measures; the last two are sacreBLEU's paired tests, with the resamples of --bootstrap")
	f.StringVar(&e.overall, "overall", string(score.Unit), "`HOW`: how the overall score is made. unit: each measure is first mapped to [0,1], and P, R and F of one measure count once, as F. columns=LIST: the same with these columns only. plain: the mean of all columns as they are, as in HEvAS")
	f.StringVar(&e.out, "out", "", "`DIR`: folder for the results")
	f.BoolVar(&e.parquet, "parquet", false, "write all scores to scores.parquet, too: id, system, and a column per measure")
	f.StringVar(&e.server, "server", "", "`URL`: workbench that evaluates in place of this machine; the results are the same bytes. It takes the token from HED_TOKEN (docs/team.md)")
	cli.Only(cmd, "server")
	e.cluster.flags(cmd, "score on other machines: spark. Results are the same bytes")
	f.BoolVar(&e.resume, "resume", false, "continue an evaluation that was stopped")
	e.Output.Flags(cmd)
	cli.Path(cmd, "system", "out")
	cli.Only(cmd, "resume")
	return cmd
}

func formatHelp() string {
	var b strings.Builder
	for _, f := range all.Formats {
		name := f.Name
		for _, line := range report.Wrap(cli.Doc(f.Doc), cli.HelpWidth-12) {
			fmt.Fprintf(&b, "  %-9s %s\n", name, line)
			name = ""
		}
	}
	return b.String()
}

func (e *evaluation) run(ctx context.Context) error {
	if e.server != "" {
		return e.elsewhere(ctx)
	}
	o, err := e.options()
	if err != nil {
		return err
	}
	defer o.Plan.Close()
	show := &watching{App: e.App, bar: new(cli.Progress)}
	o.Tell = show.tell
	if e.engine != "" {
		engine := e.spark(show, e.workerArgs)
		defer engine.Close()
		o.Engine = engine
	}
	res, err := run.Run(ctx, *o)
	show.bar.Clear()
	if err != nil {
		return e.Stopped(err)
	}
	if res.Before {
		e.Note("%s is complete; there is nothing to continue", e.out)
	}
	if err := e.Output.Print(e.Stdout, report.Summary(res.Analysis), report.SummaryJSON(res.Analysis)); err != nil {
		return err
	}
	if !res.Before {
		e.Note("%s", res.Finding())
		e.Note("overall: %s", res.OverallColumn().Doc)
		e.Note("%s, %s; results are in %s", count.Of(res.Documents, "document"), count.Of(len(res.Systems), "system"), e.out)
	}
	return nil
}

// options are what the flags ask for.
func (e *evaluation) options() (*run.Options, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	o := &run.Options{
		Paths: e.From(e.App), State: e.State, Charts: e.charts, Test: analysis.Test(e.test), Overall: score.Overall(e.overall),
		Bootstrap: e.Bootstrap, Parquet: e.parquet, Percent: e.Percent, Raw: e.Raw, Seed: e.Seed, Lang: e.Lang, Workers: e.Workers,
		Folder: e.out, Resume: e.resume, Command: evalCommand, Words: cli.Doc,
	}
	o.Plan.Strict = e.Strict
	var err error
	if e.parts != "" {
		o.Folds = filepath.Base(e.parts)
		if e.Folds, err = input.FindFolds(e.parts); err != nil {
			return nil, err
		}
	}
	if o.Plan.Metrics, err = e.Measures.Build(e.App, e.Known()); err != nil {
		return nil, err
	}
	if o.Systems, err = run.EvaluatedSystems("system", e.systems); err != nil {
		return nil, err
	}
	given := map[string]string{"lang": e.Lang}
	if o.Plan.Generators, err = e.BuildGenerators("--baseline", e.baselines, given, &e.Device, e.Folds...); err != nil {
		return nil, err
	}
	specs, err := spec.Named(e.written)
	if err != nil {
		return nil, cli.Usagef("--generator %w", err)
	}
	more, err := e.BuildGenerators("--generator", specs, given, &e.Device, e.Folds...)
	o.Plan.Generators = append(o.Plan.Generators, more...)
	return o, err
}

// watching shows how a run goes.
type watching struct {
	*cli.App
	bar    *cli.Progress
	hidden bool // results go to the same terminal
}

func (w *watching) tell(e run.Event) {
	switch e.Kind {
	case run.Begun:
		if !w.hidden {
			w.bar = w.Progress(string(evaluate.Scoring), e.Sources...)
		}
	case run.Resumed:
		w.Note("continuing after %s", count.Of(e.Done, "document"))
	case run.Progress:
		w.bar.Stage(string(e.Stage), e.Done)
	case run.Scored:
		w.bar.Finish(e.Done)
	case run.Doing:
		w.bar.Say(e.Text)
	case run.Warning:
		w.bar.Clear()
		w.Warn("%s", e.Text)
	case run.Note:
		w.bar.Clear()
		w.Note("%s", e.Text)
	}
}

// check refuses a command line that cannot work before anything is read.
func (e *evaluation) check() error {
	switch {
	case e.parts != "" && (e.Docs != "" || len(e.Refs) > 0 || e.Format != ""):
		return cli.Usagef("--folds%s has the documents; leave --docs%s, --ref and --format out", e.SetBy("folds"), e.SetBy("docs"))
	case e.Docs == "" && len(e.Refs) == 0 && e.parts == "":
		return cli.Usagef("--docs is missing: the documents with their reference headlines")
	case len(e.systems) == 0 && len(e.baselines) == 0 && len(e.written) == 0:
		return cli.Usagef("--system is missing: NAME=FILE with the headlines to evaluate")
	case len(e.baselines) > 0 && e.Docs == "" && e.parts == "":
		return cli.Usagef("--docs is missing: --baseline writes headlines from the articles")
	case e.out == "":
		return cli.Usagef("--out is missing: the folder for the results")
	}
	test, err := analysis.ParseTest(e.test)
	if err != nil {
		return cli.Usagef("--test: %w", err)
	}
	if err := test.Check(e.Bootstrap); err != nil {
		return cli.Usagef("--bootstrap %d: %w", e.Bootstrap, err)
	}
	return e.cluster.check()
}

// workerArgs are those of a worker that does as the plan says.
func (e *evaluation) workerArgs(p *evaluate.Plan) []string {
	args := workerArgs(e.App, &e.Measures, p)
	if !e.IsParts() {
		return args
	}
	for _, s := range e.systems {
		args = append(args, "--system", s)
	}
	return append(args, partArgs(&e.Inputs)...)
}
