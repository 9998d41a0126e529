package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hed/score"
)

// A Scatter chart shows two values of many headlines, or of a few named
// systems, against each other: points, the line of least squares with the
// band of its mean, r (Pearson) and n in the emptiest corner. Where the points lie on a curve, it is drawn in place of the line. Over 2,000
// points it counts them in hexagons. Pairs with an absent value are left out.
type Scatter struct {
	Title   string
	X, Y    *score.Series
	XAxis   string
	YAxis   string
	XBetter score.Better
	YBetter score.Better
	XRange  Range // where the axes end at the latest, and all that is drawn
	YRange  Range

	Level float64 // of the band, such as 0.95; 0 draws the line without a band

	Names  []string // of the points; nil where they have none
	Colour []int    // of the points; nil draws all in the first colour
}

// manyPoints is the number of points beyond which they are counted.
const manyPoints = 2000

func (c Scatter) layout(st Style) (*scene, error) {
	if c.X.Len() != c.Y.Len() || c.Names != nil && len(c.Names) != c.X.Len() || c.Colour != nil && len(c.Colour) != c.X.Len() {
		return nil, fmt.Errorf("scatter chart %q: %d and %d values, %d names and %d colours", c.Title, c.X.Len(), c.Y.Len(), len(c.Names), len(c.Colour))
	}
	s := st.scene(c.Title, column)
	all := cloudOf(c.X, c.Y)
	if all.n == 0 {
		return s.noValues(), nil
	}
	f := regress(all)
	first, last, y0, y1 := all.span()
	bent := curved(all, f)
	var xs, ys []float64 // where they are few
	var names []string
	var colours []int
	if all.n <= manyPoints || c.Names != nil {
		xs, ys, names, colours = c.finite()
	}
	if !bent {
		y0, y1 = f.reach(c.Level, first, last, y0, y1)
		y0, y1 = c.YRange.keep(y0), c.YRange.keep(y1)
	}
	x := extent{lo: first, hi: last, within: c.XRange}
	y := extent{lo: y0, hi: y1, within: c.YRange}
	for _, e := range []*extent{&x, &y} {
		if none(e.lo, e.hi) {
			e.lo, e.hi = padded(e.lo, e.hi, 0)
		}
	}
	p := s.plane(x, y, s.measure(c.XAxis, c.XBetter), s.measure(c.YAxis, c.YBetter), 6, 165, 0)
	var notes []string
	if all.n > manyPoints {
		most := p.hexagons(all)
		notes = append(notes, "Hexagons: from light to dark, 1 to "+count(most)+" points.")
	} else {
		p.points(xs, ys, colours, names != nil)
	}
	switch {
	case bent:
		notes = append(notes, p.smoother(all, c.YRange))
	case finite(f.slope):
		notes = append(notes, p.regression(f, c.Level, first, last, c.YRange))
	}
	r := "r undefined"
	if finite(f.r) {
		r = "r = " + number(f.r, 2)
	}
	n := "n = " + count(all.n)
	p.corner([]string{r, n}, all)
	if names != nil {
		for i, name := range names {
			s.desc = append(s.desc, fmt.Sprintf("%s: %s and %s", name, number(xs[i], digits(xs, nil)), number(ys[i], digits(ys, nil))))
		}
		if left := p.pointNames(f, xs, ys, names); left > 0 {
			notes = append(notes, "Points without room for their name: "+count(left)+".")
		}
	}
	s.desc = append(s.desc, fmt.Sprintf("%s against %s: %s, %s", plain(c.YAxis), plain(c.XAxis), r, n))
	s.finish(notes...)
	return s, nil
}

// finite are the points with their names and colours, where they have them.
func (c Scatter) finite() (xs, ys []float64, names []string, colours []int) {
	for k, block := range c.X.Blocks() {
		others := c.Y.Block(k)
		for i, x := range block {
			if !finite(x) || !finite(others[i]) {
				continue
			}
			xs, ys = append(xs, x), append(ys, others[i])
			at := k*score.BlockLen + i
			if c.Names != nil {
				names = append(names, plain(c.Names[at]))
			}
			if c.Colour != nil {
				colours = append(colours, c.Colour[at])
			}
		}
	}
	return xs, ys, names, colours
}

// points draws named points as marks, and nameless ones as dots that show how many
// lie upon each other.
func (p *plane) points(xs, ys []float64, colours []int, named bool) {
	// The more points, the more paper shows through them.
	alpha := min(max(12/math.Sqrt(float64(len(xs))), 0.25), 0.8)
	for i := range xs {
		x, y, colour := p.x.at(xs[i]), p.y.at(ys[i]), 0
		if colours != nil {
			colour = colours[i]
		}
		if named {
			p.mark(colour, x, y, 2.4)
			continue
		}
		c, _ := p.category(colour)
		p.dot(x, y, 1.5, pen{fill: faded(c, alpha)})
	}
}

// pointNames writes names beside their points, if possible clear of the line,
// and returns how many found no room that is free of text and points.
func (p *plane) pointNames(f fit, xs, ys []float64, names []string) (left int) {
	taken := slices.Clone(p.boxes)
	for i := range xs {
		x, y := p.x.at(xs[i]), p.y.at(ys[i])
		taken = append(taken, box{"", x - 2.5, y - 2.5, x + 2.5, y + 2.5})
	}
	short, _ := p.names(names, nameShare*p.w)
	order := make([]int, len(xs))
	for i := range order {
		order[i] = i
	}
	// From the right: a name goes right of its point if it can, and there the room
	// ends.
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(xs[b], xs[a]) })
	for _, i := range order {
		x, y := p.x.at(xs[i]), p.y.at(ys[i])
		w, base := p.width(short[i], body), y+capital/2*body.size
		var place *box
		for _, at := range [][2]float64{ // right, left, above, below, then the corners
			{x + 4, base}, {x - 4 - w, base}, {x - w/2, y - 4.5}, {x - w/2, y + 4.5 + ascent*body.size},
			{x + 3, y - 3}, {x + 3, y + 8}, {x - 3 - w, y - 3}, {x - 3 - w, y + 8},
		} {
			b := lineBox(short[i], at[0], at[1], w, body)
			if b.x0 < p.x.a || b.x1 > p.w-margin || b.y0 < p.y.b || b.y1 > p.y.a || slices.ContainsFunc(taken, b.touches) {
				continue
			}
			clear := !finite(f.slope) || !p.crossed(f, b)
			if place == nil || clear {
				place = &b
			}
			if clear {
				break
			}
		}
		if place == nil {
			left++
			continue
		}
		taken = append(taken, *place)
		p.text(place.x0, place.y1-descent*body.size, 0, short[i], body)
	}
	return left
}

// crossed reports whether the line runs through b.
func (p *plane) crossed(f fit, b box) bool {
	// The scale of x the other way round: from a place to its value.
	value := func(x float64) float64 { return p.x.lo + (x-p.x.a)/(p.x.b-p.x.a)*(p.x.hi-p.x.lo) }
	y0, y1 := p.y.at(f.at(value(b.x0))), p.y.at(f.at(value(b.x1)))
	return max(y0, y1) > b.y0 && min(y0, y1) < b.y1
}
