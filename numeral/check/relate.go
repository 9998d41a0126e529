package check

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"hed/numeral/quantity"
)

// relate finds what the figures of a text leave to the words around them: the whole that a part is taken of, and the
// unit that only the first of several has.
func (p *passage) relate() {
	for i := range p.figures {
		f := &p.figures[i]
		if f.Kind == quantity.Money && i+1 < len(p.figures) && p.word(f.last) == "of" { // £86,000 of the £120,000
			if g := &p.figures[i+1]; g.Kind == f.Kind && g.Unit == f.Unit && g.first-f.last <= 2 && g.low > f.low {
				f.total, f.whole = g.low, i+1
			}
		}
		if w := p.word(f.last + 1); f.Kind == quantity.Money && i > 0 && p.word(f.last) == "of" && (w == "it" || w == "that" || w == "which") { // £85,000, £20,000 of it
			if g := &p.figures[i-1]; g.Kind == f.Kind && g.Unit == f.Unit && g.sentence == f.sentence && g.low > f.low {
				f.total, f.whole = g.low, i-1
			}
		}
		if f.Kind == quantity.Ordinal && f.Of == "" && f.first >= 2 && strings.TrimSpace(p.between(f.first-2)) == "," { // the novel, her third
			switch p.word(f.first - 1) {
			case "her", "his", "its", "their":
				f.Of = p.stemAt(f.first - 2)
			}
		}
		if f.Kind != quantity.Count {
			continue
		}
		if total := f.Total.Float(); total > 0 {
			f.total, f.whole = total, min(i+1, len(p.figures)-1)
		} else if j := p.wholeOf(i); j >= 0 {
			f.total, f.whole = p.figures[j].low, j
		}
		if w := p.word(f.last + 1); i > 0 && (f.Of == "" || f.Of == "one") && (p.word(f.last) == "ones" || w == "ones") && p.figures[i-1].sentence >= f.sentence-1 { // 62 spaces, and 40 new ones
			f.Of = p.figures[i-1].Of
		}
		if i > 0 && p.word(f.last) == "others" && (f.Of == "" || f.Of == "other") { // twelve states, and 19 others
			if g := &p.figures[i-1]; g.Kind == f.Kind && g.Of != "" && !people[meaning(g.Of)] && g.sentence == f.sentence {
				f.Of = g.Of
			}
		}
		f.elided = f.Of != "" && p.elided(i)
		if i > 0 && f.Of == "" && p.versus(&p.figures[i-1], f) {
			f.Of = p.figures[i-1].Of
		}
	}
	p.ofChange()
}

// versus reports whether two figures are what two sides have of the same: 14 aces to Ahlberg's nine.
func (p *passage) versus(a, b *figure) bool {
	k := b.first - 1
	return a.Kind == quantity.Count && b.Kind == quantity.Count && a.sentence == b.sentence && a.Of != "" && b.first-a.last <= 5 && k > 0 &&
		(strings.HasSuffix(p.word(k), "'s") || strings.HasSuffix(p.word(k), "’s")) && strings.Contains(" "+strings.ToLower(p.gap(a, b)), " to ")
}

// sides adds the sides of votes, which are counts too: 41,870 votes to 39,205. It adds the ends of ranges, with which others are compared.
// Both are quoted as the whole. They stand before and behind it, so that figures stay in the order of their words.
func (p *passage) sides() {
	var all []figure
	for i := range p.figures {
		f := p.figures[i]
		votes := f.Kind == quantity.Score && min(f.low, f.high) >= 100
		if f.Kind == quantity.Share && f.Hedge == quantity.Between && p.word(f.first-1) == "by" && math.Abs((f.low+f.high)*asPercent(&f)-100) < 10 { // behind by 48% to 52%
			one, other := f, f
			one.high, one.High, one.last, one.Hedge = f.low, f.Low, min(f.first+1, f.last), quantity.None
			other.low, other.Low, other.first, other.Hedge = f.high, f.High, max(f.first, f.last-1), quantity.None
			all = append(all, one, other)
			continue
		}
		if !votes && (f.Hedge != quantity.Between || !measured(f.Kind) || !(f.low < f.high)) {
			all = append(all, f)
			continue
		}
		one, other := f, f
		if votes {
			one.Kind, one.Of, other.Kind, other.Of = quantity.Count, "vote", quantity.Count, "vote"
		}
		one.high, one.High, one.last, one.Hedge, one.end = f.low, f.Low, min(f.first+1, f.last), quantity.None, true
		one.opposite, other.opposite = f.high, f.low
		other.low, other.Low, other.first, other.Hedge, other.end = f.high, f.High, max(f.first, f.last-1), quantity.None, true
		all = append(all, one, f, other)
	}
	p.figures = all
}

