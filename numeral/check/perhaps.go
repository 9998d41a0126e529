package check

import (
	"fmt"
	"math"
	"slices"

	"hed/numeral/quantity"
)

// unsure takes an error back where nothing that was understood speaks for it. It is for languages without a ranker: there words of the same meaning are often not
// known to be, so that what the arithmetic alone allows, and what readers count themselves, is in doubt and not wrong. What the article says instead is nil where
// it says nothing.
func (c *checker) unsure(h *figure, r Result, said *figure) Result {
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
	if other, ok := c.perhaps(h, worked); ok {
		return other
	}
	if other, ok := c.about(h, r.Kind); ok {
		return other
	}
	if !slip(h, said) {
		if other, ok := c.reached(h); ok {
			return other
		}
	}
	if c.afterThat(h) || r.Kind == "nowhere" && (c.aroundToday(h) || c.uncounted(h)) {
		r.Verdict = Doubtful
	}
	return r
}

// about finds a figure of the article that h may be with less care than the rules ask for: in another unit, for another time, from a year to today, or on the
// right side of a limit.
func (c *checker) about(h *figure, kind string) (Result, bool) {
	if math.IsNaN(h.low) || !near(h.low, h.high) || h.low <= 0 {
		return Result{}, false
	}
	for i := range c.a.related() {
		a := &c.a.figures[i]
		v := h.low
		switch {
		case math.IsNaN(a.low):
			continue
		case h.Kind == quantity.Time && a.Kind == h.Kind && math.Mod(h.low, 60) == 0: // at 11, of 11.20
			v = math.Floor(a.low/60) * 60
		case (h.Kind == quantity.Age || h.Kind == quantity.Duration && h.Unit == quantity.Years) && a.When.Year > 0 && !c.a.date.IsZero():
			v = math.Abs(float64(c.a.date.Year() - int(a.When.Year)))
			if agrees(h, v) == differs && math.Abs(v-h.low) > 0.5 {
				continue
			}
			v = h.low
		case kind == "nowhere" && h.Kind == quantity.Share && a.Kind == h.Kind && h.Unit == quantity.Whole && h.Hedge == quantity.None: // one in four, of 27 percent
			if off := a.low*asPercent(a)/(h.low*asPercent(h)) - 1; off < -0.085 || off > 0.085 {
				continue
			}
		case kind == "nowhere" && a.Kind == h.Kind && (h.Kind == quantity.Share || measured(h.Kind) && a.Unit == h.Unit) && (h.Hedge == quantity.Over || h.Hedge == quantity.AtLeast):
			x := a.low
			if h.Kind == quantity.Share { // over six in ten, of 62 percent
				x *= asPercent(a) / asPercent(h)
			}
			if x <= h.low || x > 1.35*h.low {
				continue
			}
		case measured(h.Kind) && h.Kind != quantity.Money && a.Kind == h.Kind && a.Unit != h.Unit && a.Unit.Compatible(h.Unit) && h.Unit.Factor().Sign() != 0:
			if v = a.low * a.Unit.Factor().Float() / h.Unit.Factor().Float(); math.Abs(v-h.low) > 0.03*h.low {
				continue
			}
			v = h.low
		case bare(a) && a.Of == "" && near(a.low*c.a.scaleBeside(a), h.low) && h.low >= 1e5: // 212 million, from 200
		case kind == "nowhere" && h.Hedge != quantity.None && bare(h) && h.low >= 1e5 && a.Kind == quantity.Money: // nearly 12 million, of 11.8 million euros
			if agrees(h, a.low) == differs {
				continue
			}
		case h.Per != "" && (a.Kind == h.Kind && a.Unit == h.Unit || bare(a)):
			if !c.perTime(h, a) {
				continue
			}
		default:
			continue
		}
		if near(v, h.low) {
			return c.workedOut(h, i, fmt.Sprintf("The article says %s.", c.a.quote(a))), true
		}
	}
	return Result{}, false
}

// perTime reports whether h is what a figure is for another time: 1,500 a month are 18,000 a year, 140 hours in ten days 14 a day.
func (c *checker) perTime(h, a *figure) bool {
	off := 0.005
	if h.Hedge != quantity.None || digits(h) < 1 {
		off = 0.05
	}
	is := func(v float64) bool { return math.Abs(v-h.low) <= off*h.low }
	forTime := func(per string) bool {
		return a.Per == per || a.Per == "" && (a.Kind == quantity.Money && per == "month" || c.a.sentenceHas(a.sentence, nil, per))
	}
	mine := spells[h.Per]
	for per, unit := range spells {
		if mine != quantity.NoUnit && per != h.Per && is(a.low*mine.Factor().Float()/unit.Factor().Float()) && forTime(per) {
			return true
		}
	}
	for i := c.a.figuresFrom(a.sentence); i < len(c.a.figures) && c.a.figures[i].sentence == a.sentence; i++ {
		b := &c.a.figures[i]
		if b != a && b.low > 1 && (b.Kind == quantity.Duration && is(a.low/b.low) || b.Kind == quantity.Count && a.Per != "" && is(a.low*b.low)) {
			return true
		}
	}
	return false
}

