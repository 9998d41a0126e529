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
	return &finishedRun{record, t}, nil
}

// values are the scores on a column, by system, then document.
func (r *finishedRun) values(column int) [][]float64 {
	var all [][]float64
	for s := range r.record.Systems {
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
			return nil, cli.InputErrorf("%s: has other documents than %s; run 'hed eval' again",
				file, filepath.Join(folder, filepath.FromSlash(scoresFile(systems[0]))))
		}
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			return nil, cli.InputErrorf("%s:%d: %v; expected what 'hed eval' writes", file, bad.Line, bad.Err)
		}
		if err != nil {
			return nil, cli.InputErrorf("%v", err)
		}
	}
	return t, nil
}
