package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"hed/analysis"
	"hed/cmd/hed/internal/cli"
	"hed/report"
	"hed/run"
)

// A nullTrial is the command "hed null".
type nullTrial struct {
	*cli.App
	cli.Output
	scores    string
	documents []int
	trials    int
	test      string
	bootstrap int
	power     bool
}

func nullCmd(a *cli.App) *cobra.Command {
	n := &nullTrial{App: a}
	cmd := &cobra.Command{
		Use:   "null --scores DIR",
		Short: "try the tests of significance on systems that do not differ",
		Long: `Try the tests of 'hed eval' on systems that do not differ, to see whether they
can be trusted on scores such as yours. A test at the level 0.05 may find a
difference where there is none in 5 of 100 comparisons. Scores of headlines are
not what textbooks assume: there are ties, zeros and easy documents. If a test
finds more than 5 of 100, do not trust it; if it finds far fewer, it will also
miss real differences.

In every trial some documents of the evaluation are drawn, and on each of them
the systems exchange their scores at random. For each measure and number of
documents, the table has the share of trials in which the test found a
difference between two systems (ranks or Tukey's HSD, or resampled for a test by
resampling), and the share in which it found one between any two of all systems,
after correction. With --power the systems keep their scores, and the table
shows how many of their differences are found with so few documents.`,
		Example: `  hed null --scores results
  hed null --scores results --documents 50,100,500 --trials 2000
  hed null --scores results --test tukey --power`,
		RunE: func(cmd *cobra.Command, _ []string) error { return n.run(cmd.Context()) },
	}
	f := cmd.Flags()
	f.StringVar(&n.scores, "scores", "", "`DIR`: output folder of 'hed eval'")
	f.IntSliceVar(&n.documents, "documents", nil, "`LIST`: how many documents to draw, separated by commas (default: 50,500, or all if there are fewer)")
	f.IntVar(&n.trials, "trials", 10000, "`N`: number of trials for each measure and number of documents")
	f.StringVar(&n.test, "test", string(analysis.Paired), "`HOW`: how systems are compared, as in 'hed eval'")
	f.IntVar(&n.bootstrap, "bootstrap", 1000, "`N`: number of resamples in a trial of --test bootstrap or randomisation")
	f.BoolVar(&n.power, "power", false, "keep the scores of the systems, to see how many differences the test finds")
	n.Output.Flags(cmd)
	cli.Only(cmd, "power")
	cli.Path(cmd, "scores")
	cli.Need(cmd, "scores", "the folder that 'hed eval' wrote")
	return cmd
}

func (n *nullTrial) run(ctx context.Context) error {
	if n.trials < 1 {
		return cli.Usagef("--trials must be at least 1, not %d", n.trials)
	}
	test, err := analysis.ParseTest(n.test)
	if err != nil {
		return cli.Usagef("--test: %w", err)
	}
	if err := test.Check(n.bootstrap); err != nil {
		return cli.Usagef("--bootstrap %d: %w", n.bootstrap, err)
	}
	f, err := openScores(n.scores)
	if err != nil {
		return err
	}
	defer f.Close()
	bar := n.Progress("trying")
	o := run.NullOptions{Documents: n.documents, Trials: n.trials, Test: test, Resamples: n.bootstrap, Seed: n.Seed, Workers: n.Workers, Progress: bar.Of}
	var res interface {
		Table() *report.Table
		Notes() []string
	}
	if n.power {
		res, err = run.Power(ctx, f, o)
	} else {
		res, err = run.Null(ctx, f, o)
	}
	bar.Clear()
	if err != nil {
		return err
	}
	to := n.On(n.Stdout)
	if err := to.Print(res.Table(), res); err != nil || to.ForPrograms() {
		return err
	}
	return to.Notes(res.Notes())
}

// openScores opens the folder of --scores.
func openScores(folder string) (*run.Finished, error) {
	f, err := run.Open(folder)
	if e, ok := errors.AsType[*run.FolderError](err); ok && e.Fix != run.Again {
		return nil, fmt.Errorf("--scores %s: there is no %s in it; name a folder that 'hed eval' wrote", folder, run.RecordFile)
	}
	return f, err
}
