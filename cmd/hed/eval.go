package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"hed/corpus/input"
	"hed/corpus/split"

	"github.com/spf13/cobra"

	"hed/analysis"
	"hed/chart"
	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/corpus/all"
	"hed/evaluate"
	"hed/generate"
	"hed/metric"
	"hed/report"
	"hed/report/figure"
	"hed/score"
	"hed/stat"
)

// An evaluation is the command "hed eval".
type evaluation struct {
	*cli.App
	cli.Inputs
	cli.Measures
	cli.Output
	systems   []string
	baselines []string
	parts     string // --folds
	charts    []string
	test      string
	overall   string
	out       string
	resume    bool
}

func evalCmd(a *cli.App) *cobra.Command {
	e := &evaluation{App: a}
	cmd := &cobra.Command{
		Use:   "eval --docs FILE --system NAME=FILE... --out DIR",
		Short: "evaluate systems over a corpus and write a folder of results",
		Long: `Score the headlines of every system for every document, print the systems in
order of their overall score, and write the results to a folder:

  report.html         everything, with every headline, to open in a browser
  summary.csv         rank, system, mean of every measure, overall
  scores/SYSTEM.csv   one row a document, one column a measure
  folds.csv           with --folds: means of every fold, over them, and spread
  intervals.csv       the mean of every system and measure, with its interval
  significance.csv    tests of all pairs of systems on every measure
  correlation.csv     how measures go together; correlation/SYSTEM.csv too
  charts/             what 'hed charts' lists
  tables.tex          for a paper
  run.json            what was run, on which inputs, with which settings

Formats of --docs, guessed from the name and the first bytes (.gz and .zst
files are read as they are, - is stdin):

` + formatHelp() + `
A system's headlines are plain text, one a line in the order of the documents,
or jsonl or csv with id and headline, in any order. --baseline adds systems that
hed writes itself from the articles; 'hed baselines' lists them.

An evaluation that was stopped goes on with --resume.`,
		Example: `  hed eval --docs news.jsonl --system a=a.txt --system b=b.jsonl --out results
  hed eval --docs news.jsonl --system a=a.txt --baseline first --out results
  hed eval --docs articles.txt --ref gold.txt --system a=a.txt --out results
  hed eval --docs news.csv --columns text=body --system a=a.csv --out results
  hed eval --docs news.jsonl --baseline tfidf --metric rouge --out results`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return e.run(cmd.Context()) },
	}
	f := cmd.Flags()
	e.Inputs.Flags(cmd)
	f.StringVar(&e.parts, "folds", "", "`DIR` that 'hed split' wrote, in place of --docs: all its test parts are evaluated, and averaged over the folds")
	cli.Only(cmd, "folds") // a number for 'hed split'
	f.StringArrayVar(&e.systems, "system", nil, "`NAME=FILE` of a system and its headlines; repeat it for several systems. With --folds, {fold} in it stands for the number of the fold")
	f.StringArrayVar(&e.baselines, "baseline", nil, "`LIST` of baselines that write headlines too, separated by commas, each with its options as NAME:key=value; see 'hed baselines'")
	cli.Specs(cmd, "baseline")
	e.Measures.Flags(cmd)
	f.StringArrayVar(&e.charts, "chart", nil, "`LIST` of charts, separated by commas, each with its options as NAME:key=value; see 'hed charts', or none (default "+figure.Default+")")
	cli.Specs(cmd, "chart")
	f.StringVar(&e.test, "test", string(analysis.Checked), "`HOW` systems are compared: checked takes Tukey's HSD where scores are normal and else Wilcoxon's signed-rank by document; rank-sum takes Mann-Whitney in place of that; signed-rank, tukey, bootstrap and randomisation take one for all, the last two being sacreBLEU's paired tests with the resamples of --bootstrap")
	f.StringVar(&e.overall, "overall", string(score.Unit), "`HOW` measures make the overall score: unit maps each to [0,1] first, plain takes the mean as it is")
	f.StringVar(&e.out, "out", "", "`DIR` for the results")
	f.BoolVar(&e.resume, "resume", false, "go on with an evaluation that was stopped")
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

const goesOn = "stopped; the same command with --resume goes on from here"

func (e *evaluation) run(ctx context.Context) error {
	res, err := e.evaluate(ctx)
	if err != nil {
		return err
	}
	if err := e.Output.Print(e.Stdout, report.Summary(res.Analysis), resultOf(res.Analysis)); err != nil {
		return err
	}
	if !res.before {
		e.Note("%s", res.Finding())
		e.Note("%s, %s; results are in %s", cli.Count(res.Documents, "document"), cli.Count(len(res.Systems), "system"), e.out)
	}
	return nil
}

// An evaluated is what an evaluation found and wrote.
type evaluated struct {
	*analysis.Analysis
	before bool // it was there already
}

