package main

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/report"
	"hed/study/outcome"
)

// A studyReport is the command "hed study report".
type studyReport struct {
	*cli.App
	studyStore
	cli.Output
	out       string
	bootstrap int
	by        string
}

func studyReportCmd(a *cli.App) *cobra.Command {
	r := &studyReport{App: a}
	cmd := &cobra.Command{
		Use:   "report --store STORE",
		Short: "show what judges said",
		Long: `Show what judges said: how far they agree on each question, overall and by
system (Krippendorff's alpha at the level of the question, Fleiss' kappa,
percent), shares of yes and of choices, mean places with tests, points as NumHG
computes them, how often sources were named, how far annotators agree by
operator, and a paragraph on the methods for a paper. The report begins with
what was found, and says if the study is not complete.

If judges were asked about themselves ('hed study new --background'), the report
says who they are, and --by splits the answers by one of those questions. Groups
of fewer than three people are not shown.

--out writes a folder: one CSV file per table, tables.tex, charts as SVG,
methods.txt and report.html, which opens offline.`,
		Example: "  hed study report --store study.db\n  hed study report --store study.db --out results\n  hed study report --store study.db -f latex",
		RunE:    func(cmd *cobra.Command, _ []string) error { return r.run(cmd.Context()) },
	}
	r.studyStore.flags(cmd)
	r.Output.Flags(cmd)
	f := cmd.Flags()
	f.StringVar(&r.out, "out", "", "`DIR`: folder for tables, charts and report.html")
	f.IntVar(&r.bootstrap, "bootstrap", 1000, "`N`: number of resamples for confidence intervals; with 0, agreement has no interval")
	f.StringVar(&r.by, "by", "", "`QUESTION`: also split the answers by a question about the judges, such as gender")
	cli.Path(cmd, "out")
	return cmd
}

func (r *studyReport) run(ctx context.Context) error {
	if r.bootstrap < 0 {
		return cli.Usagef("--bootstrap must be 0 or more, not %d", r.bootstrap)
	}
	d, err := r.load(ctx)
	if err != nil {
		return err
	}
	if d.Progress().Answers == 0 && d.Models == nil {
		return fmt.Errorf("%s has no answers to report yet; 'hed study status' says how far it is", r.shown())
	}
	found, err := outcome.Of(ctx, d, outcome.Options{Resamples: r.bootstrap, Seed: r.Seed, Workers: r.Workers, By: r.by})
	if err != nil {
		return err
	}
	if r.out != "" {
		if err := found.WriteFolder(r.out, report.Style{Percent: r.Percent, Raw: r.Raw}); err != nil {
			return err
		}
	}
	if r.As == "json" {
		err = report.JSON(r.Stdout, found.JSON())
	} else {
		width := cli.HelpWidth
		if w, ok := cli.Terminal(r.Stdout); ok {
			width = min(w, width)
		}
		err = found.Print(r.Stdout, r.As, r.On(r.Stdout).Style, width)
	}
	if err != nil {
		return err
	}
	if r.out != "" {
		r.Note("wrote %s; open %s", r.out, filepath.Join(r.out, "report.html"))
	}
	return nil
}
