package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hed/analysis"
	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/score"
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
right whether or not scores are normal, and corrected by Holm for the number
of measures, for each system by itself: of many systems one may look worse by
chance. A verdict is

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

// A comparedSystem is what was found of one system.
type comparedSystem struct {
	systemPair
	changes []analysis.Change
}

func (c *comparison) run(ctx context.Context, folderA, folderB string) error {
	if err := c.check(); err != nil {
		return err
	}
	old, err := openRun(folderA)
	if err != nil {
		return err
	}
	new, err := openRun(folderB)
	if err != nil {
		return err
	}
	if err := cli.CheckOutput("--junit", c.junit, append(old.files(), new.files()...)...); err != nil {
		return err
	}
	p, err := pair(old, new)
	if err != nil {
		return err
	}
	o := analysis.RunOptions{
		Intervals: stat.Resampling{Resamples: c.bootstrap, Level: confidence, Workers: c.Workers}, Seed: c.Seed,
	}
	if o.Margins, err = parseMargins(c.margin, p.columns); err != nil {
		return err
	}
	if err := p.check(); err != nil {
		return err
	}
	c.tell(p)
	var found []comparedSystem
	for _, s := range p.systems {
		before, now := p.values(s)
		changes, err := analysis.Runs(ctx, p.columns, before, now, o)
		if err != nil {
			return err
		}
		found = append(found, comparedSystem{s, changes})
		c.lacking(p, &found[len(found)-1])
	}
	if err := c.writeJUnit(p, found); err != nil {
		return err
	}
	if !cli.IsStdout(c.junit) {
		if err := c.print(p, found); err != nil {
			return err
		}
	}
	return c.gate(p, found)
}

// check refuses a command line that cannot work before anything is read.
func (c *comparison) check() error {
	if c.bootstrap < 0 {
		return cli.Usagef("--bootstrap must be 0 or more, not %d", c.bootstrap)
	}
	return c.Output.Check()
}

// parseMargins reads X or COLUMN=X. What is said of a column wins over what is
// said of all.
func parseMargins(list []string, columns []score.Column) ([]float64, error) {
	margins := make([]float64, len(columns))
	set := make([]bool, len(columns))
	for entry := range strings.SplitSeq(strings.Join(list, ","), ",") {
		if entry == "" {
			continue
		}
		at := strings.LastIndexByte(entry, '=') // names may have one too
		x, err := strconv.ParseFloat(entry[at+1:], 64)
		if err != nil || !(x >= 0) || math.IsInf(x, 0) {
			return nil, cli.Usagef("--margin %s: want a number of at least 0, or COLUMN=NUMBER", entry)
		}
		if at < 0 {
			for i := range margins {
				if !set[i] {
					margins[i] = x
				}
			}
			continue
		}
		i := slices.IndexFunc(columns, func(c score.Column) bool { return c.Name == entry[:at] })
		if i < 0 {
			return nil, cli.Usagef("--margin %s: no measure %q in both runs; have %s", entry, entry[:at], strings.Join(columnNames(columns), ", "))
		}
		margins[i], set[i] = x, true
	}
	return margins, nil
}

// tell notes what is in one run only, and warns of other versions.
func (c *comparison) tell(p *pairing) {
	if a, b := p.old.record.Version, p.new.record.Version; a != b {
		c.Warn("%s is of hed %s and %s of hed %s, which may be why they differ", p.old.folder, a, p.new.folder, b)
	}
	if s := p.systems[0]; s.old != s.new {
		c.Note("comparing %s of %s with %s of %s: no system has the same name", s.new, p.new.folder, s.old, p.old.folder)
	} else {
		c.onlyIn("system", p.old.folder, p.lostSystems())
		c.onlyIn("system", p.new.folder, without(p.new.record.Systems, p.old.record.Systems))
	}
	c.onlyIn("measure", p.old.folder, p.lostColumns())
	c.onlyIn("measure", p.new.folder, without(columnNames(p.new.columns), columnNames(p.old.columns)))
}

func (c *comparison) onlyIn(what, folder string, only []string) {
	if len(only) > 0 {
		c.Note("only %s has the %s", folder, listed(what, only))
	}
}

// listed writes names after what they are.
func listed(what string, names []string) string {
	return count.Noun(len(names), what) + " " + strings.Join(names, ", ")
}

// lacking warns of documents that have a value in one run only: a system that
// has none where it was bad would look better.
func (c *comparison) lacking(p *pairing, s *comparedSystem) {
	type lack struct{ old, new int }
	lacks, names := grouped(s.changes, func(ch *analysis.Change) lack { return lack{ch.OnlyOld, ch.OnlyNew} })
	for _, l := range lacks {
		c.Warn("%s, %s: left out are %s with a value only in %s and %d with one only in %s",
			s.new, strings.Join(names[l], ", "), cli.Count(l.old, "document"), p.old.folder, l.new, p.new.folder)
	}
}

// grouped puts the measures together that lack the same, to tell of them once;
// those that lack nothing, which is the zero key, are left out.
func grouped[Key comparable](changes []analysis.Change, key func(*analysis.Change) Key) (keys []Key, names map[Key][]string) {
	var nothing Key
	names = map[Key][]string{}
	for i := range changes {
		k := key(&changes[i])
		if k == nothing {
			continue
		}
		if names[k] == nil {
			keys = append(keys, k)
		}
		names[k] = append(names[k], changes[i].Column.Name)
	}
	return keys, names
}

// gate says no, if asked, where a system is worse. It also does where the new run
// lost something, since what has no value cannot be found to be worse.
func (c *comparison) gate(p *pairing, found []comparedSystem) error {
	if !c.fail {
		return nil
	}
	var all []string
	say := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	for _, s := range found {
		if worse := s.with(analysis.Worse); len(worse) > 0 {
			say("%s is significantly worse on %s", s.new, strings.Join(worse, ", "))
		}
		lost, names := grouped(s.changes, func(ch *analysis.Change) int { return ch.OnlyOld })
		for _, n := range lost {
			say("%s lost the values of %s on %s", s.new, cli.Count(n, "document"), few(names[n]))
		}
	}
	if lost := p.lostSystems(); len(lost) > 0 {
		say("%s lacks the %s", p.new.folder, listed("system", lost))
	}
	if lost := p.lostColumns(); len(lost) > 0 {
		say("%s lacks the %s", p.new.folder, listed("measure", lost))
	}
	if len(all) == 0 {
		return nil
	}
	return cli.Gatef("%s", strings.Join(all, "; "))
}

// with are the columns with that verdict.
func (s *comparedSystem) with(v analysis.Verdict) (names []string) {
	for _, ch := range s.changes {
		if ch.Verdict == v {
			names = append(names, ch.Column.Name)
		}
	}
	return names
}