// evaluate scores everything and writes the folder.
func (e *evaluation) evaluate(ctx context.Context) (*evaluated, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	if e.parts != "" {
		var err error
		if e.Folds, err = input.FindFolds(e.parts); err != nil {
			if _, ok := errors.AsType[*input.NoSplitError](err); ok {
				return nil, fmt.Errorf("--folds %s: there is no %s in it; name a folder that 'hed split' wrote", e.parts, split.File)
			}
			return nil, err
		}
	}
	metrics, err := e.Measures.Build(e.App, e.Inputs.Known())
	if err != nil {
		return nil, err
	}
	charts, err := e.choice(metrics)
	if err != nil {
		return nil, err
	}
	named, err := parseSystems(e.systems)
	if err != nil {
		return nil, err
	}
	generators, err := e.generators(named)
	if err != nil {
		return nil, err
	}
	files := e.Files()
	for _, n := range named {
		files = append(files, e.PerFold(n.file)...)
	}
	if err := input.CheckStdin(files...); err != nil {
		return nil, err
	}
	if err := foreign(e.out); err != nil {
		return nil, err
	}
	dir, err := openRunDir(e.out)
	if err != nil {
		return nil, err
	}
	defer dir.close()
	defer e.Forget()
	e.Folder = dir.unfinished()
	docs, err := e.Inputs.Open(ctx, e.App, cli.Needs(metrics))
	if err != nil {
		return nil, err
	}
	job, bar, err := e.job(ctx, docs, named, metrics)
	if err != nil {
		return nil, err
	}
	job.Generators = generators
	if job.State, err = readState(e.State); err != nil {
		return nil, err
	}
	record := &runRecord{}
	if err := record.describe(ctx, e, docs.Format, named, job); err != nil {
		return nil, err
	}
	columns := job.Columns()
	if e.resume && !dir.keep {
		if found, ok := dir.finished(ctx, record, columns, e.analysis()); ok {
			e.Note("%s is complete; there is nothing to go on with", e.out)
			return &evaluated{found, true}, nil
		}
	}
	if job.Journal, err = dir.journal(record.fingerprint(columns), &job.Plan, e.resume); err != nil {
		return nil, err
	}
	if n := max(job.Journal.Rows(), job.Journal.Written()); n > 0 {
		e.Note("going on after %s", cli.Count(n, "document"))
	}
	table, folds := score.NewTable(job.Names(), columns), []string(nil)
	sum, err := job.Run(ctx, func(row *evaluate.Row) error {
		table.Append(row.Doc.ID, row.Values)
		folds = append(folds, row.Doc.Meta[input.FoldField])
		return nil
	})
	if err != nil {
		bar.Clear()
		if dir.keep = canResume(err); dir.keep {
			e.Note(goesOn)
		}
		return nil, err
	}
	bar.Finish(sum.Docs)
	table.Describe(sum.Sign(metrics, e.Measures.Settings(e.Seed)...))
	dir.keep = true // until it is written
	bar.Say("analysing the scores")
	found, err := analysis.Of(ctx, table, e.analysis())
	if err == nil {
		bar.Clear()
		record.complete(found, warnings(e.App, job, sum))
		record.Warnings = append(record.Warnings, e.doubts(found, charts)...)
		bar.Say("writing the results")
		err = dir.write(ctx, &results{
			record: record, table: table, found: found, folds: folds, figures: charts.Figures(found), style: report.Style{Percent: e.Percent},
			examples: examples(docs.File, job.Cases, job.Names(), table.Docs(), job.Journal, found),
		})
	}
	bar.Clear()
	if err != nil {
		e.Note(goesOn)
		return nil, err
	}
	dir.keep = false
	return &evaluated{found, false}, nil
}

// doubts says what of the findings may surprise.
func (e *evaluation) doubts(found *analysis.Analysis, charts figure.Choice) []string {
	all := found.Warnings()
	if len(charts) > 0 {
		names := make([]string, len(found.Systems))
		for i, s := range found.Systems {
			names[i] = s.Name
		}
		if missing := chart.Missing(names...); len(missing) > 0 {
			all = append(all, fmt.Sprintf("charts have no letters for %s; names of systems have boxes there", string(missing)))
		}
	}
	for _, w := range all {
		e.Warn("%s", w)
	}
	return all
}

// analysis is how the scores are analysed.
func (e *evaluation) analysis() analysis.Options {
	return analysis.Options{
		Overall: score.Overall(e.overall), Test: analysis.Test(e.test), Seed: e.Seed,
		Intervals: stat.Resampling{Resamples: e.Bootstrap, Level: confidence, Workers: e.Workers},
	}
}

// confidence is the level of all intervals; tests have the rest of 1.
const confidence = 0.95

// chartList is what --chart says, or what is drawn without it.
func (e *evaluation) chartList() []string {
	if len(e.charts) > 0 {
		return e.charts
	}
	return strings.Split(figure.Default, ",")
}

// choice is the charts of --chart.
func (e *evaluation) choice(metrics []metric.Selected) (figure.Choice, error) {
	c, err := figure.Parse(strings.Join(e.chartList(), ","))
	if err == nil {
		err = c.Check((&evaluate.Plan{Metrics: metrics}).Columns())
	}
	if err != nil {
		return nil, cli.Usagef("--chart: %w", err)
	}
	return c, nil
}

