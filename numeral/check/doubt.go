package check

import (
	"fmt"
	"slices"
	"strings"

	"hed/numeral/derive"
	"hed/numeral/quantity"
)

// doubts are the rules by which the numbers that the article has, and that a headline has too, are all of something else. What each asks for is said where it is.
var doubts = []func(c *checker, h *figure, stated []int) bool{
	(*checker).contrast,
	(*checker).otherNoun, (*checker).otherName, (*checker).otherWhole, (*checker).otherPart, (*checker).otherAll, (*checker).oppositePart, (*checker).otherRest, (*checker).otherHave,
	(*checker).otherSubject, (*checker).otherActor, (*checker).otherHolder, (*checker).otherPerson, (*checker).otherDeed, (*checker).otherEnd,
	(*checker).wholeForPart, (*checker).asLoss, (*checker).otherVerdict, (*checker).oppositeNoun, (*checker).otherYearSaid, (*checker).otherSegment, (*checker).otherCompany,
	(*checker).otherOrder, (*checker).otherRank, (*checker).otherMark, (*checker).otherBeyond, (*checker).otherTime, (*checker).asLevel, (*checker).otherHedge,
	(*checker).otherVote, (*checker).otherMargin, (*checker).otherWinner, (*checker).otherMatch, (*checker).otherPlace, (*checker).otherOutcome, (*checker).otherOpponent,
}

// doubt decides whether a stated number belongs to something else.
func (c *checker) doubt(h *figure, stated []int) Result {
	best, mine := -1, -1.0
	for _, i := range stated {
		if x := c.affinity(h, i); x > mine {
			best, mine = i, x
		}
	}
	a := &c.a.figures[best]
	r := c.result(Stated, "copy", best, fmt.Sprintf("The article has %s.", c.a.quote(a)))
	if c.otherPeriod(h, stated) {
		return c.result(Doubtful, "unit", best, fmt.Sprintf("The article has %s, but not as %s.", c.a.quote(a), c.head.rate(h)))
	}
	rival, theirs := -1, 0.0
	for i := range c.a.related() {
		b := &c.a.figures[i]
		if c.conflict(h, b) != "value" || c.says(h, b) || h.Kind == quantity.Ordinal && h.Of != "" && meaning(b.Of) != meaning(h.Of) {
			continue
		}
		x := c.affinity(h, i)
		if near(b.total, h.low) && b.sentence == a.sentence {
			x *= 0.6 // a part says less against its whole: 11 dead, eight of them in one village
		}
		if x > theirs {
			rival, theirs = i, x
		}
	}
	doubtful := slices.ContainsFunc(doubts, func(rule func(*checker, *figure, []int) bool) bool { return rule(c, h, stated) })
	switch {
	case doubtful:
	case stated[0] >= len(c.met):
		return r // so far behind nothing is known of the words beside it
	case mine >= leastSure && mine >= theirs:
		return r // the words beside it leave no doubt
	case c.beside(h, best) && (rival < 0 || !c.beside(h, rival) || mine > 0.7*theirs):
		return r // it has the words that are next to it
	case c.a.word(a.last) == "others" && c.head.fate(h) != "" && c.head.fate(h) == c.a.fate(a):
		return r // 11 hurt, of eleven others were hurt
	case h.Total.OK() && near(h.Total.Float(), a.total):
		return r // two of 22 in both
	case c.alike(h, stated):
		return r // nothing else is counted so
	case a.Kind == quantity.Age && c.head.nameBefore(h) != "" && c.a.said(a, c.head.nameBefore(h)):
		return r // Deng, 50, where it says that Deng turned 50
	case h.Hedge != quantity.None && h.Hedge == a.Hedge:
		return r // more than 400,000 in both
	case h.Kind == quantity.Duration && c.head.word(h.first-1) == "in" && (c.a.word(a.last) == "ago" || c.a.word(a.last) == "earlier"):
		return r // down 15 euros in five years, of 80 euros five years ago
	case h.Kind != quantity.Count && c.wordBeside(h, best) && (rival < 0 || !c.wordBeside(h, rival)):
		return r // must repay £310,000
	case c.companion(h, stated):
		return r // 8.5 points out of 10
	case c.attributive(h):
		return r // the article has nothing of what it is
	case c.clauseOf(h, best) && (!c.clauseOf(h, rival) || c.adjacent(h, best) && !c.adjacent(h, rival)):
		return r // nine were killed by lightning
	case h.Kind == quantity.Ordinal && h.low == 1, a.Kind == quantity.Age && h.Kind == quantity.Count:
		return r // they are said in passing
	case h.Kind == quantity.Ordinal:
		doubtful = theirs > 3*mine+0.6
	case theirs > 2*mine+0.3:
		doubtful = !c.ranks(h, a) && theirs > 3*mine+1 || c.ranks(h, a) && c.support(h) < mostSupport
	case c.ranks(h, a) && (rival >= 0 || !measured(h.Kind)) && (theirs > mine || measured(h.Kind) || h.Kind == quantity.Age || h.Kind == quantity.Year):
		doubtful = c.support(h) < leastSupport(h)
	}
	if !doubtful {
		return r
	}
	r.Verdict, r.Kind = Doubtful, "swap"
	r.Message = fmt.Sprintf("The article has %s, but for something else.", c.a.phrase(a))
	if rival >= 0 && theirs > 2*mine && c.likened(h, &c.a.figures[rival]) {
		r.Suggestion = c.suggest(h, &c.a.figures[rival])
	}
	return r
}

