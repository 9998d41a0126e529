package check

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"hed/numeral/quantity"
)

// A way is how a number may have been worked out of the article.
type way struct {
	kind     string
	value    float64 // as the headline would count it
	agrees   bool    // with the number of the headline
	affinity float64
	figure   int // that shows it, -1 for none
	second   int // that it is made of too, 0 for none
	sentence int
	message  string
	opposed  bool // it agrees, but goes the other way
	sure     bool // whatever else the article has
	strong   bool // it is not a chance
	doubtful bool // it agrees, but the headline need not mean it
	wrong    bool // it agrees, but the headline says of it what the article says of the figure
}

// follows tries the ways from the article to a number, the plainest first.
func (c *checker) follows(h *figure) (Result, bool) {
	doubtful, found := Result{}, false
	for _, ways := range []func(*figure) []way{c.rounding, c.vague, c.byDate, c.counted, c.computed} {
		r, ok := c.choose(h, ways(h))
		if ok && r.Verdict != Doubtful {
			return r, true
		}
		if ok && !found {
			doubtful, found = r, true
		}
	}
	return doubtful, found
}

// least is how well a way must meet the words of the headline beside the way of its kind that meets them best. The
// more digits a number has, the less likely it is that it came out by chance.
func least(h *figure, w *way) float64 {
	if w.sure {
		return 0
	}
	switch digits := digits(h); {
	case math.IsNaN(digits):
	case digits >= 2:
		return 0.3
	case w.kind == "hedge", w.kind == "quantifier":
		return 0.3
	case w.kind == "multiple":
		return 0.6
	case w.kind == "span" && h.low >= 20:
		return 0.25
	case w.kind == "span":
		return 0.4 // dates stand where the words are that tell what happened, not how long ago
	case digits >= 1.5:
		return 0.45
	case digits >= 1:
		return 0.6
	}
	return 0.8
}

// choose takes the way that agrees and meets the headline's words best, unless another way of its kind, which does
// not agree, meets them much better. A way that may be a chance is taken where there is no other.
func (c *checker) choose(h *figure, ways []way) (Result, bool) {
	best, contrary := map[string]float64{}, map[string]float64{}
	for i := range ways {
		w := &ways[i]
		if w.agrees || w.value == 0 || w.value < h.low*mostOff && w.value > h.low/mostOff { // or else nobody meant it
			best[w.family()] = max(best[w.family()], w.affinity)
		}
		if w.strong && !w.agrees {
			contrary[w.family()] = max(contrary[w.family()], w.affinity)
		}
	}
	chosen, sure := -1, false
	for i := range ways {
		w := &ways[i]
		bar := least(h, w) * best[w.family()]
		oneSentence := w.second == 0 || w.figure >= 0 && c.a.figures[w.second].sentence == c.a.figures[w.figure].sentence
		if oneSentence && w.strong || oneSentence && w.second > 0 && w.family() == "share" && (c.told(h, w) || c.ofNoun(h, w)) {
			bar /= 2 // what one sentence says; a third have died, where 22 died
		}
		if !w.agrees || w.affinity < bar && best[w.family()] > leastRival {
			continue
		}
		ok := w.opposed || !w.wrong && !w.doubtful && (w.strong || w.family() != "share" || 1.4*w.affinity > contrary["share"]) &&
			!c.outmatched(h, w) && !c.ofOther(h, w) && c.plausible(h, w)
		if chosen < 0 || ok && !sure || ok == sure && w.affinity > ways[chosen].affinity {
			chosen, sure = i, ok
		}
	}
	if chosen < 0 {
		return Result{}, false
	}
	w := &ways[chosen]
	r := Result{Verdict: Follows, Kind: w.kind, Message: w.message, Evidence: c.a.evidence(w.sentence)}
	switch {
	case w.opposed:
		r.Verdict, r.Kind = Contradicted, "sign"
	case w.wrong:
		a := &c.a.figures[w.figure]
		r.Verdict, r.Kind = Contradicted, "value"
		if h.Kind == quantity.Share && w.kind == "remainder" && a.total > 0 {
			r.Message = fmt.Sprintf("The article says %s of %s, which is %s, not %s.", number(a.low), number(a.total), percentText(a.low/a.total), c.head.quote(h))
			break
		}
		r.Message, r.Suggestion = fmt.Sprintf("The article says %s, not %s. %s", c.a.quote(a), c.head.quote(h), w.message), c.suggest(h, a)
	case !sure:
		r.Verdict = Doubtful
		r.Message = c.perhapsFrom(h, w.message)
	}
	return r, true
}

