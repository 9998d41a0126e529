package main

import (
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
		RunE: func(*cobra.Command, []string) error { return listBaselines(a, &out) },
	}
	out.Flags(cmd)
	return cmd
}

// A baselineInfo is one baseline in -f json.
type baselineInfo struct {
	Name    string        `json:"name"`
	Doc     string        `json:"doc"`
	Needs   string        `json:"needs"`
	Paper   string        `json:"paper"`
	Options []spec.Option `json:"options"`
}

func listBaselines(a *cli.App, out *cli.Output) error {
	t := report.NewTable("name", "needs", "options", "paper", "what")
	var infos []baselineInfo
	var entries []report.Entry
	for _, in := range all.Generators.Infos() {
		d := baselineInfo{Name: in.Name, Doc: in.Doc, Needs: "article", Paper: in.Paper, Options: spec.Options(in.Options)}
		names, facts := optionFacts(d.Options)
		infos = append(infos, d)
		t.Add(d.Name, d.Needs, names, d.Paper, d.Doc)
		entries = append(entries, report.Entry{Name: d.Name, Doc: d.Doc, Facts: append([][2]string{{"needs", d.Needs}, {"paper", d.Paper}}, facts...)})
	}
	return out.List(a.Stdout, entries, 8, "Options stand after the name: first:words=12. as=NAME gives another name.\n", t, infos)
}

// optionFacts are options as lists have them: their names, and what they are for.
func optionFacts(options []spec.Option) (names string, facts [][2]string) {
	for i, o := range options {
		if i > 0 {
			names += " "
		}
		names += o.Name
		facts = append(facts, [2]string{o.Name, o.Doc})
	}
	return names, facts
}
