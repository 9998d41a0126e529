package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/report/figure"
	"hed/run"
)

func chartsCmd(a *cli.App) *cobra.Command {
	var out cli.Output
	var from string
	var charts []string
	cmd := &cobra.Command{
		Use:   "charts",
		Short: "list the charts of an evaluation, or draw them again",
		Long: `List the charts that 'hed eval --chart' draws into the folder charts, with the
names of their files. With --from, draw the charts of a finished evaluation
again, into its folder and without scoring: the same ones, or those of --chart.`,
		Example: `  hed charts
  hed eval --docs news.jsonl --system a=a.txt --chart bar,box --out results
  hed charts --from results
  hed charts --from results --chart overview:format=pdf+title=no
  hed charts --from results --chart bar:columns=rouge1_f+width=120+grey=yes`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if from == "" && charts != nil {
				return cli.Usagef("--from is missing: the folder of the evaluation to draw")
			}
			if from == "" {
				return out.On(a.Stdout).List(figure.Catalogue(), cli.HelpWidth, fmt.Sprintf(`Options stand after the name: bar:format=pdf. Without --chart there are
%s; --chart none draws nothing.
`, figure.Default))
			}
			f, err := run.Open(from)
			if err != nil {
				return err
			}
			defer f.Close()
			files, err := f.Draw(cmd.Context(), charts, a.Workers)
			if err == nil {
				a.Note("%s are in %s", count.Of(len(files), "chart"), filepath.Join(from, "charts"))
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&from, "from", "", "`RUN`: folder of a finished evaluation whose charts to draw again")
	f.StringArrayVar(&charts, "chart", nil, "`LIST`: charts to draw, as in 'hed eval' (default: those of the evaluation)")
	cli.Specs(cmd, "chart")
	cli.Path(cmd, "from")
	cli.Only(cmd, "from", "chart") // a setting is for evaluations to come
	out.Flags(cmd)
	return cmd
}
