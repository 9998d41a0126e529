package run

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"hed/analysis"
	"hed/chart"
	"hed/corpus"
	"hed/corpus/parquet"
	"hed/evaluate"
	"hed/internal/crash"
	"hed/internal/ordered"
	"hed/internal/plain"
	"hed/internal/staging"
	"hed/internal/whole"
	"hed/numeral"
	"hed/numeral/check"
	"hed/numeral/derive"
	"hed/report"
	"hed/report/figure"
	"hed/report/page"
	"hed/score"
	"hed/stat"
)

// The names in the folder of an evaluation.
const (
	RecordFile       = "run.json"
	PageFile         = "report.html"
	summaryFile      = "summary.csv"
	scoresFolder     = "scores"
	countsFolder     = "counts"
	foldsFile        = "folds.csv"
	intervalsFile    = "intervals.csv"
	significanceFile = "significance.csv"
	correlationName  = "correlation" // files and a folder
	spearman         = "_spearman"   // at the end of their names
	chartsFolder     = "charts"
	tablesFile       = "tables.tex"
	methodsFile      = "methods.txt"
	parquetFile      = "scores.parquet"
)

// resultNames are what stands in the folder itself, run.json last.
var resultNames = []string{
	scoresFolder, countsFolder, parquetFile, summaryFile, foldsFile, intervalsFile, significanceFile, correlationName + ".csv", correlationName + spearman + ".csv",
	correlationName, tablesFile, methodsFile, chartsFolder, PageFile, page.Folder, RecordFile,
}

func scoresFile(system string) string { return scoresFolder + "/" + system + ".csv" }
func countsFile(system string) string { return countsFolder + "/" + system + ".csv" }

// results are everything that goes into the folder of an evaluation.
type results struct {
	*Options
	record  *Record
	table   *score.Table
	found   *analysis.Analysis
	folds   []string // of the documents; nil without folds
	figures []figure.Figure
	job     *evaluate.Job
}

// A resultFile is one file of the folder.
type resultFile struct {
	name  string // with slashes, from the folder
	write func(io.Writer) error
}

// files are all files but run.json, and those beside the page, which are added while that is written. The figures are drawn
// as they are asked for.
func (r *results) files(ctx context.Context, beside func(name string, write func(io.Writer) error) error) []resultFile {
	var all []resultFile
	add := func(name string, write func(io.Writer) error) { all = append(all, resultFile{name, write}) }
	csv := func(name string, t *report.Table) {
		add(name, func(w io.Writer) error { return report.CSV(w, t, report.Style{Raw: r.Raw}) })
	}
	for i, s := range r.table.Systems() {
		add(scoresFile(s), func(w io.Writer) error { return r.table.WriteCSV(w, i) })
		if r.table.Pooled() {
			add(countsFile(s), func(w io.Writer) error { return r.table.WriteCounts(w, i) })
		}
	}
	if r.Parquet {
		add(parquetFile, r.writeParquet)
	}
	csv(summaryFile, report.Summary(r.found))
	if r.folds != nil {
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
	add(tablesFile, func(w io.Writer) error { return report.Paper(w, r.found, report.PaperStyle{Percent: r.Percent}) })
	add(methodsFile, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s\n\n%s\n", plain.Line(r.found.Methods()), plain.Line(r.found.Results()))
		return err
	})
	for i := range r.figures {
		f := &r.figures[i]
		add(chartsFolder+"/"+f.File(), func(w io.Writer) error { return f.Write(w, f.Format) })
	}
	add(PageFile, func(w io.Writer) error { return r.page(ctx, w, beside) })
	return all
}

// writeParquet writes the scores of all systems as one table, document by document within each system.
func (r *results) writeParquet(w io.Writer) error {
	out := parquet.NewWriter(w, []string{"id", "system"}, score.Names(r.table.Columns()))
	values, blocks := make([]float64, len(r.table.Columns())), make([][]float64, len(r.table.Columns()))
	for s, name := range r.table.Systems() {
		n := 0
		for id := range r.table.IDs() {
			for c := range values {
				if n%score.BlockLen == 0 {
					blocks[c] = r.table.Series(s, c).Block(n / score.BlockLen)
				}
				values[c] = blocks[c][n%score.BlockLen]
			}
			n++
			if err := out.Write([]string{id, name}, values); err != nil {
				return err
			}
		}
	}
	return out.Close()
}

