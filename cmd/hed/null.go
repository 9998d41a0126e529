package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"hed/analysis"
	"hed/cmd/hed/internal/cli"
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
}

// nullDocuments are how many documents are drawn unless the user says: few,
// where tests are rough, and many, where they are sharp.
var nullDocuments = []int{50, 500}

func nullCmd(a *cli.App) *cobra.Command {
	n := &nullTrial{App: a}
	cmd := &cobra.Command{
		Use:   "null --scores DIR",
		Short: "try the tests of significance on systems that do not differ",
		Long: `Try the tests of 'hed eval' on systems that do not differ, to see whether they
can be trusted on scores such as yours. A test at the level 0.05 may find a
difference where there is none in 5 of 100 comparisons. Scores of headlines are
not what the textbooks assume: there are ties, zeros and easy documents. If a
test finds more than it should, do not believe it; if it finds much less, it
will miss differences too.

For every trial some documents of the evaluation are drawn, and on each of them
the systems exchange their scores at random. For each measure and number of
documents this prints the share of trials in which two systems were told apart,
by the test that was chosen (ranks or Tukey's HSD, or resampled for a test by
resampling), and the share in which any two of all systems were, after
correction.`,
		Example: `  hed null --scores results
  hed null --scores results --documents 50,100,500 --trials 2000
  hed null --scores results --test tukey -f csv`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return n.run(cmd.Context()) },
	}
	f := cmd.Flags()
	f.StringVar(&n.scores, "scores", "", "`DIR` that 'hed eval' wrote")
	f.IntSliceVar(&n.documents, "documents", nil, "`LIST` of numbers of documents to draw (default 50,500, or all if there are fewer)")
	f.IntVar(&n.trials, "trials", 10000, "`N` trials for each measure and number of documents")
	f.StringVar(&n.test, "test", string(analysis.Checked), "`HOW` systems are compared, as for 'hed eval'")
	f.IntVar(&n.bootstrap, "bootstrap", 1000, "`N` resamples in a trial of --test bootstrap or randomisation")
	n.Output.Flags(cmd)
	cli.Path(cmd, "scores")
	return cmd
}

func (n *nullTrial) run(ctx context.Context) error {
	switch {
	case n.scores == "":
		return cli.Usagef("--scores is missing: the folder that 'hed eval' wrote")
	case n.trials < 1:
		return cli.Usagef("--trials must be at least 1, not %d", n.trials)
	}
	test, err := analysis.ParseTest(n.test)
	if err != nil {
		return cli.Usagef("--test: %w", err)
	}
	if err := test.Check(n.bootstrap); err != nil {
		return cli.Usagef("--bootstrap %d: %w", n.bootstrap, err)
	}
	if err := n.Output.Check(); err != nil {
		return err
	}
	run, err := readRun(n.scores)
	if err != nil {
		return err
	}
	systems := run.record.Systems
	if len(systems) < 2 {
		return fmt.Errorf("--scores %s: has one system, %s; two are needed", n.scores, systems[0])
	}
	if err := n.settleDocuments(len(run.table.Docs())); err != nil {
		return err
	}
	res := nullResult{Level: 1 - confidence, Trials: n.trials, Test: n.test, Seed: n.Seed, Systems: systems, Columns: []nullColumn{}}
	if test.Resamples() {
		res.Resamples = n.bootstrap
	}
	bar := n.Progress("trying")
	err = n.try(ctx, run, &res, bar)
	bar.Clear()
	if err != nil {
		return err
	}
	if len(res.Columns) == 0 {
		return fmt.Errorf("--scores %s: all columns are exact, so there is nothing to test", n.scores)
	}
	return n.print(&res)
}

// try fills in the rates of all columns.
func (n *nullTrial) try(ctx context.Context, run *finishedRun, res *nullResult, bar *cli.Progress) error {
	null := analysis.Null{Test: analysis.Test(n.test), Level: res.Level, Trials: n.trials, Resamples: n.bootstrap, Seed: n.Seed, Workers: n.Workers}
	columns := run.table.Columns()
	for c, col := range columns {
		values := run.values(c)
		for i, documents := range n.documents {
			bar.Of(c*len(n.documents)+i, len(columns)*len(n.documents))
			null.Documents = documents
			rates, tested, err := null.Run(ctx, col.Assume, values)
			if err != nil {
				return err
			}
			if tested {
				one := nullColumn{Column: col.Name, Documents: documents, Tukey: rateOf(rates.Two.Tukey), Family: familyOf(rates.All.All())}
				other := rateOf(rates.Two.Other)
				if null.Test.Resamples() {
					one.Resampled = &other
				} else {
					one.Ranks = &other
				}
				res.Columns = append(res.Columns, one)
			}
		}
	}
	return nil
}

// settleDocuments sees that as many documents can be drawn.
func (n *nullTrial) settleDocuments(have int) error {
	if len(n.documents) == 0 {
		n.documents = slices.DeleteFunc(slices.Clone(nullDocuments), func(d int) bool { return d > have })
		if len(n.documents) < len(nullDocuments) {
			n.documents = append(n.documents, have)
		}
	}
	if have < 2 {
		return fmt.Errorf("%s has %s; two are needed at least", n.scores, cli.Count(have, "document"))
	}
	slices.Sort(n.documents)
	n.documents = slices.Compact(n.documents)
	for _, d := range n.documents {
		if d < 2 || d > have {
			return cli.Usagef("--documents %d: %s has %s; want 2 to as many", d, n.scores, cli.Count(have, "document"))
		}
	}
	return nil
}
