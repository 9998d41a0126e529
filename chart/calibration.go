package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hed/score"
)

// A Calibration chart is a reliability diagram: how often what was
// predicted with some probability came true. Points on the diagonal are
// honest. Below it stands how many predictions each point rests on. The
// expected calibration error (ECE) is the mean distance from the diagonal,
// weighted by these counts.
type Calibration struct {
	Title  string
	Bins   []CalibrationBin // in any order
	Level  float64          // of the intervals
	Colour int
}

// A CalibrationBin is a group of predictions. One without predictions is
// left out.
type CalibrationBin struct {
	Predicted float64 // mean probability, 0 to 1
	Observed  float64 // share that came true
	Low, High float64 // interval of Observed; absent, or both zero, where there is none
	N         int
}

func (c Calibration) layout(st Style) (*scene, error) {
	s := st.scene(c.Title, column)
	var bins []CalibrationBin
	total, most, ece := 0, 0, 0.0
	for _, b := range c.Bins {
		if b.N < 0 || b.Predicted < 0 || b.Predicted > 1 || b.Observed < 0 || b.Observed > 1 {
			return nil, fmt.Errorf("calibration chart %q: predicted %g, observed %g of %d: shares lie between 0 and 1", c.Title, b.Predicted, b.Observed, b.N)
		}
		if b.N == 0 || !finite(b.Predicted) || !finite(b.Observed) {
			continue
		}
		bins = append(bins, b)
		total, most = total+b.N, max(most, b.N)
		ece += float64(float64(b.N) * math.Abs(b.Predicted-b.Observed))
	}
	if total == 0 {
		return s.noValues(), nil
	}
	ece /= float64(total)
	slices.SortStableFunc(bins, func(a, b CalibrationBin) int { return cmp.Compare(a.Predicted, b.Predicted) })
	p := s.plane(extent{hi: 1}, extent{hi: 1}, "predicted probability", "share that came true", 6, 150, 0)
	s.draw(polyline(p.x.at(0), p.y.at(0), p.x.at(1), p.y.at(1)), pen{stroke: grey, width: 0.8, dash: []float64{3, 2}})
	colour, _ := s.category(c.Colour)
	line := &path{}
	var xs, ys []float64
	intervals := false
	for i, b := range bins {
		x, y := p.x.at(b.Predicted), p.y.at(b.Observed)
		xs, ys = append(xs, b.Predicted), append(ys, b.Observed)
		line.line(x, y)
		if i == 0 { // a path begins by moving
			line.steps[0] = 'M'
		}
		if finite(b.Low) && finite(b.High) && (b.Low != 0 || b.High != 0) {
			intervals = true
			s.rule(x, p.y.at(max(b.Low, 0)), x, p.y.at(min(b.High, 1)), 0.8, ink)
		}
		s.desc = append(s.desc, fmt.Sprintf("predicted %s, observed %s, of %s", number(b.Predicted, 2), number(b.Observed, 2), count(b.N)))
	}
	s.draw(line, pen{stroke: colour, width: 1.3})
	for i := range xs {
		s.mark(c.Colour, p.x.at(xs[i]), p.y.at(ys[i]), 2.4)
	}
	p.corner([]string{"ECE = " + number(ece, 3), "n = " + count(total)}, cloudOf(score.SeriesOf(append(xs, 0, 1)...), score.SeriesOf(append(ys, 0, 1)...)))
	p.counts(bins, most)
	if intervals {
		s.finish(s.intervalNote(c.Level))
	} else {
		s.finish()
	}
	return s, nil
}

// counts draws the number of predictions under each point; a number is
// written where it does not run into the one before.
func (p *plane) counts(bins []CalibrationBin, most int) {
	const height = 26.0
	p.scene.y += 4
	p.paragraph(margin, p.w-margin, "number of predictions", body)
	base := p.scene.y + 3 + leading*body.size + height
	half := 4.0 // of a bar; less where points are close, so that bars do not touch
	for i := 1; i < len(bins); i++ {
		half = min(half, max(0.4*(p.x.at(bins[i].Predicted)-p.x.at(bins[i-1].Predicted)), 0.5))
	}
	end := math.Inf(-1) // of the last number written
	for _, b := range bins {
		x := p.x.at(b.Predicted)
		top := base - height*float64(b.N)/float64(most)
		p.draw(rect(x-half, top, x+half, base), pen{fill: mix(white, grey, 0.5)})
		text := count(b.N)
		w := p.width(text, quiet)
		left := min(max(x-w/2, margin), p.w-margin-w)
		if left > end+2 {
			p.text(left, top-2, 0, text, quiet)
			end = left + w
		}
	}
	p.rule(p.x.a, base, p.x.b, base, 0.7, ink)
	p.scene.y = base + 2
}
