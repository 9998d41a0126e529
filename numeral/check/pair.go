package check

import (
	"fmt"
	"math"

	"hed/numeral/quantity"
)

// A pair is two figures of the article that belong together, from which h may be worked out.
type pair struct {
	c         *checker
	h, a, b   *figure
	i, j      int     // which figures of the article a and b are
	x, y      float64 // their values, in the unit of a
	affinity  float64 // to the words around h
	named     bool    // the headline joins or compares what they are of
	direction int     // which way the article says that it went from one to the other
	part      bool    // one is a part of the other: no change from one to the other; what is left is found elsewhere
	all       []way
}

// pair adds the ways from figures i and j.
func (c *checker) pair(all []way, h *figure, i, j int) []way {
	a, b := &c.a.figures[i], &c.a.figures[j]
	p := pair{c: c, h: h, a: a, b: b, i: i, j: j, x: a.low, y: b.low, all: all,
		affinity: c.affinity(h, i, j), named: c.named(i, j), direction: c.direction(a, b),
		part: a.total > 0 && a.whole == j || b.total > 0 && b.whole == i}
	if a.Unit != b.Unit && a.Unit != 0 && b.Unit != 0 {
		if v, _, ok := b.Convert(a.Unit); ok {
			p.y = v.Float()
		}
	}
	if b.sentence-a.sentence > 1 {
		p.affinity *= 0.7
	}
	if c.head.yearBefore() && (c.a.yearBeside(a) != c.a.yearBeside(b)) {
		p.affinity = p.affinity*1.5 + 0.5 // smaller than last year's
	}
	switch {
	case p.direction != 0 && h.Direction == int8(p.direction):
		p.affinity = p.affinity*1.3 + 0.5 // the article compares them in the same way
	case p.direction != 0 && h.Direction == 0:
		p.affinity *= 1.3
	}
	switch {
	case h.Kind == quantity.Share:
		p.shares()
	case h.Kind == quantity.Multiple && c.whole(h, a, b):
		p.multiples()
	}
	p.sums()
	return p.all
}

// add adds the way of a kind to a value, which goes in a direction where it is a change.
func (p *pair) add(kind string, value float64, direction int, format string, args ...any) {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return
	}
	agrees := p.agrees(kind, value)
	if !agrees && !p.balanced(0.05) {
		return // nobody would take the one with the other
	}
	p.all = append(p.all, way{
		kind: kind, value: value, agrees: agrees, affinity: p.affinity, figure: p.i, second: p.j, sentence: p.a.sentence,
		sure:     p.sure(kind, value),
		strong:   p.strong(kind, value),
		doubtful: kind == "difference" && p.doubtful(value),
		opposed:  direction != 0 && p.h.Direction == int8(-direction),
		message:  fmt.Sprintf(format, args...),
	})
}

// balanced reports whether the lesser of the two is at least some part of the greater.
func (p *pair) balanced(part float64) bool {
	x, y := math.Abs(p.x), math.Abs(p.y)
	return min(x, y) >= part*max(x, y)
}

// beyond reports whether the article says that the second is by how much the first is more or less than something: £42m, £7m more than planned.
func (p *pair) beyond() bool { return p.c.a.beyond(p.b) }

// agrees reports whether h says the value of a way. Sums and differences must be met well, since any two numbers have them.
func (p *pair) agrees(kind string, value float64) bool {
	switch kind {
	case "sum":
		return exactly(p.h, value) && p.taken(value)
	case "difference":
		cameTo := p.c.head.trend(p.h) != 0 && p.h.Hedge != quantity.UpTo // rose to 58%
		return !cameTo && (exactly(p.h, value) || p.differsAbout(value)) && p.taken(value)
	}
	return fits(p.h, value)
}

// taken reports whether somebody may add up the two or take one from the other: neither is lost beside the other, or the value is met too well for a chance.
func (p *pair) taken(value float64) bool {
	met := near(value, p.h.low)
	switch {
	case p.balanced(0.02):
		return true
	case p.a.Kind == quantity.Money && met && digits(p.h) >= 3:
		return true
	}
	return (met || p.h.Hedge == quantity.About) && p.beyond()
}

// differsAbout reports whether a hedged number of the headline is about the difference of the two, and words say that it is one: down by nearly 90 tonnes.
func (p *pair) differsAbout(value float64) bool {
	c, h := p.c, p.h
	if h.Hedge == quantity.None || !(math.Abs(value-h.low) <= 0.05*h.low) || agrees(h, value) == differs {
		return false
	}
	return h.Direction != 0 || c.head.word(h.first-1) == "by" || p.beyond() || h.HedgeStart > 0 && c.head.has("by") && c.asks(h, "difference")
}

