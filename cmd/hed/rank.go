package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
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

// readRanking reads a summary.csv with those columns, as hed wrote it.
func readRanking(file string, columns []score.Column) (ranking, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	var r ranking
	for i, row := range rows {
		if i == 0 {
			for c, col := range r.table(columns).Columns {
				if c >= len(row) || row[c] != col.Name {
					return nil, fmt.Errorf("%s: the columns are others", file)
				}
			}
			continue
		}
		last := len(row) - 1
		this := ranked{system: row[1]}
		if this.rank, err = strconv.Atoi(row[0]); err != nil {
			return nil, err
		}
		for _, cell := range row[2:] {
			v := score.Absent
			if cell != "" {
				if v, err = strconv.ParseFloat(cell, 64); err != nil {
					return nil, err
				}
			}
			this.means = append(this.means, v)
		}
		this.means, this.overall = this.means[:last-2], this.means[last-2]
		r = append(r, this)
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
