package main

import (
	"fmt"

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
		Args: cli.Takes(0, 1, "one argument"),
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
	return out.On(a.Stdout).List(report.Metrics(list), cli.HelpWidth, "'hed metrics NAME' shows the options and the columns of one.\n")
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
	for _, d := range metrics {
		if out.As == "text" {
			printOptions(a, &d)
		}
	}
	return out.Print(a.Stdout, report.MetricColumns(metrics), metrics)
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
