package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/stat"
	"hed/stat/agree"
)

// An agreement is the command "hed agree".
type agreement struct {
	*cli.App
	cli.Output
	ratingsFile
	level     string
	by        string
	bootstrap int
}

// weights are how Cohen's kappa counts disagreements, by the level of the
// values.
var weights = map[agree.Level]agree.Weight{
	agree.Nominal: agree.Unweighted, agree.Ordinal: agree.Linear,
	agree.Interval: agree.Quadratic, agree.Ratio: agree.Quadratic,
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

Intervals are of resampled items: they are about other items for the same
raters.`,
		Example: `  hed agree --ratings ratings.csv
  hed agree --ratings ratings.csv --level ordinal -f json
  hed agree --ratings answers.csv --columns rater=judge,item=case --by question`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return g.run(cmd.Context()) },
	}
	g.ratingsFile.flags(cmd, "ratings", "`FILE` of ratings, CSV or JSON lines with item, rater and value", "item=case,rater=judge")
	f := cmd.Flags()
	f.StringVar(&g.level, "level", string(agree.Nominal), "`LEVEL` of measurement: nominal, ordinal, interval or ratio")
	f.StringVar(&g.by, "by", "", "`COLUMN` whose values are measured apart")
	f.IntVar(&g.bootstrap, "bootstrap", 1000, "`N` resamples for confidence intervals; 0 for none")
	g.Output.Flags(cmd)
	return cmd
}

func (g *agreement) run(ctx context.Context) error {
	_, known := weights[agree.Level(g.level)]
	switch {
	case g.file == "":
		return cli.Usagef("--ratings is missing: the file with what the raters said")
	case !known:
		return cli.Usagef("--level %s: want nominal, ordinal, interval or ratio", g.level)
	case g.bootstrap < 0:
		return cli.Usagef("--bootstrap must be 0 or more, not %d", g.bootstrap)
	}
	if err := g.Output.Check(); err != nil {
		return err
	}
	if err := g.read(ctx, g.App, "item", "rater", "value"); err != nil {
		return err
	}
	groups, err := g.groups()
	if err != nil {
		return err
	}
	bar := g.Progress("making intervals")
	for i, group := range groups {
		bar.Of(i, len(groups))
		if err = g.measure(ctx, group); err != nil {
			break
		}
	}
	bar.Clear()
	if err != nil {
		return err
	}
	return g.print(groups)
}

// An agreeGroup is some of the ratings, and what is found of them.
type agreeGroup struct {
	value string // of the column of --by
	rows  []agree.Row
	lines []int
	agreeResult
}

// groups cuts the rows by the column of --by, in the order of the file.
func (g *agreement) groups() ([]*agreeGroup, error) {
	for _, role := range []string{"item", "rater", "value"} {
		if err := g.need(role); err != nil {
			return nil, err
		}
	}
	by := slices.Index(g.names, g.by)
	if g.by != "" && by < 0 {
		return nil, cli.InputErrorf("%s:1: there is no column %s for --by; there are %s", g.name, g.by, strings.Join(g.names, ", "))
	}
	var groups []*agreeGroup
	places := map[string]*agreeGroup{}
	for i := range g.rows {
		row := &g.rows[i]
		cell := func(role string) string { return strings.TrimSpace(g.get(row, role)) }
		said := agree.Row{Item: cell("item"), Rater: cell("rater"), Value: cell("value")}
		switch "" {
		case said.Item:
			return nil, cli.InputErrorf("%s:%d: the item is empty; every row needs one", g.name, row.line)
		case said.Rater:
			return nil, cli.InputErrorf("%s:%d: the rater is empty; every row needs one", g.name, row.line)
		}
		if _, ok := parseRating(said.Value); !ok && said.Value != "" && g.level != string(agree.Nominal) {
			return nil, cli.InputErrorf("%s:%d: the value is %q; --level %s wants numbers, nominal takes anything", g.name, row.line, said.Value, g.level)
		}
		value := ""
		if g.by != "" {
			value = row.cell(by)
		}
		group := places[value]
		if group == nil {
			group = &agreeGroup{value: value}
			places[value] = group
			groups = append(groups, group)
		}
		group.rows = append(group.rows, said)
		group.lines = append(group.lines, row.line)
	}
	return groups, nil
}

// measure fills in what the ratings of a group show.
func (g *agreement) measure(ctx context.Context, group *agreeGroup) error {
	r, err := agree.New(group.rows)
	if repeat, ok := errors.AsType[*agree.RepeatError](err); ok {
		return cli.InputErrorf("%s:%d: item %q has a value of rater %q already, on line %d; keep one, or see --by",
			g.name, group.lines[repeat.Second], repeat.Item, repeat.Rater, group.lines[repeat.First])
	}
	if err != nil {
		return err
	}
	level := agree.Level(g.level)
	of := func(m agree.Measure) (a agree.Agreement) {
		if err != nil {
			return a
		}
		if g.bootstrap == 0 {
			a, err = r.Agreement(m)
			return a
		}
		how := stat.Resampling{Resamples: g.bootstrap, Level: confidence, Workers: g.Workers}
		// The same resamples for every measure.
		a, err = r.Bootstrap(ctx, m, how, rand.New(rand.NewPCG(g.Seed, 0)))
		return a
	}
	res := &group.agreeResult
	res.Items, res.Raters = len(r.Items()), len(r.Raters())
	res.Krippendorff = alphaResult{Level: g.level}
	alpha := of(agree.Alpha{Level: level})
	res.Krippendorff.Alpha, res.Krippendorff.agreeRange = present(alpha.Value), rangeOf(alpha)
	res.Fleiss = kappaOf(of(agree.Fleiss{}))
	res.Randolph = kappaOf(of(agree.Randolph{}))
	percent := of(agree.Percent{})
	res.Percent, res.PercentRange = present(percent.Value), rangeOf(percent)
	res.Cohen = []cohenResult{}
	for _, c := range r.Pairs(weights[level]) {
		res.Cohen = append(res.Cohen, cohenResult{c.A, c.B, string(c.Weight), kappaOf(of(c))})
	}
	if err != nil || level == agree.Nominal || level == agree.Ordinal {
		return err
	}
	icc, err := r.ICC(confidence)
	res.ICC = iccOf(icc)
	return err
}