// ofNoun reports whether a share was worked out of figures of which one counts what the share is of, and the other nothing else: half of its seats, of 14 seats and seven.
func (c *checker) ofNoun(h *figure, w *way) bool {
	a, b := &c.a.figures[w.figure], &c.a.figures[w.second]
	of := meaning(h.Of)
	is := func(f *figure) bool { return meaning(f.Of) == of }
	return of != "" && near(w.value, h.low) && (is(a) && (is(b) || b.Of == "") || is(b) && a.Of == "")
}

// told reports whether a word that the headline says of a share, other than what the share is of, stands right beside one of the figures it was worked out of.
func (c *checker) told(h *figure, w *way) bool {
	return slices.ContainsFunc(c.head.clause(h), func(k int) bool {
		s := c.head.words[k].stem
		if k < h.last || s == meaning(h.Of) || c.weight[k] < 0.5 {
			return false
		}
		return slices.ContainsFunc([]int{w.figure, w.second}, func(i int) bool {
			f := &c.a.figures[i]
			return c.a.stemAt(f.last) == s || c.a.stemAt(f.last+1) == s || c.a.stemAt(f.first-1) == s
		})
	})
}

// outmatched reports whether a number is rounded from a figure that meets the words of the headline much less than another of its kind does.
func (c *checker) outmatched(h *figure, w *way) bool {
	if w.kind != "rounding" && w.kind != "conversion" || w.affinity > leastSure || w.kind == "conversion" && digits(h) >= 1.5 && math.Abs(w.value-h.low) < 0.005*h.low {
		return false
	}
	for i := range c.a.related() {
		if b := &c.a.figures[i]; c.conflict(h, b) == "value" && c.affinity(h, i) > 3*w.affinity+0.6 {
			return true
		}
	}
	return false
}

// leastRival is how well another way must meet the words of the headline to speak against one.
const leastRival = 0.15

// family is the kind of a way, or of the ways that it competes with: a share may be of a whole, of a change or what is left.
func (w *way) family() string {
	switch w.kind {
	case "change", "remainder":
		return "share"
	}
	return w.kind
}

// mostOff is by how much a way that does not agree may differ from the number for which it may be meant.
const mostOff = 2.5

// plausible reports whether a way is more than a chance: its kind is rarely one, the number has many digits, the words
// of the headline ask for it, or the ranker knows it.
func (c *checker) plausible(h *figure, w *way) bool {
	digits := digits(h)
	switch w.kind {
	case "sum":
		if digits >= 1 {
			return true
		}
	case "difference":
		if digits >= 1 && !c.claimed(h, w) {
			return true
		}
	case "hedge":
		return !c.otherSide(h, w)
	case "share":
		return (h.Hedge == quantity.None || !c.otherSide(h, w)) && !c.otherStated(h, w)
	case "remainder":
		return w.strong || digits >= 2 && h.Kind == quantity.Count || c.leaves(w.figure)
	case "count":
		return w.sure || (threeOrMore(h) || h.Kind == quantity.Group || w.strong) && !c.claimed(h, w)
	case "change", "multiple":
		return w.strong || w.sure || !c.otherChangeStated(h, w)
	case "product", "more", "others", "order", "span", "margin", "total", "quotient":
	default:
		return true
	}
	return w.strong || digits >= 2 || c.asks(h, w.kind) || c.support(h) >= leastOfWays && !c.claimed(h, w) && (w.kind != "difference" || c.sameCount(h, w))
}

// otherStated reports whether the article states another share of what the headline has a share of, which meets its words better than what was worked out: four in
// five children, where 146 of 450 got one dose.
func (c *checker) otherStated(h *figure, w *way) bool {
	if w.strong || h.Of == "" {
		return false
	}
	for i := range c.a.related() {
		a := &c.a.figures[i]
		if a.Kind == quantity.Share && meaning(a.Of) == meaning(h.Of) && otherShareThan(h, a) && c.affinity(h, i) > w.affinity {
			return true
		}
	}
	return false
}

