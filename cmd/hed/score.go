package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"hed/corpus/input"
	"hed/run"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/evaluate"
	"hed/internal/count"
	"hed/report"
	"hed/score"
	"hed/stat"
)

// A scorer is the command "hed score".
type scorer struct {
	*cli.App
	cli.Inputs
	cli.Measures
	cli.Output
	hyp   string
	items string
}

func scoreCmd(a *cli.App) *cobra.Command {
	s := &scorer{App: a}
	cmd := &cobra.Command{
		Use:   "score --ref FILE --hyp FILE",
		Short: "score the headlines of one system",
		Long: `Score the headlines of one system against references, and against the articles
where a metric needs them.

References and headlines are plain text, one a line, or files with ids: see
"hed eval --help" for the formats. Several --ref are several references for
each headline. The mean of every measure is printed with its confidence
interval.`,
		Example: `  hed score --ref gold.txt --hyp system.txt
  hed score --ref gold.txt --hyp system.txt --metric rouge:profile=155 -f json
  hed score --ref gold1.txt --ref gold2.txt --hyp a.txt.gz --items scores.csv
  hed score --docs corpus.jsonl --hyp system.jsonl --percent`,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	f := cmd.Flags()
	s.Inputs.Flags(cmd)
	f.StringVar(&s.hyp, "hyp", "", "`FILE` of headlines to score: plain text, one a line, or jsonl or csv with id and headline")
	f.StringVar(&s.items, "items", "", "write one row an item, one column a measure, to `OUT.csv`; - prints them in place of the means")
	s.Measures.Flags(cmd)
	s.Output.Flags(cmd)
	cli.Path(cmd, "hyp", "items")
	return cmd
}

func (s *scorer) run(ctx context.Context) error {
	if s.hyp == "" {
		return cli.Usagef("--hyp is missing: the file with the headlines to score")
	}
	if err := input.CheckStdin(append(s.Files(), s.hyp)...); err != nil {
		return err
	}
	if err := cli.CheckOutput("--items", s.items, append(s.Files(), s.hyp)...); err != nil {
		return err
	}
	metrics, err := s.Measures.Build(s.App, s.Inputs.Known())
	if err != nil {
		return err
	}
	plan := evaluate.Plan{Systems: []string{"hyp"}, Metrics: metrics}
	if plan.ReadsTwice() && s.State == "" {
		done, err := s.Again()
		if err != nil {
			return err
		}
		defer done()
	}
	docs, err := s.Inputs.Open(ctx, s.App, plan.Needs())
	if err != nil {
		return err
	}
	system, err := s.Inputs.System(ctx, s.App, "hyp", s.hyp)
	if err != nil {
		return err
	}
	bar := s.Progress("scoring", append(docs.Sources, system.Source)...)
	if _, shown := cli.Terminal(s.Stdout); shown && cli.IsStdout(s.items) {
		bar.Hide() // it would be drawn between the rows
	}
	job := &evaluate.Job{
		Cases:   corpus.Join(ctx, docs.Reader, docs.File, []corpus.System{system.System}),
		Plan:    plan,
		Workers: s.Workers, Docs: docs.Reader, DocsFile: docs.File, Progress: bar.Stage,
	}
	if s.State != "" {
		if job.State, err = run.OpenState(s.State); err != nil {
			return err
		}
	}
	columns := make([]*score.Series, len(job.Columns()))
	for c := range columns {
		columns[c] = new(score.Series)
	}
	items, err := createItems(s.App, s.items, job.Columns())
	if err != nil {
		return err
	}
	defer items.discard()
	sum, err := job.Run(ctx, func(row *evaluate.Row) error {
		for c, v := range row.Values {
			columns[c].Append(v)
		}
		return items.write(row)
	})
	if err != nil {
		bar.Clear()
		return err
	}
	bar.Finish(sum.Docs)
	if err := items.commit(); err != nil {
		return err
	}
	for _, w := range run.Warnings(job, sum) {
		s.Warn("%s", cli.Doc(w))
	}
	for _, n := range run.Notes(job, sum) {
		s.Note("%s", n)
	}
	if cli.IsStdout(s.items) {
		return nil
	}
	bar.Say("making intervals")
	how := stat.Resampling{Resamples: s.Bootstrap, Level: run.Confidence, Workers: s.Workers}
	intervals, err := stat.Means(ctx, columns, how, rand.New(rand.NewPCG(s.Seed, 0)))
	bar.Clear()
	if err != nil {
		return err
	}
	return s.print(sum, sum.Sign(metrics, run.Signature(s.Bootstrap, s.Seed)...), intervals)
}

// A scoreResult is what -f json prints.
type scoreResult struct {
	N       int           `json:"n"`
	Metrics []scoreMetric `json:"metrics"`
}

type scoreMetric struct {
	Name      string   `json:"name"`
	Mean      *float64 `json:"mean"`
	Low       *float64 `json:"low"`
	High      *float64 `json:"high"`
	Signature string   `json:"signature"`
}

func (s *scorer) print(sum *evaluate.Summary, cols []score.Column, intervals []stat.Interval) error {
	res := scoreResult{N: sum.Docs}
	t := &report.Table{Columns: []report.Column{
		{Name: "measure"}, {Name: "mean", Fraction: true}, {Name: "low", Fraction: true}, {Name: "high", Fraction: true}, {Name: "signature"},
	}}
	for c, col := range cols {
		in := intervals[c]
		res.Metrics = append(res.Metrics, scoreMetric{col.Name, score.Present(in.Mean), score.Present(in.Low), score.Present(in.High), col.String()})
		t.Rows = append(t.Rows, []report.Cell{
			report.Label(col.Name), report.Number(in.Mean), report.Number(in.Low), report.Number(in.High), report.Label(col.String()),
		})
	}
	if s.As == "text" || s.As == "latex" {
		return s.printTable(t, sum, cols)
	}
	return s.Output.Print(s.Stdout, t, res)
}

// printTable leaves the signatures out of the table, where they would push
// the numbers off the page, and says below what they have in common.
func (s *scorer) printTable(t *report.Table, sum *evaluate.Summary, cols []score.Column) error {
	for r := range t.Rows {
		t.Rows[r] = t.Rows[r][:4]
	}
	t.Columns = t.Columns[:4]
	if err := s.Output.Print(s.Stdout, t, nil); err != nil {
		return err
	}
	how := count.Of(s.Bootstrap, "bootstrap resample")
	if s.Bootstrap == 0 {
		how = "Student's t"
	}
	comment := ""
	if s.As == "latex" {
		comment = "% "
	} else {
		fmt.Fprintln(s.Stdout)
	}
	fmt.Fprintf(s.Stdout, "%s%s, 95%% confidence by %s\n", comment, count.Of(sum.Docs, "headline"), how)
	for _, sig := range score.Shared(cols) {
		fmt.Fprintln(s.Stdout, comment+sig)
	}
	return nil
}
