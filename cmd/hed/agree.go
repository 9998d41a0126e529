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
kappas of Fleiss, Randolph and Cohen (of every two raters), the share of equal
pairs, and for numbers the intraclass correlations.

The file is CSV or JSON lines with item, rater and value; --columns names
others. A rater may pass over items. --by gives one result for each value of
another column, such as the questions of a study.

--level says what may be made of the values: nominal (the same or not),
ordinal (above or below), interval (so are differences) or ratio (and 0 is
nothing). It is never guessed. Cohen's kappa has linear weights for ordinal
values and quadratic ones for numbers.

Intervals leave out one item after another, or resample items where there are
many: they are about other items for the same raters.`,
		Example: `  hed agree --ratings ratings.csv
  hed agree --ratings ratings.csv --level ordinal -f json
  hed agree --ratings export/judgements.csv --by question`,
		RunE: func(cmd *cobra.Command, _ []string) error { return g.run(cmd.Context()) },
	}
	g.Ratings.Flags(cmd, "ratings", "`FILE` of ratings, CSV or JSON lines with item, rater and value", "item=case,rater=judge")
	f := cmd.Flags()
	f.StringVar(&g.level, "level", string(agree.Nominal), "`LEVEL` of measurement: nominal, ordinal, interval or ratio")
	f.StringVar(&g.by, "by", "", "`COLUMN` whose values are measured apart")
	f.IntVar(&g.bootstrap, "bootstrap", 1000, "`N` resamples of many items, for confidence intervals; 0 for none but those by F of ICC")
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
