package check

import (
	"math"

	"hed/numeral/quantity"
)

// A match is how a figure of the article agrees with one of the headline.
type match uint8

const (
	differs match = iota
	converted
	rounded
	equal
)

// measured reports whether a kind has a unit that its number means nothing without.
func measured(k quantity.Kind) bool {
	switch k {
	case quantity.Money, quantity.Share, quantity.Duration, quantity.Temperature, quantity.Distance, quantity.Mass, quantity.Area, quantity.Volume,
		quantity.Speed, quantity.Measure:
		return true
	}
	return false
}

// bare reports whether nothing is known of a number but its size.
func bare(f *figure) bool { return f.Kind == quantity.Count && (f.Of == "" || f.elided) }

// values returns the values of article figure a as h would count them. exact is false where a unit was converted.
func (c *checker) values(h, a *figure) (low, high float64, exact, ok bool) {
	if h.Kind == a.Kind || h.Unit == a.Unit && h.Unit != 0 {
		switch h.Kind {
		case quantity.Date, quantity.Year, quantity.Time, quantity.Score, quantity.Label:
			return 0, 0, false, false
		}
		if h.Unit == a.Unit {
			return a.low, a.high, true, true
		}
		l, u, ok := a.Convert(h.Unit)
		return l.Float(), u.Float(), false, ok
	}
	if pounds(h.Unit) && pounds(a.Unit) && (c.head.saysPounds(h) || c.a.saysPounds(a)) {
		return a.low, a.high, true, true
	}
	if converts(h.Kind, a.Kind) {
		return a.low, a.high, true, h.Unit == a.Unit
	}
	switch {
	case h.Kind == quantity.Points && a.Kind == quantity.Share, h.Kind == quantity.Share && a.Kind == quantity.Points,
		h.Kind == quantity.Share && a.Kind == quantity.Multiple, h.Kind == quantity.Multiple && a.Kind == quantity.Share:
		return percent(h, a)
	case h.Kind == quantity.Count && (a.Kind == quantity.Group || a.Kind == quantity.Age || a.Kind == quantity.Points || a.Kind == quantity.Multiple):
		return a.low, a.high, true, true
	case h.Kind == quantity.Age && bare(a):
		return a.low, a.high, true, h.Unit == quantity.Years
	case h.Kind == quantity.Group && a.Kind == quantity.Count:
		return a.low, a.high, true, true
	case bare(h) && (measured(a.Kind) || a.Kind == quantity.Points):
		return a.low, a.high, true, true
	case (h.Kind == quantity.Age && h.Unit == quantity.Years || h.Kind == quantity.Points) && a.Kind == quantity.Count:
		return a.low, a.high, true, true
	case measured(h.Kind) && bare(a), h.Kind == quantity.Points && a.Kind == quantity.Count:
		return a.low, a.high, true, h.Kind != quantity.Money || c.a.has(h.Unit)
	}
	return 0, 0, false, false
}

// pounds reports whether a unit is the pound: money or weight.
func pounds(u quantity.Unit) bool { return u == quantity.Pound || u == quantity.Lbs }

// saysPounds reports whether the unit of a figure is the word pound, which may be money or weight; £ and lb are
// one of them only. The word may stand a little behind the figure: 50, 60 or 70 pounds.
func (p *passage) saysPounds(f *figure) bool {
	for i := f.first; i < min(f.last+6, len(p.words)) && p.words[i].sentence == f.sentence; i++ {
		if w := p.word(i); w == "pound" || w == "pounds" {
			return true
		}
	}
	return false
}

// converts reports whether a unit of kind a may be one of kind h.
func converts(h, a quantity.Kind) bool {
	return h == quantity.Duration && a == quantity.Age || h == quantity.Age && a == quantity.Duration
}

// scaleUnit reports whether the last digit counts ones, thousands, millions and so on.
func scaleUnit(step float64) bool {
	return step == 1 || step == 1e3 || step == 1e6 || step == 1e9 || step == 1e12 || step < 1
}

// percent compares percents, points and parts: 13 points are 13%, half is 50%.
func percent(h, a *figure) (low, high float64, exact, ok bool) {
	scale := asPercent(a) / asPercent(h)
	return a.low * scale, a.high * scale, true, scale != 0 && !math.IsInf(scale, 0) && !math.IsNaN(scale)
}

// asPercent is how many percent one of the figure's unit is.
func asPercent(f *figure) float64 {
	switch f.Kind {
	case quantity.Share:
		return f.Unit.Factor().Float() * 100
	case quantity.Points:
		return f.Unit.Factor().Float()
	}
	return 100
}

// has reports whether the article has a quantity of a unit.
func (a *article) has(u quantity.Unit) bool { return a.units[u] }

// near reports whether x is y but for what arithmetic loses.
func near(x, y float64) bool { return math.Abs(x-y) <= 1e-9*max(math.Abs(x), math.Abs(y)) }

// agrees is how x, from the article, agrees with the value of h.
func agrees(h *figure, x float64) match {
	v := h.low
	if !near(h.low, h.high) {
		if math.IsNaN(h.low) {
			v = h.high
		} else if !math.IsNaN(h.high) && (near(x, h.low) || near(x, h.high)) {
			return equal
		} else {
			return differs
		}
	}
	switch {
	case math.IsNaN(x) || math.IsNaN(v):
		return differs
	case near(x, v):
		return equal
	case rounds(h, v, x):
		return rounded
	}
	return differs
}

// rounds reports whether v may be written for x, in the direction of the hedge and as exactly as v is written.
func rounds(h *figure, v, x float64) bool {
	if v < 0 || x < 0 {
		if v > 0 || x > 0 {
			return false
		}
		v, x = -v, -x
	}
	step := h.Step.Float()
	if math.IsNaN(step) || step <= 0 {
		step = v
	}
	off := math.Abs(x-v) / v
	if h.Kind == quantity.Multiple && v < 1 { // more than halved is less than half
		switch h.Hedge {
		case quantity.Over, quantity.AtLeast:
			return x < v && x >= v*0.6
		case quantity.Nearly:
			return x > v && x <= v*1.15
		}
	}
	switch h.Hedge {
	case quantity.Nearly:
		return x < v && x >= v*0.88
	case quantity.Under:
		return x < v && x >= v*0.6
	case quantity.Over, quantity.AtLeast:
		most := max(step, v*0.12)
		if h.Kind == quantity.Share || h.Kind == quantity.Multiple {
			most = v * 0.25
			if h.Kind == quantity.Multiple && v >= 2 {
				most = 1
			}
		}
		return x > v && x < v+most
	case quantity.UpTo:
		return x < v && off <= 0.05
	case quantity.About:
		return off <= 0.1 && math.Abs(x-v) <= step || off <= 0.03
	}
	if x == math.Trunc(x) && step <= 1 && v == math.Trunc(v) && x < 1e15 {
		return false // whole numbers that differ
	}
	if h.Kind == quantity.Share && h.Total.OK() {
		return off <= 0.06 // four in ten of 42%
	}
	if h.Words && h.Kind == quantity.Share {
		return off <= 0.04 // a quarter of 24.6%
	}
	whole := math.Abs(x/step-math.Round(x/step)) < 1e-9
	switch {
	case step >= v*0.1 && !scaleUnit(step):
		return off <= 0.02 // 300 of 297, not of 310
	case step >= v*0.1:
		return math.Abs(x-v) <= step/2*1.0001 && off <= 0.09 && !whole // $4B of $4.35 billion, 2 of 2.2
	}
	return math.Abs(x-v) <= step/2*1.0001 && off <= 0.06 || x > v && x-v < step && off <= 0.04
}
