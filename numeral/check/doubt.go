package check

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"hed/numeral/derive"
	"hed/numeral/quantity"
)

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
		if x := c.affinity(h, i); x > theirs {
			rival, theirs = i, x
		}
	}
	doubtful := c.contrast(h, stated) || c.otherNoun(h, stated) || c.otherName(h, stated) || c.otherWhole(h, stated) || c.asLevel(h, stated) || c.otherOrder(h, stated) || c.otherSubject(h, stated) || c.otherPart(h, stated) || c.otherRank(h, stated) || c.otherBeyond(h, stated) || h.Kind == quantity.Score && c.otherWinner(&c.a.figures[stated[0]]) || c.otherMargin(h, stated)
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
	case c.alike(h, stated):
		return r // nothing else is counted so
	case a.Kind == quantity.Age && c.head.nameBefore(h) != "" && c.a.said(a, c.head.nameBefore(h)):
		return r // Deng, 50, where it says that Deng turned 50
	case h.Hedge != quantity.None && h.Hedge == a.Hedge:
		return r // more than 400,000 in both
	case c.companion(h, stated):
		return r // 8.5 points out of 10
	case c.attributive(h):
		return r // the article has nothing of what it is
	case c.clauseOf(h, best) && !c.clauseOf(h, rival):
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
	r.Message = fmt.Sprintf("The article has %s, of something else.", c.a.phrase(a))
	if rival >= 0 && theirs > 2*mine && c.likened(h, &c.a.figures[rival]) {
		r.Suggestion = c.suggest(h, &c.a.figures[rival])
	}
	return r
}

// companion reports whether the number beside h in the headline stands beside the same number in the article.
func (c *checker) companion(h *figure, stated []int) bool {
	for i := range c.head.figures {
		g := &c.head.figures[i]
		if g == h || g.first-h.last > 3 || h.first-g.last > 3 || g.Kind == quantity.Year || g.Kind == quantity.Date {
			continue
		}
		for _, k := range stated {
			a := &c.a.figures[k]
			for j := max(0, k-2); j < min(k+3, len(c.a.figures)); j++ {
				if b := &c.a.figures[j]; j != k && b.sentence == a.sentence && b.first-a.last <= 4 && a.first-b.last <= 4 && c.says(g, b) {
					return true
				}
			}
		}
	}
	return false
}

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
	case quantity.Distance, quantity.Mass, quantity.Area, quantity.Volume, quantity.Speed, quantity.Measure, quantity.Ordinal, quantity.Date, quantity.Vague, quantity.Multiple, quantity.Score, quantity.Time, quantity.Group:
		return false
	}
	if h.Kind == quantity.Year {
		return true
	}
	if h.Words && h.low >= 1000 && !a.Words || a.Kind == quantity.Ordinal {
		return false // half a million for 500,000, a million for the millionth
	}
	if a.composed(c.a.text) {
		return false // it knows each of the parts only
	}
	mine, theirs := digitsOf(h.Text(c.head.text)), digitsOf(a.Text(c.a.text))
	return a.Exact() && near(h.low, a.low) && h.Unit == a.Unit && !(h.Words && h.low == 12) && (mine == theirs || mine == "" || theirs == "")
}

// composed reports whether a figure has several numbers: seven years and six months.
func (f *figure) composed(text string) bool {
	return f.first < f.last-2 && strings.Contains(f.Text(text), " and ")
}

