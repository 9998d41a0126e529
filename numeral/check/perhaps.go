package check

import (
	"fmt"
	"math"
	"slices"

	"hed/numeral/quantity"
)

// unsure takes an error back where nothing that was understood speaks for it. It is for languages without a ranker: there words of the same meaning are often not
// known to be, so that what the arithmetic alone allows, and what readers count themselves, is in doubt and not wrong.
func (c *checker) unsure(h *figure, r Result) Result {
	if r.Kind != "nowhere" && r.Kind != "value" || r.Verdict.Level() != Error {
		return r
	}
	worked := r.Kind == "nowhere" || c.asks(h, "difference") || c.asks(h, "sum")
	switch h.Kind {
	case quantity.Share: // nearly any comes from some two numbers
		worked = worked || c.head.has("was", "were", "had")
	case quantity.Duration, quantity.Year, quantity.Age, quantity.Multiple:
		worked = true
	default:
		worked = worked || digits(h) >= 1.5
	}
	if worked {
		if other, ok := c.perhaps(h); ok {
			return other
		}
	}
	switch {
	case r.Kind != "nowhere":
	case h.Kind == quantity.Count && h.low < 10 && !c.countsOther(h), h.Kind == quantity.Ordinal && h.low <= 10: // three convictions
		r.Verdict = Doubtful
	case h.Kind == quantity.Money && h.Per != "" && !slices.ContainsFunc(c.a.related(), func(a figure) bool { return a.Kind == h.Kind && a.Per == h.Per }): // cents a kilo, where prices are by the tonne
		r.Verdict = Doubtful
	}
	return r
}

// countsOther reports whether the article counts what the headline counts, with another number, and the headline does not compare: what comes out by chance says
// nothing against it. A ranker would know.
func (c *checker) countsOther(h *figure) bool {
	if h.Kind != quantity.Count || h.Of == "" || h.Direction != 0 || h.low >= 10 || c.asks(h, "difference") {
		return false
	}
	return slices.ContainsFunc(c.a.related(), func(a figure) bool {
		return a.Kind == quantity.Count && meaning(a.Of) == meaning(h.Of) && c.conflict(h, &a) == "value" && a.low <= 4*h.low
	})
}

// perhaps finds two figures of the article from which a number that no rule leads to may yet have been worked out.
func (c *checker) perhaps(h *figure) (Result, bool) {
	if math.IsNaN(h.low) || !near(h.low, h.high) || h.low <= 0 {
		return Result{}, false
	}
	n := len(c.a.related())
	for i := range n {
		a := &c.a.figures[i]
		if v, ok := c.inUnit(h, a, math.Abs(a.high-a.low)); ok && !near(a.low, a.high) && near(h.low, v) { // from 8 to 5.5 million
			return c.result(Doubtful, "perhaps", i, fmt.Sprintf("The article does not have %s; perhaps it was worked out: %s less %s.", c.head.quote(h), number(max(a.low, a.high)), number(min(a.low, a.high)))), true
		}
		for j := i + 1; j < n && j < i+maxPair; j++ {
			for _, way := range [...]func(h, a, b *figure) string{c.byYears, c.byShare, c.byPoints, c.byBoth} {
				if how := way(h, a, &c.a.figures[j]); how != "" {
					return c.result(Doubtful, "perhaps", i, fmt.Sprintf("The article does not have %s; perhaps it was worked out: %s", c.head.quote(h), how)), true
				}
			}
		}
	}
	return Result{}, false
}