// uncounted reports whether h is of a kind that readers count, or put in another unit, and the article has nothing that speaks against it.
func (c *checker) uncounted(h *figure) bool {
	other := func(same func(a *figure) bool) bool {
		return slices.ContainsFunc(c.a.related(), func(a figure) bool { return a.Kind == h.Kind && same(&a) })
	}
	switch {
	case h.Kind == quantity.Count: // three convictions
		return h.low < 10 && !c.countsOther(h)
	case h.Kind == quantity.Ordinal:
		return h.low <= 10
	case h.Kind == quantity.Duration: // from one of the many ways to write days and times to another
		return !other(func(a *figure) bool { return a.Unit == h.Unit })
	case h.Per != "" && h.Kind == quantity.Money: // cents a kilo, where prices are by the tonne
		return !other(func(a *figure) bool { return a.Per == h.Per })
	}
	return false
}

// aroundToday reports whether h is the year of the article, the one before or the next, or as many years off as it says, in three years: articles leave these to the reader.
func (c *checker) aroundToday(h *figure) bool {
	if !namesYear(h) || c.a.date.IsZero() {
		return false
	}
	off := math.Abs(float64(int(h.When.Year) - c.a.date.Year()))
	return off <= 1 || slices.ContainsFunc(c.a.related(), func(a figure) bool {
		if a.Kind != quantity.Duration || a.Unit != quantity.Years || off != a.low {
			return false
		}
		switch c.a.word(a.first - 1) {
		case "in", "within", "for", "since", "between": // fra tre anni is tra, too
			return true
		}
		return c.a.word(a.last) == "ago"
	})
}

// afterThat reports whether h is the year behind or before one of the article, which says so: 3.3 in 2025 and 2.8 the following year.
func (c *checker) afterThat(h *figure) bool {
	return namesYear(h) && slices.ContainsFunc(c.a.dates, func(d dated) bool {
		s := c.a.figures[d.figure].sentence
		step := int(h.When.Year) - int(d.Year)
		return step == 1 && c.a.sentenceHas(s, behindThat, "next") || step == -1 && c.a.sentenceHas(s, beforeThat, "last")
	})
}

// namesYear reports whether a figure is a year, or a month of one.
func namesYear(h *figure) bool {
	return h.When.Year > 0 && (h.Kind == quantity.Year || h.Kind == quantity.Date && h.When.Day == 0)
}

// What says that another year is meant than the one that a sentence has.
var (
	behindThat = set("follow later")
	beforeThat = set("previous earlier")
)

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

// perhaps finds two figures of the article from which a number that no rule leads to may yet have been worked out. Unless it looks worked out, only figures
// count that the article itself adds up or takes away.
func (c *checker) perhaps(h *figure, worked bool) (Result, bool) {
	if math.IsNaN(h.low) || !near(h.low, h.high) || h.low <= 0 {
		return Result{}, false
	}
	n := len(c.a.related())
	for i := range n {
		a := &c.a.figures[i]
		if v, ok := c.inUnit(h, a, math.Abs(a.high-a.low)); worked && ok && !near(a.low, a.high) && near(h.low, v) { // from 8 to 5.5 million
			return c.workedOut(h, i, fmt.Sprintf("%s less %s.", number(max(a.low, a.high)), number(min(a.low, a.high)))), true
		}
		for j := i + 1; j < n && j < i+maxPair; j++ {
			for k, way := range [...]func(h, a, b *figure) string{c.byMore, c.byRest, c.byTimes, c.byClock, c.byYears, c.byShare, c.byPoints, c.byBoth} {
				if k >= 3 && !worked {
					break
				}
				if how := way(h, a, &c.a.figures[j]); how != "" {
					return c.workedOut(h, i, how), true
				}
			}
		}
	}
	return Result{}, false
}

// workedOut is the verdict on a number that may have been worked out of figure i of the article, and how.
func (c *checker) workedOut(h *figure, i int, how string) Result {
	return c.result(Doubtful, "perhaps", i, c.perhapsFrom(h, how))
}

// perhapsFrom says that h is not in the article, and how it may have been worked out.
func (c *checker) perhapsFrom(h *figure, how string) string {
	return fmt.Sprintf("The article does not have %s; perhaps it was worked out: %s", c.head.quote(h), how)
}