// companion reports whether the number beside h in the headline stands beside the same number in the article.
func (c *checker) companion(h *figure, stated []int) bool {
	for i := range c.head.figures {
		g := &c.head.figures[i]
		if g == h || !besideNumber(h, g) {
			continue
		}
		partOf := g.Total.OK() && near(g.Total.Float(), h.low)
		for _, k := range stated {
			a := &c.a.figures[k]
			for j := max(0, k-2); j < min(k+3, len(c.a.figures)); j++ {
				if b := &c.a.figures[j]; j != k && b.sentence == a.sentence && (partOf || apartBy(a, b) <= 4) && c.says(g, b) {
					return true
				}
			}
		}
	}
	return false
}

// besideNumber reports whether two numbers of a headline are beside each other, of which the second is no date.
func besideNumber(h, g *figure) bool {
	return !isDate(g) && apartBy(h, g) <= 3
}

// apartBy is how many words are between two figures of a text, or fewer where they overlap.
func apartBy(a, b *figure) int { return max(b.first-a.last, a.first-b.last) }

// isDate reports whether a figure says when something is: it is a day, a month or a year.
func isDate(f *figure) bool { return f.Kind == quantity.Year || f.Kind == quantity.Date }

// attributive reports whether a figure describes a noun that the article does not have, a $130M gamble, so that no words speak for another number.
func (c *checker) attributive(h *figure) bool {
	switch c.head.word(h.first - 1) {
	case "a", "an", "with", "its", "his", "her", "their":
	default:
		return false
	}
	k := h.last
	return k < len(c.head.words) && c.head.words[k].stem != "" && len(c.a.places[c.head.words[k].stem]) == 0 && strings.Trim(c.head.text[h.End:c.head.words[k].start], " -") == ""
}

// wordBeside reports whether the word before h, or behind it, stands next to a figure of the article.
func (c *checker) wordBeside(h *figure, i int) bool {
	a := &c.a.figures[i]
	for _, s := range [...]string{c.head.stemAt(h.first - 1), c.head.stemAt(h.last)} {
		if s == "" || s == meaning(h.Of) {
			continue
		}
		for _, k := range [...]int{a.first - 2, a.first - 1, a.last, a.last + 1} {
			if k >= 0 && k < len(c.a.words) && c.a.words[k].sentence == a.sentence && c.a.words[k].stem == s {
				return true
			}
		}
	}
	return false
}

// adjacent reports whether the clause of a figure of the article has the word before h, or behind it.
func (c *checker) adjacent(h *figure, i int) bool {
	return slices.ContainsFunc(c.a.clause(&c.a.figures[i]), func(k int) bool {
		s := c.a.words[k].stem
		return s == c.head.stemAt(h.first-1) || s == c.head.stemAt(h.last)
	})
}

