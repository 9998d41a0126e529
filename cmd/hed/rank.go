package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"

	"hed/report"
	"hed/score"
)

// A ranking is the systems in order of their overall score.
type ranking []ranked

type ranked struct {
	rank    int
	system  string
	means   []float64
	overall float64
}

// rank orders the systems of t. Equal scores share a rank; a system
// without any score comes last.
func rank(t *score.Table, how score.Overall) ranking {
	var r ranking
	means := t.Means()
	for i, s := range t.Systems() {
		r = append(r, ranked{system: s, means: means[i], overall: how.Of(t.Columns(), means[i])})
	}
	slices.SortStableFunc(r, func(a, b ranked) int {
		switch aNone, bNone := score.IsAbsent(a.overall), score.IsAbsent(b.overall); {
		case aNone && bNone:
			return 0
		case aNone:
			return 1
		case bNone:
			return -1
		}
		return cmp.Compare(b.overall, a.overall)
	})
	for i := range r {
		r[i].rank = i + 1
		if i > 0 && r[i].overall == r[i-1].overall {
			r[i].rank = r[i-1].rank
		}
	}
	return r
}

// readRanking reads a summary.csv with those columns.
func readRanking(file string, columns []score.Column) (ranking, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := csv.NewReader(f)
	in.FieldsPerRecord = len(columns) + 3 // rank, system, overall
	rows, err := in.ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, fmt.Errorf("%s: it is not what hed wrote: %w", file, cmp.Or(err, io.ErrUnexpectedEOF))
	}
	var r ranking
	for _, row := range rows[1:] {
		values := make([]float64, len(row))
		for i, cell := range row {
			values[i] = score.Absent
			if i == 1 || cell == "" {
				continue
			}
			if values[i], err = strconv.ParseFloat(cell, 64); err != nil {
				return nil, fmt.Errorf("%s: %q is not a number", file, cell)
			}
		}
		last := len(row) - 1
		r = append(r, ranked{int(values[0]), row[1], values[2:last], values[last]})
	}
	return r, nil
}

// table lays the ranking out as summary.csv and the terminal have it.
func (r ranking) table(columns []score.Column) *report.Table {
	t := &report.Table{Columns: []report.Column{{Name: "rank"}, {Name: "system"}}}
	for _, c := range columns {
		t.Columns = append(t.Columns, report.Column{Name: c.Name, Better: c.Better, Fraction: c.Low == 0 && c.High == 1})
	}
	t.Columns = append(t.Columns, report.Column{Name: "overall", Better: score.Higher, Fraction: true})
	for _, row := range r {
		cells := []report.Cell{report.Count(row.rank), report.Label(row.system)}
		for _, m := range row.means {
			cells = append(cells, report.Number(m))
		}
		t.Rows = append(t.Rows, append(cells, report.Number(row.overall)))
	}
	return t
}

// An evalResult is what -f json prints.
type evalResult struct {
	Systems []systemResult `json:"systems"`
}

type systemResult struct {
	Rank    int                 `json:"rank"`
	System  string              `json:"system"`
	Means   map[string]*float64 `json:"means"`
	Overall *float64            `json:"overall"`
}

func (r ranking) json(columns []score.Column) evalResult {
	var out evalResult
	for _, row := range r {
		s := systemResult{Rank: row.rank, System: row.system, Means: map[string]*float64{}, Overall: present(row.overall)}
		for c, m := range row.means {
			s.Means[columns[c].Name] = present(m)
		}
		out.Systems = append(out.Systems, s)
	}
	return out
}
