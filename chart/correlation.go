package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Correlation chart is a map of the correlations of columns, ordered so
// that like stands beside like. A correlation is the same both ways, so it is
// drawn once, below the diagonal; the names stand on the diagonal, which
// would only say 1: each at the end of its row and the head of its column.
// The figure grows beyond one column of a paper rather than print figures
// below 7 points.
type Correlation struct {
	Title  string
	Method string // such as "Pearson"
	Names  []string
	R      [][]float64 // R[i][j], symmetric; absent cells stay empty
}

// cell is the side of a cell, which holds "−.00" in body size.
const cell = 15.6

func (c Correlation) layout(st Style) (*scene, error) {
	n := len(c.Names)
	for i, row := range c.R {
		if len(row) != n || len(c.R) != n {
			return nil, fmt.Errorf("correlation chart %q: %d names, but row %d of %d has %d cells", c.Title, n, i+1, len(c.R), len(row))
		}
	}
	for i, row := range c.R {
		for j, r := range row {
			if math.Abs(r) > 1+1e-9 {
				return nil, fmt.Errorf("correlation chart %q: %q and %q have %g, which is not between -1 and 1", c.Title, c.Names[i], c.Names[j], r)
			}
		}
	}
	if n < 2 || len(c.R) == 0 {
		return st.scene(c.Title, column).noValues(), nil
	}
	measure := st.scene("", column) // for widths: the figure's own is not known yet
	names, _ := measure.names(c.Names, page/2)
	order := similar(c.R)
	width := measure.w
	for i, at := range order {
		width = max(width, margin+float64(i)*cell+4+measure.width(names[at], body)+margin)
	}
	st.Width = width * measure.scale * 25.4 / 72 // at least what was asked for
	s := st.scene(c.Title, width)
	for row, i := range order {
		y := s.y + float64(row)*cell
		for col, j := range order[:row] {
			s.cell(margin+float64(col)*cell, y, c.R[i][j])
		}
		s.centred(margin+float64(row)*cell+4, y+cell/2, 0, names[i], body)
	}
	s.y += float64(n) * cell
	s.extremes(c, order)
	method := plain(c.Method)
	if method == "" {
		method = "Correlation"
	}
	colours := "Vermilion is positive, blue negative"
	if s.grey {
		colours = "The darker, the stronger, whatever the sign"
	}
	s.finish(method+".", colours+"; rows are named at their right end, columns at their head. Similar measures are next to each other.")
	return s, nil
}

// cell draws a correlation in its colour, or an empty frame.
func (s *scene) cell(x, y, r float64) {
	area := rect(x+0.25, y+0.25, x+cell-0.25, y+cell-0.25)
	if !finite(r) {
		s.draw(rect(x+0.5, y+0.5, x+cell-0.5, y+cell-0.5), pen{stroke: faint, width: 0.5})
		return
	}
	fill := diverging(r)
	s.draw(area, pen{fill: fill})
	form := body
	form.colour = on(fill)
	s.centred(x+cell/2, y+cell/2, 0.5, cellText(r), form)
}

// cellText is r with two decimals and without the zero before the point.
func cellText(r float64) string {
	text := strings.Replace(number(r, 2), "0.", ".", 1)
	if strings.HasSuffix(text, "1.00") {
		return strings.TrimSuffix(text, ".00")
	}
	return text
}

// extremes describes the order and the strongest pairs.
func (s *scene) extremes(c Correlation, order []int) {
	var pairs [][2]int
	var names []string
	for row, i := range order {
		names = append(names, plain(c.Names[i]))
		for _, j := range order[:row] {
			if finite(c.R[i][j]) {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	s.desc = append(s.desc, "In order: "+strings.Join(names, ", ")+". The strongest:")
	slices.SortStableFunc(pairs, func(a, b [2]int) int {
		return cmp.Compare(math.Abs(c.R[b[0]][b[1]]), math.Abs(c.R[a[0]][a[1]]))
	})
	for _, p := range pairs[:min(len(pairs), 10)] {
		s.desc = append(s.desc, fmt.Sprintf("%s and %s: %s", plain(c.Names[p[0]]), plain(c.Names[p[1]]), number(c.R[p[0]][p[1]], 2)))
	}
}

// similar orders columns by average linkage on 1 - r: the two nearest groups
// are joined until one is left, each time turned so that the nearest ends
// meet. Ties go to the group that comes first; an absent r counts as 0.
func similar(r [][]float64) []int {
	far := func(i, j int) float64 {
		if v := r[i][j]; finite(v) {
			return 1 - v
		}
		return 1
	}
	groups := make([][]int, len(r))
	for i := range groups {
		groups[i] = []int{i}
	}
	for len(groups) > 1 {
		least, a, b := math.Inf(1), 0, 1
		for i := range groups {
			for j := i + 1; j < len(groups); j++ {
				sum := 0.0
				for _, x := range groups[i] {
					for _, y := range groups[j] {
						sum += far(x, y)
					}
				}
				if d := sum / float64(len(groups[i])*len(groups[j])); d < least-1e-12 {
					least, a, b = d, i, j
				}
			}
		}
		groups[a] = joined(groups[a], groups[b], far)
		groups = slices.Delete(groups, b, b+1)
	}
	return groups[0]
}

// joined is a and b in the turn in which the ends that meet are nearest.
func joined(a, b []int, far func(i, j int) float64) []int {
	least := math.Inf(1)
	var out []int
	for turn := range 4 {
		x, y := slices.Clone(a), slices.Clone(b)
		if turn&1 == 1 {
			slices.Reverse(x)
		}
		if turn&2 == 2 {
			slices.Reverse(y)
		}
		if d := far(x[len(x)-1], y[0]); d < least-1e-12 {
			least, out = d, append(x, y...)
		}
	}
	return out
}
