package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/report/figure"
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
		RunE: func(*cobra.Command, []string) error {
			return out.On(a.Stdout).List(figure.Catalogue(), cli.HelpWidth, fmt.Sprintf(`Options stand after the name: bar:format=pdf. Without --chart there are
%s; --chart none draws nothing.
`, figure.Default))
		},
	}
	out.Flags(cmd)
	return cmd
}