// contrast reports whether a sentence of the article says the number of one thing and another number of what the headline
// speaks of: 17 weeks for a hip and 21 for a knee.
func (c *checker) contrast(h *figure, stated []int) bool {
	if h.Kind == quantity.Score || h.Kind == quantity.Multiple || h.Kind == quantity.Year || h.Kind == quantity.Date {
		return false
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
			if b.Kind != a.Kind && !bare(b) || b.Kind == quantity.Date || b.Kind == quantity.Year || b.Start < a.End && a.Start < b.End || c.says(h, b) || c.compared(a, b) ||
				a.Kind == quantity.Count && !(b.low < 10*a.low && a.low < 10*b.low) || near(a.total, b.low) || near(b.total, a.low) {
				continue
			}
			theirs := c.a.clause(b)
			if len(theirs) > 0 && !slices.ContainsFunc(theirs, func(k int) bool { return !has(c.a.words[k].stem) }) {
				found = true
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
		k := sort.Search(len(p.figures), func(k int) bool { return p.figures[k].last > i })
		return k < len(p.figures) && p.figures[k].first <= i && (p.figures[k].first >= f.last || p.figures[k].last <= f.first)
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

// otherNoun reports whether the article has the number of other things alone, and another number of what the headline counts:
// 14 injuries and nine crashes, where it says 14 crashes.
func (c *checker) otherNoun(h *figure, stated []int) bool {
	of := meaning(h.Of)
	if of == "" || h.Kind != quantity.Count || people[of] {
		return false
	}
	for _, i := range stated {
		if a := &c.a.figures[i]; a.Of == "" || meaning(a.Of) == of {
			return false
		}
	}
	for i := range c.a.related() {
		a := &c.a.figures[i]
		if a.Kind == quantity.Count && meaning(a.Of) == of && slices.ContainsFunc(stated, func(j int) bool { return c.a.figures[j].sentence == a.sentence }) {
			return true
		}
	}
	return false
}

// otherName reports whether an age stands behind the name of one person in the headline and of another in the article.
func (c *checker) otherName(h *figure, stated []int) bool {
	mine := c.head.nameBefore(h)
	if !slices.ContainsFunc(c.a.places[mine], func(k int) bool { return c.a.words[k].name }) {
		return false // Guard, 47
	}
	for _, i := range stated {
		if theirs := c.a.nameBefore(&c.a.figures[i]); theirs == "" || theirs == mine {
			return false
		}
	}
	return true
}

// nameBefore is the stem of the name before an age: Okoro-Finn, 19.
func (p *passage) nameBefore(f *figure) string {
	k := f.first - 1
	if f.Kind != quantity.Age && f.Kind != quantity.Count || k < 0 || f.first >= len(p.words) || strings.TrimSpace(p.text[p.words[k].end:f.Start]) != "," || !p.words[k].capital {
		return ""
	}
	return p.words[k].stem
}

// otherWhole reports whether a share is taken of one thing in the headline, of another in the article.
func (c *checker) otherWhole(h *figure, stated []int) bool {
	if h.Kind != quantity.Share || h.Of == "" {
		return false
	}
	for _, i := range stated {
		a := &c.a.figures[i]
		if a.Of == "" || meaning(a.Of) == meaning(h.Of) || c.a.beside(a, meaning(h.Of)) {
			return false
		}
	}
	return true
}

// otherPeriod reports whether the headline has a sum of money for a time, a month, of which the article says nothing where it has the sum.
func (c *checker) otherPeriod(h *figure, stated []int) bool {
	if h.Kind != quantity.Money || spells[h.Per] == quantity.NoUnit {
		return false
	}
	for _, i := range stated {
		a := &c.a.figures[i]
		if a.Per != "" {
			return false
		}
		for s := max(0, a.sentence-1); s <= min(a.sentence+1, len(c.a.sentences)-1); s++ {
			if text := strings.ToLower(c.a.text[c.a.sentences[s].start:c.a.sentences[s].end]); strings.Contains(text, h.Per) || h.Per == "day" && strings.Contains(text, "daily") || h.Per == "year" && strings.Contains(text, "annual") {
				return false
			}
		}
	}
	return true
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

// asLevel reports whether the headline has a share as what is left, and the article as what was lost or won: fall to a
// fifth, and a fifth fewer; a third of the cost, and a third more.
func (c *checker) asLevel(h *figure, stated []int) bool {
	if h.Kind != quantity.Share || c.head.word(h.first-1) != "to" && (c.head.word(h.last) != "of" || h.Direction != 0) {
		return false
	}
	for _, i := range stated {
		a := &c.a.figures[i]
		switch c.a.word(a.last) {
		case "fewer", "less", "more", "lower", "higher", "off", "below", "above":
		default:
			if a.Direction == 0 || c.a.word(a.first-1) == "to" {
				return false
			}
		}
	}
	return true
}

// otherOrder reports whether the article has the ordinal of other things alone, and another of what the headline counts: the third weekend, and a
// film that placed fourth, where it says the fourth weekend.
func (c *checker) otherOrder(h *figure, stated []int) bool {
	if h.Kind != quantity.Ordinal || h.Of == "" {
		return false
	}
	of := meaning(h.Of)
	for _, i := range stated {
		if a := &c.a.figures[i]; meaning(a.Of) == of || c.a.beside(a, of) {
			return false
		}
	}
	return slices.ContainsFunc(c.a.related(), func(a figure) bool { return a.Kind == quantity.Ordinal && meaning(a.Of) == of && a.low > 1 })
}

// otherRank reports whether the headline has a place in an order, climbs to third, and the article the ordinal of other things alone: the third quarter.
func (c *checker) otherRank(h *figure, stated []int) bool {
	if h.Kind != quantity.Ordinal || h.Of != "" || h.last < len(c.head.words) && c.head.word(h.last) != "in" && c.head.word(h.last) != "behind" {
		return false
	}
	switch c.head.word(h.first - 1) {
	case "to", "in", "into", "takes", "finishes", "is", "comes", "up", "down", "stay", "stays":
	default:
		return false
	}
	for _, i := range stated {
		switch a := &c.a.figures[i]; a.Of {
		case "", "place", "spot", "posit", "seed", "overal", "rank", "finish":
			return false
		default:
			if a.Kind != quantity.Ordinal || c.inHeadline(a.Of) {
				return false
			}
		}
	}
	return true
}

// otherBeyond reports whether the article has the number only as by how much one is ahead of another, and another number of what the headline counts: 160
// points, 40 ahead of Orlova, where it says 40 points.
func (c *checker) otherBeyond(h *figure, stated []int) bool {
	if h.Direction != 0 || c.asks(h, "difference") {
		return false
	}
	for _, i := range stated {
		a := &c.a.figures[i]
		if !c.a.beyond(a) || i == 0 {
			return false
		}
		if b := &c.a.figures[i-1]; b.sentence != a.sentence || b.Kind != h.Kind && b.Kind != quantity.Points || b.low < a.low {
			return false
		}
	}
	return true
}

// otherSubject reports whether the name before a number in the headline stands beside another number of the sentence that has it: Pohl was third and
// Ravn fourth, where it says Ravn is third.
func (c *checker) otherSubject(h *figure, stated []int) bool {
	if h.Kind == quantity.Score || h.Kind == quantity.Year || h.Kind == quantity.Date {
		return false
	}
	name := ""
	for k := h.first - 1; k >= max(0, h.first-4) && name == ""; k-- {
		if s := c.head.words[k].stem; s != "" && c.head.words[k].capital && slices.ContainsFunc(c.a.places[s], func(k int) bool { return c.a.words[k].name }) {
			name = s
		}
	}
	has := func(f *figure) bool {
		return slices.ContainsFunc(c.a.clause(f), func(k int) bool { return c.a.words[k].stem == name })
	}
	for _, i := range stated {
		a := &c.a.figures[i]
		if name == "" || i >= len(c.met) || has(a) {
			return false
		}
		found := false
		for j := c.a.figuresFrom(a.sentence); j < len(c.met) && c.a.figures[j].sentence == a.sentence && !found; j++ {
			b := &c.a.figures[j]
			found = j != i && (b.Kind == a.Kind && b.Unit == a.Unit || bare(a) && b.Kind == quantity.Points) && !near(a.low, b.low) && !c.compared(a, b) && c.a.names(a) && has(b)
		}
		if !found {
			return false
		}
	}
	return true
}

// names reports whether a name stands in the clause of a figure.
func (p *passage) names(f *figure) bool {
	return slices.ContainsFunc(p.clause(f), func(k int) bool { return p.words[k].name })
}

// otherPart reports whether the article has the number as a part of what the headline counts, and says of the part what the headline does not: 71,000
// people, of whom 52,000 are women, where it says 52,000 people.
func (c *checker) otherPart(h *figure, stated []int) bool {
	if h.Kind != quantity.Count || c.head.word(h.last) == "of" {
		return false
	}
	for _, i := range stated {
		a := &c.a.figures[i]
		if a.total <= a.low || a.Of != "" && sameNoun(a.Of, h.Of) || i >= len(c.met) || a.whole >= len(c.met) || c.affinity(h, a.whole) < c.affinity(h, i) {
			return false
		}
		said := ""
		for k := a.last; k < min(a.last+5, len(c.a.words)) && c.a.words[k].sentence == a.sentence && said == ""; k++ {
			said = c.a.words[k].stem
		}
		if said == "" || c.inHeadline(said) {
			return false
		}
	}
	return true
}

// otherMargin reports whether the headline has a number as what a match or a vote was won by, which the scores of the article do not have,
// and the article has it of something else.
func (c *checker) otherMargin(h *figure, stated []int) bool {
	if c.head.word(h.first-1) != "by" || h.Kind != quantity.Count && h.Kind != quantity.Points || h.Of != "" && !scored[h.Of] && h.Of != "point" {
		return false
	}
	for _, i := range stated {
		if w := c.a.word(c.a.figures[i].first - 1); w == "by" || c.a.beyond(&c.a.figures[i]) {
			return false
		}
	}
	scores := false
	for i := range c.a.related() {
		if a := &c.a.figures[i]; a.Kind == quantity.Score {
			if near(math.Abs(a.low-a.high), h.low) {
				return false
			}
			scores = true
		}
	}
	return scores
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
