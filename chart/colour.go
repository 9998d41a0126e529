package chart

import (
	"image/color"
	"math"
)

var (
	ink   = color.NRGBA{0x1a, 0x1a, 0x1a, 255}
	grey  = color.NRGBA{0x59, 0x59, 0x59, 255} // 7:1 on white
	faint = color.NRGBA{0xe2, 0xe2, 0xe2, 255} // grid lines
	white = color.NRGBA{255, 255, 255, 255}

	blue      = color.NRGBA{0x00, 0x72, 0xb2, 255}
	vermilion = color.NRGBA{0xd5, 0x5e, 0x00, 255}
	calm      = color.NRGBA{0x73, 0xb2, 0xd5, 255} // blue mixed with white, for what does not stand out
	pale      = color.NRGBA{0xd4, 0xd4, 0xd4, 255} // baselines
	paleBlue  = color.NRGBA{0xd6, 0xe6, 0xf2, 255}
	deepBlue  = color.NRGBA{0x00, 0x3a, 0x63, 255}
)

// categories are Okabe and Ito's colours (2008), which people with any
// colour vision can tell apart, in the order in which hed uses them.
var categories = [8]color.NRGBA{
	blue, {0xe6, 0x9f, 0x00, 255}, {0x00, 0x9e, 0x73, 255}, vermilion,
	{0xcc, 0x79, 0xa7, 255}, {0x56, 0xb4, 0xe9, 255}, {0xf0, 0xe4, 0x42, 255}, {0, 0, 0, 255},
}

// category is the colour of index i and how often the colours were used up
// before it: 0 to 3, for four shapes, hatchings and dashes. Greys are few, so that
// shapes change with every index.
func (s *scene) category(i int) (c color.NRGBA, round int) {
	i = max(i, 0)
	if s.grey {
		v := [3]uint8{0x38, 0x80, 0xb0}[i%3]
		return color.NRGBA{v, v, v, 255}, i % 4
	}
	return categories[i%len(categories)], i / len(categories) % 4
}

// bleach gives everything the grey of its luminance.
func (s *scene) bleach() {
	grey := func(c color.NRGBA) color.NRGBA {
		l := luminance(c)
		if l <= 0.0031308 {
			l *= 12.92
		} else {
			l = 1.055*math.Pow(l, 1/2.4) - 0.055
		}
		v := uint8(math.Round(255 * l))
		return color.NRGBA{v, v, v, c.A}
	}
	for i := range s.items {
		it := &s.items[i]
		it.fill, it.stroke = grey(it.fill), grey(it.stroke)
	}
}

// A role is how a system stands out among others that carry their names.
type role struct{ leader, baseline bool }

// tone is the colour of a bar or box of the role, and that of its edge. One hue is enough where
// names stand at the marks.
func (r role) tone() (fill, edge color.NRGBA) {
	switch {
	case r.leader && r.baseline:
		return color.NRGBA{0x80, 0x80, 0x80, 255}, grey
	case r.leader:
		return blue, deepBlue
	case r.baseline:
		return pale, color.NRGBA{0x8c, 0x8c, 0x8c, 255}
	}
	return calm, dark(calm)
}

// name is how the name of a system of the role looks: colour is not the only sign of a leader.
func (r role) name() letterform {
	form := body
	form.bold = r.leader
	return form
}

// spot draws the dot of a role; a baseline is a ring.
func (s *scene) spot(r role, x, y float64) {
	fill, edge := r.tone()
	radius := 2.3
	if r.leader {
		radius = 2.8
	}
	how := pen{fill: fill, stroke: edge, width: 0.7}
	switch {
	case r.baseline && r.leader:
		how = pen{fill: white, stroke: ink, width: 1.4}
	case r.baseline:
		how = pen{fill: white, stroke: grey, width: 0.8}
	}
	s.dot(x, y, radius, how)
}

