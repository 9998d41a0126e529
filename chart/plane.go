package chart

// A plane has two axes of values. The text of the upright one stands above
// it, so that nobody has to turn the head.
type plane struct {
	*scene
	x, y scale
}

// An extent is the values of an axis.
type extent struct {
	lo, hi float64
	exact  bool  // the axis ends there, and else at ticks
	within Range // but not out of it
}

// plane draws axes, with at most so many
// ticks on the upright one and height high. It leaves room right of it, at least for half of the last label.
func (s *scene) plane(xs, ys extent, xText, yText string, upright int, height, room float64) *plane {
	if yText != "" {
		s.paragraph(margin, s.w-margin, yText, body)
		s.y += 5
	}
	top := s.y
	y0, y1, at, d := outward(ys.lo, ys.hi, upright, ys.within)
	left := margin + s.tickRoom(at, d) + 5
	p := &plane{s, scale{xs.lo, xs.hi, left + 2, s.w - margin - max(room, 6)}, scale{y0, y1, top + height, top + 2}}
	s.yAxis(left, p.x.b, p.y, at, d)
	var along []float64
	if xs.exact {
		along, d = s.xTicks(p.x)
	} else {
		p.x, along, d = s.xOutward(xs.lo, xs.hi, p.x.a, p.x.b, xs.within)
	}
	s.xAxis(top, top+height, p.x, along, d)
	s.axisText(p.x.a, xText)
	return p
}

// corner writes lines on white in the corner of the plane where the fewest
// of the points are.
func (p *plane) corner(lines []string, all cloud) {
	w := 0.0
	for _, l := range lines {
		w = max(w, p.width(l, body))
	}
	h := float64(len(lines)) * leading * body.size
	left, right := p.x.a+3, p.x.b-w-2
	top, bottom := p.y.b+2, p.y.a-h-4
	bestCount, bx, by := -1, 0.0, 0.0
	for _, c := range [][2]float64{{left, top}, {right, bottom}, {right, top}, {left, bottom}} {
		n := 0
		for x, y := range all.all {
			x, y = p.x.at(x), p.y.at(y)
			if x > c[0]-3 && x < c[0]+w+3 && y > c[1]-3 && y < c[1]+h+3 {
				n++
			}
		}
		if bestCount < 0 || n < bestCount {
			bestCount, bx, by = n, c[0], c[1]
		}
	}
	p.draw(rect(bx-1.5, by-0.5, bx+w+1.5, by+h+0.5), pen{fill: faded(white, 0.85)})
	for _, l := range lines {
		p.text(bx, by+ascent*body.size, 0, l, body)
		by += leading * body.size
	}
}

// spread moves labels apart to the given distance, as little as possible
// over all of them, and keeps them between top and bottom. ys are sorted.
func spread(ys []float64, distance, top, bottom float64) []float64 {
	// Less their least distances the places must not fall: blocks that would
	// are moved to their mean.
	type block struct {
		sum float64
		n   int
	}
	var blocks []block
	for i, y := range ys {
		blocks = append(blocks, block{y - float64(i)*distance, 1})
		for k := len(blocks) - 1; k > 0; k-- {
			a, b := blocks[k-1], blocks[k]
			if a.sum/float64(a.n) <= b.sum/float64(b.n) {
				break
			}
			blocks = append(blocks[:k-1], block{a.sum + b.sum, a.n + b.n})
		}
	}
	var out []float64
	for _, b := range blocks {
		for range b.n {
			i := float64(len(out))
			highest := bottom - float64(len(ys)-1)*distance
			out = append(out, max(min(b.sum/float64(b.n), highest), top)+i*distance)
		}
	}
	return out
}
