package chart

import "math"

// A path is an outline: steps, each with its coordinates. y grows downwards.
type path struct {
	steps []byte // M and L take one point, Q two, C three, Z none
	at    []float64
}

func (p *path) add(step byte, at ...float64) {
	p.steps = append(p.steps, step)
	p.at = append(p.at, at...)
}

func (p *path) move(x, y float64) { p.add('M', x, y) }
func (p *path) line(x, y float64) { p.add('L', x, y) }
func (p *path) close()            { p.add('Z') }

// each calls do with every step and its coordinates.
func (p *path) each(do func(step byte, at []float64)) {
	rest := p.at
	for _, s := range p.steps {
		n := 2 * points(s)
		do(s, rest[:n])
		rest = rest[n:]
	}
}

// points is how many points a step has.
func points(step byte) int {
	switch step {
	case 'C':
		return 3
	case 'Q':
		return 2
	case 'Z':
		return 0
	}
	return 1
}

// bounds is the rectangle around all coordinates, which holds the curves too.
func (p *path) bounds() (x0, y0, x1, y1 float64) {
	x0, y0, x1, y1 = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i := 0; i < len(p.at); i += 2 {
		x0, x1 = min(x0, p.at[i]), max(x1, p.at[i])
		y0, y1 = min(y0, p.at[i+1]), max(y1, p.at[i+1])
	}
	return x0, y0, x1, y1
}

// moved is p times scale, then moved by dx and dy.
func (p *path) moved(scale, dx, dy float64) *path {
	out := &path{steps: p.steps, at: make([]float64, len(p.at))}
	for i := 0; i < len(p.at); i += 2 {
		out.at[i] = float64(p.at[i]*scale) + dx
		out.at[i+1] = float64(p.at[i+1]*scale) + dy
	}
	return out
}

// polyline joins points, given as x, y, x, y and so on; there is at least one.
func polyline(at ...float64) *path {
	p := &path{}
	for i := 0; i < len(at); i += 2 {
		p.line(at[i], at[i+1])
	}
	p.steps[0] = 'M'
	return p
}

// polygon is a polyline that ends where it began.
func polygon(at ...float64) *path {
	p := polyline(at...)
	p.close()
	return p
}

// rect has any two opposite corners.
func rect(x0, y0, x1, y1 float64) *path {
	x0, x1 = min(x0, x1), max(x0, x1)
	y0, y1 = min(y0, y1), max(y0, y1)
	return polygon(x0, y0, x1, y0, x1, y1, x0, y1)
}

// circle is four cubic curves, which miss a circle by 0.03% of its radius.
func circle(x, y, r float64) *path {
	const k = 0.5522847498 // 4/3 (√2 - 1), with which the middle of each curve is on the circle
	c := k * r
	p := &path{}
	p.move(x+r, y)
	p.add('C', x+r, y+c, x+c, y+r, x, y+r)
	p.add('C', x-c, y+r, x-r, y+c, x-r, y)
	p.add('C', x-r, y-c, x-c, y-r, x, y-r)
	p.add('C', x+c, y-r, x+r, y-c, x+r, y)
	p.close()
	return p
}

// outlined is the area that a pen of the given width covers along p, with
// round joins, so that a program that only fills can draw lines. Curves are
// taken as straight: only straight paths are stroked here.
func (p *path) outlined(width float64, dash []float64) *path {
	out := &path{}
	half := width / 2
	var x, y, startX, startY float64
	var on bool // whether a line came before, to be joined
	pen := func(x1, y1 float64) {
		for _, d := range dashed(x, y, x1, y1, dash) {
			length := math.Hypot(d[2]-d[0], d[3]-d[1])
			if length == 0 {
				continue
			}
			nx, ny := -(d[3]-d[1])/length*half, (d[2]-d[0])/length*half
			// The turn of every piece is the same, so that where they overlap
			// they add up and do not cancel each other.
			piece := polygon(d[0]+nx, d[1]+ny, d[0]-nx, d[1]-ny, d[2]-nx, d[3]-ny, d[2]+nx, d[3]+ny)
			out.steps, out.at = append(out.steps, piece.steps...), append(out.at, piece.at...)
		}
		if on && dash == nil {
			join := circle(x, y, half)
			out.steps, out.at = append(out.steps, join.steps...), append(out.at, join.at...)
		}
		x, y, on = x1, y1, true
	}
	p.each(func(step byte, at []float64) {
		switch step {
		case 'M':
			x, y, on = at[0], at[1], false
			startX, startY = x, y
		case 'Z':
			pen(startX, startY)
		default:
			pen(at[len(at)-2], at[len(at)-1])
		}
	})
	return out
}

// dashed cuts a line into the pieces that are drawn: dash has the lengths of what is
// drawn and what is left out in turn, and begins anew with every line.
func dashed(x0, y0, x1, y1 float64, dash []float64) [][4]float64 {
	length := math.Hypot(x1-x0, y1-y0)
	if dash == nil || length == 0 {
		return [][4]float64{{x0, y0, x1, y1}}
	}
	var out [][4]float64
	ux, uy := (x1-x0)/length, (y1-y0)/length
	for at, i := 0.0, 0; at < length; i++ {
		to := min(at+dash[i%len(dash)], length)
		if i%2 == 0 {
			out = append(out, [4]float64{x0 + ux*at, y0 + uy*at, x0 + ux*to, y0 + uy*to})
		}
		at = to
	}
	return out
}