// oneRange reports whether two figures are the ends of one range, or sides of one vote, of which nothing is worked out.
// An article may say the same range twice.
func oneRange(a, b *figure) bool {
	return a.end && b.end && near(a.low, b.opposite) && near(b.low, a.opposite)
}

// months adds the months that the text names without a day or a year, which are dates too: it opens in February.
func (p *passage) months(year int) {
	for i := range p.figures {
		f := &p.figures[i]
		if f.Kind != quantity.Date || f.When.Year != 0 || f.When.Month == 0 || p.word(f.last+1) != "year" || year <= 1 {
			continue
		}
		switch p.word(f.last) { // 16 April last year
		case "next":
			f.When.Year, f.meant = int16(year+1), true
		case "last":
			f.When.Year, f.meant = int16(year-1), true
		case "this":
			f.When.Year, f.meant = int16(year), true
		}
	}
	var lone []figure
	k := 0
	for i := range p.words {
		w := &p.words[i]
		for k < len(p.figures) && p.figures[k].End <= w.start {
			k++
		}
		if !w.capital || i == 0 || k < len(p.figures) && p.figures[k].Start < w.end {
			continue
		}
		m, ok := monthNames[p.word(i)]
		if !ok || p.words[i-1].sentence != w.sentence {
			continue
		}
		switch p.word(i - 1) {
		case "in", "by", "until", "since", "from", "of", "last", "next", "this", "early", "late", "mid", "to", "end", "and", "for":
			when := quantity.When{Month: m}
			if p.word(i+2) == "year" { // May next year
				switch p.word(i + 1) {
				case "next":
					when.Year = int16(year + 1)
				case "last":
					when.Year = int16(year - 1)
				case "this":
					when.Year = int16(year)
				}
			}
			if year <= 1 {
				when.Year = 0
			}
			lone = append(lone, figure{Quantity: quantity.Quantity{Start: w.start, End: w.end, Kind: quantity.Date, When: when},
				low: math.NaN(), high: math.NaN(), first: i, last: i + 1, sentence: w.sentence, meant: when.Year != 0})
		}
	}
	if len(lone) > 0 {
		p.figures = append(p.figures, lone...)
		slices.SortStableFunc(p.figures, func(a, b figure) int { return a.Start - b.Start })
	}
}

var monthNames = func() map[string]int16 {
	m := map[string]int16{}
	for i := time.January; i <= time.December; i++ {
		m[strings.ToLower(i.String())] = int16(i)
	}
	return m
}()

