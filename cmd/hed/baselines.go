package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/generate/all"
	"hed/report"
	"hed/spec"
)

func baselinesCmd(a *cli.App) *cobra.Command {
	var out cli.Output
	cmd := &cobra.Command{
		Use:   "baselines",
		Short: "list the baselines: systems that hed writes itself",
		Long: `List the baselines, with which 'hed eval --baseline' compares systems and
'hed generate --with' writes headlines. All of them need the articles and
nothing else.`,
		Example: `  hed baselines
  hed eval --docs articles.jsonl --baseline first,tfidf:words=7 --out results`,
		Args: cli.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := out.Check(); err != nil {
				return err
			}
			return listBaselines(a, &out)
		},
	}
	out.Flags(cmd)
	return cmd
}

// A baselineInfo is one baseline in -f json.
type baselineInfo struct {
	Name    string       `json:"name"`
	Doc     string       `json:"doc"`
	Needs   string       `json:"needs"`
	Paper   string       `json:"paper"`
	Options []optionInfo `json:"options"`
}

func listBaselines(a *cli.App, out *cli.Output) error {
	t := &report.Table{}
	for _, name := range []string{"name", "needs", "options", "paper", "what"} {
		t.Columns = append(t.Columns, report.Column{Name: name})
	}
	var infos []baselineInfo
	for _, in := range all.Generators.Infos() {
		d := baselineInfo{Name: in.Name, Doc: in.Doc, Needs: "article", Paper: in.Paper}
		var names []string
		for _, o := range spec.Options(in.Options) {
			d.Options = append(d.Options, optionInfo{o.Name, o.Type, o.Doc})
			names = append(names, o.Name)
		}
		infos = append(infos, d)
		t.Rows = append(t.Rows, labels(d.Name, d.Needs, strings.Join(names, " "), d.Paper, d.Doc))
	}
	if out.As != "text" {
		return out.Print(a.Stdout, t, infos)
	}
	for _, in := range infos {
		fmt.Fprintf(a.Stdout, "%s\n  %s\n  %-8s %s\n  %-8s %s\n", in.Name, in.Doc, "needs", in.Needs, "paper", in.Paper)
		for _, o := range in.Options {
			fmt.Fprintf(a.Stdout, "  %-8s %s\n", o.Name, o.Doc)
		}
		fmt.Fprintln(a.Stdout)
	}
	_, err := fmt.Fprintln(a.Stdout, "Options stand after the name: first:words=12. as=NAME gives another name.")
	return err
}
