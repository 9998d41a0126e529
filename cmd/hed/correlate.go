package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hed/analysis"
	"hed/cmd/hed/internal/cli"
	"hed/corpus/ratings"
	"hed/score"
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
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd.Context()) },
	}
	cmd.Flags().StringVar(&c.scores, "scores", "", "`DIR` that 'hed eval' wrote")
	c.Ratings.Flags(cmd, "human", "`FILE` of ratings, CSV or JSON lines with id, system and columns of numbers", "id=url,system=model")
	c.Output.Flags(cmd)
	cli.Path(cmd, "scores")
	return cmd
}

func (c *correlation) run(ctx context.Context) error {
	switch {
	case c.scores == "":
		return cli.Usagef("--scores is missing: the folder that 'hed eval' wrote")
	case c.File == "":
		return cli.Usagef("--human is missing: the file with the ratings")
	}
	run, err := readRun(c.scores)
	if err != nil {
		return err
	}
	file, err := c.Ratings.Read(ctx, c.App, "id", "system", "rater")
	if err != nil {
		return err
	}
	rated, err := c.join(run, file)
	if err != nil {
		return err
	}
	for _, r := range rated {
		if r.found, err = analysis.HumanOf(ctx, run.table, slices.Collect(slices.Chunk(r.means(), len(run.table.Docs()))), confidence); err != nil {
			return err
		}
	}
	return c.print(run, rated)
}

// A humanRating is a column of the file, by the rows of the run.
type humanRating struct {
	name  string
	sums  []score.Mean
	found *analysis.Human
}

func (r *humanRating) means() []float64 {
	out := make([]float64, len(r.sums))
	for i, m := range r.sums {
		out[i] = m.Value()
	}
	return out
}

// counts are how many headlines have a rating, and how many ratings those are.
func (r *humanRating) counts() (headlines, ratings int) {
	for _, m := range r.sums {
		if m.N > 0 {
			headlines++
			ratings += m.N
		}
	}
	return headlines, ratings
}

// join finds the headlines of the run that the rows speak of.
func (c *correlation) join(run *finishedRun, file *ratings.File) ([]*humanRating, error) {
	if err := file.Need("id"); err != nil {
		return nil, err
	}
	tells := file.Has("system")
	if systems := run.record.Systems; len(systems) > 1 && !tells {
		return nil, cli.InputErrorf("%s:1: there is no column system to tell %s apart; name it with --columns system=NAME", file.Name, strings.Join(systems, ", "))
	}
	place := map[string]int{} // of a document
	for i, doc := range run.table.Docs() {
		place[doc] = i
	}
	rows := make([]int, len(file.Rows)) // of the run; -1 for other systems
	var lost *ratings.Row
	losses, others := 0, 0
	for i := range file.Rows {
		r := &file.Rows[i]
		system := 0
		if tells {
			system = slices.Index(run.record.Systems, file.Get(r, "system"))
		}
		doc, ok := place[file.Get(r, "id")]
		row := system*len(place) + doc
		switch {
		case system < 0:
			row = -1
			others++
		case !ok:
			losses++
			if lost == nil {
				lost = r
			}
		}
		rows[i] = row
	}
	switch {
	case lost != nil:
		return nil, cli.InputErrorf("%s:%d: the evaluation in %s has no document %q; so it is with %s of the file", file.Name, lost.Line, c.scores, file.Get(lost, "id"), cli.Count(losses, "row"))
	case others == len(rows):
		return nil, cli.InputErrorf("%s: no row is of a system that %s has: %s", file.Name, c.scores, strings.Join(run.record.Systems, ", "))
	case others > 0:
		c.Note("%s: left out %s of systems that %s does not have", file.Name, cli.Count(others, "row"), c.scores)
	}
	return c.ratings(file, rows, len(run.record.Systems)*len(place))
}

// ratings are the columns of numbers. A column without any is none of them;
// one that has both numbers and something else is a mistake.
func (c *correlation) ratings(file *ratings.File, rows []int, n int) ([]*humanRating, error) {
	var all []*humanRating
	var none []string
	for _, i := range file.Others() {
		name := file.Columns[i]
		r := &humanRating{name: name, sums: make([]score.Mean, n)}
		numbers := 0
		var wrong *ratings.Row
		for k := range file.Rows {
			cell := strings.TrimSpace(file.Rows[k].Cell(i))
			if cell == "" {
				continue
			}
			v, ok := ratings.Number(cell)
			if !ok {
				if wrong == nil {
					wrong = &file.Rows[k]
				}
				continue
			}
			numbers++
			if rows[k] >= 0 {
				r.sums[rows[k]].Add(v)
			}
		}
		switch {
		case numbers == 0:
			none = append(none, name)
		case wrong != nil:
			return nil, cli.InputErrorf("%s:%d: %s is %q; expected a number or nothing", file.Name, wrong.Line, name, wrong.Cell(i))
		default:
			all = append(all, r)
		}
	}
	if len(all) == 0 {
		return nil, cli.InputErrorf("%s: has no column of ratings beside %s; expected numbers", file.Name, strings.Join(file.Columns, ", "))
	}
	if len(none) > 0 {
		c.Note("no ratings, since there are no numbers in it: %s", strings.Join(none, ", "))
	}
	for _, r := range all {
		if rated, _ := r.counts(); rated < n {
			c.Note("%s: no rating for %d of %s", r.name, n-rated, cli.Count(n, "headline"))
		}
	}
	return all, nil
}
