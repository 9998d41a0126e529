package main

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"hed/analysis"
	"hed/cmd/hed/internal/cli"
	"hed/report"
	"hed/run"
	"hed/stat"
)

// A comparison is the command "hed compare".
type comparison struct {
	*cli.App
	cli.Output
	run.Gate
	bootstrap int
	fail      bool
	junit     string
}

func compareCmd(a *cli.App) *cobra.Command {
	c := &comparison{App: a}
	cmd := &cobra.Command{
		Use:   "compare RUN_A RUN_B",
		Short: "compare two runs of 'hed eval' over the same documents",
		Long: `Compare two output folders of 'hed eval', RUN_A the old and RUN_B the new one,
on every measure that both have. Systems are those of the same name; where
each run has one system, its name does not matter. Runs over other documents
or with other settings of a measure are refused.

The differences by document are tested by Wilcoxon's signed-rank test, which is
right whether or not scores are normal, and those of bleu and chrf, which are
of all documents together, by approximate randomisation. p is corrected by
Holm for the number of measures, for each system by itself: of many systems
one may look worse by chance. A verdict is

  better, worse        significantly so: the adjusted p is below 0.05
  no difference found  which does not say that there is none
  mixed                significant, but the mean says better and the ranks
                       say worse, or the other way round
  different            significant, where no way is better

Means are over the documents that have a value in both runs. effect, in json
and csv, is the rank-biserial correlation: 1 where all documents went up.

--margin is what the mean of a measure may lose, in its own unit. The verdict
then rests on the 90% interval of the mean's change, whose end is a bound with
95% confidence of one side:

  within margin        all of the interval is within the margin
  worse                all of it is beyond
  not shown            neither: take more documents, or a larger margin

This is not corrected by Holm, since every measure must be within its margin.
--margin-mode beyond turns it around: worse takes a loss that is significantly
larger than the margin, and few documents pass anything.

With --fail-on-regression the exit code is 100 if a system is worse or not
shown to be within the margin on a measure, and if RUN_B lost something: a
system or a measure of RUN_A, or the value of a document (--missing says of
what share that is fine). --columns says which measures can fail. --require
sets bounds of RUN_B's own values, as in its summary.csv; the exit code is 100
if a compared system does not keep one, with --fail-on-regression or without.

The documents that got worse and better most are shown with both headlines,
as report.html of the runs has them. -f html prints a page with more of them.`,
		Example: `  hed compare results/main results/candidate
  hed compare main candidate --fail-on-regression --margin 0.005
  hed compare main candidate --fail-on-regression --junit compare.xml
  hed compare main candidate --fail-on-regression --columns rouge1_f,numacc
  hed compare main candidate --require 'numacc>=0.8' --require 'fog<=12'
  hed compare main candidate --margin rouge1_f=0.005,fog=0.2 -f html > c.html`,
		Args:              cli.Takes(2, 2, "two folders of 'hed eval', the old and the new one"),
		ValidArgsFunction: completeRuns,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args[0], args[1]) },
	}
	f := cmd.Flags()
	f.BoolVar(&c.fail, "fail-on-regression", false, "exit with 100 if a system is worse, not shown to be within a margin, or lost values")
	f.StringArrayVar(&c.Margins, "margin", nil, "`X` that every measure may lose, or COLUMN=X for some, separated by commas")
	f.StringVar((*string)(&c.Mode), "margin-mode", string(analysis.MarginWithin), "`MODE` within: pass if a loss is shown to be within the margin; beyond: fail if it is shown to be beyond")
	f.StringSliceVar(&c.Columns, "columns", nil, "`LIST` of measures that can fail; the others are shown (default all)")
	f.Float64Var(&c.Missing, "missing", 0, "`SHARE` of RUN_A's values that a measure may lose")
	f.StringArrayVar(&c.Require, "require", nil, "`COLUMN>=X` that RUN_B must keep, also with <=, > or <, separated by commas")
	f.StringVar(&c.junit, "junit", "", "write what CI systems show, one test case for each system and measure, to `FILE.xml`; - prints it in place of the table")
	f.IntVar(&c.bootstrap, "bootstrap", 1000, "`N` resamples for intervals of many values; 0 for plain Student's t")
	c.Output.Flags(cmd, "html")
	cli.Path(cmd, "junit")
	cli.Apart(cmd, "columns")
	return cmd
}

func completeRuns(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) < 2 {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

func (c *comparison) run(ctx context.Context, folderA, folderB string) error {
	if c.bootstrap < 0 {
		return cli.Usagef("--bootstrap must be 0 or more, not %d", c.bootstrap)
	}
	p, err := run.OpenPair(folderA, folderB, c.Gate)
	if err != nil {
		return err
	}
	if err := cli.CheckOutput("--junit", c.junit, append(p.Old.Files(), p.New.Files()...)...); err != nil {
		return err
	}
	if w := p.OtherVersion(); w != "" {
		c.Warn("%s", w)
	}
	found, err := p.Compare(ctx, stat.Resampling{Resamples: c.bootstrap, Level: run.Confidence, Workers: c.Workers}, c.Seed)
	if err != nil {
		return err
	}
	c.Notes(p.Notes())
	c.Warnings(p.Warnings(found))
	if c.junit != "" {
		write := func(w io.Writer) error { return report.JUnit(w, "hed-compare", p.Suites(found)) }
		if err := c.WriteOut("--junit", c.junit, write); err != nil {
			return err
		}
	}
	var no []string
	if c.fail {
		no = p.Regressions(found)
	}
	no = append(no, p.Unmet(found)...)
	if !cli.IsStdout(c.junit) {
		if err := p.Print(c.On(c.Stdout), found, c.fail || p.Required(), no); err != nil {
			return err
		}
	}
	if len(no) > 0 {
		return cli.Gatef("%s", strings.Join(no, "; "))
	}
	return nil
}
