package run

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hed/analysis"
	"hed/chart"
	"hed/internal/staging"
	"hed/metric/all"
	"hed/report/figure"
	"hed/report/page"
	"hed/score"
	"hed/stat"
)

// A Finished is an evaluation that is complete in its folder.
type Finished struct {
	Folder string
	Record *Record
	Table  *score.Table

	spill *score.Spill // that the table is in, if not nil
	own   bool         // and that nobody else closes
}

// Open reads the folder of an evaluation and sees that it is complete and can be
// computed with. The error is a *FolderError or a *FileError where it cannot. The scores of
// a large one are in a temporary file, until Close.
func Open(folder string) (*Finished, error) { return OpenSpilled(folder, nil) }

// Close gives the temporary file back.
func (f *Finished) Close() error {
	if !f.own {
		return nil
	}
	return f.spill.Close()
}

// OpenSpilled is Open for those who say where the scores are. The spill is theirs.
func OpenSpilled(folder string, spill *score.Spill) (*Finished, error) {
	if err := staging.Recover(folder); err != nil {
		return nil, &FolderError{folder, fmt.Errorf("%s is not complete: %w", folder, err), None}
	}
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
	f, err := read(folder, spill)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &FolderError{folder, fmt.Errorf("%s is damaged: %w", folder, err), Again}
	}
	return f, err
}

// read reads run.json and the scores.
func read(folder string, spill *score.Spill) (f *Finished, err error) {
	written, err := staging.ReadList(folder, RecordFile)
	if err != nil {
		return nil, &FileError{File: filepath.Join(folder, staging.ListFile), Err: err, Fix: Again}
	}
	record, err := readRecord(folder)
	if err != nil {
		return nil, err
	}
	columns, err := record.columns(folder)
	if err != nil {
		return nil, err
	}
	f = &Finished{Folder: folder, Record: record, spill: spill}
	if spill == nil && record.Documents > score.InMemory {
		if f.spill, err = score.NewSpill(""); err != nil {
			return nil, err
		}
		f.own = true
		defer func() {
			if err != nil {
				f.Close()
			}
		}()
	}
	defer f.spill.Catch(&err)
	if f.Table, err = readScores(folder, record, columns, f.spill); err != nil {
		return nil, err
	}
	// What cannot be read was said with its line; what can be may have changed all the same.
	for _, name := range f.names() {
		if err := written.Check(folder, name); err != nil {
			return nil, &FileError{File: filepath.Join(folder, filepath.FromSlash(name)), Err: err, Fix: Again}
		}
	}
	return f, nil
}

// columns are what statistics need to know of the measures.
func (r *Record) columns(folder string) (columns []score.Column, err error) {
	file := filepath.Join(folder, RecordFile)
	for _, c := range r.Columns {
		if _, err := stat.ParseAssumption(c.Assume); err != nil {
			return nil, &FileError{File: file, Err: fmt.Errorf("column %s: %w", c.Name, err)}
		}
		col, err := c.column()
		if err != nil {
			return nil, &FileError{File: file, Err: fmt.Errorf("column %s: %w", c.Name, err)}
		}
		columns = append(columns, col)
	}
	if len(r.Systems) == 0 || len(columns) == 0 {
		return nil, &FileError{File: file, Err: errors.New("names no systems or no columns"), Fix: Written}
	}
	return columns, nil
}

// column is what statistics need to know of it.
func (c *Column) column() (score.Column, error) {
	col := score.Column{
		Name: c.Name, Metric: c.Metric, Title: cmp.Or(c.Title, c.Name), Topic: c.Topic, Doc: cmp.Or(c.Doc, c.Name), Full: c.Full, Aside: c.Aside, Assume: c.Assume,
		Low: math.Inf(-1), High: math.Inf(1),
	}
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
	in, err := all.Metrics.Find(c.Metric)
	if err != nil || in.Pool == nil {
		return col, nil // also of a metric that this program does not have
	}
	sig, err := score.ParseSignature(c.Name, c.Signature)
	if err == nil {
		col.Pool, err = in.Pool(sig)
	}
	return col, err
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
	if t, err := analysis.ParseTest(string(r.Settings.Test)); err == nil && r.Settings.Test != "" {
		r.Settings.Test = t // which may have had another name
	}
	return r, nil
}

