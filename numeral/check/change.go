package check

import (
	"fmt"
	"math"

	"hed/numeral/quantity"
)

// ofChange finds the parts of a change: up from 7 million, and 290,000 of the increase; of the extra cost, €1.1bn.
func (p *passage) ofChange() {
	for i := range p.related() {
		f := &p.figures[i]
		if f.total > 0 || f.Kind != quantity.Count && f.Kind != quantity.Money || !(f.low > 0) {
			continue
		}
		k := f.last
		if p.word(k) != "of" || !p.changed(k+1) {
			if k = p.opening(f); p.word(k) != "of" || !p.changed(k+1) {
				continue
			}
		}
		for j := i - 1; j > 0 && j > i-24; j-- {
			b, k := &p.figures[j], j-1
			for k > 0 && k > j-3 && p.figures[k].Kind != b.Kind && p.figures[k].sentence == b.sentence {
				k-- // 8,412,000 on 3 April, up from 7,928,000
			}
			a := &p.figures[k]
			if a.Kind != f.Kind || b.Kind != f.Kind || a.Unit != f.Unit || b.Unit != f.Unit || a.sentence != b.sentence {
				continue
			}
			switch p.word(b.first - 1) {
			case "from", "to", "against", "than", "the", "with":
				if d := math.Abs(a.low - b.low); d > f.low && f.total == 0 {
					f.total, f.whole = d, j
				}
			}
		}
	}
}

// changed reports whether words i and i+1 name a change: the increase, the extra cost.
func (p *passage) changed(i int) bool {
	for k := i; k < i+3; k++ {
		switch p.word(k) {
		case "the", "that", "this":
		case "increase", "rise", "growth", "gain", "jump", "extra", "additional", "overrun", "fall", "drop", "decline", "decrease", "difference", "loss":
			return true
		default:
			return false
		}
	}
	return false
}

// changes adds what follows from a change and what it led to: fell by $40 million to $310 million; 186,000 tickets, 8% more than in 1998.
func (c *checker) changes(all []way, h *figure, i int) []way {
	if i+1 >= len(c.met) {
		return all
	}
	a, b, to := &c.a.figures[i], &c.a.figures[i+1], i+1
	if b.Kind == quantity.Share && b.Direction != 0 && c.a.word(b.last+1) == "than" && b.first-a.last <= 3 { // 186,000 tickets, 8% more than in 1998
		a, b, to = b, a, i
	} else if !c.a.ledTo(a, b) {
		return all
	}
	if a.Direction == 0 || a.sentence != b.sentence || !(a.low > 0) || !(b.low > 0) || !near(a.low, a.high) || !near(b.low, b.high) {
		return all
	}
	up := float64(a.Direction)
	base := b.low - up*a.low
	if a.Kind == quantity.Share {
		base = b.low / (1 + up*a.low*asPercent(a)/100)
	} else if a.Kind != b.Kind && !bare(a) && !bare(b) || a.Kind == b.Kind && a.Unit != b.Unit {
		return all
	}
	if !(base > 0) || math.IsInf(base, 0) {
		return all
	}
	add := func(kind string, v float64, agree bool, format string, args ...any) {
		all = append(all, way{kind: kind, value: v, agrees: agree, affinity: c.affinity(h, i, i+1), figure: to, second: i + i + 1 - to, sentence: a.sentence, strong: true, sure: true,
			doubtful: kind == "before" && !c.head.earlier(h), wrong: kind == "before" && !c.head.past(h),
			opposed: kind != "before" && h.Direction == -a.Direction, message: fmt.Sprintf(format, args...)})
	}
	unit := b
	if bare(b) && a.Kind != quantity.Share && a.Kind != quantity.Points {
		unit = a
	}
	if v, ok := c.inUnit(h, unit, base); ok {
		add("before", v, exactly(h, v), "Before it was %s.", c.a.amount(unit, base))
	}
	if a.Kind == quantity.Share {
		if v, ok := c.inUnit(h, unit, math.Abs(b.low-base)); ok {
			add("difference", v, exactly(h, v), "From %s to %s is %s.", c.a.amount(unit, base), c.a.amount(unit, b.low), c.a.amount(unit, math.Abs(b.low-base)))
		}
	} else if h.Kind == quantity.Share {
		v := a.low / base * 100 / asPercent(h)
		add("change", v, fits(h, v), "From %s to %s is %s.", c.a.amount(unit, base), c.a.amount(unit, b.low), percentText(a.low/base))
	}
	return all
}

// fold adds what something was before it doubled or halved: halves its dividend to 4.5p.
func (c *checker) fold(all []way, h *figure, i int) []way {
	a := &c.a.figures[i]
	if a.Kind != quantity.Multiple || !(a.low > 0) || i+1 >= len(c.met) {
		return all
	}
	b := &c.a.figures[i+1]
	if b.sentence != a.sentence || b.first-a.last > 6 || c.a.word(b.first-1) != "to" || !(b.low > 0) || !near(b.low, b.high) {
		return all
	}
	if v, ok := c.inUnit(h, b, b.low/a.low); ok {
		all = append(all, way{kind: "before", value: v, agrees: exactly(h, v), affinity: c.affinity(h, i, i+1), figure: i + 1, second: i, sentence: a.sentence, strong: true, sure: true,
			doubtful: !c.head.earlier(h), wrong: !c.head.past(h), message: fmt.Sprintf("Before it was %s.", c.a.amount(b, b.low/a.low))})
	}
	return all
}

// ledTo reports whether a figure is what another, a change, led to: by $40 million to $310 million.
func (p *passage) ledTo(a, b *figure) bool {
	return a.Direction != 0 && a.sentence == b.sentence && b.first-a.last <= 2 && p.word(b.first-1) == "to"
}

// past reports whether a headline may say what something was before it changed, which its verb alone leaves open.
func (p *passage) past(h *figure) bool {
	return p.word(h.first-1) != "to" && (p.earlier(h) || p.has("was", "were", "had"))
}

// earlier reports whether a headline says that a figure is of a time before: from $350 million, was at $108 before the fall.
func (p *passage) earlier(h *figure) bool {
	switch p.word(h.first - 1) {
	case "to":
		return false
	case "from":
		return true
	}
	for i := range p.words {
		switch p.word(i) {
		case "ago", "earlier", "previously", "formerly":
			return true
		case "before":
			switch p.word(i + 1) {
			case "tax", "taxes", "interest", "costs", "charges", "items":
			default:
				return true
			}
		case "last", "previous", "year":
			if w := p.word(i + 1); w == "year" || w == "month" || w == "quarter" || w == "week" || w == "before" {
				return true
			}
		}
	}
	return false
}