// mix goes from a to b as t goes from 0 to 1.
func mix(a, b color.NRGBA, t float64) color.NRGBA {
	m := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + float64(t*(float64(y)-float64(x))))) }
	return color.NRGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255}
}

// dark is the colour of the edge of a mark, which keeps yellow visible.
func dark(c color.NRGBA) color.NRGBA { return mix(c, ink, 0.45) }

// diverging is blue at -1, white at 0 and vermilion at 1.
func diverging(t float64) color.NRGBA {
	if t < 0 {
		return mix(white, blue, min(-t, 1))
	}
	return mix(white, vermilion, min(t, 1))
}

// amount is one hue from light to dark as t goes from 0 to 1.
func amount(t float64) color.NRGBA {
	if t < 0.5 {
		return mix(paleBlue, blue, 2*t)
	}
	return mix(blue, deepBlue, 2*t-1)
}

// luminance is that of WCAG 2.
func luminance(c color.NRGBA) float64 {
	l := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*l(c.R) + 0.7152*l(c.G) + 0.0722*l(c.B)
}

// on is black or white, whichever reads better on c: one of the two always
// has a contrast of 4.5 or more.
func on(c color.NRGBA) color.NRGBA {
	if l := luminance(c); 1.05/(l+0.05) > (l+0.05)/0.05 {
		return white
	}
	return color.NRGBA{0, 0, 0, 255}
}

// faded is c with alpha.
func faded(c color.NRGBA, alpha float64) color.NRGBA {
	c.A = uint8(math.Round(255 * alpha))
	return c
}

// mark draws the mark of category i: circles first, then squares, triangles
// and diamonds of about the same area.
func (s *scene) mark(i int, x, y, r float64) {
	c, round := s.category(i)
	how := pen{fill: c, stroke: dark(c), width: 0.5}
	switch round {
	case 0:
		s.dot(x, y, r, how)
	case 1:
		r *= 0.89
		s.draw(rect(x-r, y-r, x+r, y+r), how)
	case 2:
		r *= 1.35
		s.draw(polygon(x, y-r, x+0.87*r, y+r/2, x-0.87*r, y+r/2), how)
	default:
		r *= 1.25
		s.draw(polygon(x, y-r, x+r, y, x, y+r, x-r, y), how)
	}
}

// bar draws a bar in the manner of category i: full, hatched, pale with an
// edge, hatched the other way.
func (s *scene) bar(i int, x0, y0, x1, y1 float64) {
	c, round := s.category(i)
	x0, x1, y0, y1 = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
	how := pen{fill: c}
	if round == 2 {
		how = pen{fill: mix(white, c, 0.2), stroke: c, width: 0.8}
	}
	if luminance(c) > 0.6 { // yellow needs an edge on white paper
		how.stroke, how.width = dark(c), 0.5
	}
	if edge := how.width / 2; x1-x0 > 2*edge && y1-y0 > 2*edge {
		s.draw(rect(x0+edge, y0+edge, x1-edge, y1-edge), how)
	}
	if round%2 == 1 {
		s.hatch(x0, y0, x1, y1, round == 1)
	}
}

// hatch draws white lines at 45 degrees, cut at the rectangle.
func (s *scene) hatch(x0, y0, x1, y1 float64, rising bool) {
	p := &path{}
	h := y1 - y0
	for at := x0 - h + 2; at < x1; at += 5 {
		a, b := max(at, x0), min(at+h, x1)
		if a >= b {
			continue
		}
		if rising {
			p.move(a, y1-(a-at))
			p.line(b, y1-(b-at))
		} else {
			p.move(a, y0+(a-at))
			p.line(b, y0+(b-at))
		}
	}
	if len(p.steps) > 0 {
		s.draw(p, pen{stroke: faded(white, 0.75), width: 0.8})
	}
}

// dashes of lines by round.
func dashes(round int) []float64 {
	return [4][]float64{nil, {4, 2}, {1, 1.5}, {5, 1.5, 1, 1.5}}[round]
}
