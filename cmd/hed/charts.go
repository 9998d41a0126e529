package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/report"
	"hed/report/figure"
	"hed/spec"
)

func chartsCmd(a *cli.App) *cobra.Command {
	var out cli.Output
	cmd := &cobra.Command{
		Use:   "charts",
		Short: "list the charts that can be drawn of an evaluation",
		Long: `List the charts that 'hed eval --chart' draws into the folder charts, with the
names of their files.`,
		Example: `  hed charts
  hed eval --docs news.jsonl --system a=a.txt --chart bar,box --out results`,
		Args: cli.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := out.Check(); err != nil {
				return err
			}
			return listCharts(a, &out)
		},
	}
	out.Flags(cmd)
	return cmd
}

// A chartInfo is one kind of chart in -f json.
type chartInfo struct {
	Name    string       `json:"name"`
	Doc     string       `json:"doc"`
	Default bool         `json:"default"` // drawn unless the user says otherwise
	Options []optionInfo `json:"options"`
}

func listCharts(a *cli.App, out *cli.Output) error {
	t := &report.Table{}
	for _, name := range []string{"name", "default", "options", "what"} {
		t.Columns = append(t.Columns, report.Column{Name: name})
	}
	drawn := map[string]bool{}
	for name := range strings.SplitSeq(figure.Default, ",") {
		drawn[name] = true
	}
	var infos []chartInfo
	for _, k := range figure.Kinds {
		in := chartInfo{Name: k.Name, Doc: k.Doc, Default: drawn[k.Name]}
		var names []string
		for _, o := range spec.Options(k.Options) {
			in.Options = append(in.Options, optionInfo{o.Name, o.Type, o.Doc})
			names = append(names, o.Name)
		}
		infos = append(infos, in)
		byDefault := "no"
		if in.Default {
			byDefault = "yes"
		}
		t.Rows = append(t.Rows, labels(in.Name, byDefault, strings.Join(names, " "), in.Doc))
	}
	if out.As != "text" {
		return out.Print(a.Stdout, t, infos)
	}
	for _, in := range infos {
		fmt.Fprintf(a.Stdout, "%s\n  %s\n", in.Name, strings.Join(wrap(in.Doc, cli.HelpWidth-2), "\n  "))
		for _, o := range in.Options {
			fmt.Fprintf(a.Stdout, "  %-8s %s\n", o.Name, strings.Join(wrap(o.Doc, cli.HelpWidth-11), "\n           "))
		}
		fmt.Fprintln(a.Stdout)
	}
	_, err := fmt.Fprintf(a.Stdout, `Options stand after the name: bar:format=pdf. Without --chart there are
%s; --chart none draws nothing.
`, figure.Default)
	return err
}
