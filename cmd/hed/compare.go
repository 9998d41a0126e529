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
on every measure that both have. Systems with the same name are compared; if
each run has only one system, its name does not matter. hed refuses to compare
runs that cover different documents or have different settings of a measure.

Differences are tested document by document with Wilcoxon's signed-rank test,
which does not assume normal scores. bleu and chrf are values of all documents
together; they are tested by approximate randomisation. p is corrected for the
number of measures by Holm's method, separately for each system, so of many
systems one may still look worse by chance. The verdict is one of these:

  better, worse        significantly so: the adjusted p is below 0.05
  no difference found  which does not mean that there is none
  mixed                significant, but the mean says better and the ranks
                       say worse, or the other way round
  different            significant, for a measure without a better direction

Means are over the documents that have a value in both runs. effect, in json
and csv, is the rank-biserial correlation: 1 if all documents got higher.

--margin is how much the mean of a measure may lose, in its own unit. The
verdict then comes from the 90% confidence interval of the change, so that a
larger loss is ruled out with 95% confidence:

  within margin        the whole interval is within the margin
  worse                the whole interval is beyond the margin
  not shown            neither: use more documents, or a larger margin

There is no correction here, since every measure must be within its margin.
--margin-mode beyond turns this around: only a loss that is shown to be larger
than the margin is worse. With few documents nearly everything passes then.

With --fail-on-regression the exit code is 100 if a system is worse, or not
shown to be within its margin, on any measure, or if RUN_B lacks a system, a
measure or the value of a document that RUN_A has (--missing allows a share of
the values to be missing). --columns chooses the measures that can fail.
--require sets bounds for the values of RUN_B, as in its summary.csv; if one is
not kept the exit code is 100, with or without --fail-on-regression.

The documents that changed most are shown with both headlines, which come from
report.html of the runs. -f html prints a page with more of them.`,
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
	f.BoolVar(&c.fail, "fail-on-regression", false, "exit with 100 if a system is worse, is not shown to be within its margin, or lacks values")
	f.StringArrayVar(&c.Margins, "margin", nil, "`X`: how much every measure may lose, or COLUMN=X for single ones, separated by commas")
	f.StringVar((*string)(&c.Mode), "margin-mode", string(analysis.MarginWithin), "`MODE`: within: pass if the loss is shown to be within the margin; beyond: fail only if it is shown to be beyond")
	f.StringSliceVar(&c.Columns, "columns", nil, "`LIST`: measures that can fail the gate; the others are only shown (default: all)")
	f.Float64Var(&c.Missing, "missing", 0, "`SHARE`: share of the values of RUN_A that a measure may lack in RUN_B")
	f.StringArrayVar(&c.Require, "require", nil, "`COLUMN>=X`: bounds that RUN_B must keep, also with <=, > or <, separated by commas")
	f.StringVar(&c.junit, "junit", "", "`FILE.xml`: write a JUnit file for CI systems, one test case per system and measure; - prints it instead of the table")
	f.IntVar(&c.bootstrap, "bootstrap", 1000, "`N`: number of resamples for confidence intervals; 0 for Student's t intervals")
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
	defer p.Close()
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
