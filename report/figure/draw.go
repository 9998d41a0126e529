package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"unicode"

	"hed/analysis"
	"hed/chart"
	"hed/internal/count"
	"hed/score"
	"hed/stat"
)

// overview has a panel for the overall score and for every column that counts in it, or that was asked for.
func overview(d *drawing) []Figure {
	o := chart.Overview{Level: d.Level, Documents: d.Documents}
	for _, s := range d.Systems {
		o.Systems = append(o.Systems, chart.OverviewSystem{Name: s.Name, Baseline: d.baseline(s.Name)})
	}
	add := func(col *score.Column, mean func(*analysis.System) stat.Interval) {
		p := chart.Panel{Title: col.Title, Better: col.Better, Range: within(col)}
		for i := range d.Systems {
			in := mean(&d.Systems[i])
			p.Values, p.Low, p.High = append(p.Values, in.Mean), append(p.Low, in.Low), append(p.High, in.High)
		}
		o.Panels = append(o.Panels, p)
	}
	if d.withOverall() && (len(d.Columns) > 1 || d.columns != nil) {
		add(&d.overall, func(s *analysis.System) stat.Interval { return s.Overall })
	}
	measures := 0
	for c := range d.Columns {
		if d.columns != nil || d.counts[c] {
			add(&d.Columns[c], func(s *analysis.System) stat.Interval { return s.Means[c] })
			measures++
		}
	}
	o.Title = fmt.Sprintf("%s by %s", count.Of(len(o.Systems), "system"), count.Of(measures, "measure"))
	return []Figure{{Name: "overview", Title: o.Title, Chart: o}}
}

// bars are of the overall score and of every column.
func bars(d *drawing) (all []Figure) {
	if d.withOverall() {
		all = append(all, d.bar("bar_", &d.overall, "Systems by overall score", "Overall score: "+d.axis, func(s *analysis.System) stat.Interval { return s.Overall }))
	}
	for c := range d.Columns {
		all = append(all, d.columnBar("bar_", c))
	}
	return all
}

func (d *drawing) columnBar(prefix string, c int) Figure {
	col := &d.Columns[c]
	return d.bar(prefix, col, "Systems by "+col.Title, words(col), func(s *analysis.System) stat.Interval { return s.Means[c] })
}

func (d *drawing) bar(prefix string, col *score.Column, title, axis string, mean func(*analysis.System) stat.Interval) Figure {
	b := chart.Bar{Title: title, Axis: axis, Better: col.Better, Range: within(col), Level: d.Level, Fixed: d.systems != nil}
	for i := range d.Systems {
		in := mean(&d.Systems[i])
		b.Items = append(b.Items, chart.BarItem{Name: d.Systems[i].Name, Value: in.Mean, Low: in.Low, High: in.High, Baseline: d.baseline(d.Systems[i].Name)})
	}
	return Figure{Name: prefix + col.Name, Title: b.Title, Chart: b}
}

// boxes are of every column; there are no overall scores of documents. A box of two values shows nothing, so that those
// have shares with intervals, as bars, unless such a figure is there.
func boxes(d *drawing) (all []Figure) {
	for c := range d.Columns {
		col := &d.Columns[c]
		if d.twoValued(c) {
			if f := d.columnBar("bar_", c); !d.drawn[f.Name+"."+d.format.String()] {
				all = append(all, d.columnBar("box_", c))
			}
			continue
		}
		b := chart.Box{Title: "Scores of systems: " + col.Title, Axis: words(col), Better: col.Better, Range: within(col), Fixed: d.systems != nil}
		for _, s := range d.Systems {
			b.Items = append(b.Items, chart.BoxItem{Name: s.Name, Values: s.Series[c], Baseline: d.baseline(s.Name)})
		}
		all = append(all, Figure{Name: "box_" + col.Name, Title: b.Title, Chart: b})
	}
	return all
}

// twoValued reports whether nine of ten values of a column are one of two, as of numacc, or of numsupport where most
// headlines have one number.
func (d *drawing) twoValued(column int) bool {
	const most = 16 // different values of such a column
	counts := map[float64]int{}
	n := 0
	for _, s := range d.Systems {
		for _, block := range s.Series[column].Blocks() {
			for _, v := range block {
				if score.IsAbsent(v) {
					continue
				}
				n++
				if counts[v]++; len(counts) > most {
					return false
				}
			}
		}
	}
	var sizes []int
	for _, k := range counts {
		sizes = append(sizes, k)
	}
	slices.SortFunc(sizes, func(a, b int) int { return cmp.Compare(b, a) })
	if len(sizes) < 2 {
		return false
	}
	return 10*(sizes[0]+sizes[1]) >= 9*n
}

