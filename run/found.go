package run

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"hed/analysis"
	"hed/internal/formula"
	"hed/internal/staging"
	"hed/score"
	"hed/stat"
)

// A Glance is what an evaluation found, by the small files of its folder: those of summary, intervals, tests and correlations.
// It takes no time, whatever the number of documents.
type Glance struct {
	Folder string
	Record *Record
	// Found has no scores. Differences of systems are those of their means; the tests do not say why they were chosen.
	Found *analysis.Analysis
}

// Look reads what an evaluation found, without its scores.
func Look(folder string) (*Glance, error) {
	record, err := readRecord(folder)
	if err != nil {
		return nil, err
	}
	return look(folder, record)
}

// look is Look by a record that was read.
func look(folder string, record *Record) (*Glance, error) {
	columns, err := record.columns(folder)
	if err != nil {
		return nil, err
	}
	r := &foundReader{folder: folder, record: record, found: &analysis.Analysis{
		Columns: columns, Documents: record.Documents, Level: Confidence, Alpha: 0.05,
		Overall: record.overall(), Resamples: record.Settings.Bootstrap,
	}}
	if r.list, err = staging.ReadList(folder, RecordFile); err == nil {
		err = r.read()
	}
	if err != nil {
		return nil, err
	}
	return &Glance{folder, record, r.found}, nil
}

// Intact sees that a file in the folder of an evaluation, by its name with slashes, is as it was written, for whoever hands it out. The
// error is a *FileError if it is not. Nothing is known of files that are not of the evaluation.
func Intact(folder, name string) error {
	bad := func(err error) error {
		return &FileError{File: filepath.Join(folder, filepath.FromSlash(name)), Err: err, Fix: Again}
	}
	list, err := staging.ReadList(folder, RecordFile)
	switch {
	case err != nil:
		return bad(err)
	case name == staging.ListFile: // it is whole if all is as it says
		if err := list.CheckAll(folder); err != nil {
			return bad(err)
		}
	case slices.ContainsFunc(list, func(f staging.Listed) bool { return f.Name == name }):
		if err := list.Check(folder, name); err != nil {
			return bad(err)
		}
	}
	return nil
}

// Found is what the evaluation found, from its files: nothing is computed again but for what they do not have.
func (f *Finished) Found() (*analysis.Analysis, error) {
	g, err := Look(f.Folder)
	if err != nil {
		return nil, err
	}
	a := g.Found
	a.Columns = f.Table.Columns()
	samples := make([][]score.Sample, len(a.Systems))
	for i := range a.Systems {
		s := &a.Systems[i]
		samples[i] = f.Table.Samples(slices.Index(f.Table.Systems(), s.Name))
		for c, sample := range samples[i] {
			s.Series = append(s.Series, sample.Values)
			s.Means[c].N = present(sample.Values)
		}
		s.Overall.N = a.Documents
	}
	for c := range a.Tests {
		for i := range a.Tests[c].Pairs {
			p := &a.Tests[c].Pairs[i]
			if one, other := a.Systems[p.A].Means[c].N, a.Systems[p.B].Means[c].N; one < a.Documents || other < a.Documents { // else it is that of the means
				p.Difference, p.N = samples[p.A][c].Minus(samples[p.B][c]).Value()
			}
		}
	}
	return a, nil
}

// Baselines are the systems that hed wrote for others to be compared with.
func (r *Record) Baselines() []string { return r.baselines() }

// present counts the values that are there.
func present(s *score.Series) (n int) {
	for _, block := range s.Blocks() {
		for _, v := range block {
			if !score.IsAbsent(v) {
				n++
			}
		}
	}
	return n
}

// A foundReader reads the tables of a folder back.
type foundReader struct {
	folder string
	record *Record
	list   staging.List
	found  *analysis.Analysis
}

func (r *foundReader) read() (err error) {
	if err := r.summary(); err != nil {
		return err
	}
	if err := r.intervals(); err != nil {
		return err
	}
	if err := r.tests(); err != nil {
		return err
	}
	matrices := func(name string, values, ranks *[][]stat.Correlation) {
		if err == nil {
			*values, err = r.matrix(name+".csv", stat.Pearson)
		}
		if err == nil {
			*ranks, err = r.matrix(name+spearman+".csv", stat.Spearman)
		}
	}
	matrices(correlationName, &r.found.Pearson, &r.found.Spearman)
	for i := range r.found.Systems {
		s := &r.found.Systems[i]
		matrices(correlationName+"/"+s.Name, &s.Pearson, &s.Spearman)
	}
	return err
}

// summary reads the order of the systems, and their ranks.
func (r *foundReader) summary() error {
	for _, name := range r.record.Systems {
		if slices.ContainsFunc(r.found.Systems, func(s analysis.System) bool { return s.Name == name }) {
			return &FileError{File: filepath.Join(r.folder, RecordFile), Err: fmt.Errorf("system %q is there twice", name), Fix: Written}
		}
		r.found.Systems = append(r.found.Systems, analysis.System{Name: name, Means: make([]stat.Interval, len(r.found.Columns))})
	}
	var order []int
	err := r.rows(summaryFile, []string{"rank", "system"}, func(row []string) (err error) {
		at, err := r.system(row[1])
		if err != nil {
			return err
		}
		if row[0] != "" {
			r.found.Systems[at].Rank, err = strconv.Atoi(row[0])
		}
		order = append(order, at)
		return err
	})
	if err != nil {
		return err
	}
	if sorted := slices.Sorted(slices.Values(order)); len(sorted) != len(r.found.Systems) || len(slices.Compact(sorted)) != len(order) {
		return r.damaged(summaryFile, errors.New("has other systems than "+RecordFile))
	}
	systems := make([]analysis.System, len(order))
	for i, at := range order {
		systems[i] = r.found.Systems[at]
	}
	r.found.Systems = systems
	return nil
}

