package chart

import (
	"math"
	"slices"
)

// hexagons counts the points in hexagons and returns the largest count. The centres are
// wide apart in a row and rows high apart, and every other row is moved by half of wide.
func (p *plane) hexagons(all cloud) (most int) {
	const r = 3.2 // from the centre to a corner
	wide, high := math.Sqrt(3)*r, 1.5*r
	counts := map[[2]int]int{}
	for x, y := range all.all {
		x, y = p.x.at(x)-p.x.a, p.y.at(y)-p.y.b
		counts[hexagon(x, y, wide, high)]++
	}
	var cells [][2]int // sorted, since the order of a map is not always the same
	for c, n := range counts {
		cells = append(cells, c)
		most = max(most, n)
	}
	slices.SortFunc(cells, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	for _, c := range cells {
		x, y := hexCentre(c, wide, high)
		x, y = x+p.x.a, y+p.y.b
		h, v := wide/2, r
		// Counts differ by orders of magnitude, so the colour follows their
		// logarithm.
		t := 0.0
		if most > 1 {
			t = math.Log(float64(counts[c])) / math.Log(float64(most))
		}
		corners := []float64{x, y - v, x + h, y - v/2, x + h, y + v/2, x, y + v, x - h, y + v/2, x - h, y - v/2}
		for i := 0; i < len(corners); i += 2 { // cut at the edges of the plane
			corners[i], corners[i+1] = min(max(corners[i], p.x.a), p.x.b), min(max(corners[i+1], p.y.b), p.y.a)
		}
		p.draw(polygon(corners...), pen{fill: amount(t)})
	}
	return most
}

// hexagon is the row and column of the hexagon whose centre is nearest, which can only
// be in the rows above and below the point.
func hexagon(x, y, wide, high float64) (cell [2]int) {
	least := math.Inf(1)
	row := int(math.Floor(y / high))
	for _, r := range []int{row, row + 1} {
		shift := 0.0
		if r&1 == 1 {
			shift = 0.5
		}
		c := [2]int{r, int(math.Round(x/wide - shift))}
		cx, cy := hexCentre(c, wide, high)
		if d := math.Hypot(x-cx, y-cy); d < least {
			least, cell = d, c
		}
	}
	return cell
}

// hexCentre is the centre of the hexagon in row c[0] and column c[1].
func hexCentre(c [2]int, wide, high float64) (x, y float64) {
	x = float64(c[1]) * wide
	if c[0]&1 == 1 {
		x += wide / 2
	}
	return x, float64(c[0]) * high
}
