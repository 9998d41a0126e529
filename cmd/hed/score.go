package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"hed/corpus"
	"hed/evaluate"
	"hed/report"
	"hed/score"
	"hed/stat"
)

// A scorer is the command "hed score".
type scorer struct {
	*app
	inputs
	measures
	output
	hyp   string
	items string
}

func (a *app) scoreCmd() *cobra.Command {
	s := &scorer{app: a}
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
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	f := cmd.Flags()
	s.inputs.flags(cmd)
	f.StringVar(&s.hyp, "hyp", "", "`FILE` of headlines to score: plain text, one a line, or jsonl or csv with id and headline")
	f.StringVar(&s.items, "items", "", "write one row an item, one column a measure, to `OUT.csv`; - prints them in place of the means")
	s.measures.flags(cmd)
	s.output.flags(cmd)
	path(cmd, "hyp", "items")
	return cmd
}

func (s *scorer) run(ctx context.Context) error {
	if s.hyp == "" {
		return usagef("--hyp is missing: the file with the headlines to score")
	}
	if err := s.output.check(); err != nil {
		return err
	}
	if err := checkStdin(append(s.files(), s.hyp)...); err != nil {
		return err
	}
	if err := checkOutput("--items", s.items, append(s.files(), s.hyp)...); err != nil {
		return err
	}
	metrics, err := s.measures.build(s.app, s.inputs.known())
	if err != nil {
		return err
	}
	if learns(metrics) && s.state == "" {
		done, err := s.again()
		if err != nil {
			return err
		}
		defer done()
	}
	docs, err := s.inputs.open(ctx, s.app, needs(metrics))
	if err != nil {
		return err
	}
	system, err := s.inputs.system(ctx, s.app, "hyp", s.hyp)
	if err != nil {
		return err
	}
	bar := s.progress("scoring", append(docs.sources, system.source)...)
	if _, shown := terminal(s.stdout); shown && isStdout(s.items) {
		bar.w = nil // it would be drawn between the rows
	}
	job := &evaluate.Job{
		Cases:   corpus.Join(ctx, docs.reader, docs.file, []corpus.System{system.System}),
		Systems: []string{system.Name}, Metrics: metrics, Workers: s.workers,
		Docs: docs.reader, DocsFile: docs.file, Progress: bar.update,
	}
	if job.State, err = readState(s.state); err != nil {
		return err
	}
	columns := make([]*score.Series, len(job.Columns()))
	for c := range columns {
		columns[c] = new(score.Series)
	}
	items, err := s.createItems(s.items, job.Columns())
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
		bar.clear()
		return err
	}
	bar.finish(sum.Docs)
	if err := items.commit(); err != nil {
		return err
	}
	s.warnings(job, sum)
	if isStdout(s.items) {
		return nil
	}
	bar.say("making intervals")
	how := stat.Resampling{Resamples: s.bootstrap, Level: confidence, Workers: s.workers}
	intervals, err := stat.Means(ctx, columns, how, rand.New(rand.NewPCG(s.seed, 0)))
	bar.clear()
	if err != nil {
		return err
	}
	return s.print(sum, sum.Sign(metrics, s.measures.settings(s.seed)...), intervals)
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
		res.Metrics = append(res.Metrics, scoreMetric{col.Name, present(in.Mean), present(in.Low), present(in.High), col.String()})
		t.Rows = append(t.Rows, []report.Cell{
			report.Label(col.Name), report.Number(in.Mean), report.Number(in.Low), report.Number(in.High), report.Label(col.String()),
		})
	}
	if s.as == "text" || s.as == "latex" {
		return s.printTable(t, sum, cols)
	}
	return s.output.print(s.stdout, t, res)
}

// present is nil for an absent value, which JSON writes as null.
func present(v float64) *float64 {
	if score.IsAbsent(v) {
		return nil
	}
	return &v
}

// printTable leaves the signatures out of the table, where they would push
// the numbers off the page, and says below what they have in common.
func (s *scorer) printTable(t *report.Table, sum *evaluate.Summary, cols []score.Column) error {
	for r := range t.Rows {
		t.Rows[r] = t.Rows[r][:4]
	}
	t.Columns = t.Columns[:4]
	if err := s.output.print(s.stdout, t, nil); err != nil {
		return err
	}
	how := count(s.bootstrap, "bootstrap resample")
	if s.bootstrap == 0 {
		how = "Student's t"
	}
	comment := ""
	if s.as == "latex" {
		comment = "% "
	} else {
		fmt.Fprintln(s.stdout)
	}
	fmt.Fprintf(s.stdout, "%s%s, 95%% confidence by %s\n", comment, count(sum.Docs, "headline"), how)
	for _, sig := range shared(cols) {
		fmt.Fprintln(s.stdout, comment+sig)
	}
	return nil
}