// otherShareThan reports whether a share, a multiple or points are others than those of h, as h counts them: a third and 40%.
func otherShareThan(h, a *figure) bool {
	return agrees(h, a.low*asPercent(a)/asPercent(h)) == differs
}

// otherChangeStated reports whether the article states another change or multiple of what the headline speaks of, which meets its words better than what was worked out: by half since
// 1980, where it says by nine-tenths since 1980; twice its estimate, where it says three times its estimate.
func (c *checker) otherChangeStated(h *figure, w *way) bool {
	if w.second > 0 && c.a.figures[w.figure].sentence == c.a.figures[w.second].sentence && w.affinity > 0.5 {
		return false
	}
	for i := range c.a.related() {
		a := &c.a.figures[i]
		alike := a.Kind == h.Kind || pointLike(h.Kind, a.Kind)
		if i == w.figure || i == w.second || !alike || a.Kind == quantity.Points || a.Kind == quantity.Share && a.Direction != h.Direction {
			continue
		}
		named := false // it is a multiple of what the headline compares with
		if a.Kind == quantity.Multiple {
			of := c.a.timesOf(a)
			if !c.inHeadline(of) {
				continue
			}
			named = of != "" && c.head.timesOf(h) == of
		}
		if otherShareThan(h, a) && (named || c.affinity(h, i) > 1.2*w.affinity) {
			return true
		}
	}
	return false
}

// sameCount reports whether a way is made of figures that count what h does, as far as nouns say so.
func (c *checker) sameCount(h *figure, w *way) bool {
	if h.Kind != quantity.Count || h.Of == "" || w.figure < 0 {
		return true
	}
	a, b := &c.a.figures[w.figure], &c.a.figures[w.second]
	return sameNoun(a.Of, h.Of) || sameNoun(b.Of, h.Of) || c.a.said(a, meaning(h.Of))
}

// otherSide reports whether the article has a number on the other side of what the headline says, which meets its words better: it
// says 143 wolves, and 61 some years ago, where the headline says fewer than 100.
func (c *checker) otherSide(h *figure, w *way) bool {
	mine := &c.a.figures[w.figure]
	for i := range c.a.related() {
		a := &c.a.figures[i]
		if i == w.figure || a.Kind != h.Kind || math.IsNaN(a.low) {
			continue
		}
		low, _, _, ok := c.values(h, a)
		if !ok || low < h.low/2 || low > h.low*2 || agrees(h, low) != differs || (low > h.low) == over(h.Hedge) {
			continue
		}
		if w := c.a.word(a.first - 1); w == "from" || w == "than" {
			continue // what it was before
		}
		closer := 3*math.Abs(low-h.low) < math.Abs(w.value-h.low) // less than £400m, of £412m against an estimate of £265m
		alike := a.Unit == h.Unit && (h.Kind != quantity.Count || sameNoun(a.Of, mine.Of))
		if x := c.affinity(h, i); x > 1.3*w.affinity+0.1 || closer && alike && x >= 0.6*w.affinity || c.supersedes(a, mine) {
			return true
		}
	}
	return false
}

// supersedes reports whether a sentence has one figure as what is and another as what was: a crowd of 2,350, beating 1,875 in 2022.
func (c *checker) supersedes(a, old *figure) bool {
	if a.sentence != old.sentence || a.Kind != old.Kind {
		return false
	}
	return !c.a.pastOnly(a) && c.a.pastOnly(old)
}

// claimed reports whether the article has another number, which stands where the headline's does as well as what the
// way is made of.
func (c *checker) claimed(h *figure, w *way) bool {
	least := 0.7
	if w.kind == "count" {
		least = 0.45 // a list meets all words of its sentence, wherever they stand
	}
	for i := range c.a.related() {
		a := &c.a.figures[i]
		if (i == w.figure || i == w.second) && c.sideBySide(w) {
			continue
		}
		if w := c.a.word(a.last); w == "other" || w == "others" {
			continue // nine other systems
		}
		alike := a.Kind == h.Kind && a.Unit.Compatible(h.Unit) && (h.Of == "" || sameNoun(h.Of, a.Of))
		if alike && a.low <= 4*h.low && c.affinity(h, i) >= least*w.affinity {
			return true
		}
	}
	return false
}

