package run

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hed/analysis"
	"hed/chart"
	"hed/internal/option"
	"hed/internal/staging"
	"hed/report"
	"hed/report/figure"
	"hed/score"
	"hed/stat"
)

// A Finished is an evaluation that is complete in its folder.
type Finished struct {
	Folder string
	Record *Record
	Table  *score.Table
}

// Open reads the folder of an evaluation and sees that it is complete and can be
// computed with. The error is a *FolderError or a *FileError where it cannot.
func Open(folder string) (*Finished, error) {
	file := filepath.Join(folder, RecordFile)
	info, err := os.Stat(folder)
	_, noRecord := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &FolderError{folder, fmt.Errorf("there is no folder %s", folder), Evaluate}
	case err == nil && !info.IsDir():
		return nil, &FolderError{folder, fmt.Errorf("%s is a file; name the folder", folder), Another}
	case errors.Is(noRecord, fs.ErrNotExist):
		return nil, &FolderError{folder, fmt.Errorf("%s is not complete: it has no %s", folder, RecordFile), Resume}
	}
	f, err := read(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &FolderError{folder, fmt.Errorf("%s is damaged: %w", folder, err), Again}
	}
	return f, err
}

// read reads run.json and the scores.
func read(folder string) (*Finished, error) {
	record, err := readRecord(folder)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, RecordFile)
	f := &Finished{Folder: folder, Record: record}
	var columns []score.Column
	for _, c := range record.Columns {
		if _, err := stat.ParseAssumption(c.Assume); err != nil {
			return nil, &FileError{File: file, Err: fmt.Errorf("column %s: %w", c.Name, err)}
		}
		columns = append(columns, c.column())
	}
	if len(record.Systems) == 0 || len(columns) == 0 {
		return nil, &FileError{File: file, Err: errors.New("names no systems or no columns"), Fix: Written}
	}
	f.Table, err = readScores(folder, record.Systems, columns)
	return f, err
}

// column is what statistics need to know of it.
func (c *Column) column() score.Column {
	col := score.Column{Name: c.Name, Metric: c.Metric, Assume: c.Assume, Low: math.Inf(-1), High: math.Inf(1)}
	for _, b := range []score.Better{score.Higher, score.Lower} {
		if b.String() == c.Better {
			col.Better = b
		}
	}
	if c.Low != nil {
		col.Low = *c.Low
	}
	if c.High != nil {
		col.High = *c.High
	}
	return col
}

// readRecord reads the run.json of a folder.
func readRecord(folder string) (*Record, error) {
	file := filepath.Join(folder, RecordFile)
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := new(Record)
	if err := json.Unmarshal(data, r); err != nil {
		return nil, &FileError{File: file, Err: err, Fix: Written}
	}
	return r, nil
}

// readScores reads the scores of a folder.
func readScores(folder string, systems []string, columns []score.Column) (*score.Table, error) {
	t := score.NewTable(systems, columns)
	for i, s := range systems {
		file := filepath.Join(folder, filepath.FromSlash(scoresFile(s)))
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		err = t.ReadCSV(f, file, i)
		f.Close()
		if errors.Is(err, score.ErrOtherDocuments) {
			return nil, &FileError{File: file, Fix: Again,
				Err: fmt.Errorf("has other documents than %s", filepath.Join(folder, filepath.FromSlash(scoresFile(systems[0]))))}
		}
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			return nil, &FileError{file, bad.Line, bad.Err, Written}
		}
		if err != nil {
			return nil, &FileError{File: file, Err: err}
		}
	}
	return t, nil
}

// Files are what was read of the folder.
func (f *Finished) Files() []string {
	all := []string{filepath.Join(f.Folder, RecordFile)}
	for _, s := range f.Record.Systems {
		all = append(all, filepath.Join(f.Folder, filepath.FromSlash(scoresFile(s))))
	}
	return all
}

// Values are the scores on a column, by system, then document.
func (f *Finished) Values(column int) [][]float64 {
	var all [][]float64
	for s := range f.Table.Systems() {
		all = append(all, f.Table.Values(s, column))
	}
	return all
}

// finished returns what this very run found, if the folder has all of it.
func (o *Options) finished(ctx context.Context, record *Record, columns []score.Column) (*analysis.Analysis, *Record, bool) {
	old, err := readRecord(o.Folder)
	if err != nil || !old.same(record, columns) {
		return nil, nil, false
	}
	t, err := readScores(o.Folder, record.Systems, columns)
	if err != nil {
		return nil, nil, false
	}
	how := o.analysis()
	how.Intervals.Resamples = 0 // nobody looks at the intervals
	found, err := analysis.Of(ctx, t, how)
	if err != nil {
		return nil, nil, false
	}
	var summary bytes.Buffer
	report.CSV(&summary, report.Summary(found), report.Style{}) // memory takes everything
	there, err := os.ReadFile(filepath.Join(o.Folder, summaryFile))
	if err != nil || !bytes.Equal(there, summary.Bytes()) {
		return nil, nil, false
	}
	for _, name := range resultNames {
		if _, err := os.Stat(filepath.Join(o.Folder, name)); err != nil && name != chartsFolder && name != foldsFile {
			return nil, nil, false
		}
	}
	return found, old, true
}

// foreign refuses a folder with something in it that results would replace,
// and that is not of an evaluation.
func foreign(path string) error {
	if staging.IsUnfinished(path) {
		return nil // results may be half way there
	}
	old, err := readRecord(path)
	if err != nil {
		old = &Record{}
	}
	ours := map[string]func(name, ending string) bool{
		scoresFolder: func(name, ending string) bool { return ending == ".csv" && slices.Contains(old.Systems, name) },
		correlationName: func(name, ending string) bool {
			return ending == ".csv" && slices.Contains(old.Systems, strings.TrimSuffix(name, spearman))
		},
		chartsFolder: func(name, ending string) bool {
			kind, _, _ := strings.Cut(name, "_")
			known := slices.ContainsFunc(figure.Kinds, func(k figure.Kind) bool { return k.Name == kind })
			_, err := chart.FormatOf(ending)
			return len(old.Systems) > 0 && known && err == nil
		},
	}
	for _, name := range resultNames {
		info, err := os.Stat(filepath.Join(path, name))
		if err != nil {
			continue
		}
		refused := func(name string) error {
			return fmt.Errorf("%s %s: there is %s, which is not of an evaluation and would be lost; name another folder", option.Name("out"), path, name)
		}
		isOurs := ours[name]
		if len(old.Systems) == 0 || info.IsDir() != (isOurs != nil) {
			return refused(name)
		}
		if !info.IsDir() {
			continue
		}
		files, err := os.ReadDir(filepath.Join(path, name))
		if err != nil {
			return fmt.Errorf("look into %s: %w", option.Name("out"), err)
		}
		for _, f := range files {
			ending := filepath.Ext(f.Name())
			if f.IsDir() || !isOurs(strings.TrimSuffix(f.Name(), ending), ending) {
				return refused(filepath.Join(name, f.Name()))
			}
		}
	}
	return nil
}
