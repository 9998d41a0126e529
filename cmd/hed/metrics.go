package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/option"
	"hed/metric"
	"hed/metric/all"
	"hed/report"
	"hed/spec"
)

func metricsCmd(a *cli.App) *cobra.Command {
	var out cli.Output
	cmd := &cobra.Command{
		Use:   "metrics [SPEC]",
		Short: "list the metrics: what they need, their range, which way is better",
		Long: `List the metrics and groups of metrics, or the options and columns of one.

SPEC is what --metric takes, so its columns are shown as those options make
them.`,
		Example: `  hed metrics
  hed metrics rouge
  hed metrics rouge:profile=hevas`,
		Args: cli.AtMostOne,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listMetrics(a, &out)
			}
			return showMetric(a, &out, args[0])
		},
	}
	out.Flags(cmd)
	return cmd
}

func listMetrics(a *cli.App, out *cli.Output) error {
	list, err := all.Metrics.List()
	if err != nil {
		return &option.Error{Option: "metric", Err: err}
	}
	nameCommands(list)
	t := report.NewTable("name", "columns", "needs", "range", "better", "paper", "reference program", "what")
	var entries []report.Entry
	for _, d := range list {
		entries = append(entries, report.Entry{Name: d.Name, Doc: d.Doc, Facts: [][2]string{
			{"members", strings.ReplaceAll(d.Members, ",", ", ")}, {"needs", d.Needs}, {"columns", d.ColumnNames()},
			{"range", d.Range()}, {"paper", d.Paper}, {"reference program", d.Peer},
		}})
		if d.Members != "" {
			t.Add(d.Name, d.Members, "", "", "", "", "", "group: "+d.Doc)
			continue
		}
		t.Add(d.Name, d.ColumnNames(), d.Needs, d.Columns[0].Range, d.Columns[0].Better, d.Paper, d.Peer, d.Doc)
	}
	return out.List(a.Stdout, entries, 18, "'hed metrics NAME' shows the options and the columns of one.\n", t, list)
}

// showMetric lists the columns of a spec, and in text its options too.
func showMetric(a *cli.App, out *cli.Output, list string) error {
	parsed, err := spec.Parse(list)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	metrics, err := all.Metrics.Describe(parsed)
	if err != nil {
		return &option.Error{Option: "metric", Err: err}
	}
	nameCommands(metrics)
	t := report.NewTable("column", "label", "range", "better", "what")
	labelled := false
	for _, d := range metrics {
		if out.As == "text" {
			printOptions(a, &d)
		}
		for _, c := range d.Columns {
			t.Add(c.Name, c.Label, c.Range, c.Better, c.Doc)
			labelled = labelled || c.Label != ""
		}
	}
	if !labelled {
		t = t.Only([]string{"column", "range", "better", "what"})
	}
	return out.Print(a.Stdout, t, metrics)
}

// nameCommands says of files that options name which command makes them.
func nameCommands(list []metric.Description) {
	for _, d := range list {
		for i := range d.Options {
			d.Options[i].Doc = cli.Doc(d.Options[i].Doc)
		}
	}
}

func printOptions(a *cli.App, d *metric.Description) {
	fmt.Fprintf(a.Stdout, "%s: %s\n\n", d.Name, d.Doc)
	for _, o := range d.Options {
		fmt.Fprintf(a.Stdout, "  %-10s %-10s %s\n", o.Name, o.Type, o.Doc)
	}
	fmt.Fprintln(a.Stdout)
}
