package main

import (
	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/generate/all"
	"hed/report"
)

func baselinesCmd(a *cli.App) *cobra.Command {
	var out cli.Output
	cmd := &cobra.Command{
		Use:   "baselines",
		Short: "list the baselines: simple systems that hed runs itself",
		Long: `List the baselines: simple systems that hed runs itself. 'hed eval --baseline'
compares your systems with them, and 'hed generate --with' writes headlines with
them. They need only the articles.`,
		Example: `  hed baselines
  hed eval --docs articles.jsonl --baseline first,tfidf:words=7 --out results`,
		RunE: func(*cobra.Command, []string) error {
			return out.On(a.Stdout).List(report.Baselines(all.Generators.Infos()), cli.HelpWidth,
				"Options stand after the name: first:words=12. as=NAME gives another name.\n")
		},
	}
	out.Flags(cmd)
	return cmd
}