// wholeOf is the figure that figure i is a part of, -1 for none: 34 athletes, 19 of them women; of the 318, 159 are ill.
func (p *passage) wholeOf(i int) int {
	f := &p.figures[i]
	before, behind := p.word(f.first-1), p.word(f.last+1)
	if before == "but" && p.word(f.first-2) == "all" {
		for j := i - 1; j >= 0 && j >= i-4 && p.figures[j].sentence >= f.sentence-1; j-- {
			if g := &p.figures[j]; g.Kind == quantity.Count && g.low > f.low {
				f.except = true
				return j
			}
		}
	}
	part := before == "including" || before == "them" && p.word(f.first-2) == "among" ||
		before == "whom" || before == "which" && p.word(f.first-2) == "of" || before == "them" && p.word(f.first-2) == "of" && !p.beyond(f) ||
		p.word(f.last) == "of" && (behind == "them" || behind == "whom" || behind == "which" || behind == "those" || behind == "these")
	if k := p.opening(f); !part && p.word(k) == "of" && (p.word(k+1) == "the" || p.word(k+1) == "those" || p.word(k+1) == "these") {
		before := i
		if first := p.figuresFrom(f.sentence); first < len(p.figures) && p.figures[first].first > k+3 {
			before = first // of the dead, 33 drowned and 14 were buried
		}
		return p.wholeBefore(i, before, p.stemAt(k+2))
	}
	if f.Of == "" && p.opening(f) == f.first && i > 0 && f.sentence > 0 { // 64 sleep rough. Eleven were women
		switch p.word(f.last) {
		case "were", "was", "are", "is", "had", "have", "needed", "died":
			for j := p.figuresFrom(f.sentence - 1); j < i; j++ {
				if g := &p.figures[j]; g.Kind == quantity.Count && g.low > f.low && g.Of != "" && !people[meaning(g.Of)] {
					return -1 // 640 staff and 70 shops. Twelve were shut
				}
			}
			for j := p.figuresFrom(f.sentence - 1); j < i; j++ {
				if g := &p.figures[j]; g.Kind == quantity.Count && g.low > f.low && g.low > 1 && (g.Of == "" || people[meaning(g.Of)]) {
					return j
				}
			}
		}
	}
	if p.word(f.last) == "of" && behind == "the" && !part { // eight of the dead
		if of := p.stemAt(f.last + 2); of != "" && p.stemAt(f.last+3) == "" {
			if j := p.counting(i, i, of); j >= 0 || f.low < 100 {
				return j
			}
			return p.countingFar(i, i, of)
		}
	}
	if part && p.word(f.last) == "of" && (behind == "those" || behind == "these") {
		for k := f.last + 2; k < f.last+5; k++ { // 19 of those on board, and 231 people on board long before
			if s := p.stemAt(k); s != "" && p.words[k].sentence == f.sentence {
				if s == "held" {
					s = "arrest"
				}
				if j := p.countingFar(i, i, s); j >= 0 {
					return j
				}
				break
			}
		}
	}
	for j := i - 1; j >= 0 && j >= i-4 && p.figures[j].sentence >= f.sentence-1; j-- {
		g := &p.figures[j]
		if g.Kind != quantity.Count || math.IsNaN(g.low) || g.low <= f.low {
			continue
		}
		if part {
			return j
		}
		if k := g.first - 1; g.sentence == f.sentence && (p.word(k) == "of" || p.word(k-1) == "of") && p.opens(k) {
			return j
		}
	}
	return -1
}

// counting is the figure shortly before figure i, and before another, that counts what a stem says, -1 for none.
func (p *passage) counting(i, before int, of string) int {
	if j := p.countingFar(i, before, of); j >= i-8 && j >= 0 && p.figures[j].sentence >= p.figures[i].sentence-3 {
		return j
	}
	return -1
}

// countingFar is the last such figure, however far off. One that has the stem next to it is taken before one that has it a few words off.
func (p *passage) countingFar(i, before int, of string) int {
	f, far := &p.figures[i], -1
	for j := min(i, before) - 1; j >= 0 && j >= i-maxPair; j-- {
		g := &p.figures[j]
		if g.Kind != quantity.Count || !(g.low > f.low) {
			continue
		}
		if meaning(g.Of) == of || p.stemAt(g.first-1) == of || p.stemAt(g.last) == of {
			return j
		}
		if far < 0 && p.beside(g, of) {
			far = j
		}
	}
	return far
}

// wholeBefore is the figure before figure i that counts what a stem says, or else the last that is greater: of the dead, 26.
func (p *passage) wholeBefore(i, before int, of string) int {
	if j := p.counting(i, before, of); of != "" && j >= 0 {
		return j
	}
	f := &p.figures[i]
	for j := before - 1; j >= 0 && j >= i-8 && p.figures[j].sentence >= f.sentence-3; j-- {
		if g := &p.figures[j]; g.Kind == quantity.Count && g.low > f.low {
			return j
		}
	}
	return -1
}

