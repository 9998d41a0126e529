package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hed/chart"
	"hed/cmd/hed/internal/cli"
	"hed/internal/whole"
	"hed/report"
	"hed/score"
	"hed/study/outcome"
)

// A studyReport is the command "hed study report".
type studyReport struct {
	*cli.App
	studyStore
	cli.Output
	out       string
	bootstrap int
}

func studyReportCmd(a *cli.App) *cobra.Command {
	r := &studyReport{App: a}
	cmd := &cobra.Command{
		Use:   "report --store STORE",
		Short: "show what judges said",
		Long: `Show what judges said: how far they agree on each question, overall and by
system (Krippendorff's alpha at the level of the question, Fleiss' kappa,
percent), shares of yes and of choices, mean places with tests, points as NumHG
computes them, and a paragraph on the methods with the study's figures.

--out writes a folder: a CSV file a table, tables.tex, charts as SVG,
methods.txt and report.html, which opens offline.`,
		Example: "  hed study report --store study.db\n  hed study report --store study.db --out results\n  hed study report --store study.db -f latex",
		Args:    cli.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return r.run(cmd.Context()) },
	}
	r.studyStore.flags(cmd)
	r.Output.Flags(cmd)
	f := cmd.Flags()
	f.StringVar(&r.out, "out", "", "`DIR` that gets tables, charts and report.html")
	f.IntVar(&r.bootstrap, "bootstrap", 1000, "`N` resamples for the intervals of agreement; 0 for none")
	cli.Path(cmd, "out")
	return cmd
}

func (r *studyReport) run(ctx context.Context) error {
	if err := r.Output.Check(); err != nil {
		return err
	}
	if r.bootstrap < 0 {
		return cli.Usagef("--bootstrap must be 0 or more, not %d", r.bootstrap)
	}
	d, err := r.load(ctx)
	if err != nil {
		return err
	}
	if d.Progress().Answers == 0 {
		return fmt.Errorf("%s has no answers to report yet; 'hed study status' tells how far it is", r.shown())
	}
	found, err := outcome.Of(ctx, d, outcome.Options{Resamples: r.bootstrap, Seed: r.Seed, Workers: r.Workers})
	if err != nil {
		return err
	}
	if r.out != "" {
		if err := r.folder(found); err != nil {
			return err
		}
	}
	if err := r.print(found); err != nil {
		return err
	}
	if r.out != "" {
		r.Note("wrote %s; open %s", r.out, filepath.Join(r.out, "report.html"))
	}
	return nil
}

// print prints all tables, with what they show before each.
func (r *studyReport) print(found *outcome.Outcome) error {
	if r.As == "json" {
		return cli.WriteJSON(r.Stdout, found.JSON())
	}
	width := cli.HelpWidth
	if w, ok := cli.Terminal(r.Stdout); ok {
		width = min(w, width)
	}
	if r.As == "text" {
		fmt.Fprintf(r.Stdout, "%s\n", strings.Join(report.Wrap(found.Methods(), width), "\n"))
	}
	for _, t := range found.Tables() {
		switch r.As {
		case "text":
			fmt.Fprintf(r.Stdout, "\n%s\n\n", strings.Join(report.Wrap(t.Caption, width), "\n"))
		case "latex":
			fmt.Fprintf(r.Stdout, "%% %s\n", t.Caption)
		case "markdown":
			fmt.Fprintf(r.Stdout, "\n%s\n\n", t.Caption)
		case "csv":
			fmt.Fprintf(r.Stdout, "# %s\n", t.Name)
		}
		shown := t.Table
		if r.As == "text" {
			shown = filled(shown)
		}
		if err := r.Output.Print(r.Stdout, shown, nil); err != nil {
			return err
		}
	}
	return nil
}

// filled is a table without the columns that have nothing in them.
func filled(t *report.Table) *report.Table {
	out := &report.Table{Rows: make([][]report.Cell, len(t.Rows))}
	for i, c := range t.Columns {
		if !slices.ContainsFunc(t.Rows, func(r []report.Cell) bool { return r[i].Label != "" || !score.IsAbsent(r[i].Value) }) {
			continue
		}
		out.Columns = append(out.Columns, c)
		for k := range t.Rows {
			out.Rows[k] = append(out.Rows[k], t.Rows[k][i])
		}
	}
	return out
}

// folder writes all files. Each appears whole.
func (r *studyReport) folder(found *outcome.Outcome) error {
	if err := os.MkdirAll(filepath.Join(r.out, "charts"), 0o777); err != nil {
		return fmt.Errorf("make --out: %w", err)
	}
	write := func(name string, to func(io.Writer) error) error {
		if err := whole.Write(filepath.Join(r.out, name), to); err != nil {
			return fmt.Errorf("write %s: %w", filepath.Join(r.out, name), err)
		}
		return nil
	}
	var tex bytes.Buffer
	for _, t := range found.Tables() {
		if err := write(t.Name+".csv", func(w io.Writer) error { return report.CSV(w, t.Table, report.Style{}) }); err != nil {
			return err
		}
		fmt.Fprintf(&tex, "%% %s: %s\n", t.Name, t.Caption)
		if err := report.LaTeX(&tex, t.Table, report.Style{Percent: r.Percent}); err != nil {
			return err
		}
		tex.WriteByte('\n')
	}
	var figures []outcome.Drawn
	for _, f := range found.Figures() {
		var svg bytes.Buffer
		if err := chart.Write(&svg, chart.SVG, f.Chart); err != nil {
			return fmt.Errorf("draw %s: %w", f.Name, err)
		}
		figures = append(figures, outcome.Drawn{Name: f.Name, Caption: f.Caption, SVG: svg.Bytes()})
		if err := write(filepath.Join("charts", f.Name+".svg"), func(w io.Writer) error { _, err := w.Write(svg.Bytes()); return err }); err != nil {
			return err
		}
	}
	for _, f := range []struct {
		name string
		to   func(io.Writer) error
	}{
		{"tables.tex", func(w io.Writer) error { _, err := w.Write(tex.Bytes()); return err }},
		{"methods.txt", func(w io.Writer) error { _, err := io.WriteString(w, found.Methods()+"\n"); return err }},
		{"report.html", func(w io.Writer) error { return found.WriteHTML(w, figures) }},
	} {
		if err := write(f.name, f.to); err != nil {
			return err
		}
	}
	return nil
}