// stage writes the results where nobody looks for them, run.json last.
func (r *results) stage(ctx context.Context, dir *staging.Folder) error {
	for _, f := range append(r.files(ctx, dir.Add), resultFile{RecordFile, r.record.write}) {
		if err := dir.Add(f.name, f.write); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return nil
}

// write writes run.json.
func (r *Record) write(w io.Writer) error { return report.JSON(w, r) }

// write makes the results appear.
func (r *results) write(ctx context.Context, dir *staging.Folder) error {
	err := r.stage(ctx, dir)
	if err == nil {
		err = dir.Appear(older(dir.Path))
	}
	if _, input := errors.AsType[*corpus.SyntaxError](err); err != nil && ctx.Err() == nil && !input {
		return whole.Failed("results to", dir.Path, err)
	}
	return err
}

// page writes report.html.
func (r *results) page(ctx context.Context, w io.Writer, beside func(name string, write func(io.Writer) error) error) error {
	run := &page.Run{Beside: beside, Baselines: r.record.baselines(), Version: r.record.Version, Found: r.found, Seed: r.record.Seed, Warnings: r.record.Warnings, Words: r.Words}
	if r.Command != nil {
		run.Command = r.Command(r.record)
	}
	for i := range r.figures {
		f := &r.figures[i]
		var svg bytes.Buffer
		if err := f.Write(&svg, chart.SVG); err != nil {
			return fmt.Errorf("draw %s: %w", f.Name, err)
		}
		run.Charts = append(run.Charts, page.Chart{Kind: f.Kind, File: f.File(), Title: f.Title, SVG: svg.Bytes()})
	}
	run.Settings, run.Inputs = r.record.Shown()
	var err error
	if run.Marked, err = r.marked(); err != nil {
		return err
	}
	marked := ordered.Map(ctx, r.Workers, r.examples(run.Marked), r.markNumbers)
	return page.Write(ctx, w, run, func(yield func(*page.Example, error) bool) {
		for ex, err := range marked {
			if err == nil && r.Example != nil {
				r.Example(ex)
			}
			if !yield(ex, err) {
				return
			}
		}
	})
}

// How much of the page has marks on the numbers of headlines: to check all of a large evaluation would take longer than
// everything else. A pair is a number of a headline with a number of its article, and takes some 40 microseconds, a few times
// that where texts are made of numbers; 2,000 headlines of news have 10,000 to 40,000 pairs. What is counted is not time, so
// that the page is the same on every machine.
const (
	markedHeadlines = 2000
	markedPairs     = 100_000
)

// marked is how many documents of the page, from the first on, have marks on the numbers of their headlines.
func (r *results) marked() (int, error) {
	most := max(1, markedHeadlines/max(1, len(r.found.Systems)))
	n, pairs := 0, 0
	for ex, err := range r.examples(most) {
		if err != nil || n == most {
			return n, err
		}
		if ex.Numbers != nil {
			numbers := 0
			for _, headline := range ex.Headlines {
				numbers += min(len(numeral.Find(nil, headline)), check.MaxNumbers)
			}
			if numbers > 0 {
				pairs += numbers * len(numeral.Find(nil, ex.Article))
			}
		}
		if pairs > markedPairs {
			return n, nil
		}
		n++
	}
	return most, nil
}

// markNumbers finds what the article says of the numbers in its headlines, if they are to have marks. A document whose
// check panics has none: the scores of all others are worth more than its marks.
func (o *Options) markNumbers(_ context.Context, ex *page.Example) (*page.Example, error) {
	if ex.Numbers == nil {
		return ex, nil
	}
	err := crash.Call(func() error {
		article := check.Read(ex.Article, cmp.Or(o.Lang, ex.Lang), check.Day(ex.Date))
		for i, headline := range ex.Headlines {
			ex.Numbers[i] = article.Check(derive.English(), headline)
		}
		return nil
	})
	if err != nil {
		ex.Numbers = nil
	}
	return ex, nil
}

// examples are the documents with what the systems wrote and got for them, in
// the order of the ranks. The cases are read again, and must be those that were
// scored; what generators wrote is in the journal. As many as marked are to have marks.
func (r *results) examples(marked int) iter.Seq2[*page.Example, error] {
	place := make([]int, len(r.found.Systems)) // in the plan, by rank
	for i, s := range r.found.Systems {
		place[i] = slices.Index(r.table.Systems(), s.Name)
	}
	return func(yield func(*page.Example, error) bool) {
		written, stop := iter.Pull2(r.job.Journal.Headlines())
		defer stop()
		ids, stopIDs := iter.Pull(r.table.IDs())
		defer stopIDs()
		blocks := make([][][]float64, len(r.found.Systems)) // those that document n is in, by system and column
		n := 0
		for c, err := range r.job.Cases {
			var h evaluate.Headlines
			generated := false
			if err == nil {
				h, err, generated = written()
			}
			id, more := ids()
			if err == nil && (!more || c.Doc.ID != id || generated && h.Doc != id) {
				err = &FileError{File: r.job.DocsFile, Err: errors.New("changed while it was read; run it again when it is complete")}
			}
			if err != nil {
				yield(nil, err)
				return
			}
			all := append(c.Headlines(), h.Texts...)
			ex := &page.Example{
				ID: c.Doc.ID, Source: c.Doc.Source, Date: c.Doc.Date, Lang: c.Doc.Lang, Article: c.Doc.Text(), References: c.Doc.References,
			}
			for i, s := range r.found.Systems {
				ex.Headlines = append(ex.Headlines, all[place[i]])
				if n%score.BlockLen == 0 {
					blocks[i] = make([][]float64, len(s.Series))
					for col, series := range s.Series {
						blocks[i][col] = series.Block(n / score.BlockLen)
					}
				}
				scores := make([]float64, len(r.found.Columns))
				for col, block := range blocks[i] {
					scores[col] = block[n%score.BlockLen]
				}
				ex.Scores = append(ex.Scores, scores)
			}
			if n < marked && strings.TrimSpace(ex.Article) != "" && check.Reads(cmp.Or(r.Lang, ex.Lang)) {
				ex.Numbers = make([][]check.Result, len(ex.Headlines))
			}
			n++
			if !yield(ex, nil) {
				return
			}
		}
	}
}
