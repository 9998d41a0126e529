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
	bootstrap int
	fail      bool
	margin    []string
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
  worse within margin  significantly worse, but not significantly by more
                       than --margin
  mixed                significant, but the mean says better and the ranks
                       say worse, or the other way round
  different            significant, where no way is better

Means are over the documents that have a value in both runs. effect, in json
and csv, is the rank-biserial correlation: 1 where all documents went up.

With --fail-on-regression the exit code is 100 if a system is worse on a
measure, and if RUN_B lost something: a system or a measure of RUN_A, or the
value of a document. only_old and only_new, in json and csv, count documents
with a value in one run only.

--margin is what the mean of a measure may lose, in its own unit: worse then
takes a loss that is significantly larger, by Student's t.`,
		Example: `  hed compare results/main results/candidate
  hed compare main candidate --fail-on-regression --junit compare.xml
  hed compare main candidate --fail-on-regression --margin 0.005
  hed compare main candidate --margin rouge1_f=0.005,fog=0.2 -f markdown`,
		Args:              twoRuns,
		ValidArgsFunction: completeRuns,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args[0], args[1]) },
	}
	f := cmd.Flags()
	f.BoolVar(&c.fail, "fail-on-regression", false, "exit with 100 if a system is significantly worse, or lost values")
	f.StringArrayVar(&c.margin, "margin", nil, "`X` that every measure may lose, or COLUMN=X for some, separated by commas")
	f.StringVar(&c.junit, "junit", "", "write what CI systems show, one test case a system and measure, to `FILE.xml`; - prints it in place of the table")
	f.IntVar(&c.bootstrap, "bootstrap", 1000, "`N` resamples for confidence intervals; 0 for Student's t")
	c.Output.Flags(cmd)
	cli.Path(cmd, "junit")
	return cmd
}

func twoRuns(cmd *cobra.Command, args []string) error {
	if len(args) == 2 {
		return nil
	}
	return cli.Usagef("'%s' takes two folders of 'hed eval', the old and the new one, not %d; see '%[1]s --help'", cmd.CommandPath(), len(args))
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
	old, err := run.Open(folderA)
	if err != nil {
		return err
	}
	new, err := run.Open(folderB)
	if err != nil {
		return err
	}
	if err := cli.CheckOutput("--junit", c.junit, append(old.Files(), new.Files()...)...); err != nil {
		return err
	}
	p, err := run.NewPair(old, new)
	if err != nil {
		return err
	}
	o := analysis.RunOptions{
		Intervals: stat.Resampling{Resamples: c.bootstrap, Level: run.Confidence, Workers: c.Workers}, Seed: c.Seed,
	}
	if o.Margins, err = run.ParseMargins(c.margin, p.Columns); err != nil {
		return err
	}
	if err := p.Check(); err != nil {
		return err
	}
	if w := p.OtherVersion(); w != "" {
		c.Warn("%s", w)
	}
	for _, n := range p.Notes() {
		c.Note("%s", n)
	}
	found, err := p.Compare(ctx, o)
	if err != nil {
		return err
	}
	for _, w := range p.Warnings(found) {
		c.Warn("%s", w)
	}
	if c.junit != "" {
		write := func(w io.Writer) error { return report.JUnit(w, "hed-compare", p.Suites(found)) }
		if err := c.WriteOut("--junit", c.junit, write); err != nil {
			return err
		}
	}
	if !cli.IsStdout(c.junit) {
		if err := c.print(p, found); err != nil {
			return err
		}
	}
	if no := p.Regressions(found); c.fail && len(no) > 0 {
		return cli.Gatef("%s", strings.Join(no, "; "))
	}
	return nil
}
