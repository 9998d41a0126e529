package main

import (
	"hed/report"
	"hed/score"
)

// A statResult is what -f json prints.
type statResult struct {
	Articles  int                   `json:"articles"`
	Sentences *float64              `json:"sentences"`
	Words     *float64              `json:"words"`
	Numerals  *float64              `json:"numerals"`
	Questions int                   `json:"questions"`
	Operators map[string]statColumn `json:"operators"`
}

type statColumn struct {
	Questions int      `json:"questions"`
	Share     *float64 `json:"share"`
	Uses      int      `json:"uses"`
	UseShare  *float64 `json:"use_share"`
	Sentences *float64 `json:"sentences"`
	Words     *float64 `json:"words"`
	Numerals  *float64 `json:"numerals"`
}

func (t *statTally) questions() (n int) {
	for _, r := range t.rows {
		n += r.rows
	}
	return n
}

func (t *statTally) result() statResult {
	m := t.all.means()
	res := statResult{t.all.rows, present(m[0]), present(m[1]), present(m[2]), t.questions(), map[string]statColumn{}}
	for name, r := range t.rows {
		if r.rows > 0 || r.uses > 0 {
			m := r.means()
			res.Operators[name] = statColumn{r.rows, present(share(r.rows, res.Questions)), r.uses, present(share(r.uses, t.uses)),
				present(m[0]), present(m[1]), present(m[2])}
		}
	}
	return res
}

func (t *statTally) table() *report.Table {
	table := &report.Table{Columns: []report.Column{
		{Name: "operator"}, {Name: "questions"}, {Name: "share", Fraction: true}, {Name: "uses"}, {Name: "use_share", Fraction: true},
		{Name: "sentences"}, {Name: "words"}, {Name: "numerals"},
	}}
	row := func(name string, r *statRow, shares [2]float64) {
		m := r.means()
		table.Rows = append(table.Rows, []report.Cell{
			report.Label(name), report.Count(r.rows), report.Number(shares[0]), report.Count(r.uses), report.Number(shares[1]),
			report.Number(m[0]), report.Number(m[1]), report.Number(m[2]),
		})
	}
	n := t.questions()
	for _, name := range statOrder {
		if r := t.rows[name]; r.rows > 0 || r.uses > 0 {
			row(name, r, [2]float64{share(r.rows, n), share(r.uses, t.uses)})
		}
	}
	row("all articles", &statRow{t.all.rows, t.uses, t.all.sums}, [2]float64{score.Absent, score.Absent})
	return table
}
