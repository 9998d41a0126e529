package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"hed/cmd/hed/internal/cli"
	"hed/score"
	"hed/stat"
)

// A finishedRun is what an evaluation left in its folder.
type finishedRun struct {
	record *runRecord
	table  *score.Table
}

// readRun reads a folder and sees that it can be computed with.
func readRun(folder string) (*finishedRun, error) {
	record, err := readRecord(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--scores %s: there is no %s in it; name a folder that 'hed eval' wrote", folder, recordFile)
	}
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, recordFile)
	var columns []score.Column
	for _, c := range record.Columns {
		if _, err := stat.ParseAssumption(c.Assume); err != nil {
			return nil, cli.InputErrorf("%s: column %s: %v", file, c.Name, err)
		}
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
		columns = append(columns, col)
	}
	if len(record.Systems) == 0 || len(columns) == 0 {
		return nil, cli.InputErrorf("%s: names no systems or no columns; expected what 'hed eval' writes", file)
	}
	t, err := readScores(folder, record.Systems, columns)
	if err != nil {
		return nil, err
	}
	run := &finishedRun{record, t}
	for _, s := range record.Systems[1:] {
		if !slices.Equal(run.documents(s), run.documents(record.Systems[0])) {
			return nil, cli.InputErrorf("%s: has other documents than %s; run 'hed eval' again",
				filepath.Join(folder, scoresFile(s)), filepath.Join(folder, scoresFile(record.Systems[0])))
		}
	}
	return run, nil
}

// documents are the ids of a system's rows.
func (r *finishedRun) documents(system string) (ids []string) {
	for row := range r.table.Rows(system) {
		ids = append(ids, r.table.Key(row).Doc)
	}
	return ids
}

// values are the scores on a column, by system, then document.
func (r *finishedRun) values(column int) [][]float64 {
	var all [][]float64
	for _, s := range r.record.Systems {
		all = append(all, r.table.Values(s, column))
	}
	return all
}

// readRecord reads the run.json of a folder.
func readRecord(folder string) (*runRecord, error) {
	file := filepath.Join(folder, recordFile)
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := new(runRecord)
	if err := json.Unmarshal(data, r); err != nil {
		return nil, cli.InputErrorf("%s: %v; expected what 'hed eval' writes", file, err)
	}
	return r, nil
}

// readScores reads the scores of a folder.
func readScores(folder string, systems []string, columns []score.Column) (*score.Table, error) {
	t := score.NewTable(columns)
	for _, s := range systems {
		file := filepath.Join(folder, filepath.FromSlash(scoresFile(s)))
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		err = t.ReadCSV(f, file, s)
		f.Close()
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			return nil, cli.InputErrorf("%s:%d: %v; expected what 'hed eval' writes", file, bad.Line, bad.Err)
		}
		if err != nil {
			return nil, cli.InputErrorf("%v", err)
		}
	}
	return t, nil
}