// opening is the first word of the sentence of a figure, -1 where that is more than a few words before.
func (p *passage) opening(f *figure) int {
	for k := f.first; k > 0 && k > f.first-9 && k < len(p.words); k-- {
		if p.words[k-1].sentence != f.sentence {
			return k
		}
	}
	return -1
}

// opens reports whether word i or the one before it begins a sentence, or word i what stands behind a colon.
func (p *passage) opens(i int) bool {
	if i > 0 && strings.ContainsAny(p.between(i-1), ":;—") {
		return true
	}
	return i <= 1 || p.words[i-1].sentence != p.words[i].sentence || p.words[i-2].sentence != p.words[i].sentence
}

// elided reports whether figure i has the unit of the one before it, as "95,000 of rye" has behind "310,000 tonnes of oats".
func (p *passage) elided(i int) bool {
	if i == 0 || p.word(p.figures[i].last) != "of" {
		return false
	}
	f, g := &p.figures[i], &p.figures[i-1]
	return g.sentence == f.sentence && (measured(g.Kind) || g.elided) && p.word(g.last) == "of" && f.first-g.last <= 6
}

// people are the stems of nouns that count persons, whoever they are.
var people = func() map[string]bool {
	m := map[string]bool{}
	for s := range set("peopl person die hurt victim men women child adult resid passeng crew job worker migrant refuge student school " +
		"patient tourist civilian soldier marin troop citizen member polic voter fan protest offic teenag villag custom " +
		"son daughter brother sister sibl grandchildren ill infect case miss homeless arrest other " +
		"comrad colleagu peacekeep volunt firefight hiker climber sailor guest nurs offici") {
		m[meaning(s)] = true
	}
	return m
}()

// sameNoun reports whether two nouns may count the same. Persons have many names.
func sameNoun(x, y string) bool {
	x, y = meaning(x), meaning(y)
	return x == y || people[x] && people[y]
}

// named reports whether the headline joins or compares two words which each of two figures has beside it: Greens and Centre, of
// 7 for the Greens and 4 for the Centre.
func (c *checker) named(i, j int) bool {
	first, last := -1, -1 // words of the one that come first, and of the other that come last
	for turn, pair := range [...][2]int{{i, j}, {j, i}} {
		for k := range c.head.words {
			x, other := c.met[pair[0]][k], c.met[pair[1]][k]
			if c.weight[k] == 0 || x < 0.6 || x < other || x == other && turn == 1 { // eight by lightning and three by snakebite
				continue
			}
			if turn == 0 && first < 0 {
				first = k
			} else if turn == 1 {
				last = k
			}
		}
	}
	for k := min(first, last); first >= 0 && last >= 0 && k < max(first, last); k++ {
		if w := c.head.word(k); w == "and" || w == "than" || strings.Contains(c.head.between(k), ",") {
			return true
		}
	}
	return false
}

// whole reports whether one of two figures may be a part of the other. Two counts of other things are not, unless the headline
// speaks of both.
func (c *checker) whole(h, a, b *figure) bool {
	if a.Kind != quantity.Count || a.Of == "" || b.Of == "" || sameNoun(a.Of, b.Of) {
		return true
	}
	return c.inHeadline(a.Of) && c.inHeadline(b.Of)
}

