package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hed/score"
)

// A Line chart has curves, named at their ends, and marked thresholds.
type Line struct {
	Title      string
	XAxis      string
	YAxis      string
	Better     score.Better // of YAxis
	Curves     []Curve
	Thresholds []Threshold
}

// A Curve is drawn through its points in their order; it breaks at absent
// values.
type Curve struct {
	Series
	X, Y []float64
}

// A Threshold is a dashed line with its name.
type Threshold struct {
	Name string
	At   float64
	X    bool // At is on the axis of X: the line stands
}

func (c Line) layout(st Style) (*scene, error) {
	s := st.scene(c.Title, column)
	var xs, ys [][]float64
	for _, k := range c.Curves {
		if len(k.X) != len(k.Y) {
			return nil, fmt.Errorf("line chart %q: curve %q has %d and %d values", c.Title, k.Name, len(k.X), len(k.Y))
		}
		for i := range k.X {
			if finite(k.X[i]) && finite(k.Y[i]) {
				xs, ys = append(xs, k.X[i:i+1]), append(ys, k.Y[i:i+1])
			}
		}
	}
	if len(xs) == 0 {
		return s.noValues(), nil
	}
	for _, t := range c.Thresholds {
		if t.X {
			xs = append(xs, []float64{t.At})
		} else {
			ys = append(ys, []float64{t.At})
		}
	}
	x0, x1, _ := span(xs...)
	y0, y1, _ := span(ys...)
	x0, x1 = padded(x0, x1, 0)
	if none(y0, y1) {
		y0, y1 = padded(y0, y1, 0)
	}
	var names []string
	for _, k := range c.Curves {
		names = append(names, k.Name)
	}
	names, room := s.names(names, 0.33*s.w)
	// One name below the other has to fit beside the curves.
	height := max(130, float64(len(c.Curves))*1.25*body.size+8)
	p := s.plane(extent{lo: x0, hi: x1, exact: true}, extent{lo: y0, hi: y1}, plain(c.XAxis), s.measure(c.YAxis, c.Better), 6, height, room+9)
	p.curves(c.Curves, names)
	p.thresholds(c.Thresholds, c.Curves)
	s.finish()
	return s, nil
}

// curves are drawn first and named at their right ends.
func (p *plane) curves(curves []Curve, names []string) {
	var ends []curveEnd
	for i, k := range curves {
		c, round := p.category(k.Colour)
		line := &path{}
		var end *curveEnd
		broken := true
		for j := range k.X {
			if !finite(k.X[j]) || !finite(k.Y[j]) {
				broken = true
				continue
			}
			x, y := p.x.at(k.X[j]), p.y.at(k.Y[j])
			if broken {
				line.move(x, y)
			} else {
				line.line(x, y)
			}
			broken = false
			if end == nil || x >= end.x {
				end = &curveEnd{names[i], x, y, k.Y[j]}
			}
		}
		if end == nil { // a curve without a point has no end to stand its name at
			p.desc = append(p.desc, plain(k.Name)+": no values")
			continue
		}
		if luminance(c) > 0.6 { // yellow needs an edge on white paper
			p.draw(line, pen{stroke: dark(c), width: 2})
		}
		p.draw(line, pen{stroke: c, width: 1.3, dash: dashes(round)})
		if len(k.X) <= 25 { // few enough that each can be seen
			for j := range k.X {
				if finite(k.X[j]) && finite(k.Y[j]) {
					p.mark(k.Colour, p.x.at(k.X[j]), p.y.at(k.Y[j]), 1.5)
				}
			}
		}
		ends = append(ends, *end)
		p.desc = append(p.desc, fmt.Sprintf("%s: %s points, the last at %s", plain(k.Name), count(len(k.X)), number(end.value, digits(k.Y, nil))))
	}
	p.nameEnds(ends)
}

// A curveEnd is the name of a curve, its last place and value.
type curveEnd struct {
	name        string
	x, y, value float64
}

// nameEnds writes names beside the plane, apart from each other, each with a
// line to its curve.
func (p *plane) nameEnds(ends []curveEnd) {
	slices.SortStableFunc(ends, func(a, b curveEnd) int { return cmp.Compare(a.y, b.y) })
	var ys []float64
	for _, e := range ends {
		ys = append(ys, e.y)
	}
	ys = spread(ys, 1.25*body.size, p.y.b, p.y.a)
	for i, e := range ends {
		if e.name == "" { // a curve that is alone needs none
			continue
		}
		p.draw(polyline(e.x+2, e.y, p.x.b+3, e.y, p.x.b+7, ys[i]), pen{stroke: faded(ink, 0.35), width: 0.4})
		p.centred(p.x.b+9, ys[i], 0, e.name, body)
	}
}

// thresholds are named beside their lines, where the fewest curves pass.
func (p *plane) thresholds(list []Threshold, curves []Curve) {
	var busy [][2]float64 // points along the curves, close enough that no letter slips between
	for _, k := range curves {
		for j := 1; j < len(k.X); j++ {
			for i := range 8 {
				t := float64(i) / 8
				busy = append(busy, [2]float64{p.x.at(k.X[j-1] + t*(k.X[j]-k.X[j-1])), p.y.at(k.Y[j-1] + t*(k.Y[j]-k.Y[j-1]))})
			}
		}
	}
	for _, t := range list {
		if !finite(t.At) {
			continue
		}
		p.desc = append(p.desc, plain(t.Name)+" at "+number(t.At, digits([]float64{t.At}, nil)))
		name := p.fit(plain(t.Name), quiet, nameShare*p.w)
		w := p.width(name, quiet)
		how := pen{stroke: ink, width: 0.8, dash: []float64{3, 2}}
		var places [][2]float64
		if t.X {
			x := p.x.at(t.At)
			p.draw(polyline(x, p.y.b-2, x, p.y.a), how)
			for y := p.y.b + 6; y < p.y.a-2; y += 4 {
				places = append(places, [2]float64{x + 3, y}, [2]float64{x - 3 - w, y})
			}
		} else {
			y := p.y.at(t.At)
			p.draw(polyline(p.x.a, y, p.x.b, y), how)
			for x := p.x.a + 3; x+w < p.x.b; x += 6 {
				places = append(places, [2]float64{x, y - 3}, [2]float64{x, y + 3 + capital*quiet.size})
			}
		}
		p.label(name, w, places, busy)
	}
}

// label writes a name at the first of the places that has the fewest busy
// points, on a ground of white; places with text are out of the question.
func (p *plane) label(name string, w float64, places, busy [][2]float64) {
	least, best := math.MaxInt, box{}
	for _, at := range places {
		b := lineBox(name, at[0], at[1], w, quiet)
		if b.x0 < p.x.a || b.x1 > p.x.b || b.y1 > p.y.a || slices.ContainsFunc(p.boxes, b.touches) {
			continue
		}
		n := 0
		for _, q := range busy {
			if q[0] > b.x0-1 && q[0] < b.x1+1 && q[1] > b.y0-1 && q[1] < b.y1+1 {
				n++
			}
		}
		if n < least {
			least, best = n, b
		}
	}
	if least == math.MaxInt {
		return // the description has it
	}
	p.draw(rect(best.x0-1, best.y0, best.x1+1, best.y1), pen{fill: faded(white, 0.8)})
	p.text(best.x0, best.y1-descent*quiet.size, 0, name, quiet)
}
