package main

import (
	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/report"
	"hed/run"
)

func tablesCmd(a *cli.App) *cobra.Command {
	var from string
	var s report.PaperStyle
	cmd := &cobra.Command{
		Use:   "tables --from RUN",
		Short: "write the tables of an evaluation for a paper again",
		Long: `Write LaTeX tables of a finished evaluation to stdout, without scoring: those of
its tables.tex, or of some measures, with other decimals. A paper needs the
package booktabs for them. Measures are rows, grouped by what they measure. The
best value of each is bold, and those that are not significantly worse are
marked.`,
		Example: `  hed tables --from results > tables.tex
  hed tables --from results --columns rouge1_f,rouge2_f,numacc,overall --percent
  hed tables --from results --precision 2`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if from == "" {
				return cli.Usagef("--from is missing: the folder of the evaluation")
			}
			if cmd.Flags().Changed("precision") && (s.Precision < 1 || s.Precision > 6) {
				return cli.Usagef("--precision %d: want 1 to 6 decimals", s.Precision)
			}
			f, err := run.Open(from)
			if err != nil {
				return err
			}
			defer f.Close()
			return f.Tables(cmd.Context(), a.Stdout, s, a.Workers)
		},
	}
	f := cmd.Flags()
	f.StringVar(&from, "from", "", "`RUN`: folder of a finished evaluation")
	f.StringSliceVar(&s.Columns, "columns", nil, "`LIST`: measures, separated by commas, by their names in summary.csv; overall is one too (default: all)")
	f.IntVar(&s.Precision, "precision", 0, "`N`: number of decimals (default: as many as the intervals justify)")
	f.BoolVar(&s.Percent, "percent", false, "show fractions times 100")
	cli.Path(cmd, "from")
	cli.Only(cmd, "from", "columns", "precision", "percent") // a setting is for evaluations to come
	return cmd
}