// shares adds the whole of a share that stands behind its part: 90 million litres, a tenth of what is used.
func (c *checker) shares(all []way, h *figure, i int) []way {
	if i+1 >= len(c.met) {
		return all
	}
	a, b := &c.a.figures[i], &c.a.figures[i+1]
	if a.sentence != b.sentence || !near(a.low, a.high) || !near(b.low, b.high) || a.low <= 0 || b.low <= 0 || oneRange(a, b) {
		return all
	}
	add := func(kind string, of *figure, v float64, format string, args ...any) {
		if v, ok := c.inUnit(h, of, v); ok {
			all = append(all, way{
				kind: kind, value: v, affinity: c.affinity(h, i, i+1), figure: i, second: i + 1, sentence: a.sentence, strong: true,
				agrees:  exactly(h, v) || h.Hedge == quantity.About && agrees(h, v) != differs,
				message: fmt.Sprintf(format, args...),
			})
		}
	}
	behind := c.a.word(b.last)
	oneIn := b.Kind == quantity.Share && b.Direction == 0 && behind == "of" && near(100/(b.low*asPercent(b)), h.low) // a fifth of, for five times
	if oneIn && h.Kind == quantity.Multiple && h.low >= 2 {                                                          // 11 million, a fifth of Zelmno's
		all = append(all, way{kind: "multiple", value: h.low, agrees: true, affinity: c.affinity(h, i, i+1), figure: i + 1, second: i, sentence: b.sentence, strong: true,
			message: fmt.Sprintf("The article says %s, which is the other way round.", c.a.quote(b))})
	}
	if a.Kind == quantity.Share && isAmount(b) && c.a.word(b.first-1) == "or" && b.first-a.last <= 6 { // a tenth of the crop, or 25 tonnes
		whole := b.low / (a.low * asPercent(a) / 100)
		add("whole", b, whole, "If %s is %s, the whole is %s.", c.a.quote(b), c.a.quote(a), number(whole))
	}
	if b.Kind == quantity.Multiple && behind == "the" && b.first-a.last <= 2 && b.low > 0 { // 400 yards, double the present distance
		add("before", a, a.low/b.low, "%s is %s times %s.", c.a.quote(a), short(b.low), number(a.low/b.low))
	}
	switch {
	case b.Kind == quantity.Share && behind == "of" && (c.a.word(b.last+1) == "whom" || c.a.word(b.last+1) == "them" || c.a.word(b.last+1) == "which"): // a part of a
	case b.Kind == quantity.Share && b.Words && behind == "the" && b.first-a.last <= 1 && a.Kind == quantity.Share && h.Kind == quantity.Share: // 3%, half the market rate
		whole := a.low / b.low * asPercent(a) / asPercent(h)
		all = append(all, way{
			kind: "whole", value: whole, agrees: exactly(h, whole), affinity: c.affinity(h, i, i+1), figure: i, second: i + 1, sentence: a.sentence, strong: true,
			doubtful: !c.saidBehind(i + 1),
			message:  fmt.Sprintf("If %s is %s, the whole is %s.", c.a.quote(a), c.a.quote(b), c.a.amount(a, whole)),
		})
	case b.Kind == quantity.Share && b.first-a.last <= 6 && (behind == "of" || behind == "the" && b.Words) && isAmount(a):
		whole := a.low / (b.low * asPercent(b) / 100)
		add("whole", a, whole, "If %s is %s, the whole is %s.", c.a.quote(a), c.a.quote(b), number(whole))
	}
	return all
}

// isAmount reports whether a figure is an amount that shares are taken of: a count, or so much of a unit.
func isAmount(f *figure) bool {
	return f.Kind == quantity.Count || measured(f.Kind) && f.Kind != quantity.Share
}

// places adds how far something rose or fell in an order: 27 places from 31st to fourth.
func (c *checker) places(all []way, h *figure) []way {
	switch h.Of {
	case "place", "posit", "spot", "rung", "rank":
	default:
		return all
	}
	for i := range c.a.related() {
		a := &c.a.figures[i]
		for j := i + 1; j < len(c.met) && j < i+maxPair && a.Kind == quantity.Ordinal; j++ {
			if b := &c.a.figures[j]; b.Kind == quantity.Ordinal {
				all = append(all, way{kind: "difference", value: math.Abs(a.low - b.low), agrees: near(math.Abs(a.low-b.low), h.low), affinity: c.affinity(h, i, j), figure: i, second: j,
					sentence: a.sentence, strong: h.Direction >= 0, message: fmt.Sprintf("From %s to %s are %s.", c.a.quote(a), c.a.quote(b), number(math.Abs(a.low-b.low)))})
			}
		}
	}
	return all
}