// clauseOf reports whether a figure of the article has two of the words in its clause that the headline's has in its own.
func (c *checker) clauseOf(h *figure, i int) bool {
	if i < 0 || h.Kind != quantity.Count {
		return false
	}
	n := 0
	mine := c.head.clause(h)
	for _, k := range c.a.clause(&c.a.figures[i]) {
		if slices.ContainsFunc(mine, func(m int) bool { return c.head.words[m].stem == c.a.words[k].stem }) {
			n++
		}
	}
	return n >= 2
}

// beside reports whether a figure of the article stands close to the two words of the headline that are nearest to h.
func (c *checker) beside(h *figure, i int) bool {
	if i >= len(c.met) {
		return false
	}
	found := 0
	for d := 0; d < len(c.head.words) && found < 2; d++ {
		for _, k := range [...]int{h.last + d, h.first - 1 - d} {
			if k < 0 || k >= len(c.head.words) || c.weight[k] == 0 || found == 2 {
				continue
			}
			if c.met[i][k] < 0.5 {
				return false
			}
			found++
		}
	}
	return found == 2
}

// alike reports whether the article has the number of the same noun, and no other number of that noun.
func (c *checker) alike(h *figure, stated []int) bool {
	if h.Of == "" || h.Kind != quantity.Count {
		return false
	}
	of := meaning(h.Of)
	if !slices.ContainsFunc(stated, func(i int) bool { return meaning(c.a.figures[i].Of) == of }) {
		return false
	}
	for i := range c.a.figures {
		if a := &c.a.figures[i]; a.Kind == quantity.Count && meaning(a.Of) == of {
			if _, found := slices.BinarySearch(stated, i); !found {
				return false
			}
		}
	}
	return true
}

// What decides on doubts.
const (
	leastSure   = 1.6 // affinity that leaves none
	mostSupport = 0.7 // of the ranker, with which the words beside a number alone make none
)

// leastSupport is what the ranker must give a number. Among ages and sums of money it is most often right.
func leastSupport(h *figure) float64 {
	switch h.Kind {
	case quantity.Money, quantity.Age:
		return 0.45
	case quantity.Year:
		return 0.1
	}
	return 0.28
}

// ranks reports whether the ranker can judge: it was made for numbers that are copied, not for orders and dates.
func (c *checker) ranks(h, a *figure) bool {
	switch h.Kind {
	case quantity.Distance, quantity.Mass, quantity.Area, quantity.Volume, quantity.Speed, quantity.Measure,
		quantity.Ordinal, quantity.Date, quantity.Vague, quantity.Multiple, quantity.Score, quantity.Time, quantity.Group:
		return false
	case quantity.Year:
		return true
	}
	if h.Words && h.low >= 1000 && !a.Words || a.Kind == quantity.Ordinal {
		return false // half a million for 500,000, a million for the millionth
	}
	if a.composed(c.a.text) {
		return false // it knows each of the parts only
	}
	dozen := h.Words && h.low == 12
	if !a.Exact() || !near(h.low, a.low) || dozen || h.Unit != a.Unit && !(h.Kind == quantity.Age && bare(a)) {
		return false
	}
	mine, theirs := digitsOf(h.Text(c.head.text)), digitsOf(a.Text(c.a.text))
	return mine == theirs || mine == "" || theirs == ""
}

// composed reports whether a figure has several numbers: seven years and six months.
func (f *figure) composed(text string) bool {
	return f.first < f.last-2 && strings.Contains(f.Text(text), " and ")
}