// byYears says how h is the time between two years that stand together, or a year so long before or after another, or the one that a change is counted from; ""
// where it is none of these.
func (c *checker) byYears(h, a, b *figure) string {
	year := func(f *figure) float64 { return float64(f.When.Year) }
	lasts := func(f *figure) bool {
		return f.Kind == quantity.Duration && f.Unit == quantity.Years || f.Kind == quantity.Age
	}
	switch {
	case a.sentence != b.sentence:
	case lasts(h) && year(a) > 0 && year(b) > 0 && near(math.Abs(year(a)-year(b)), h.low):
		return fmt.Sprintf("From %d to %d.", min(a.When.Year, b.When.Year), max(a.When.Year, b.When.Year))
	case h.Kind == quantity.Year:
		if year(a) == 0 {
			a, b = b, a
		}
		if year(a) > 0 && lasts(b) && near(math.Abs(year(h)-year(a)), b.low) {
			return fmt.Sprintf("%d and %s are %d.", a.When.Year, c.a.quote(b), h.When.Year)
		}
		if year(a) > 0 && b.Kind == quantity.Share && b.Direction != 0 && near(year(h), year(a)-1) {
			return fmt.Sprintf("%s, of the year before %d.", c.a.quote(b), a.When.Year)
		}
	}
	return ""
}

// byShare says how h is the whole of which a sentence has a part and its share, or what was before a change: 21 million, which is 70% of them; up by 40% to 42 million.
func (c *checker) byShare(h, a, b *figure) string {
	if a.sentence != b.sentence || h.Kind == quantity.Share {
		return ""
	}
	if a.Kind == quantity.Share {
		a, b = b, a
	}
	if b.Kind != quantity.Share || a.Kind == quantity.Share || a.Kind != quantity.Count && !measured(a.Kind) || !near(a.low, a.high) {
		return ""
	}
	share := b.low * asPercent(b) / 100
	wholes := []float64{a.low / share, a.low * share}
	if b.Direction != 0 {
		wholes = []float64{a.low / (1 + float64(b.Direction)*share)}
	}
	for _, whole := range wholes {
		if v, ok := c.inUnit(h, a, whole); ok && share > 0 && h.low >= 10 && math.Abs(v-h.low) <= 0.005*h.low {
			return fmt.Sprintf("%s, with %s.", c.a.quote(a), c.a.quote(b))
		}
	}
	return ""
}

// byPoints says how a share is another with points put to it or taken away: at 22.9%, down by 1.3 points.
func (c *checker) byPoints(h, a, b *figure) string {
	if a.Kind == quantity.Points {
		a, b = b, a
	}
	if h.Kind != quantity.Share || b.Kind != quantity.Points || a.sentence != b.sentence || a.Kind != quantity.Share && !bare(a) {
		return ""
	}
	for _, v := range [...]float64{a.low - b.low, a.low + b.low} {
		if near(h.low, v) && (bare(a) || a.Unit == h.Unit) {
			return fmt.Sprintf("%s and %s make %s.", c.a.quote(a), c.a.quote(b), number(v))
		}
	}
	return ""
}

// byBoth says how h is the sum or the difference of two figures, a multiple, or a share of one in the other.
func (c *checker) byBoth(h, a, b *figure) string {
	x, y, ok := c.comparable(a, b)
	if !ok {
		return ""
	}
	unit := a
	if bare(a) {
		unit = b
	}
	small, large := min(x, y), max(x, y)
	apart := b.sentence - a.sentence
	switch d := c.direction(a, b); {
	case h.Kind == quantity.Share:
		return c.portion(h, a, b, small, large)
	case h.Kind == quantity.Multiple:
		if apart <= 1 && near(large/small, h.low) {
			return fmt.Sprintf("%s is %s times %s.", number(large), number(h.low), number(small))
		}
		return ""
	case h.low < 10 && h.Kind == quantity.Count: // two numbers of nearly any article differ by four
		return ""
	case h.Of != "" && a.Of != "" && b.Of != "" && !sameNoun(a.Of, b.Of) && !sameNoun(h.Of, a.Of) && !sameNoun(h.Of, b.Of): // 38 hurt, of 44 sailors and six boats
		return ""
	case apart > 1 && (digits(h) < 1.5 || h.low < 100), apart > 5 && digits(h) < 2, d != 0 && h.Direction == int8(-d):
		return ""
	}
	equals := func(v float64) bool {
		if bare(unit) && measured(h.Kind) && (h.Kind == quantity.Money && v >= 1e4 || c.a.measuredIn(a.sentence, h.Unit)) {
			return near(h.low, v) // 2.4 million, of which nobody says again that they are euros
		}
		v, ok := c.inUnit(h, unit, v)
		return ok && near(h.low, v)
	}
	if equals(large - small) {
		return fmt.Sprintf("%s less %s is %s.", c.a.amount(unit, large), c.a.amount(unit, small), c.a.amount(unit, large-small))
	}
	if unit.Kind != quantity.Share && !oneRange(a, b) && equals(small+large) {
		return fmt.Sprintf("%s and %s are %s.", c.a.amount(unit, x), c.a.amount(unit, y), c.a.amount(unit, small+large))
	}
	return ""
}