// rest adds what shares of one sentence leave of the whole: 54% against it and 39% for it.
func (c *checker) rest(all []way, h *figure, i int) []way {
	a := &c.a.figures[i]
	if h.Kind != quantity.Share || a.Kind != quantity.Share || h.Direction != 0 || a.Direction != 0 || !near(a.low, a.high) {
		return all
	}
	if k := c.a.restOf(a); k >= 0 && len(c.saidAt(k)) > 0 { // sixty per cent will be kept. The rest will be shared
		left := 100 - a.low*asPercent(a)
		v := left / asPercent(h)
		all = append(all, way{kind: "remainder", value: v, agrees: near(v, h.low), affinity: c.affinity(h, i) + 0.3, figure: i, sentence: c.a.words[k].sentence, strong: true, sure: true,
			message: "What is left is " + percentText(left/100) + "."})
	}
	left := 100.0
	for j := i; j < min(i+5, len(c.met)) && c.a.figures[j].sentence == a.sentence; j++ {
		b := &c.a.figures[j]
		if b.Kind != quantity.Share || b.Direction != 0 || !near(b.low, b.high) {
			break
		}
		if left -= b.low * asPercent(b); left <= 0 {
			break
		}
		v := left / asPercent(h)
		if near(v*asPercent(h), b.low*asPercent(b)) {
			continue // half is said, not what it leaves
		}
		part := i == j && !c.leaves(i) && !c.counterpart(i) && c.saidBehind(i)                       // two-thirds qualify, where a third does
		same := i == j && c.head.stemAt(h.last) != "" && c.head.stemAt(h.last) == c.a.stemAt(a.last) // two-thirds full, where it is 34% full
		past := i == j && c.a.pastOnly(a) && !c.head.bygone(0, len(c.head.words), 0)                 // the headline speaks of now
		all = append(all, way{
			kind: "remainder", value: v, agrees: fits(h, v), affinity: c.affinity(h, i, j), figure: i, sentence: a.sentence,
			sure:     j > i && c.head.has("undecided", "unsure", "undecideds", "opinion", "neither", "abstain"),
			strong:   c.a.sentenceHas(a.sentence, rests, "rest"),
			wrong:    part && h.Words && a.Words || same,
			doubtful: part || same || past,
			message:  "What is left is " + percentText(left/100) + ".",
		})
	}
	return all
}

var rests = set("rest remaind other undecid")

// margins adds what follows from the two sides of a score: by how much it was won, and how many there were in all.
func (c *checker) margins(all []way, h *figure, i int) []way {
	a := &c.a.figures[i]
	if a.Kind != quantity.Score || h.Kind != quantity.Count && h.Kind != quantity.Points || a.low < 0 || a.high < 0 {
		return all
	}
	counts := scored[h.Of] || h.Kind == quantity.Points // what the sides of a score do
	by, both := math.Abs(a.low-a.high), a.low+a.high
	margin := way{kind: "margin", value: by, affinity: c.affinity(h, i), figure: i, sentence: a.sentence, strong: (counts || h.Of == "") && c.head.asksMargin(),
		message: fmt.Sprintf("%s is a margin of %s.", c.a.quote(a), number(by))}
	total := way{kind: "total", value: both, affinity: margin.affinity, figure: i, sentence: a.sentence, strong: counts && c.head.asksTotal(h),
		message: fmt.Sprintf("%s are %s in all.", c.a.quote(a), number(both))}

	// A score from before the end counts where the headline speaks of that time: won 6-4 after 1-4 down.
	comeback, interim := c.head.has("deficit", "overturn", "overturns", "comeback", "rally", "rallies", "erase", "erases", "recover", "recovers"), c.a.interim(a)
	meant := !interim || comeback || c.head.has("trail", "trails", "trailed", "trailing", "behind", "down", "up", "lead", "leads", "led", "ahead")
	says := func(w *way) bool { return meant && w.strong && near(w.value, h.low) && h.Hedge == quantity.None }
	margin.agrees = says(&margin) && (interim || !c.head.has("deficit"))
	total.agrees = says(&total)
	margin.doubtful = margin.agrees && c.wonByOther(a)
	cameBack := (margin.agrees || total.agrees) && comeback && c.a.sentenceHas(a.sentence, behinds, "down")
	margin.sure, total.sure = margin.agrees && cameBack, total.agrees && cameBack
	if c.turnout(h, a) {
		total.agrees, total.strong, total.sure = true, true, false
	}
	return append(all, margin, total)
}

