package run

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"hed/chart"
	"hed/corpus/input"
	"hed/internal/option"
	"hed/internal/whole"
	"hed/report"
	"hed/score"
	"hed/style/align"
)

// AlignOptions say which newspapers are aligned, and where the pairs go.
type AlignOptions struct {
	align.Options
	Paths input.Paths // how the files are read; Docs is not used
	A, B  string
	// File is where the pairs appear, as CSV; the figure appears beside it.
	File string
	// Writer, if not nil, gets the pairs in place of File, without a figure.
	Writer io.Writer
	Raw    bool // ids as they are, though a spreadsheet may run them
}

// Figure is the name of the figure.
func (o *AlignOptions) Figure() string {
	return strings.TrimSuffix(o.File, filepath.Ext(o.File)) + ".svg"
}

// Align finds the articles of two newspapers that go together. The warnings are of what
// may not be what it seems.
func Align(ctx context.Context, o *AlignOptions) (res *align.Result, warnings []string, err error) {
	if o.Writer == nil && o.Figure() == o.File {
		return nil, nil, option.Errorf("out", " %s: the figure has that name; name the pairs otherwise, such as pairs.csv", o.File)
	}
	if err := input.CheckStdin(o.A, o.B); err != nil {
		return nil, nil, err
	}
	papers, warnings, err := newspapers(ctx, &o.Paths, o.A, o.B)
	if err != nil {
		return nil, warnings, err
	}
	pairs := func(w io.Writer) error {
		out := score.NewWriter(w, "a", "b", "score")
		out.Raw = o.Raw
		row := make([]float64, 1)
		res, err = align.Run(ctx, papers[0], papers[1], o.Options, func(a, b string, v float64) error {
			row[0] = v
			return out.Write(row, a, b)
		})
		if err != nil {
			return err
		}
		return out.Flush()
	}
	if o.Writer != nil {
		err = pairs(o.Writer)
	} else {
		err = o.write(pairs, func(w io.Writer) error { return chart.Write(w, chart.SVG, report.AlignmentFigure(res)) })
	}
	if err != nil {
		return nil, warnings, err
	}
	return res, append(warnings, res.Notes()...), nil
}

// write writes both files. They appear together, when both are complete.
func (o *AlignOptions) write(pairs, figure func(io.Writer) error) error {
	var files whole.Batch
	defer files.Discard()
	if err := files.Write(o.File, pairs); err != nil {
		return err
	}
	if err := files.Write(o.Figure(), figure); err != nil {
		return err
	}
	return files.Commit()
}
