package figure

import (
	"cmp"
	"math"
	"slices"
	"unicode"

	"hed/analysis"
	"hed/chart"
	"hed/score"
	"hed/stat"
)

// A drawing is what makes the figures of one kind.
type drawing struct {
	*analysis.Analysis
	chosen
}

// bars are of the overall score and of every column.
func bars(d *drawing) (all []Figure) {
	draw := func(col score.Column, title, axis string, mean func(*analysis.System) stat.Interval) {
		b := chart.Bar{Title: title, Axis: axis, Better: col.Better, Level: d.Level}
		for i := range d.Systems {
			in := mean(&d.Systems[i])
			b.Items = append(b.Items, chart.BarItem{Name: d.Systems[i].Name, Value: in.Mean, Low: in.Low, High: in.High, Colour: i})
		}
		all = append(all, Figure{Name: "bar_" + col.Name, Title: b.Title, Chart: b})
	}
	overall := d.OverallColumn()
	draw(overall, "Systems by overall score", overall.Doc, func(s *analysis.System) stat.Interval { return s.Overall })
	for c, col := range d.Columns {
		draw(col, "Systems by "+col.Title, col.Title+": "+col.Doc, func(s *analysis.System) stat.Interval { return s.Means[c] })
	}
	return all
}

// boxes are of every column; there are no overall scores of documents.
func boxes(d *drawing) (all []Figure) {
	for c, col := range d.Columns {
		b := chart.Box{Title: "Scores of systems: " + col.Title, Axis: col.Title + ": " + col.Doc, Better: col.Better}
		for i, s := range d.Systems {
			b.Items = append(b.Items, chart.BoxItem{Name: s.Name, Values: s.Values[c], Colour: i})
		}
		all = append(all, Figure{Name: "box_" + col.Name, Title: b.Title, Chart: b})
	}
	return all
}

// metrics are one figure a system, in its colour.
func metrics(d *drawing) (all []Figure) {
	for i, s := range d.Systems {
		m := chart.Metrics{Title: "All measures of " + s.Name, Columns: d.Columns, Level: d.Level, Colour: i}
		for _, in := range s.Means {
			m.Values, m.Low, m.High = append(m.Values, in.Mean), append(m.Low, in.Low), append(m.High, in.High)
		}
		all = append(all, Figure{Name: "metrics_" + s.Name, Title: m.Title, Chart: m})
	}
	return all
}

// mostPairs is how many scatter charts are drawn unless pairs are named.
const mostPairs = 12

// scatters are of the pairs that were asked for, whose columns Check has found, or of
// the strongest. Headlines of all systems are pooled.
func scatters(d *drawing) (all []Figure) {
	pairs := d.strongest()
	if d.pairs != nil {
		pairs = nil
		place := func(name string) int {
			return slices.IndexFunc(d.Columns, func(c score.Column) bool { return c.Name == name })
		}
		for _, p := range d.pairs {
			pairs = append(pairs, [2]int{place(p[0]), place(p[1])})
		}
	}
	for _, p := range pairs {
		x, y := d.Columns[p[0]], d.Columns[p[1]]
		s := chart.Scatter{
			Title: y.Title + " against " + x.Title, Level: d.Level,
			XAxis: x.Title, XBetter: x.Better, YAxis: y.Title, YBetter: y.Better,
		}
		for _, sys := range d.Systems {
			s.X, s.Y = append(s.X, sys.Values[p[0]]...), append(s.Y, sys.Values[p[1]]...)
		}
		all = append(all, Figure{Name: "scatter_" + x.Name + "_" + y.Name, Title: s.Title, Chart: s})
	}
	return all
}

// strongest are the pairs of columns that go together most, for or against; of equal
// ones those whose columns come first.
func (d *drawing) strongest() (pairs [][2]int) {
	for i := range d.Columns {
		for k := range i {
			if !score.IsAbsent(d.Pearson[i][k].R) {
				pairs = append(pairs, [2]int{k, i})
			}
		}
	}
	strength := func(p [2]int) float64 { return math.Abs(d.Pearson[p[0]][p[1]].R) }
	slices.SortStableFunc(pairs, func(a, b [2]int) int { return cmp.Compare(strength(b), strength(a)) })
	return pairs[:min(len(pairs), mostPairs)]
}

// correlations are one map, where there are two columns to correlate.
func correlations(d *drawing) []Figure {
	if len(d.Columns) < 2 {
		return nil
	}
	c := chart.Correlation{Title: "Correlation of measures over all headlines", Method: "Pearson"}
	for i, col := range d.Columns {
		c.Names = append(c.Names, col.Title)
		row := make([]float64, len(d.Columns))
		for k := range row {
			row[k] = d.Pearson[i][k].R
		}
		c.R = append(c.R, row)
	}
	return []Figure{{Name: "correlation", Title: c.Title, Chart: c}}
}

// criticals are of the columns that say which way is better. Ranks are by document over
// those that all systems have; which systems differ is as in the table of tests.
func criticals(d *drawing) (all []Figure) {
	if len(d.Systems) < 2 {
		return nil
	}
	for c, col := range d.Columns {
		if col.Better == score.Unknown {
			continue
		}
		values := make([][]float64, len(d.Systems))
		for i, s := range d.Systems {
			values[i] = make([]float64, d.Documents)
			for doc, v := range s.Values[c] {
				values[i][doc] = -v * float64(col.Better) // rank 1 is the lowest
			}
		}
		ranks, n := stat.MeanRanks(values...)
		k := chart.Critical{
			Title: "Mean ranks of systems by " + col.Title, Axis: col.Title, Level: d.Alpha,
			Documents: n,
		}
		for _, p := range d.Tests[c].Pairs {
			equal := slices.Contains(p.Warnings, stat.ErrEqual)
			if p.Test == "" || math.IsNaN(p.P) && !equal {
				continue // the column is exact, or there was no test
			}
			if k.Test = sentence(p.Test); !p.Significant {
				k.Same = append(k.Same, [2]int{p.A, p.B})
			}
		}
		for i, s := range d.Systems {
			k.Items = append(k.Items, chart.CriticalItem{Name: s.Name, Rank: ranks[i], Colour: i})
		}
		all = append(all, Figure{Name: "critical_" + col.Name, Title: k.Title, Chart: k})
	}
	return all
}

// sentence begins with the test, and says how it is corrected for the number of pairs.
func sentence(t stat.Test) string {
	words := []rune(t.Words())
	words[0] = unicode.ToUpper(words[0])
	if t == stat.ByTukey {
		return string(words)
	}
	return string(words) + ", corrected by Holm"
}