// sure reports whether a way holds whatever else the article has.
func (p *pair) sure(kind string, value float64) bool {
	switch kind {
	case "change":
		return p.a.sentence == p.b.sentence && p.b.first-p.a.last <= 8 && p.beyond()
	case "share":
		return p.h.Total.OK() && p.finelyMet(value) // one in four, of 124,000 and 496,000
	case "multiple":
		return p.finelyMet(value) // 484kg and 968kg
	}
	return false
}

// finelyMet reports whether h is the value of a way, and both figures are written too exactly for a chance.
func (p *pair) finelyMet(value float64) bool {
	return near(value, p.h.low) && fineness(p.a, p.b) >= 10
}

// fineness is how many of its last digit the coarser of two figures counts: 12 for 1,200 and 56,700.
func fineness(a, b *figure) float64 {
	return min(a.low/a.Step.Float(), b.low/b.Step.Float())
}

// strong reports whether a way is not a chance.
func (p *pair) strong(kind string, value float64) bool {
	c := p.c
	if p.beyond() {
		return true
	}
	switch kind {
	case "difference":
		return p.named || c.head.earlier(p.h) && (c.a.more(p.a) || c.a.more(p.b))
	case "sum":
		return p.named || near(value, p.h.low) && min(p.x, p.y) >= 100 || c.kinds(p.h, p.i, p.j)
	}
	return false
}

// doubtful reports whether the headline need not mean a difference that it has: one is that of many numbers, and of two that the article does not compare, one may be of the
// dead and the other of the hurt.
func (p *pair) doubtful(value float64) bool {
	return near(value, 1) && !p.named || p.direction == 0 && p.c.fateOfOne(p.h, p.a, p.b) && !p.beyond()
}

// shares adds what the two are as a share: the change from one to the other, the part that one is of the other and what it leaves.
func (p *pair) shares() {
	c, h, a, b := p.c, p.h, p.a, p.b
	compares := c.compares(h)
	switch {
	case a.Kind != b.Kind && b.first-a.last > 8, a.Kind == quantity.Temperature: // six years, and three of something
		return
	case a.Kind == quantity.Share && h.Direction == 0 && !(h.Words && compares):
		return
	}
	small, large := min(p.x, p.y), max(p.x, p.y)
	if small <= 0 {
		return
	}
	to := 100 / asPercent(h)
	if compares && !p.part {
		first, second := p.inTime()
		change := (second - first) / first
		p.add("change", math.Abs(change)*to, sign(change), "From %s to %s is %s.", c.a.amount(a, first), c.a.amount(a, second), percentText(change))
	}
	if p.beyond() && large > small { // £42m, £7m more than planned
		base := large - small
		switch c.a.word(b.last) {
		case "less", "fewer", "lower", "below", "short", "shorter", "smaller":
			base = large + small
		}
		p.add("change", small/base*to, 0, "%s is %s of %s.", number(small), percentText(small/base), number(base))
	}
	sameTime := a.Kind != quantity.Money || h.Of == "" || c.a.ago(a) == c.a.ago(b)
	if !sameTime || !c.whole(h, a, b) {
		return
	}
	p.add("share", small/large*to, 0, "%s of %s is %s.", number(small), number(large), percentText(small/large))
	if !p.part {
		p.add("remainder", (1-small/large)*to, 0, "%s of %s leaves %s.", number(small), number(large), percentText(1-small/large))
	}
	if p.twoSides() && !c.head.has("away", "abstain", "abstains", "abstained") {
		both := p.x + p.y
		p.add("share", p.x/both*to, 0, "%s of %s is %s.", number(p.x), number(both), percentText(p.x/both))
	}
}

// inTime returns the values of the two in the order in which they came, as far as the article or else the headline says: from the lesser to the greater for a rise.
func (p *pair) inTime() (first, second float64) {
	rose := p.y > p.x
	switch {
	case p.direction != 0 && rose != (p.direction > 0), p.direction == 0 && p.h.Direction != 0 && rose != (p.h.Direction > 0):
		return p.y, p.x
	}
	return p.x, p.y
}

// twoSides reports whether the two are sides of a vote: 61 to 46.
func (p *pair) twoSides() bool {
	if p.a.sentence != p.b.sentence || p.a.Kind != quantity.Count || p.b.first-p.a.last > 2 {
		return false
	}
	w := p.c.a.word(p.b.first - 1)
	return w == "to" || w == "against"
}