// byMore says how h is the sum of two figures of which the article says that one comes on top, or which it joins: nine others; five women and four men.
func (c *checker) byMore(h, a, b *figure) string {
	onTop := func(f *figure) bool {
		switch c.a.word(f.first - 1) {
		case "another", "other", "further", "additional", "extra", "plus":
			return true
		}
		return c.a.word(f.last) == "others"
	}
	for _, f := range [...]*figure{a, b} {
		if onTop(f) && f.Kind == quantity.Count && h.Kind == quantity.Count && near(h.low, f.low+1) && h.low >= 10 {
			return fmt.Sprintf("One and %s are %s.", number(f.low), number(h.low)) // a ship, and 52 others
		}
	}
	x, y, ok := c.comparable(a, b)
	if m := a.Kind == quantity.Money; !ok && a.sentence == b.sentence && (m && b.Kind == quantity.Count || b.Kind == quantity.Money && a.Kind == quantity.Count) {
		x, y, ok = a.low, b.low, true // 20,000 euros, plus 5,000 as a bonus
	}
	joined := a.sentence == b.sentence && b.first-a.last <= 3 && c.a.word(b.first-1) == "and" && a.Kind == quantity.Count && h.Kind == quantity.Count
	if !ok || !joined && !onTop(a) && !onTop(b) || oneRange(a, b) {
		return ""
	}
	unit := a
	if a.Kind == quantity.Count {
		unit = b
	}
	if v, ok := c.inUnit(h, unit, x+y); !(joined && near(h.low, x+y)) && !(ok && near(h.low, v)) {
		return ""
	}
	return fmt.Sprintf("%s and %s are %s.", c.a.amount(unit, x), c.a.amount(unit, y), c.a.amount(unit, x+y))
}

// byRest says how h is what a share leaves of an amount, where the article speaks of the rest: 21 million, 80% of which come from Europe, the rest from the province.
func (c *checker) byRest(h, a, b *figure) string {
	shares := h.Kind == quantity.Share && a.Kind == quantity.Share && (b.Kind == quantity.Share || bare(b))
	if shares && a.sentence == b.sentence && math.Abs(100-a.low-b.low-h.low) < 0.05 && c.a.sentenceHas(a.sentence, nil, "rest") {
		return fmt.Sprintf("%s and %s leave %s.", c.a.quote(a), c.a.quote(b), number(h.low))
	}
	if a.Kind == quantity.Share {
		a, b = b, a
	}
	if b.Kind != quantity.Share || a.Kind == quantity.Share || !near(a.low, a.high) {
		return ""
	}
	left := a.low * (1 - b.low*asPercent(b)/100)
	v, ok := c.inUnit(h, a, left)
	if bare(a) && h.Kind == quantity.Money { // it will cost 21 million
		v, ok = left, left >= 1e4
	}
	if ok && math.Abs(v-h.low) <= 0.005*h.low && c.a.sentenceHas(b.sentence, nil, "rest") { // in this order, since sentences can be long
		return fmt.Sprintf("%s, less %s.", c.a.quote(a), c.a.quote(b))
	}
	return ""
}

// byClock says how h is the time between two times of day, which articles often give far from each other, and without their days.
func (c *checker) byClock(h, a, b *figure) string {
	if h.Kind != quantity.Duration || h.Unit != quantity.Hours && h.Unit != quantity.Minutes || a.Kind != quantity.Time || b.Kind != quantity.Time {
		return ""
	}
	const day = 24 * 60
	for _, minutes := range [...]float64{b.low - a.low, a.low - b.low, b.low - a.low + day, a.low - b.low + day, b.low - a.low + 2*day, a.low - b.low + 2*day} {
		if minutes > 0 && agrees(h, minutes*60/h.Unit.Factor().Float()) != differs {
			return fmt.Sprintf("%s and %s.", c.a.quote(a), c.a.quote(b))
		}
	}
	return ""
}

// byTimes says how h comes from one figure by another that multiplies or divides it: 312 million, three times the plan; two euros from each of 742,000; 12 million for
// 160 houses, by the house.
func (c *checker) byTimes(h, a, b *figure) string {
	if b.Kind == quantity.Multiple || a.Kind == quantity.Money && b.Kind == quantity.Count || a.Kind == b.Kind && a.low > b.low {
		a, b = b, a
	}
	unit := func(v float64) bool {
		v, ok := c.inUnit(h, b, v)
		return ok && (near(h.low, v) || agrees(h, v) != differs)
	}
	if a.low <= 1 || !near(a.low, a.high) || !near(b.low, b.high) || h.Kind == quantity.Share {
		return ""
	}
	switch each := b.low / a.low; {
	case a.Kind == quantity.Multiple && a.sentence == b.sentence && b.Kind != quantity.Multiple && unit(each):
		return fmt.Sprintf("%s by %s.", c.a.quote(b), number(a.low))
	case a.Kind != quantity.Count || b.Kind != quantity.Money && (!bare(b) || h.Kind != quantity.Money):
	case a.sentence == b.sentence && c.head.has("each", "every") && (bare(b) && math.Abs(each-h.low) <= 0.005*h.low || unit(each)):
		return fmt.Sprintf("%s by %s.", c.a.quote(b), number(a.low))
	case a.low >= 100 && b.Kind == quantity.Money && unit(a.low*b.low) && c.a.sentenceHas(b.sentence, eaches, "every"):
		return fmt.Sprintf("%s times %s.", number(a.low), c.a.quote(b))
	}
	return ""
}

