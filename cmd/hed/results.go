package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"hed/analysis"
	"hed/chart"
	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/evaluate"
	"hed/internal/whole"
	"hed/report"
	"hed/report/figure"
	"hed/report/page"
	"hed/score"
	"hed/stat"
)

// The names in the folder of an evaluation.
const (
	recordFile       = "run.json"
	summaryFile      = "summary.csv"
	scoresFolder     = "scores"
	foldsFile        = "folds.csv"
	intervalsFile    = "intervals.csv"
	significanceFile = "significance.csv"
	correlationName  = "correlation" // files and a folder
	spearman         = "_spearman"   // at the end of their names
	chartsFolder     = "charts"
	pageFile         = "report.html"
	tablesFile       = "tables.tex"
)

func scoresFile(system string) string { return scoresFolder + "/" + system + ".csv" }

// results are everything that goes into the folder of an evaluation.
type results struct {
	record   *runRecord
	table    *score.Table
	found    *analysis.Analysis
	folds    []string // of the documents; "" without folds
	figures  []figure.Figure
	style    report.Style
	examples iter.Seq2[*page.Example, error]
}

// A resultFile is one file of the folder.
type resultFile struct {
	name  string // with slashes, from the folder
	write func(io.Writer) error
}

// files are all files but run.json. The figures are drawn as they are asked
// for.
func (r *results) files(ctx context.Context) []resultFile {
	var all []resultFile
	add := func(name string, write func(io.Writer) error) { all = append(all, resultFile{name, write}) }
	csv := func(name string, t *report.Table) {
		add(name, func(w io.Writer) error { return report.CSV(w, t, report.Style{}) })
	}
	for i, s := range r.table.Systems() {
		add(scoresFile(s), func(w io.Writer) error { return r.table.WriteCSV(w, i) })
	}
	csv(summaryFile, report.Summary(r.found))
	if len(r.folds) > 0 && r.folds[0] != "" {
		csv(foldsFile, report.Folds(r.found, r.folds))
	}
	csv(intervalsFile, report.Intervals(r.found))
	csv(significanceFile, report.Significance(r.found))
	correlations := func(name string, values, ranks [][]stat.Correlation) {
		csv(name+".csv", report.Correlations(r.found.Columns, values))
		csv(name+spearman+".csv", report.Correlations(r.found.Columns, ranks))
	}
	correlations(correlationName, r.found.Pearson, r.found.Spearman)
	for _, s := range r.found.Systems {
		correlations(correlationName+"/"+s.Name, s.Pearson, s.Spearman)
	}
	add(tablesFile, func(w io.Writer) error { return report.Paper(w, r.found, r.style) })
	for i := range r.figures {
		f := &r.figures[i]
		add(chartsFolder+"/"+f.File(), func(w io.Writer) error { return chart.Write(w, f.Format, f) })
	}
	add(pageFile, func(w io.Writer) error { return r.page(ctx, w) })
	return all
}

// stage writes the results to a folder where nobody looks for them.
func (r *results) stage(ctx context.Context, folder string) error {
	in := func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) }
	for _, name := range resultNames {
		if err := os.RemoveAll(in(name)); err != nil {
			return err
		}
	}
	for _, f := range append(r.files(ctx), resultFile{recordFile, func(w io.Writer) error { return cli.WriteJSON(w, r.record) }}) {
		if err := os.MkdirAll(filepath.Dir(in(f.name)), 0o777); err != nil {
			return err
		}
		if err := whole.Write(in(f.name), f.write); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return nil
}

// resultNames are what stands in the folder itself, run.json last.
var resultNames = []string{
	scoresFolder, summaryFile, foldsFile, intervalsFile, significanceFile, correlationName + ".csv", correlationName + spearman + ".csv",
	correlationName, tablesFile, chartsFolder, pageFile, recordFile,
}

// page writes report.html.
func (r *results) page(ctx context.Context, w io.Writer) error {
	run := &page.Run{
		Version: r.record.Version, Found: r.found, Seed: r.record.Seed, Command: r.record.command(), Warnings: r.record.Warnings,
	}
	for i := range r.figures {
		f := &r.figures[i]
		var svg bytes.Buffer
		if err := chart.Write(&svg, chart.SVG, f); err != nil {
			return fmt.Errorf("draw %s: %w", f.Name, err)
		}
		run.Charts = append(run.Charts, page.Chart{Kind: f.Kind, File: f.File(), Title: f.Title, SVG: svg.Bytes()})
	}
	run.Settings, run.Inputs = r.record.shown()
	return page.Write(ctx, w, run, r.examples)
}

// examples are the documents with what the systems wrote and got for them. The
// cases are read again, and must be those that were scored; what generators wrote
// is in the journal.
func examples(file string, cases iter.Seq2[*corpus.Case, error], names, docs []string, journal *evaluate.Journal, found *analysis.Analysis) iter.Seq2[*page.Example, error] {
	place := make([]int, len(found.Systems)) // in names, by rank
	for i, s := range found.Systems {
		place[i] = slices.Index(names, s.Name)
	}
	return func(yield func(*page.Example, error) bool) {
		n := 0
		written, stop := iter.Pull2(journal.Headlines())
		defer stop()
		for c, err := range cases {
			if err != nil {
				yield(nil, err)
				return
			}
			h, err, ok := written()
			if err != nil {
				yield(nil, err)
				return
			}
			if n >= len(docs) || c.Doc.ID != docs[n] || ok && h.Doc != docs[n] {
				yield(nil, cli.InputErrorf("%s: changed while it was read; run it again when it is complete", file))
				return
			}
			all := append(c.Headlines(), h.Texts...)
			ex := &page.Example{
				ID: c.Doc.ID, Source: c.Doc.Source, Date: c.Doc.Date, Article: c.Doc.Body, References: c.Doc.References,
			}
			for i, s := range found.Systems {
				ex.Headlines = append(ex.Headlines, all[place[i]])
				scores := make([]float64, len(found.Columns))
				for col, values := range s.Values {
					scores[col] = values[n]
				}
				ex.Scores = append(ex.Scores, scores)
			}
			n++
			if !yield(ex, nil) {
				return
			}
		}
	}
}