// generators makes the baselines, whose names must be as good as those of
// the systems, and others.
func (e *evaluation) generators(named []namedFile) ([]generate.Named, error) {
	built, err := cli.BuildGenerators("--baseline", e.baselines, e.Lang, e.Seed)
	if err != nil {
		return nil, err
	}
	names := systemNames{}
	for _, n := range named {
		names[strings.ToLower(n.name)] = n.name
	}
	for _, g := range built {
		if err := names.add(g.Name); err != nil {
			hint := ""
			if g.Spec.As == "" {
				hint = "; add as=NAME"
			}
			return nil, cli.Usagef("--baseline %s: %w%s", g.Spec, err, hint)
		}
	}
	return built, nil
}

// job opens the systems and puts everything together.
func (e *evaluation) job(ctx context.Context, docs *input.Documents, named []namedFile, metrics []metric.Selected) (*evaluate.Job, *cli.Progress, error) {
	sources := docs.Sources
	job := &evaluate.Job{Plan: evaluate.Plan{Metrics: metrics}, Workers: e.Workers, Docs: docs.Reader, DocsFile: docs.File}
	var systems []corpus.System
	for _, n := range named {
		sys, err := e.Inputs.System(ctx, e.App, n.name, n.file)
		if err != nil {
			return nil, nil, err
		}
		systems = append(systems, sys.System)
		job.Systems = append(job.Systems, n.name)
		sources = append(sources, sys.Source)
	}
	bar := e.Progress("scoring", sources...)
	job.Cases, job.Progress = corpus.Join(ctx, docs.Reader, docs.File, systems), bar.Stage
	return job, bar, nil
}

// check refuses a command line that cannot work before anything is read.
func (e *evaluation) check() error {
	switch {
	case e.parts != "" && (e.Docs != "" || len(e.Refs) > 0 || e.Format != ""):
		return cli.Usagef("--folds%s has the documents; leave --docs%s, --ref and --format out", e.SetBy("folds"), e.SetBy("docs"))
	case e.Docs == "" && len(e.Refs) == 0 && e.parts == "":
		return cli.Usagef("--docs is missing: the documents with their reference headlines")
	case len(e.systems) == 0 && len(e.baselines) == 0:
		return cli.Usagef("--system is missing: NAME=FILE with the headlines to evaluate")
	case len(e.baselines) > 0 && e.Docs == "" && e.parts == "":
		return cli.Usagef("--docs is missing: --baseline writes headlines from the articles")
	case e.out == "":
		return cli.Usagef("--out is missing: the folder for the results")
	case e.overall != string(score.Unit) && e.overall != string(score.Plain):
		return cli.Usagef("--overall %s: want unit or plain", e.overall)
	}
	test, err := analysis.ParseTest(e.test)
	if err != nil {
		return cli.Usagef("--test: %w", err)
	}
	if err := test.Check(e.Bootstrap); err != nil {
		return cli.Usagef("--bootstrap %d: %w", e.Bootstrap, err)
	}
	return e.Output.Check()
}

// A namedFile is a system as the user names it.
type namedFile struct{ name, file string }

// maxName leaves room for what is put around a name, in the 255 bytes that
// file systems allow.
const maxName = 200

// windowsDevices cannot be the names of files there, whatever the ending.
var windowsDevices = strings.Fields("con prn aux nul com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9")

// parseSystems reads NAME=FILE.
func parseSystems(args []string) ([]namedFile, error) {
	var out []namedFile
	names := systemNames{}
	for _, arg := range args {
		name, file, ok := strings.Cut(arg, "=")
		if !ok || name == "" || file == "" {
			return nil, cli.Usagef("--system %s: want NAME=FILE", arg)
		}
		if err := names.add(name); err != nil {
			if len(name) > maxName {
				arg = name[:20] + "..."
			}
			return nil, cli.Usagef("--system %s: %w", strings.ToValidUTF8(arg, "\uFFFD"), err)
		}
		out = append(out, namedFile{name, file})
	}
	return out, nil
}

// systemNames are the names of systems, by what they are in lower case: some
// file systems do not tell them apart.
type systemNames map[string]string

// add takes a name. It becomes part of a file name, so it must be one
// everywhere.
func (s systemNames) add(name string) error {
	base, _, _ := strings.Cut(strings.ToLower(name), ".")
	switch {
	case strings.ContainsAny(name, `/\:*?"<>|`) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }) || name[0] == '.':
		return errors.New(`the name is used as a file name; use none of / \ : * ? " < > | and no dot at the start`)
	case !utf8.ValidString(name):
		return errors.New("the name is not valid UTF-8")
	case slices.Contains(windowsDevices, strings.TrimSpace(base)) || strings.TrimRight(name, ". ") != name:
		return errors.New("the name is used as a file name, which Windows would not take; choose another")
	case strings.HasSuffix(strings.ToLower(name), spearman):
		return fmt.Errorf("files of correlations end in %s, so that no name can; choose another", spearman)
	case len(name) > maxName:
		return fmt.Errorf("the name is used as a file name; use at most %d bytes", maxName)
	}
	if prev, dup := s[strings.ToLower(name)]; dup {
		return fmt.Errorf("there is already a system named %s", prev)
	}
	s[strings.ToLower(name)] = name
	return nil
}