// Stems of words that say that something is for each of several, and that it was some time ago.
var (
	eaches  = set("each every")
	longAgo = set("ago")
)

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
	if b.Kind != quantity.Share || !isAmount(a) || !near(a.low, a.high) {
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
	if scale := c.a.scaleBeside(a); bare(a) && bare(b) && apart == 0 && large < 1000 && h.low >= 1e5 && near(h.low, scale*(large-small)) { // 150 million: 156.4, from 142.8
		return fmt.Sprintf("%s less %s is %s.", number(large), number(small), number(large-small))
	}
	switch d := c.direction(a, b); {
	case h.Kind == quantity.Share:
		return c.portion(h, a, b, small, large)
	case h.Kind == quantity.Multiple:
		if near(large/small, h.low) && (apart <= 1 || c.a.sentenceHas(a.sentence, longAgo, "ago") || c.a.sentenceHas(b.sentence, longAgo, "ago")) {
			return fmt.Sprintf("%s is %s times %s.", number(large), number(h.low), number(small))
		}
		return ""
	case h.low < 10 && h.Kind == quantity.Count: // two numbers of nearly any article differ by four
		return ""
	case allDiffer(h.Of, a.Of, b.Of): // 38 hurt, of 44 sailors and six boats
		return ""
	case apart > 1 && (digits(h) < 1.5 || h.low < 100), apart > 5 && digits(h) < 2, d != 0 && h.Direction == int8(-d):
		return ""
	}
	equals := func(v float64) bool {
		if bare(unit) && measured(h.Kind) && (h.Kind == quantity.Money && v >= 1e4 || c.a.measuredIn(a.sentence, h.Unit)) {
			return near(h.low, v) // 2.4 million, of which nobody says again that they are euros
		}
		v, ok := c.inUnit(h, unit, v)
		return ok && (near(h.low, v) || h.Hedge != quantity.None && h.low >= 100 && apart == 0 && agrees(h, v) != differs)
	}
	if equals(large - small) {
		return fmt.Sprintf("%s less %s is %s.", c.a.amount(unit, large), c.a.amount(unit, small), c.a.amount(unit, large-small))
	}
	if unit.Kind != quantity.Share && !oneRange(a, b) && equals(small+large) {
		return fmt.Sprintf("%s and %s are %s.", c.a.amount(unit, x), c.a.amount(unit, y), c.a.amount(unit, small+large))
	}
	return ""
}

// allDiffer reports whether three nouns are known, and no two may count the same.
func allDiffer(x, y, z string) bool {
	return x != "" && y != "" && z != "" && !sameNoun(x, y) && !sameNoun(x, z) && !sameNoun(y, z)
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
	over, under := h.Hedge == quantity.Over || h.Hedge == quantity.AtLeast, h.Hedge == quantity.Under || h.Hedge == quantity.Nearly
	if a.Kind == quantity.Share || small < 1 || h.Hedge != quantity.None && !((over || under) && h.Words) {
		return ""
	}
	fine, beside := fineness(a, b), a.sentence == b.sentence
	plain := h.Words && a.Of != "" && sameNoun(a.Of, b.Of) || h.Words && measured(a.Kind) && fine >= 10 && b.sentence-a.sentence <= 1 // half of the injured, of five and ten
	if fine < 5 || fine < 100 && !beside && !plain {
		return ""
	}
	off := 0.0005
	if beside && !h.Words && fine >= 10 {
		off = 0.005
	} else if plain {
		off = 0.01
	}
	if share := 100 * large / small; h.low*asPercent(h) > 100 && beside && math.Abs(share-h.low*asPercent(h)) < 1 {
		return fmt.Sprintf("%s of %s is %s.", number(large), number(small), percentText(large/small))
	}
	says := func(part, whole float64) string {
		share, mine := 100*part/whole, h.low*asPercent(h)
		met := math.Abs(share-mine) < 100*off
		switch {
		case over:
			met = beside && share > mine && share <= 1.3*mine
		case under:
			met = beside && share < mine && share >= 0.75*mine
		}
		if met {
			return fmt.Sprintf("%s of %s is %s.", number(part), number(whole), percentText(share/100))
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