// sideBySide reports whether a way is made of two figures of one sentence and of much the same size, which are rarely compared by chance.
func (c *checker) sideBySide(w *way) bool {
	if w.second <= 0 {
		return false
	}
	a, b := &c.a.figures[w.figure], &c.a.figures[w.second]
	return a.sentence == b.sentence && min(a.low, b.low) >= 0.3*max(a.low, b.low)
}

// leastOfWays is what the ranker must give a number that was worked out and may be a chance.
const leastOfWays = 0.15

// asks reports whether words of the headline ask for a kind of way.
func (c *checker) asks(h *figure, kind string) bool {
	switch kind {
	case "order":
		return true
	case "count":
		return threeOrMore(h)
	case "difference":
		return h.Direction != 0 ||
			h.Kind == quantity.Points && c.head.has("win", "wins", "won", "beat", "beats") ||
			h.Kind == quantity.Duration && c.head.has("after", "later", "since", "ago") ||
			c.head.asks(h, func(i int) bool { return i >= h.first-6 && i <= h.last+5 && ofDifferences[c.head.word(i)] })
	case "sum":
		return c.head.asks(h, func(i int) bool { return ofSums[c.head.word(i)] })
	case "product":
		return c.head.asks(h, func(i int) bool { return ofProducts[c.head.word(i)] })
	case "span":
		return c.head.word(h.last) == "of" || // five days of talks
			c.head.asks(h, func(i int) bool { return c.head.asksSpan(h, i) })
	}
	return false
}

// asks reports whether one of the words of a headline asks for something. The words of a hedge do not: fewer than 90,000 is no difference.
func (p *passage) asks(h *figure, by func(i int) bool) bool {
	for i := range p.words {
		w := &p.words[i]
		if hedge := h.HedgeStart <= w.start && w.end <= h.HedgeEnd; !hedge && by(i) {
			return true
		}
	}
	return false
}

// asksSpan reports whether word i of a headline says that a number is how long something took or is ago.
func (p *passage) asksSpan(h *figure, i int) bool {
	switch w := p.word(i); w {
	case "have", "has", "gets", "given": // opponents have 30 days
		return i < h.first && i >= h.first-2
	case "in", "away":
		return i < h.first && i >= h.first-3 || i == h.last
	default:
		return ofSpans[w]
	}
}

// Words that ask for a kind of way.
var (
	ofDifferences = set("more fewer less still yet no without up down lead behind ahead short points margin left adds extra gap than gains loses " +
		"by apart new lack lacks not needs missing remain remains shorter longer older younger bigger smaller higher lower heavier lighter faster slower")
	ofSums     = set("total all combined both together overall altogether and aboard carrying own share")
	ofProducts = set("each cost costs week")
	ofSpans    = set("after since ago later first before until within years old decade lasted last lasts longest trial took take takes taken run runs ran ends fail for " +
		"late early delay delayed overdue")
)

// threeOrMore reports whether a count is of three or more, which a list has less often by chance.
func threeOrMore(h *figure) bool { return h.low >= 3 }