// metrics are one figure a system.
func metrics(d *drawing) (all []Figure) {
	for _, s := range d.Systems {
		m := chart.Metrics{Title: "All measures of " + s.Name, Columns: d.Columns, Level: d.Level, Baseline: d.baseline(s.Name)}
		if d.columns != nil {
			m.Title = "Measures of " + s.Name
		}
		for _, in := range s.Means {
			m.Values, m.Low, m.High = append(m.Values, in.Mean), append(m.Low, in.Low), append(m.High, in.High)
		}
		all = append(all, Figure{Name: "metrics_" + s.Name, Title: m.Title, Chart: m})
	}
	return all
}

// mostPairs is how many scatter charts are drawn unless pairs are named.
const mostPairs = 12

// scatters are of the pairs that were asked for, or of
// the strongest. Headlines of all systems are pooled.
func scatters(d *drawing) (all []Figure) {
	pairs := d.strongest()
	if d.pairs != nil {
		pairs = nil
		for _, p := range d.pairs {
			// Columns that need what the documents lack may have been left out since they were checked.
			if at := places(score.Names(d.Columns), p[:]); len(at) == 2 {
				pairs = append(pairs, [2]int(at))
			}
		}
	}
	pooled := make([]*score.Series, len(d.Columns)) // of those that are drawn
	for _, p := range pairs {
		for _, c := range p {
			if pooled[c] == nil {
				pooled[c] = d.Pooled(c)
			}
		}
		x, y := &d.Columns[p[0]], &d.Columns[p[1]]
		s := chart.Scatter{
			Title: y.Title + " against " + x.Title, Level: d.Level, X: pooled[p[0]], Y: pooled[p[1]],
			XAxis: words(x), XBetter: x.Better, XRange: within(x), YAxis: words(y), YBetter: y.Better, YRange: within(y),
		}
		all = append(all, Figure{Name: "scatter_" + x.Name + "_" + y.Name, Title: s.Title, Chart: s})
	}
	return all
}

// strongest are the pairs of columns that go together most, for or against; of equal
// ones those whose columns come first. They are of different metrics, where there are several, since those of one share
// what they count, and none has two values; and precision and recall stand back behind F, as in the overall score.
func (d *drawing) strongest() (pairs [][2]int) {
	var same [][2]int
	two := make([]bool, len(d.Columns)) // whose points would lie on two lines
	for i := range d.Columns {
		two[i] = d.twoValued(i)
		for k := range i {
			switch {
			case score.IsAbsent(d.pearson()[i][k].R) || d.columns == nil && !(d.counts[i] && d.counts[k]) || two[i] || two[k]:
			case d.Columns[i].Metric == d.Columns[k].Metric:
				same = append(same, [2]int{k, i})
			default:
				pairs = append(pairs, [2]int{k, i})
			}
		}
	}
	if pairs == nil {
		pairs = same
	}
	strength := func(p [2]int) float64 { return math.Abs(d.pearson()[p[0]][p[1]].R) }
	slices.SortStableFunc(pairs, func(a, b [2]int) int { return cmp.Compare(strength(b), strength(a)) })
	return pairs[:min(len(pairs), mostPairs)]
}

// correlations are one map, where there are two columns to correlate.
func correlations(d *drawing) []Figure {
	if len(d.Columns) < 2 {
		return nil
	}
	c := chart.Correlation{Title: "Correlation of measures over all headlines", Method: "Pearson"}
	if len(d.Systems) == 1 {
		c.Title = "Correlation of measures over the headlines of " + d.Systems[0].Name
	}
	for i, col := range d.Columns {
		c.Names = append(c.Names, col.Title)
		row := make([]float64, len(d.Columns))
		for k := range row {
			row[k] = d.pearson()[i][k].R
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
			for doc, v := range s.Series[c].Values() {
				values[i][doc] = -v * float64(col.Better) // rank 1 is the lowest
			}
		}
		ranks := stat.MeanRanks(d.Level, values...)
		k := chart.Critical{
			Title: "Mean ranks of systems by " + col.Title, Axis: col.Title, Alpha: d.Alpha, Level: d.Level,
			Documents: ranks[0].N,
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
			r := ranks[i]
			k.Items = append(k.Items, chart.CriticalItem{Name: s.Name, Rank: r.Mean, Low: r.Low, High: r.High, Baseline: d.baseline(s.Name)})
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
