package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"hed/analysis"
	"hed/internal/option"
	"hed/internal/staging"
	"hed/internal/whole"
	"hed/report"
	"hed/report/figure"
	"hed/stat"
)

// Draw draws figures of a finished evaluation again, without scoring, and returns the names of their files, with slashes
// from the folder. They take the place of figures of the same name; all other files stay as they are. charts are specs
// of figures; nil are those that the evaluation drew.
func (f *Finished) Draw(ctx context.Context, charts []string, workers int) (files []string, err error) {
	if charts == nil {
		charts = f.Record.Settings.Charts
	}
	choice, err := figure.Parse(strings.Join(charts, ","))
	if err == nil {
		err = choice.Check(f.Table.Columns(), f.Record.Systems)
	}
	if err == nil && len(choice) == 0 {
		err = errors.New("there is nothing to draw; name what")
	}
	if err != nil {
		return nil, option.Errorf("chart", ": %w", err)
	}
	found, err := f.analyse(ctx, workers)
	if err != nil {
		return nil, err
	}
	dir, err := staging.Open(f.Folder)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	dir.Keep = len(dir.Files()) > 0 // of another evaluation that was stopped here
	figures := choice.Figures(found, f.Record.baselines()...)
	for i := range figures {
		fig := &figures[i]
		name := chartsFolder + "/" + fig.File()
		if err := dir.Add(name, func(w io.Writer) error { return fig.Write(w, fig.Format) }); err != nil {
			return nil, whole.Failed("charts to", f.Folder, err)
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		files = append(files, name)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s of %s: there is nothing to draw, with one system or one measure", option.Name("chart"), f.Folder)
	}
	if err := dir.Amend(RecordFile, older(f.Folder)); err != nil {
		return nil, whole.Failed("charts to", f.Folder, err)
	}
	return files, nil
}

// Tables writes the tables of a finished evaluation for a paper again, without scoring.
func (f *Finished) Tables(ctx context.Context, w io.Writer, s report.PaperStyle, workers int) error {
	found, err := f.analyse(ctx, workers)
	if err != nil {
		return err
	}
	return report.Paper(w, found, s)
}

// analyse finds again what the evaluation found.
func (f *Finished) analyse(ctx context.Context, workers int) (_ *analysis.Analysis, err error) {
	defer f.spill.Catch(&err)
	set := &f.Record.Settings
	return analysis.Of(ctx, f.Table, analysis.Options{
		Overall: f.Record.overall(), Test: set.Test, Seed: f.Record.Seed,
		Intervals: stat.Resampling{Resamples: set.Bootstrap, Level: Confidence, Workers: workers},
	})
}