// rounding lists the figures that h may be rounded or converted from.
func (c *checker) rounding(h *figure) (all []way) {
	for i := range c.a.related() {
		a := &c.a.figures[i]
		unitLeftOut := bare(h) && measured(a.Kind) && a.Kind != quantity.Share
		if a.Kind != h.Kind && !converts(h.Kind, a.Kind) && !pointLike(h.Kind, a.Kind) && !unitLeftOut {
			continue
		}
		low, high, exact, ok := c.values(h, a)
		if !ok || math.IsNaN(low) {
			continue
		}
		if h.Kind == quantity.Count && h.low < 100 && h.Of != "" && a.Of != "" && meaning(h.Of) != meaning(a.Of) && c.affinity(h, i) < leastTouch {
			continue
		}
		how := max(agrees(h, low), agrees(h, high))
		if exact && how == equal {
			continue // it is stated
		}
		kind := "rounding"
		if !exact {
			kind = "conversion"
			if how == differs && near(h.low, h.high) && math.Abs(low-h.low) <= 0.02*h.low && h.Hedge == quantity.None {
				how = converted
			}
			if how != differs && (c.sameDigits(h, c.affinity(h, i)) || near(h.low, a.low) && h.low > 1) {
				how = differs // 1,000 kilometres of 1,000 miles
			}
		}
		if how == differs && h.Kind == quantity.Duration && c.wholeSpan(h, a, low) {
			how = rounded // 10 hours of 10 hours and 30 minutes
		}
		if h.Direction != 0 && (a.Direction == -h.Direction || h.Kind == quantity.Share && c.cameTo(h, a)) {
			how = differs // down by a third is not down to 34%
		}
		if f, g := c.head.fate(h), c.a.fate(a); h.Kind == quantity.Count && f != "" && g != "" && f != g {
			continue // 180 killed, where 187 were hurt
		}
		if bare(h) && a.Kind != h.Kind && c.affinity(h, i) < leastLoose {
			continue // gains 38, where oil is at $37.90
		}
		if how == differs && (low < h.low/10 || low > h.low*10) {
			continue // nobody would round one to the other
		}
		sure := true
		if h.Hedge != quantity.None && h.Hedge != quantity.About {
			kind = "hedge" // where others may be meant
			sure = h.low >= 9.99*h.Step.Float() && math.Abs(low-h.low) <= 0.05*h.low
		}
		all = append(all, way{kind: kind, value: low, agrees: how != differs, affinity: c.affinity(h, i), figure: i, sentence: a.sentence, sure: sure,
			doubtful: h.Kind == quantity.Money && h.Direction != 0 && a.Direction == 0 && !c.a.beyond(a) && c.changed(h, low), // €12 more, of €12.40
			message:  fmt.Sprintf("The article says %s.", c.a.hedged(a))})
	}
	return all
}

// wholeSpan reports whether h is a span of time of the article without its smaller unit: 10 hours, of 10 hours and 30 minutes. Nobody writes less than 10 hours for it, nor up to
// 10 hours.
func (c *checker) wholeSpan(h, a *figure, value float64) bool {
	isRange := a.Hedge == quantity.Between || a.end
	return !isRange && math.Floor(value) == h.low && !under(h.Hedge) && h.Hedge != quantity.UpTo && a.composed(c.a.text)
}

// changed reports whether two sums of money of one sentence, of which the article says that one became the other, differ by much the same as
// h but not by h.
func (c *checker) changed(h *figure, not float64) bool {
	for i := range c.a.related() {
		a := &c.a.figures[i]
		if a.Kind != quantity.Money || i+1 >= len(c.met) || near(a.low, not) {
			continue
		}
		b := &c.a.figures[i+1]
		d := math.Abs(a.low - b.low)
		aboutAs := d < h.low*mostOff && d > h.low/mostOff && !exactly(h, d)
		if b.Kind == a.Kind && b.Unit == a.Unit && aboutAs && c.direction(a, b) != 0 {
			return true
		}
	}
	return false
}

// leastLoose is how well a figure with a unit must meet the words of the headline to be rounded to a number without one.
const leastLoose = 0.5

// sameDigits reports whether the article has the number in another unit, of what meets the words of the headline better: a whale of 16
// metres, where the headline has 16 feet and 5 metres are the depth of a pit.
func (c *checker) sameDigits(h *figure, affinity float64) bool {
	for i := range c.a.related() {
		if a := &c.a.figures[i]; a.Kind == h.Kind && a.Kind != quantity.Money && c.conflict(h, a) == "unit" && c.affinity(h, i) > affinity {
			return true
		}
	}
	return false
}

// pointLike reports whether percents and points may stand for each other, or shares and multiples.
func pointLike(h, a quantity.Kind) bool {
	share := func(k quantity.Kind) bool {
		return k == quantity.Share || k == quantity.Points || k == quantity.Multiple
	}
	return share(h) && share(a)
}

// vague finds a count that makes dozens, hundreds or thousands.
func (c *checker) vague(h *figure) (all []way) {
	if h.Kind != quantity.Vague {
		return nil
	}
	for i := range c.a.related() {
		a := &c.a.figures[i]
		if a.Kind != quantity.Count && a.Kind != quantity.Vague && a.Kind != quantity.Money || math.IsNaN(a.low) || c.a.listed(a) {
			continue
		}
		most := h.high
		if h.low >= 1000 && h.low < 10000 {
			most *= 10 // thousands may be tens of thousands
		}
		fits := a.low >= h.low && (math.IsNaN(h.high) || a.low <= most*1.0001)
		if a.Kind == quantity.Vague {
			fits = math.IsNaN(a.high) || math.IsNaN(h.low) || a.high >= h.low
		}
		all = append(all, way{kind: "quantifier", value: a.low, agrees: fits, affinity: c.affinity(h, i), figure: i, sentence: a.sentence,
			message: fmt.Sprintf("The article says %s.", c.a.hedged(a))})
	}
	return all
}