// multiples adds how many times one is the other.
func (p *pair) multiples() {
	small, large := min(p.x, p.y), max(p.x, p.y)
	if small <= 0 {
		return
	}
	if p.h.low == 2 && near(p.x, p.y) && p.a.sentence == p.b.sentence {
		p.add("double", 2, 0, "%s and %s again are twice as many.", number(p.x), number(p.y))
	}
	if p.h.low >= 1 {
		p.add("multiple", large/small, 0, "%s is %s times %s.", number(large), short(large/small), number(small))
	} else {
		p.add("multiple", small/large, 0, "%s is %s of %s.", number(small), percentText(small/large), number(large))
	}
}

// sums adds the sum of the two and their difference.
func (p *pair) sums() {
	c, h, a, b, x, y := p.c, p.h, p.a, p.b, p.x, p.y
	unit := a
	if bare(a) {
		unit = b
	}
	if near(x+y, h.low) && c.kinds(h, p.i, p.j) && !c.otherFate(a, b) {
		p.addCounts()
		return
	}
	counts := a.Kind == quantity.Count && b.Kind == quantity.Count
	if counts && a.Of != "" && b.Of != "" && !sameNoun(a.Of, b.Of) {
		if h.Kind == quantity.Count && near(x+y, h.low) && (p.bothTold() || p.manyInAll()) {
			p.addCounts()
		}
		return
	}
	v, ok := c.inUnit(h, unit, math.Abs(x-y))
	if a.Kind == quantity.Count && h.Kind == quantity.Count && p.direction != 0 && c.asks(h, "difference") {
		v, ok = math.Abs(x-y), true // 17 call-outs more, where there were 58 launches, compared with 41
	}
	if ok && x != y && !(p.part && counts) && !c.otherFate(a, b) {
		left := c.a.amount(unit, math.Abs(x-y))
		if unit.Kind == quantity.Share {
			left = number(math.Abs(x-y)) + " points"
		}
		p.add("difference", v, p.direction, "%s less %s is %s.", c.a.amount(unit, max(x, y)), c.a.amount(unit, min(x, y)), left)
	}
	if p.sharesAddUp() {
		v := (x + y) * asPercent(a) / asPercent(h)
		p.all = append(p.all, way{kind: "sum", value: v, agrees: fits(h, v), affinity: p.affinity, figure: p.i, second: p.j, sentence: a.sentence, strong: true,
			message: fmt.Sprintf("%s and %s are %s.", c.a.quote(a), c.a.quote(b), percentText(v*asPercent(h)/100))})
	}
	if v, ok := c.inUnit(h, unit, x+y); ok && (a.sentence == b.sentence && p.named || c.summed(h, p.i, p.j, v)) && !c.otherFate(a, b) {
		p.add("sum", v, 0, "%s and %s are %s.", c.a.amount(unit, x), c.a.amount(unit, y), c.a.amount(unit, x+y))
	}
}

// addCounts adds the sum of two counts, which it tells with their nouns.
func (p *pair) addCounts() {
	p.add("sum", p.x+p.y, 0, "%s and %s are %s.", p.c.a.phrase(p.a), p.c.a.phrase(p.b), number(p.x+p.y))
}

// bothTold reports whether the headline joins the nouns of two counts of one sentence: 42 clubs and combs.
func (p *pair) bothTold() bool {
	return p.named && p.a.sentence == p.b.sentence && p.c.head.literally(p.a.Of) && p.c.head.literally(p.b.Of)
}

// manyInAll reports whether two counts of thousands, of which the headline has a noun, come to a number that is not round: 480,000 birds, of 384,000 hens and
// 96,000 birds before.
func (p *pair) manyInAll() bool {
	c := p.c
	if digits(p.h) < 1.5 || min(p.x, p.y) < 1000 || p.b.sentence-p.a.sentence > 1 {
		return false
	}
	return (c.inHeadline(p.a.Of) || c.inHeadline(p.b.Of)) && !c.otherFate(p.a, p.b)
}

// sharesAddUp reports whether two shares may be added up to the one of the headline: 2.5% now and a further 1.5%.
func (p *pair) sharesAddUp() bool {
	if p.h.Kind != quantity.Share || p.a.Kind != quantity.Share || p.b.Kind != quantity.Share {
		return false
	}
	return p.named && p.h.Direction == 0 || p.a.sentence == p.b.sentence && p.c.a.word(p.b.first-1) == "further"
}