// asksMargin reports whether a headline speaks of winning, losing or leading, so that its number may be by how much.
func (p *passage) asksMargin() bool {
	return p.has("win", "wins", "won", "beat", "beats", "victory", "lead", "leads", "margin", "defeat", "loss", "lose", "loses", "lost", "by", "edge", "majority", "down", "clear",
		"ahead", "deficit", "trail", "trails", "trailed", "behind", "comeback", "gap", "cushion", "advantage", "up")
}

// asksTotal reports whether a headline has a number of both sides together: six goals in a win, nine in all.
func (p *passage) asksTotal(h *figure) bool {
	return p.has("total", "all", "combined", "altogether", "together", "both", "cast", "thriller", "counted") || h.first == 0 && (p.place(h.last+1) || p.word(h.last) == "scored")
}

// turnout reports whether the headline counts those who came to a vote, of which the article has the two sides: 87,000 turn out, of 45,000 to 42,000.
func (c *checker) turnout(h, a *figure) bool {
	counts := h.Of == "" || people[meaning(h.Of)] || scored[h.Of]
	if !(min(a.low, a.high) >= 10) || !counts || !c.head.comes() || !c.a.beside(a, "vote") && !c.inHeadline("vote") {
		return false
	}
	all := a.low + a.high
	return near(all, h.low) || h.Hedge != quantity.None && agrees(h, all) != differs && math.Abs(all-h.low) <= 0.03*h.low
}

// behinds are the stems of words for a side that is behind for a time.
var behinds = set("trail behind led lead break half halftim interv")

// place reports whether word i says where or when: in, at, as.
func (p *passage) place(i int) bool {
	switch p.word(i) {
	case "in", "at", "as", "on", "during":
		return true
	}
	return false
}

// scored are the stems of what the sides of a score count.
var scored = set("goal point run try tri vote frame set")

// has reports whether a text has one of some words.
func (p *passage) has(words ...string) bool {
	for i := range p.words {
		for _, w := range words {
			if strings.EqualFold(p.text[p.words[i].start:p.words[i].end], w) {
				return true
			}
		}
	}
	return false
}

// touches reports whether the headline has a word that the article says of a share or a multiple, other than what the share is taken of.
func (c *checker) touches(i, j int) bool {
	a, b := &c.a.figures[i], &c.a.figures[j]
	if a.Kind == quantity.Share || a.Kind == quantity.Multiple {
		a, b = b, a
	}
	for _, k := range c.a.clause(b) {
		if s := c.a.words[k].stem; s != "cost" && s != meaning(a.Of) && c.inHeadline(s) || slices.Contains(c.spelled, k) {
			return true
		}
	}
	return false
}

// interim reports whether a score is one of the time before the end.
func (p *passage) interim(a *figure) bool {
	at := func(k int) bool {
		return k >= 0 && k < len(p.words) && p.words[k].sentence == a.sentence && (behinds[p.words[k].stem] || p.word(k) == "down")
	}
	if at(a.first-1) || at(a.first-2) {
		return true
	}
	for k := a.last; k < min(a.last+4, len(p.words)) && p.word(k) != "to" && p.word(k) != "and" && p.word(k) != "after"; k++ {
		if at(k) {
			return true
		}
	}
	return false
}

// parents gives the number behind what somebody is to others its noun: a mother of three has children.
func (p *passage) parents() {
	for i := range p.figures {
		f := &p.figures[i]
		if f.Kind != quantity.Count || p.word(f.first-1) != "of" || f.low > 25 {
			continue
		}
		switch p.word(f.first - 2) {
		case "mother", "father", "mom", "mum", "dad", "parent", "parents":
			f.Of = "child"
		case "grandmother", "grandfather", "gran", "granny", "grandad", "grandpa", "grandma":
			f.Of = "grandchildren"
		}
	}
}