// listed reports whether a figure is a year or a small number that no vague word would stand for.
func (p *passage) listed(a *figure) bool { return a.low < 10 }

// counted finds lists of as many names as h says.
func (c *checker) counted(h *figure) (all []way) {
	if h.low > 20 || h.low < 2 || h.Direction != 0 && h.Of == "" {
		return nil
	}
	if h.Kind != quantity.Count && h.Kind != quantity.Duration && (h.Kind != quantity.Group || c.otherList(h)) {
		return nil
	}
	for _, l := range slices.Concat(c.a.lists, c.roles(h)) {
		if h.Kind == quantity.Duration && !l.days || c.othersThan(h, &l) {
			continue
		}
		x := c.sentenceAffinity(h, l.sentence) + c.sentenceAffinity(h, l.sentence-1)/2
		if x == 0 && c.a.placesAt(&l, h.Of) {
			x = 0.05 // workers in Ohio, Iowa and Utah
		}
		if l.days && (h.Of == "day" || h.Unit == quantity.Days || c.inHeadline("dai")) {
			x += 0.5
		}
		if x == 0 {
			continue
		}
		n := float64(l.count)
		w := way{kind: "count", value: n, agrees: near(n, h.low), affinity: x, figure: -1, sentence: l.sentence,
			sure: c.doneTo(h, &l), strong: c.a.nounBeside(&l, meaning(h.Of)) || c.saidBehindList(&l)}
		if w.agrees { // or else nobody reads it
			names, _ := c.a.written(c.a.words[l.first].start, c.a.words[l.last-1].end)
			w.message = fmt.Sprintf("The article names %d: %s.", l.count, strings.Join(strings.Fields(names), " "))
		}
		all = append(all, w)
	}
	return all
}

// placesAt reports whether a list may be of places that a noun counts: in California, Nevada and Florida.
func (a *article) placesAt(l *list, noun string) bool {
	switch noun {
	case "state", "countri", "nation", "citi", "town", "counti", "place", "region", "island", "provinc":
	default:
		return false
	}
	w := a.word(l.first - 1)
	return a.words[l.first].name && (w == "in" || w == "from" || w == "across" || w == "of" || w == "to")
}

// saidBehindList reports whether the headline has a word that the article says right behind a list: Ann Ash and Bo Bell were killed.
func (c *checker) saidBehindList(l *list) bool {
	for k := l.last; k < min(l.last+5, len(c.a.words)) && c.a.words[k].sentence == l.sentence; k++ {
		if w := &c.a.words[k]; w.stem != "" && !w.capital && c.inHeadline(w.stem) {
			return true
		}
	}
	return false
}

// doneTo reports whether the verb right before a list is the one before h: closed four studios, of closed Redfern, Oddbox, Nine Elms and Pelican.
func (c *checker) doneTo(h *figure, l *list) bool {
	s := c.a.stemAt(l.first - 1)
	return s != "" && !c.a.words[l.first-1].capital && c.a.words[l.first-1].sentence == l.sentence && c.head.stemAt(h.first-1) == s
}

// nounBeside reports whether a noun stands close to a list: guards Paul Ash and Tina Bell.
func (a *article) nounBeside(l *list, noun string) bool {
	for k := max(0, l.first-6); k < min(l.last+6, len(a.words)) && noun != ""; k++ {
		if a.words[k].sentence == l.sentence && a.words[k].stem == noun {
			return true
		}
	}
	return false
}

// sentenceAffinity is how many of the headline's words a sentence has, by their weight.
func (c *checker) sentenceAffinity(h *figure, sentence int) (sum float64) {
	for k := range c.head.words {
		if c.weight[k] == 0 {
			continue
		}
		places := c.a.places[c.head.words[k].stem]
		if i := sort.Search(len(places), func(i int) bool { return c.a.words[places[i]].sentence >= sentence }); i < len(places) && c.a.words[places[i]].sentence == sentence {
			sum += c.nearness(h, k)
		}
	}
	return sum
}
