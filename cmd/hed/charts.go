package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"hed/report"
	"hed/report/figure"
	"hed/spec"
)

func (a *app) chartsCmd() *cobra.Command {
	var out output
	cmd := &cobra.Command{
		Use:   "charts",
		Short: "list the charts that can be drawn of an evaluation",
		Long: `List the charts that 'hed eval --chart' draws into the folder charts, with the
names of their files.`,
		Example: `  hed charts
  hed eval --docs news.jsonl --system a=a.txt --chart bar,box --out results`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := out.check(); err != nil {
				return err
			}
			return a.listCharts(&out)
		},
	}
	out.flags(cmd)
	return cmd
}

// A chartInfo is one kind of chart in -f json.
type chartInfo struct {
	Name    string       `json:"name"`
	Doc     string       `json:"doc"`
	Default bool         `json:"default"` // drawn unless the user says otherwise
	Options []optionInfo `json:"options"`
}

func (a *app) listCharts(out *output) error {
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
	if out.as != "text" {
		return out.print(a.stdout, t, infos)
	}
	for _, in := range infos {
		fmt.Fprintf(a.stdout, "%s\n  %s\n", in.Name, strings.Join(wrap(in.Doc, helpWidth-2), "\n  "))
		for _, o := range in.Options {
			fmt.Fprintf(a.stdout, "  %-8s %s\n", o.Name, strings.Join(wrap(o.Doc, helpWidth-11), "\n           "))
		}
		fmt.Fprintln(a.stdout)
	}
	_, err := fmt.Fprintf(a.stdout, `Options stand after the name: bar:format=pdf. Without --chart there are
%s; --chart none draws nothing.
`, figure.Default)
	return err
}