// contrast reports whether a sentence of the article says the number of one thing and another number of what the headline
// speaks of: 17 weeks for a hip and 21 for a knee.
func (c *checker) contrast(h *figure, stated []int) bool {
	if h.Kind == quantity.Score || h.Kind == quantity.Multiple || isDate(h) {
		return false
	}
	if part, _ := c.head.ratioOf(h); part != nil {
		return false // two of 14
	}
	said := c.head.clause(h)
	has := func(stem string) bool {
		return slices.ContainsFunc(said, func(k int) bool { return c.head.words[k].stem == stem })
	}
	for _, i := range stated {
		if i >= len(c.met) {
			return false
		}
		a := &c.a.figures[i]
		if !slices.ContainsFunc(c.a.clause(a), func(k int) bool { return !has(c.a.words[k].stem) }) || c.a.word(a.last) == "more" {
			return false // 1,140 shops, and up to 220 more
		}
		found := false
		for j := c.a.figuresFrom(a.sentence); j < len(c.met) && c.a.figures[j].sentence == a.sentence; j++ {
			b := &c.a.figures[j]
			overlap := b.Start < a.End && a.Start < b.End
			ofAnotherSize := a.Kind == quantity.Count && !(b.low < 10*a.low && a.low < 10*b.low)
			part := near(a.total, b.low) || near(b.total, a.low)
			if b.Kind != a.Kind && !bare(b) || isDate(b) || overlap || ofAnotherSize || part || c.compared(a, b) || c.says(h, b) {
				continue
			}
			theirs := c.a.clause(b)
			headlineLacks := func(k int) bool { return !has(c.a.words[k].stem) }
			saidOfOne := func(k int) bool { return !c.saidOfBoth(a, b, k) }
			if len(theirs) > 0 && !slices.ContainsFunc(theirs, headlineLacks) && slices.ContainsFunc(theirs, saidOfOne) {
				found = true // where both have the words, as in a strike that cost 74 million and tickets that cost 775, they set nothing against each other
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// compared reports whether two figures say what something came from and to, so that the words beside one are said of the other too.
func (c *checker) compared(a, b *figure) bool {
	for _, f := range []*figure{a, b} {
		switch c.a.word(f.first - 1) {
		case "from", "to", "than", "against", "with":
			return true
		}
	}
	return false
}

// clause lists the words around a figure that say something, up to the next comma, and, or figure.
func (p *passage) clause(f *figure) (words []int) {
	other := func(i int) bool {
		k := p.figureAt(i)
		return k >= 0 && (p.figures[k].first >= f.last || p.figures[k].last <= f.first)
	}
	stops := func(i int) bool {
		if i < 0 || i >= len(p.words) || p.words[i].sentence != f.sentence || other(i) {
			return true
		}
		switch p.word(i) {
		case "and", "but", "while", "or":
			return true
		}
		return false
	}
	for i := f.first - 1; !stops(i) && f.first-i <= 8 && !strings.ContainsAny(p.between(i), ",;:—"); i-- {
		if p.words[i].stem != "" {
			words = append(words, i)
		}
	}
	for i := f.last; !stops(i) && i-f.last < 8 && !strings.ContainsAny(p.between(i-1), ",;:—"); i++ {
		if p.words[i].stem != "" {
			words = append(words, i)
		}
	}
	return words
}

// saidOfBoth reports whether a word of the clause of b is said of a as well: it stands closer to a, or a has the same word too.
func (c *checker) saidOfBoth(a, b *figure, k int) bool {
	off := func(f *figure) int {
		if k < f.first {
			return f.first - k
		}
		return k - f.last + 1
	}
	return slices.ContainsFunc(c.a.clause(a), func(n int) bool { return c.a.words[n].stem == c.a.words[k].stem && (n != k || off(a) < off(b)) })
}

// inClause reports whether a stem stands in the clause of a figure.
func (p *passage) inClause(f *figure, stem string) bool {
	return slices.ContainsFunc(p.clause(f), func(k int) bool { return p.words[k].stem == stem })
}

// beside reports whether a word stands a few words from a figure.
func (p *passage) beside(a *figure, stem string) bool {
	for i := max(0, a.first-4); i < min(a.last+5, len(p.words)); i++ {
		if p.words[i].sentence == a.sentence && p.words[i].stem == stem {
			return true
		}
	}
	return false
}

// support asks the ranker how likely it is that a number belongs where it stands.
func (c *checker) support(h *figure) float64 {
	if c.model == nil {
		return 1
	}
	if c.explained == nil {
		c.explained = c.model.Explain(c.ranked(), c.head.text)
	}
	for i := range c.explained {
		if e := &c.explained[i]; e.Start < h.End && h.Start < e.End && e.Status != derive.Unchecked {
			return e.Support
		}
	}
	return 1
}

// digitsOf are the digits of a number, without what stands between them.
func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, text)
}
