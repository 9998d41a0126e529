package main

import (
	"context"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/report"
	"hed/run"
	"hed/stat"
	"hed/stat/agree"
)

// An agreement is the command "hed agree".
type agreement struct {
	*cli.App
	cli.Output
	cli.Ratings
	level     string
	by        string
	bootstrap int
}

func agreeCmd(a *cli.App) *cobra.Command {
	g := &agreement{App: a}
	cmd := &cobra.Command{
		Use:   "agree --ratings FILE",
		Short: "measure how far raters agree",
		Long: `Measure how far raters agree on the same items: Krippendorff's alpha, the
kappas of Fleiss, Randolph and Cohen (for every two raters), the share of pairs
of ratings that are equal, and intraclass correlations for numbers.

The file is CSV or JSON lines with item, rater and value; --columns maps other
names. Raters need not rate every item. --by gives one result for each value of
another column, such as the questions of a study.

--level says what the values mean: nominal (the same or different), ordinal
(they have an order), interval (differences count too) or ratio (0 means
nothing). hed never guesses it. Cohen's kappa has linear weights for ordinal
values and quadratic weights for numbers.

Intervals come from leaving out one item at a time, or from resampling items if
there are many. They say what to expect for other items and the same raters.`,
		Example: `  hed agree --ratings ratings.csv
  hed agree --ratings ratings.csv --level ordinal -f json
  hed agree --ratings export/judgements.csv --by question`,
		RunE: func(cmd *cobra.Command, _ []string) error { return g.run(cmd.Context()) },
	}
	g.Ratings.Flags(cmd, "ratings", "`FILE`: ratings as CSV or JSON lines with item, rater and value", "item=case,rater=judge")
	f := cmd.Flags()
	f.StringVar(&g.level, "level", string(agree.Nominal), "`LEVEL`: level of measurement: nominal, ordinal, interval or ratio")
	f.StringVar(&g.by, "by", "", "`COLUMN`: give one result for each value of this column")
	f.IntVar(&g.bootstrap, "bootstrap", 1000, "`N`: number of resamples for confidence intervals of many items; with 0, only intraclass correlations have an interval")
	g.Output.Flags(cmd)
	cli.Need(cmd, "ratings", "the file with what the raters said")
	return cmd
}

func (g *agreement) run(ctx context.Context) error {
	level := agree.Level(g.level)
	switch {
	case !level.Known():
		return cli.Usagef("--level %s: want nominal, ordinal, interval or ratio", g.level)
	case g.bootstrap < 0:
		return cli.Usagef("--bootstrap must be 0 or more, not %d", g.bootstrap)
	}
	file, err := g.Ratings.Read(ctx, g.App, "item", "rater", "value")
	if err != nil {
		return err
	}
	groups, err := agree.Groups(file, level, g.by)
	if err != nil {
		return err
	}
	bar := g.Progress("making intervals")
	defer bar.Clear()
	for i, group := range groups {
		bar.Of(i, len(groups))
		how := stat.Resampling{Resamples: g.bootstrap, Level: run.Confidence, Workers: g.Workers}
		if err := group.Measure(ctx, level, how, g.Seed); err != nil {
			return err
		}
	}
	bar.Clear()
	how := "95% confidence, for other items and the same raters"
	if g.bootstrap == 0 {
		how = "no intervals but those by F of ICC, since --bootstrap is 0"
	}
	return report.PrintAgreement(g.On(g.Stdout), groups, g.by, "which -f csv and -f json show", how)
}