// readScores reads the scores of a folder, and their counts, into memory or, if it is not nil, a spill.
func readScores(folder string, record *Record, columns []score.Column, spill *score.Spill) (*score.Table, error) {
	systems := record.Systems
	t := score.NewTable(systems, columns)
	t.Raw = record.Settings.Raw
	t.SpillTo(spill)
	for i, s := range systems {
		if err := readTable(folder, scoresFile(s), scoresFile(systems[0]), func(f io.Reader, name string) error { return t.ReadCSV(f, name, i) }); err != nil {
			return nil, err
		}
		if !t.Pooled() {
			continue
		}
		if err := readTable(folder, countsFile(s), scoresFile(systems[0]), func(f io.Reader, name string) error { return t.ReadCounts(f, name, i) }); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// readTable reads a file of a folder, whose documents must be those of the first.
func readTable(folder, name, first string, read func(f io.Reader, name string) error) error {
	file := filepath.Join(folder, filepath.FromSlash(name))
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	err = read(f, file)
	if errors.Is(err, score.ErrOtherDocuments) {
		return &FileError{File: file, Fix: Again, Err: fmt.Errorf("has other documents than %s", filepath.Join(folder, filepath.FromSlash(first)))}
	}
	if bad, ok := errors.AsType[*csv.ParseError](err); ok {
		return &FileError{file, bad.Line, bad.Err, Written}
	}
	if err != nil {
		return &FileError{File: file, Err: err}
	}
	return nil
}

// Files are what is read of the folder.
func (f *Finished) Files() (all []string) {
	for _, name := range append(f.names(), PageFile) {
		all = append(all, filepath.Join(f.Folder, filepath.FromSlash(name)))
	}
	return all
}

// names are the files that were read, with slashes from the folder.
func (f *Finished) names() []string {
	all := []string{RecordFile}
	for _, s := range f.Record.Systems {
		all = append(all, scoresFile(s))
		if f.Table.Pooled() {
			all = append(all, countsFile(s))
		}
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

// finished returns what this very run found; nil unless the folder has all of it, as it was written.
func (o *Options) finished(record *Record, columns []score.Column) *Result {
	old, err := readRecord(o.Folder)
	if err == nil && old.Version != record.Version {
		o.tell(Event{Kind: Note, Text: fmt.Sprintf("the results in %s are from hed %s; hed %s evaluates everything again", o.Folder, old.Version, record.Version)})
	}
	if err != nil || !old.same(record, columns) {
		return nil
	}
	for _, name := range resultNames {
		if _, err := os.Stat(filepath.Join(o.Folder, name)); err != nil && !slices.Contains(mayLack, name) {
			return nil
		}
	}
	written, err := staging.ReadList(o.Folder, RecordFile)
	if err != nil || written.CheckAll(o.Folder) != nil {
		return nil
	}
	g, err := look(o.Folder, old)
	if err != nil {
		return nil
	}
	return &Result{Analysis: g.Found, Record: old, Before: true}
}

// mayLack are the names that a finished evaluation need not have: few have files
// beside the page, and earlier versions wrote no methods.
var mayLack = []string{chartsFolder, foldsFile, countsFolder, methodsFile, parquetFile, page.Folder}

// foreign refuses a folder with something in it that results would replace, and that
// is not of an evaluation. Figures are looked at when they are drawn.
func (o *Options) foreign(dir *staging.Folder) error {
	names, folders := slices.DeleteFunc(slices.Clone(resultNames), isFolder), []string{scoresFolder, correlationName, chartsFolder}
	columns := o.Plan.Columns()
	pooled := score.Width(columns) > len(columns)
	if pooled {
		folders = append(folders, countsFolder)
	}
	systems := o.Plan.Names() // of the generators
	for _, s := range o.Systems {
		systems = append(systems, s.Name)
	}
	for _, s := range systems {
		names = append(names, filesOf(s)...)
		if pooled {
			names = append(names, countsFile(s))
		}
	}
	list, err := staging.ReadList(dir.Path, RecordFile)
	if err != nil {
		return err
	}
	old := older(dir.Path)
	if list == nil && old == nil { // no evaluation was here, so such a folder is of somebody else
		names = append(names, folders...)
	}
	return dir.Refuse(RecordFile, old, names...)
}

// isFolder reports whether one of resultNames is a folder.
func isFolder(name string) bool {
	return name == scoresFolder || name == countsFolder || name == correlationName || name == chartsFolder || name == page.Folder
}

// filesOf are the files of a system alone.
func filesOf(system string) []string {
	return []string{scoresFile(system), correlationName + "/" + system + ".csv", correlationName + "/" + system + spearman + ".csv"}
}

// older are the files of an evaluation that an earlier version wrote, which left no
// list of them. One that was killed while they appeared may have its record among what
// is unfinished.
func older(folder string) (names []string) {
	old, err := readRecord(folder)
	if err != nil {
		old, err = readRecord(staging.UnfinishedIn(folder))
	}
	if err != nil || len(old.Systems) == 0 {
		return nil
	}
	names = slices.DeleteFunc(slices.Clone(resultNames), func(name string) bool { return isFolder(name) || name == methodsFile })
	for _, s := range old.Systems {
		names = append(names, filesOf(s)...)
	}
	figures, _ := os.ReadDir(filepath.Join(folder, chartsFolder)) // none if it cannot be read
	for _, f := range figures {
		kind, _, _ := strings.Cut(strings.TrimSuffix(f.Name(), filepath.Ext(f.Name())), "_")
		known := slices.ContainsFunc(figure.Kinds, func(k figure.Kind) bool { return k.Name == kind })
		if _, err := chart.FormatOf(filepath.Ext(f.Name())); err == nil && known && f.Type().IsRegular() {
			names = append(names, chartsFolder+"/"+f.Name())
		}
	}
	return names
}