func (r *foundReader) intervals() error {
	err := r.rows(intervalsFile, []string{"system", "column", "mean", "low", "high", "method"}, func(row []string) error {
		at, err := r.system(row[0])
		if err != nil {
			return err
		}
		numbers, err := parse(row[2:5]...)
		if err != nil {
			return err
		}
		in := stat.Interval{Mean: numbers[0], Low: numbers[1], High: numbers[2], Method: stat.Method(row[5])}
		s := &r.found.Systems[at]
		if c := slices.Index(score.Names(r.found.Columns), row[1]); c >= 0 {
			s.Means[c] = in
		} else {
			s.Overall = in
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range r.found.Systems {
		s := &r.found.Systems[i]
		for c, counts := range r.found.Overall.Counts(r.found.Columns) {
			if counts && !score.IsAbsent(s.Means[c].Mean) {
				s.Measured++
			}
		}
	}
	return nil
}

func (r *foundReader) tests() error {
	tests := make([]stat.Comparisons, len(r.found.Columns))
	n := 0
	err := r.rows(significanceFile, []string{"column", "a", "b", "normal", "test", "statistic", "p", "p_adjusted", "effect", "significant"}, func(row []string) error {
		c := slices.Index(score.Names(r.found.Columns), row[0])
		if c < 0 {
			return fmt.Errorf("no column %q in %s", row[0], RecordFile)
		}
		a, err := r.system(row[1])
		if err != nil {
			return err
		}
		b, err := r.system(row[2])
		if err != nil {
			return err
		}
		numbers, err := parse(row[5:9]...)
		if err != nil {
			return err
		}
		t := &tests[c]
		t.Checked, t.Normal = row[3] != "", row[3] == "true"
		difference := r.found.Systems[a].Means[c].Mean - r.found.Systems[b].Means[c].Mean
		p := stat.Comparison{
			A: a, B: b, Test: stat.Test(row[4]), N: r.found.Documents, Difference: difference,
			Statistic: numbers[0], P: numbers[1], Adjusted: numbers[2], Effect: numbers[3], Significant: row[9] == "true",
		}
		switch {
		case score.IsAbsent(p.Effect):
		case p.Test == stat.ByTukey:
			p.EffectName = stat.ByDeviation
		case p.Test.Resamples():
			p.EffectName = stat.ByDifferences
		default:
			p.EffectName = stat.ByRanks
		}
		if p.Test != "" && score.IsAbsent(p.P) && difference == 0 {
			p.Warnings = []error{stat.ErrEqual}
		}
		t.Pairs = append(t.Pairs, p)
		n++
		return nil
	})
	if err == nil && n > 0 {
		r.found.Tests = tests
	}
	return err
}

// matrix reads correlations; nil where there is no file, as in what earlier versions wrote.
func (r *foundReader) matrix(name string, kind stat.Coefficient) (all [][]stat.Correlation, err error) {
	err = r.rows(name, append([]string{"column"}, score.Names(r.found.Columns)...), func(row []string) error {
		numbers, err := parse(row[1:]...)
		if err != nil {
			return err
		}
		line := make([]stat.Correlation, len(numbers))
		for i, v := range numbers {
			line[i] = stat.Correlation{Coefficient: kind, R: v, Low: score.Absent, High: score.Absent, P: score.Absent}
		}
		all = append(all, line)
		return nil
	})
	if err == nil && len(all) != len(r.found.Columns) {
		err = r.damaged(name, fmt.Errorf("%d rows; expected %d", len(all), len(r.found.Columns)))
	}
	return all, err
}

// system is the place of a system.
func (r *foundReader) system(name string) (int, error) {
	at := slices.IndexFunc(r.found.Systems, func(s analysis.System) bool { return s.Name == name })
	if at < 0 {
		return 0, fmt.Errorf("no system %q in %s", name, RecordFile)
	}
	return at, nil
}

// rows reads a table whose first columns have those names. It must be as it was written.
func (r *foundReader) rows(name string, head []string, take func(row []string) error) error {
	file := filepath.Join(r.folder, filepath.FromSlash(name))
	if err := r.list.Check(r.folder, name); err != nil {
		return &FileError{File: file, Err: err, Fix: Again}
	}
	f, err := os.Open(file)
	if err != nil {
		return &FileError{File: file, Err: err, Fix: Again}
	}
	defer f.Close()
	in := csv.NewReader(f)
	for n := 0; ; n++ {
		row, err := in.Read()
		if err == io.EOF && n > 0 {
			return nil
		}
		if err != nil {
			return r.damaged(name, err)
		}
		if !r.record.Settings.Raw {
			for i := range row {
				row[i] = formula.Restore(row[i])
			}
		}
		if n == 0 && (len(row) < len(head) || !slices.Equal(row[:len(head)], head)) {
			return r.damaged(name, fmt.Errorf("has the columns %q; expected %q", row, head))
		}
		if n == 0 {
			continue
		}
		if err := take(row); err != nil {
			line, _ := in.FieldPos(0)
			return &FileError{file, line, err, Again}
		}
	}
}

func (r *foundReader) damaged(name string, err error) error {
	return &FileError{File: filepath.Join(r.folder, filepath.FromSlash(name)), Err: err, Fix: Again}
}

// parse reads numbers; an empty cell has none.
func parse(cells ...string) (numbers []float64, err error) {
	for _, text := range cells {
		v := score.Absent
		if text != "" {
			if v, err = strconv.ParseFloat(text, 64); err != nil || math.IsInf(v, 0) {
				return nil, fmt.Errorf("%q; expected a number or nothing", text)
			}
		}
		numbers = append(numbers, v)
	}
	return numbers, nil
}