// comparable returns the values of two figures that measure or count the same, as far as they say so, and are of much the same size. What has no unit may leave out
// the scale of the other too: 85 million were asked for, and 34 have come.
func (c *checker) comparable(a, b *figure) (x, y float64, ok bool) {
	for _, f := range [...]*figure{a, b} {
		if f.Kind != quantity.Count && !measured(f.Kind) && f.Kind != quantity.Points || !near(f.low, f.high) || f.low <= 0 {
			return 0, 0, false
		}
	}
	x, y = a.low, b.low
	switch {
	case a.Kind == b.Kind && a.Unit == b.Unit:
	case a.Kind == b.Kind && a.Unit.Compatible(b.Unit):
		v, _, ok := b.Convert(a.Unit)
		if !ok {
			return 0, 0, false
		}
		y = v.Float()
	case !bare(a) && !bare(b) || a.sentence != b.sentence && min(x, y) < 1e5: // 486 million euros, and 194 million
		return 0, 0, false
	}
	if b.sentence-a.sentence <= 1 {
		if bare(b) && y < 1000 {
			y *= scaleOf(x)
		} else if bare(a) && x < 1000 {
			x *= scaleOf(y)
		}
	}
	return x, y, !near(x, y) && min(x, y) >= 0.02*max(x, y)
}

// scaleOf is the thousand, million or billion that a number is written with.
func scaleOf(x float64) float64 {
	for _, s := range [...]float64{1e9, 1e6} {
		if x >= s {
			return s
		}
	}
	return 1
}

// portion says how a share comes from two figures. Nearly any share comes from some two numbers of an article, about; it must be met well.
func (c *checker) portion(h, a, b *figure, small, large float64) string {
	if a.Kind == quantity.Share || small < 1 || h.Hedge != quantity.None {
		return ""
	}
	fine, beside := min(a.low/a.Step.Float(), b.low/b.Step.Float()), a.sentence == b.sentence
	if fine < 5 || fine < 100 && !beside {
		return ""
	}
	off := 0.0005
	if beside && !h.Words && fine >= 10 {
		off = 0.005
	}
	says := func(part, whole float64) string {
		if share := part / whole; math.Abs(100*share-h.low*asPercent(h)) < 100*off {
			return fmt.Sprintf("%s of %s is %s.", number(part), number(whole), percentText(share))
		}
		return ""
	}
	if a.Of == "" || b.Of == "" || sameNoun(a.Of, b.Of) {
		switch {
		case h.Direction > 0 && beside:
			return says(large-small, small)
		case h.Direction < 0 && beside:
			return says(large-small, large)
		case h.Direction != 0:
			return ""
		}
		return says(small, large)
	}
	if !beside || b.first-a.last > 3 {
		return ""
	}
	if how := says(small, small+large); how != "" { // 24 wins and six defeats
		return how
	}
	return says(large, small+large)
}

// measuredIn reports whether a sentence has a figure of a unit.
func (p *passage) measuredIn(sentence int, u quantity.Unit) bool {
	for i := p.figuresFrom(sentence); i < len(p.figures) && p.figures[i].sentence == sentence; i++ {
		if p.figures[i].Unit == u {
			return true
		}
	}
	return false
}
