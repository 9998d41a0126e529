package chart

import (
	"fmt"

	"hed/score"
)

// A Metrics chart shows all measures of one system as bars. Columns have
// different ranges, so a bar has the length that the column's own map gives
// (score.Column.Unit): from 0 to 1, longer is better. The figures printed are
// the values themselves.
type Metrics struct {
	Title   string
	Columns []score.Column
	Values  []float64 // one a column
	Low     []float64 // of intervals; nil where there are none
	High    []float64
	Level   float64
	// Baseline is whether the system is one, which is grey.
	Baseline bool
}

func (m Metrics) layout(st Style) (*scene, error) {
	if len(m.Values) != len(m.Columns) || m.Low != nil && (len(m.Low) != len(m.Columns) || len(m.High) != len(m.Columns)) {
		return nil, fmt.Errorf("metrics chart %q: %d columns, but %d values, %d and %d ends of intervals",
			m.Title, len(m.Columns), len(m.Values), len(m.Low), len(m.High))
	}
	b := Bar{Title: m.Title, Axis: "each measure mapped to 0–1", Better: score.Higher, Level: m.Level, Fixed: true}
	lowers := false
	for i := range m.Columns {
		c := &m.Columns[i]
		it := BarItem{Name: c.Title, Value: c.Unit(m.Values[i]), Low: score.Absent, High: score.Absent, Baseline: m.Baseline}
		half := score.Absent
		if m.Low != nil {
			low, high := c.Unit(m.Low[i]), c.Unit(m.High[i])
			it.Low, it.High = min(low, high), max(low, high) // turned around where lower is better
			half = (m.High[i] - m.Low[i]) / 2
		}
		if finite(m.Values[i]) {
			it.Label = number(m.Values[i], min(digits(m.Values[i:i+1], []float64{half}), 3))
		}
		if c.Better == score.Lower {
			it.Name += " ↓"
			lowers = true
		}
		b.Items = append(b.Items, it)
	}
	b.whole = true
	b.Note = "Figures are the values before mapping."
	if lowers {
		b.Note += " ↓: lower values are better and have longer bars."
	}
	return b.layout(st)
}
