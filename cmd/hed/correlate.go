package main

import (
	"context"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/run"
)

// A correlation is the command "hed correlate".
type correlation struct {
	*cli.App
	cli.Output
	cli.Ratings
	scores string
}

func correlateCmd(a *cli.App) *cobra.Command {
	c := &correlation{App: a}
	cmd := &cobra.Command{
		Use:   "correlate --scores DIR --human FILE",
		Short: "correlate measures with human ratings",
		Long: `Show how well every measure of an evaluation agrees with what people said:
Pearson, Spearman and Kendall correlations over headlines, within documents if
a document has several headlines, and over the means of systems if there are
three or more. Headlines that have both a score and a rating are counted.

The ratings are CSV or JSON lines with id, system (if the evaluation has several
systems), and one or more columns of numbers. Several rows for one headline are
averaged; a list in JSON is several ratings. Columns without numbers and the
column rater are ignored. Ratings are used as they are: if a low rating is good,
as a rank is, good measures have negative correlations, and hed says so if most
measures do.

Headlines of one document are not independent, so intervals and p are based on
documents, not on headlines. best_p asks whether a measure could be the one that
agrees best with the ratings, by the size of its Pearson correlation. Below 0.05
another measure is really better, even though the best one was only picked after
looking at the results.`,
		Example: `  hed correlate --scores results --human ratings.csv
  hed correlate --scores results --human ratings.jsonl -f json
  hed correlate --scores results --human r.csv --columns id=url,system=model`,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd.Context()) },
	}
	cmd.Flags().StringVar(&c.scores, "scores", "", "`DIR`: output folder of 'hed eval'")
	c.Ratings.Flags(cmd, "human", "`FILE`: ratings as CSV or JSON lines with id, system and columns of numbers", "id=url,system=model")
	c.Output.Flags(cmd)
	cli.Path(cmd, "scores")
	cli.Need(cmd, "scores", "the folder that 'hed eval' wrote", "human", "the file with the ratings")
	return cmd
}

func (c *correlation) run(ctx context.Context) error {
	f, err := openScores(c.scores)
	if err != nil {
		return err
	}
	defer f.Close()
	file, err := c.Ratings.Read(ctx, c.App, "id", "system", "rater")
	if err != nil {
		return err
	}
	res, err := run.Correlate(ctx, f, file, c.Seed)
	if err != nil {
		return err
	}
	c.Notes(res.Notes)
	return res.Print(c.On(c.Stdout))
}
