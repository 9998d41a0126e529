package outcome

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"

	"hed/chart"
	"hed/internal/option"
	"hed/internal/whole"
	"hed/report"
	"hed/study"
)

// Export writes the answers that count to a folder, which it makes, each file whole:
// answers.csv and answers.jsonl; judgements.csv, the same in terms of systems, for agreement; models.csv if models answered,
// who are in no other file; ratings.csv where systems are compared; and annotated.csv where numerals were derived. Unless
// raw is set, texts in CSV get an apostrophe in front where spreadsheets would run them, but for the last, which is NumHG's.
func (d *Data) Export(ctx context.Context, dir string, raw bool) error {
	f := &folder{path: dir}
	defer f.files.Discard()
	if err := f.make(""); err != nil {
		return err
	}
	if err := d.export(ctx, f, raw); err != nil {
		return err
	}
	return f.appear()
}

// ExportZip writes the files of Export as a ZIP archive.
func (d *Data) ExportZip(ctx context.Context, w io.Writer, raw bool) error {
	z := zipped{zip.NewWriter(w)}
	if err := d.export(ctx, z, raw); err != nil {
		return err
	}
	return z.Close()
}

func (d *Data) export(ctx context.Context, f files, raw bool) error {
	if err := f.write("answers.csv", func(w io.Writer) error { return d.WriteCSV(w, raw) }); err != nil {
		return err
	}
	if err := f.write("answers.jsonl", d.WriteJSON); err != nil {
		return err
	}
	if err := f.write("judgements.csv", func(w io.Writer) error { return d.WriteJudgements(w, raw) }); err != nil {
		return err
	}
	if d.Models != nil {
		if err := f.write("models.csv", func(w io.Writer) error { return d.WriteModels(w, raw) }); err != nil {
			return err
		}
	}
	if d.Rated() != nil {
		if err := f.write("ratings.csv", func(w io.Writer) error { return d.WriteRatings(w, raw) }); err != nil {
			return err
		}
	}
	if q := d.Consensus(); q != nil && q.Kind == study.Numeral {
		found, err := Of(ctx, d, Options{})
		if err != nil {
			return err
		}
		return f.write("annotated.csv", found.WriteNumHG)
	}
	return nil
}

// WriteFolder writes the outcome to a folder, which it makes, each file whole: a CSV
// file for each table, tables.tex with all of them, in which shares are percentages, charts as SVG, methods.txt, and last report.html, which opens offline.
func (o *Outcome) WriteFolder(dir string, style report.Style) error {
	f := &folder{path: dir}
	defer f.files.Discard()
	if err := f.make(charts); err != nil {
		return err
	}
	if err := o.write(f, style); err != nil {
		return err
	}
	return f.appear()
}

// WriteZip writes the files of WriteFolder as a ZIP archive.
func (o *Outcome) WriteZip(w io.Writer, style report.Style) error {
	z := zipped{zip.NewWriter(w)}
	if err := o.write(z, style); err != nil {
		return err
	}
	return z.Close()
}

func (o *Outcome) write(f files, style report.Style) error {
	var tex bytes.Buffer
	w := o.tongue()
	for _, t := range o.Tables() {
		if err := f.write(t.Name+".csv", func(w io.Writer) error { return report.CSV(w, t.Table, style) }); err != nil {
			return err
		}
		fmt.Fprintf(&tex, "%% %s: %s\n", t.Name, t.Caption)
		if err := report.LaTeX(&tex, percents(w.table(t.Table)), w.style(style)); err != nil {
			return err
		}
		tex.WriteByte('\n')
	}
	figures, err := o.Draw()
	if err != nil {
		return err
	}
	for _, d := range figures {
		if err := f.write(filepath.Join(charts, d.Name+".svg"), text(d.SVG)); err != nil {
			return err
		}
	}
	if err := f.write("tables.tex", text(tex.Bytes())); err != nil {
		return err
	}
	if err := f.write("methods.txt", text([]byte(o.Methods()+"\n"))); err != nil {
		return err
	}
	return f.write("report.html", func(w io.Writer) error { return o.WriteHTML(w, figures) })
}

// Draw draws the figures.
func (o *Outcome) Draw() (figures []Drawn, err error) {
	w := o.tongue()
	for _, c := range o.Figures() {
		var svg bytes.Buffer
		if err := (chart.Style{Words: w.words, Comma: w.Decimal == ","}).Write(&svg, chart.SVG, c.Chart); err != nil {
			return nil, fmt.Errorf("draw %s: %w", c.Name, err)
		}
		figures = append(figures, Drawn{Name: c.Name, Caption: c.Caption, SVG: svg.Bytes()})
	}
	return figures, nil
}

// charts is the folder of figures in that of an outcome.
const charts = "charts"

// files are where the files of an outcome go.
type files interface {
	write(name string, to func(io.Writer) error) error
}

// zipped is an archive of files.
type zipped struct{ *zip.Writer }

func (z zipped) write(name string, to func(io.Writer) error) error {
	w, err := z.Create(filepath.ToSlash(name))
	if err != nil {
		return err
	}
	return to(w)
}

// A folder is one that files are written to. They appear together.
type folder struct {
	path  string
	files whole.Batch
}

func (f *folder) make(below string) error {
	if err := whole.MakeFolder(filepath.Join(f.path, below)); err != nil {
		return fmt.Errorf("make %s: %w", option.Name("out"), err)
	}
	return nil
}

func (f *folder) write(name string, to func(io.Writer) error) error {
	name = filepath.Join(f.path, name)
	if err := f.files.Write(name, to); err != nil {
		return whole.Failed(option.Name("out"), name, err)
	}
	return nil
}

func (f *folder) appear() error {
	if err := f.files.Commit(); err != nil {
		return whole.Failed(option.Name("out"), f.path, err)
	}
	return nil
}

func text(b []byte) func(io.Writer) error {
	return func(w io.Writer) error { _, err := w.Write(b); return err }
}
