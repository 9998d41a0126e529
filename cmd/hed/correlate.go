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
		Long: `Tell how every measure of an evaluation goes with what people said: Pearson,
Spearman and Kendall over headlines, inside documents where a document has
several headlines, and over the means of systems where there are three or more.
Headlines count that have both the measure and a rating.

The ratings are CSV or JSON lines with id, the system where the evaluation has
several, and one or more columns of numbers. Several rows of one headline are
averaged; a list in JSON is several ratings. A column without any number is
no rating, and neither is rater. Ratings are taken as they are: where low is
good, as it is for places in a ranking, a measure agrees with them by a negative
correlation, and hed says so where most measures do.

Headlines of one document go together, so intervals and p rest on the documents,
not on the headlines. best_p judges which measure goes best with the ratings,
by the size of its Pearson correlation: below 0.05 another one is better indeed,
also when it is counted that the best one was chosen after looking.`,
		Example: `  hed correlate --scores results --human ratings.csv
  hed correlate --scores results --human ratings.jsonl -f json
  hed correlate --scores results --human r.csv --columns id=url,system=model`,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd.Context()) },
	}
	cmd.Flags().StringVar(&c.scores, "scores", "", "`DIR` that 'hed eval' wrote")
	c.Ratings.Flags(cmd, "human", "`FILE` of ratings, CSV or JSON lines with id, system and columns of numbers", "id=url,system=model")
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
