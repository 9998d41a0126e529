package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/metric"
	"hed/metric/all"
	"hed/report"
	"hed/score"
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
			if err := out.Check(); err != nil {
				return err
			}
			if len(args) == 0 {
				return listMetrics(a, &out)
			}
			return showMetric(a, &out, args[0])
		},
	}
	out.Flags(cmd)
	return cmd
}

// A metricInfo is one metric in -f json.
type metricInfo struct {
	Name    string       `json:"name"`
	Doc     string       `json:"doc"`
	Needs   string       `json:"needs,omitempty"`
	Paper   string       `json:"paper,omitempty"`
	Peer    string       `json:"reference_program,omitempty"`
	Options []optionInfo `json:"options,omitempty"`
	Columns []columnInfo `json:"columns,omitempty"`
	Members string       `json:"members,omitempty"`
}

type optionInfo struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Doc  string `json:"doc"`
}

type columnInfo struct {
	Name      string `json:"name"`
	Label     string `json:"label,omitempty"` // what the paper of the group calls it
	Doc       string `json:"doc"`
	Range     string `json:"range"`
	Better    string `json:"better"`
	Signature string `json:"signature"`
}

func describe(in metric.Info, columns []score.Column) metricInfo {
	out := metricInfo{Name: in.Name, Doc: in.Doc, Needs: in.Needs.String(), Paper: in.Paper, Peer: in.Peer}
	for _, o := range spec.Options(in.Options) {
		out.Options = append(out.Options, optionInfo{o.Name, o.Type, o.Doc})
	}
	for _, c := range columns {
		out.Columns = append(out.Columns, columnInfo{c.Name, "", c.Doc, interval(c.Low, c.High), c.Better.String(), c.String()})
	}
	return out
}

// names are the columns, and what the paper of a group calls them.
func (in *metricInfo) names() string {
	var names []string
	for _, c := range in.Columns {
		name := c.Name
		if c.Label != "" {
			name += "(" + c.Label + ")"
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

// describeAll describes the metrics of a list of specs. Columns of a group
// alone have the labels of its paper.
func describeAll(list string) ([]metricInfo, error) {
	parsed, err := spec.Parse(list)
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	described, err := all.Metrics.Describe(parsed)
	if err != nil {
		return nil, cli.NotBuilt(err)
	}
	var labels []string
	for _, g := range all.Metrics.Groups() {
		if len(parsed) == 1 && parsed[0].Name == g.Name {
			labels = g.Labels
		}
	}
	var infos []metricInfo
	for _, m := range described {
		d := describe(m.Info, m.Columns)
		for i := range d.Columns {
			if len(labels) > 0 {
				d.Columns[i].Label, labels = labels[0], labels[1:]
			}
		}
		infos = append(infos, d)
	}
	return infos, nil
}

func interval(low, high float64) string {
	bound := func(v float64) string {
		if math.IsInf(v, 0) {
			return "∞"
		}
		return strconv.FormatFloat(v, 'g', 4, 64) // run.json has all digits
	}
	open, end := "[", "]"
	l, h := bound(low), bound(high)
	if math.IsInf(low, -1) {
		open, l = "(", "-"+l
	}
	if math.IsInf(high, 1) {
		end = ")"
	}
	return open + l + "," + h + end
}

func listMetrics(a *cli.App, out *cli.Output) error {
	t := &report.Table{}
	for _, name := range []string{"name", "columns", "needs", "range", "better", "paper", "reference program", "what"} {
		t.Columns = append(t.Columns, report.Column{Name: name})
	}
	var infos []metricInfo
	for _, in := range all.Metrics.Infos() {
		members, err := describeAll(in.Name)
		if err != nil {
			return fmt.Errorf("metric %s: %w", in.Name, err)
		}
		d := members[0]
		infos = append(infos, d)
		t.Rows = append(t.Rows, labels(d.Name, d.names(), d.Needs, d.Columns[0].Range, d.Columns[0].Better, d.Paper, d.Peer, d.Doc))
	}
	for _, g := range all.Metrics.Groups() {
		d := metricInfo{Name: g.Name, Doc: g.Doc, Members: g.Specs}
		if g.Labels != nil {
			members, err := describeAll(g.Name)
			if err != nil {
				return err
			}
			for _, m := range members {
				d.Columns = append(d.Columns, m.Columns...)
			}
		}
		infos = append(infos, d)
		t.Rows = append(t.Rows, labels(g.Name, g.Specs, "", "", "", "", "", "group: "+g.Doc))
	}
	if out.As == "text" {
		return listText(a, infos)
	}
	return out.Print(a.Stdout, t, infos)
}

// listText is a paragraph a metric: the table would be wider than any terminal.
func listText(a *cli.App, infos []metricInfo) error {
	var b strings.Builder
	for _, in := range infos {
		fmt.Fprintf(&b, "%s\n  %s\n", in.Name, strings.Join(wrap(in.Doc, cli.HelpWidth-2), "\n  "))
		line := func(head, text string) {
			if text != "" {
				for _, part := range wrap(text, cli.HelpWidth-21) {
					fmt.Fprintf(&b, "  %-18s %s\n", head, part)
					head = ""
				}
			}
		}
		line("members", strings.ReplaceAll(in.Members, ",", ", "))
		line("needs", in.Needs)
		ranges := map[string]bool{}
		for _, c := range in.Columns {
			ranges[c.Range+", "+c.Better+" is better"] = true
		}
		line("columns", in.names())
		if len(ranges) == 1 {
			line("range", in.Columns[0].Range+", "+in.Columns[0].Better+" is better")
		}
		line("paper", in.Paper)
		line("reference program", in.Peer)
		b.WriteByte('\n')
	}
	b.WriteString("'hed metrics NAME' shows the options and the columns of one.\n")
	_, err := fmt.Fprint(a.Stdout, b.String())
	return err
}

// showMetric lists the columns of a spec, and in text its options too.
func showMetric(a *cli.App, out *cli.Output, list string) error {
	infos, err := describeAll(list)
	if err != nil {
		return err
	}
	t := &report.Table{}
	for _, name := range []string{"column", "label", "range", "better", "what"} {
		t.Columns = append(t.Columns, report.Column{Name: name})
	}
	labelled := false
	for _, in := range infos {
		for _, c := range in.Columns {
			t.Rows = append(t.Rows, labels(c.Name, c.Label, c.Range, c.Better, c.Doc))
			labelled = labelled || c.Label != ""
		}
	}
	if !labelled {
		t = t.Only([]string{"column", "range", "better", "what"})
	}
	if out.As == "text" {
		for _, in := range infos {
			fmt.Fprintf(a.Stdout, "%s: %s\n\n", in.Name, in.Doc)
			for _, o := range in.Options {
				fmt.Fprintf(a.Stdout, "  %-10s %-10s %s\n", o.Name, o.Type, o.Doc)
			}
			fmt.Fprintln(a.Stdout)
		}
	}
	return out.Print(a.Stdout, t, infos)
}

func labels(texts ...string) []report.Cell {
	cells := make([]report.Cell, len(texts))
	for i, s := range texts {
		cells[i] = report.Label(s)
	}
	return cells
}
