package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/internal/plain"
	"hed/report"
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
Spearman and Kendall over headlines, and over the means of systems where there
are three or more. Headlines count that have both the measure and a rating.

The ratings are CSV or JSON lines with id, the system where the evaluation has
several, and one or more columns of numbers. Several rows of one headline are
averaged; a list in JSON is several ratings. A column without any number is
no rating, and neither is rater.

Williams' test compares each measure with the strongest one on the same
headlines: a small p says that the strongest is stronger indeed. Measures count
by the size of their correlation, whichever its sign. Headlines of several
systems for one document are taken for independent, so intervals are somewhat
too narrow then.`,
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
	res, err := run.Correlate(ctx, f, file)
	if err != nil {
		return err
	}
	for _, n := range res.Notes {
		c.Note("%s", n)
	}
	if c.As == "json" || c.As == "csv" {
		return c.Output.Print(c.Stdout, res.Table(), res)
	}
	return c.printTables(res)
}

func (c *correlation) printTables(res *run.HumanResult) error {
	comment := ""
	if c.As == "latex" {
		comment = "% "
	}
	say := func(format string, args ...any) {
		fmt.Fprintln(c.Stdout, plain.Text(fmt.Sprintf(comment+format, args...)))
	}
	for i, h := range res.Human {
		if i > 0 {
			fmt.Fprintln(c.Stdout)
		}
		say("%s: over %s with %s\n", h.Name, count.Of(h.Headlines, "headline"), count.Of(h.Ratings, "rating"))
		if err := c.Output.Print(c.Stdout, res.Of("item", h.Name), nil); err != nil {
			return err
		}
		if t := res.Of("system", h.Name); len(t.Rows) > 0 {
			fmt.Fprintln(c.Stdout)
			say("%s: over the means of %s\n", h.Name, count.Of(int(t.Rows[0][1].Value), "system"))
			if err := c.Output.Print(c.Stdout, t, nil); err != nil {
				return err
			}
		}
	}
	fmt.Fprintln(c.Stdout)
	var doubts report.Doubts
	for _, m := range res.Items {
		doubts.Add(m.Pearson.Why, m.Column)
	}
	for _, m := range res.Systems {
		doubts.Add(m.Pearson.Why, m.Column)
	}
	for _, d := range doubts.Lines() {
		say("%s", d)
	}
	say("95%% confidence by Fisher (Pearson), Bonett and Wright (Spearman), Fieller, wider for ties (Kendall);")
	say("williams_p: of Williams' test against the first measure of the table")
	return nil
}
