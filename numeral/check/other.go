package check

import (
	"math"
	"slices"
	"sort"
	"strings"

	"hed/numeral/quantity"
)

// otherNoun reports whether the article has the number of other things alone, and another number of what the headline counts:
// 14 injuries and nine crashes, where it says 14 crashes.
func (c *checker) otherNoun(h *figure, stated []int) bool {
	of := meaning(h.Of)
	if of == "" || h.Kind != quantity.Count || people[of] {
		return false
	}
	for _, i := range stated {
		if a := &c.a.figures[i]; a.Of == "" && a.Kind != quantity.Points && !c.inGroups(a, of) || meaning(a.Of) == of {
			return false
		}
	}
	for i := range c.a.related() {
		a := &c.a.figures[i]
		if a.Kind == quantity.Count && meaning(a.Of) == of && slices.ContainsFunc(stated, func(j int) bool { return c.takenFor(h, a, &c.a.figures[j]) }) {
			return true
		}
	}
	return false
}

// takenFor reports whether somebody may have written the number of figure b in place of a, which counts what h does.
func (c *checker) takenFor(h, a, b *figure) bool {
	apart := b.sentence - a.sentence
	if apart == 0 || b.Kind == quantity.Points && -1 <= apart && apart <= 1 {
		return true
	}
	if a.total != 0 || b.total != 0 {
		return false
	}
	if people[meaning(b.Of)] && b.Of != "member" && a.Of == h.Of && !c.inHeadline(b.Of) {
		return true
	}
	of := meaning(h.Of)
	named := a.last < len(c.a.words) && c.a.words[a.last].name && c.a.stemAt(a.last) == of // its noun is part of a name
	return named && b.Of != "" && !sameNoun(b.Of, of) && a.low < 3*h.low && h.low < 3*a.low
}

// otherName reports whether an age stands behind the name of one person in the headline and of another in the article.
func (c *checker) otherName(h *figure, stated []int) bool {
	mine := c.head.nameBefore(h)
	if !slices.ContainsFunc(c.a.places[mine], func(k int) bool { return c.a.words[k].name }) {
		return false // Guard, 47
	}
	own := slices.ContainsFunc(c.a.related(), func(b figure) bool { return b.Kind == quantity.Age && c.a.nameBefore(&b) == mine }) // Holst, 29, where it says Holst, 22
	given := c.head.stemAt(h.first - 2)
	for _, i := range stated {
		a := &c.a.figures[i]
		theirs, first := c.a.nameBefore(a), c.a.stemAt(a.first-2)
		if theirs == "" && !own {
			return false
		}
		differ := given != "" && first != "" && given != first && c.a.nameAt(given) && c.a.words[a.first-2].capital
		if theirs == mine && !(own && differ) { // Greet Maes, 71, where Hendrik Maes is 71
			return false
		}
	}
	return true
}

// nameBefore is the stem of the name before an age: Okoro-Finn, 19.
func (p *passage) nameBefore(f *figure) string {
	k := f.first - 1
	if f.Kind != quantity.Age && f.Kind != quantity.Count || k < 0 || f.first >= len(p.words) || !p.words[k].capital {
		return ""
	}
	if end := p.words[k].end; end > f.Start || strings.TrimSpace(p.text[end:f.Start]) != "," { // the second side of a vote begins where the first does
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
			if speaksOf(strings.ToLower(c.a.text[c.a.sentences[s].start:c.a.sentences[s].end]), h.Per) {
				return false
			}
		}
	}
	return true
}

// speaksOf reports whether a text in lower case has a time that rates are for: a day, daily.
func speaksOf(text, per string) bool {
	switch {
	case per == "day" && strings.Contains(text, "daily"), per == "year" && strings.Contains(text, "annual"):
		return true
	}
	return strings.Contains(text, per)
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
			if a.Direction == 0 || c.a.word(a.first-1) == "to" || a.end || a.Hedge == quantity.Between {
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
	of, found := meaning(h.Of), false
	for _, i := range stated {
		a := &c.a.figures[i]
		if a.Kind == quantity.Count && c.a.ordered(a) {
			found = true // three books, the second of which
			continue
		}
		if meaning(a.Of) == of || c.a.beside(a, of) {
			return false
		}
	}
	return found || slices.ContainsFunc(c.a.related(), func(a figure) bool { return a.Kind == quantity.Ordinal && meaning(a.Of) == of && a.low > 1 })
}

// ordered reports whether an ordinal shortly behind a count names one of those counted: three books, the second of which.
func (p *passage) ordered(a *figure) bool {
	return slices.ContainsFunc(p.related(), func(b figure) bool {
		return b.Kind == quantity.Ordinal && b.sentence == a.sentence && b.first >= a.last && b.first-a.last <= 4 && !near(a.low, b.low) && p.word(b.last) == "of"
	})
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
	if h.Kind == quantity.Score || isDate(h) {
		return false
	}
	name := ""
	for k := h.first - 1; k >= max(0, h.first-4) && name == "" && !strings.ContainsAny(c.head.between(k), ",;:—"); k-- {
		if w := &c.head.words[k]; w.stem != "" && w.capital && slices.ContainsFunc(c.a.places[w.stem], func(i int) bool { return c.a.words[i].capital && c.a.word(i) == c.head.word(k) }) {
			name = w.stem
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
			alike := b.Kind == a.Kind && b.Unit == a.Unit || bare(a) && b.Kind == quantity.Points
			found = j != i && alike && !near(a.low, b.low) && !c.compared(a, b) && c.a.names(a) && has(b)
		}
		if !found {
			return false
		}
	}
	return true
}

// ofOther reports whether a way leads from a figure that the article has of somebody or something else than the headline speaks of.
func (c *checker) ofOther(h *figure, w *way) bool {
	switch w.kind {
	case "before", "difference":
		return c.otherChange(w)
	case "sum":
		return c.otherShare(h, w)
	case "rounding", "hedge", "conversion":
		alone := []int{w.figure}
		if h.Kind == quantity.Share && c.counterpart(w.figure) || w.kind == "hedge" && c.a.figures[w.figure].total > 0 && c.otherPart(h, alone) {
			return true
		}
		return c.otherSubject(h, alone) || c.otherThing(h, w) || c.otherTime(h, alone)
	case "share", "change", "multiple":
		part := w.figure
		if c.a.figures[part].total == 0 && w.second > 0 {
			part = w.second // of 20 farms, 15
		}
		return c.otherCompanion(h, w) || w.kind == "share" && c.otherHave(h, []int{part}) || c.a.figures[w.figure].Kind == quantity.Share && c.otherSubject(h, []int{w.figure})
	case "remainder":
		return c.otherLeft(h, w)
	}
	return false
}

// otherChange reports whether a way leads from a change of one thing, and the headline speaks of another whose change the article has too: wages rise £200,
// where rents rose by 20% to £1,200 and wages by 5% to £2,100.
func (c *checker) otherChange(w *way) bool {
	change := func(i int) bool {
		if i+1 >= len(c.met) {
			return false
		}
		a, b := &c.a.figures[i], &c.a.figures[i+1]
		return c.a.ledTo(a, b) || a.Kind == quantity.Multiple && a.sentence == b.sentence && b.first-a.last <= 2 && c.a.word(b.first-1) == "to"
	}
	if w.figure < 0 || w.second < 0 || max(w.figure, w.second)-min(w.figure, w.second) != 1 || !change(min(w.figure, w.second)) {
		return false
	}
	mine, theirs := false, false
	for k := range c.head.words {
		if c.head.words[k].stem == "" || c.head.numbers(k) {
			continue
		}
		for _, p := range c.a.places[c.head.words[k].stem] {
			switch next := c.a.changeBehind(p); {
			case next < 0:
			case next == min(w.figure, w.second):
				mine = true
			case change(next):
				theirs = true
			}
		}
	}
	return theirs && !mine
}

// changeBehind is the first figure behind word i of its sentence, -1 where that is more than a few words off or where word i says which way something
// went.
func (a *article) changeBehind(i int) int {
	switch a.words[i].stem {
	case "rise", "fall", "cut", "month", "year":
		return -1
	}
	for k := i + 1; k < min(i+6, len(a.words)) && a.words[k].sentence == a.words[i].sentence; k++ {
		if f := a.figureAt(k); f >= 0 {
			return f
		}
	}
	return -1
}

// otherShare reports whether a sum is made of what two have whom their sentences begin with, of whom the headline names one: Ek fined £3,650, where Ek was fined
// £1,250 and Holm £2,400.
func (c *checker) otherShare(h *figure, w *way) bool {
	if w.figure < 0 || w.second <= 0 || h.Kind != quantity.Money {
		return false
	}
	opener := func(s int) string {
		k := c.a.wordsFrom(s)
		if c.a.stemAt(k) == "" {
			k++
		}
		if c.a.stemAt(k) == "" {
			return ""
		}
		return c.a.word(k)
	}
	first, second := c.a.figures[w.figure].sentence, c.a.figures[w.second].sentence
	for k := c.a.wordsFrom(second); k < c.a.wordsFrom(second+1); k++ {
		if w := c.a.word(k); pronoun(w) || determines(w) && w != "the" && w != "a" && w != "an" && w != "one" {
			return false // insurers paid out $90 million; the second cost them $270 million
		}
	}
	x, y := opener(first), opener(second)
	if first == second || x == "" || y == "" || x == y || c.head.has("total", "all", "together", "combined") {
		return false
	}
	return c.head.has(x) != c.head.has(y) && !c.a.more(&c.a.figures[w.second])
}

// otherCompanion reports whether a number that stands beside h in the headline stands beside another number of its kind in the article: a third are under 15,
// where two-thirds are under 15.
func (c *checker) otherCompanion(h *figure, w *way) bool {
	for k := range c.head.figures {
		g := &c.head.figures[k]
		if g == h || !besideNumber(h, g) {
			continue
		}
		for i := range c.a.related() {
			a := &c.a.figures[i]
			if !c.says(g, a) {
				continue
			}
			for j := max(0, i-1); j < min(i+2, len(c.met)); j++ {
				if j == i || j == w.figure || j == w.second {
					continue
				}
				b := &c.a.figures[j]
				beside := b.sentence == a.sentence && apartBy(a, b) <= 6
				if beside && b.Kind == h.Kind && b.Direction == h.Direction && otherShareThan(h, b) {
					return true
				}
			}
		}
	}
	return false
}

// otherLeft reports whether what a part leaves is of others than the headline counts: the dead are not missing, and those who were dug out alive are
// not dead.
func (c *checker) otherLeft(h *figure, w *way) bool {
	if h.Kind != quantity.Count || w.figure < 0 {
		return false
	}
	a := &c.a.figures[w.figure]
	whole := &c.a.figures[a.whole]
	theirs, mine := c.a.fate(whole), c.head.fate(h)
	if theirs == "" {
		theirs = c.a.fate(a)
	}
	switch {
	case mine == theirs:
		return false
	case mine == "die":
		return !c.counterpart(w.figure) && !c.leaves(w.figure)
	case mine == "" && theirs == "die":
		return c.head.has("missing", "buried", "trapped", "lost", "stranded")
	}
	return false
}

// otherThing reports whether a hedge or a rounding of a share is of a figure whose sentence has nothing of what the headline says.
func (c *checker) otherThing(h *figure, w *way) bool {
	return h.Kind == quantity.Share && h.Words && w.affinity < leastTouch/2 && h.Of != "" && meaning(c.a.figures[w.figure].Of) != meaning(h.Of)
}

// names reports whether a name stands in the clause of a figure.
func (p *passage) names(f *figure) bool {
	return slices.ContainsFunc(p.clause(f), func(k int) bool { return p.words[k].name || p.words[k].capital && !p.numbers(k) })
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

// otherHave reports whether the headline has a number of those who lack something, and the article of those who have it: three of 14 schools have one.
func (c *checker) otherHave(h *figure, stated []int) bool {
	if !c.head.has("lack", "lacks", "lacking", "without") || c.head.has("have", "has", "had") {
		return false
	}
	for _, i := range stated {
		a, has := &c.a.figures[i], false
		for k := a.last; k < min(a.last+8, len(c.a.words)) && c.a.words[k].sentence == a.sentence; k++ {
			switch c.a.word(k) {
			case "have", "has", "had":
				has = true
			case "no", "not", "lack", "without":
				return false
			}
		}
		if !has || a.total == 0 {
			return false
		}
	}
	return true
}

// otherVote reports whether the headline gives the votes of one side to the other: 382 against, where a bill passed by 382 to 274.
func (c *checker) otherVote(h *figure, stated []int) bool {
	no := c.head.has("against", "oppose", "opposes", "opposed", "reject", "rejects")
	yes := c.inHeadline("back") || c.head.has("for") && c.inHeadline("vote") || c.head.has("pass", "passes", "passed", "adopts", "adopted", "carried", "approves", "approved")
	for _, i := range stated {
		a := &c.a.figures[i]
		if h.Kind != quantity.Count || a.Kind != quantity.Score && !a.end || no == yes || c.namesOther(a.sentence) {
			return false
		}
		first, second := a.low, a.high
		if a.end {
			first, second = max(a.low, a.opposite), min(a.low, a.opposite)
		}
		passed := c.a.sentenceHas(a.sentence, carries, "to") && !c.a.sentenceHas(a.sentence, opposes, "rejected")
		if !passed || near(first, second) || !(no && near(h.low, first) || yes && near(h.low, second)) {
			return false
		}
	}
	return true
}

// What says that a vote was for something, and against it.
var (
	carries = set("back pass adopt approv carri")
	opposes = set("oppos")
)

// otherHedge reports whether the hedge of a number in the headline stands before another number of the sentence that has it: at least £18,000, plus
// £1,200, where it says at least £1,200.
func (c *checker) otherHedge(h *figure, stated []int) bool {
	if h.Hedge == quantity.None || h.Hedge == quantity.About || h.Hedge == quantity.Between || h.Hedge == quantity.Record {
		return false
	}
	for _, i := range stated {
		a, found := &c.a.figures[i], false
		for j := c.a.figuresFrom(a.sentence); j < len(c.a.figures) && c.a.figures[j].sentence == a.sentence && a.Hedge == quantity.None; j++ {
			b := &c.a.figures[j]
			found = found || j != i && b.Hedge == h.Hedge && b.Kind == a.Kind && b.Unit == a.Unit && !near(a.low, b.low)
		}
		if !found {
			return false
		}
	}
	return true
}

// otherAll reports whether the headline speaks of all of a whole, of which the article has a part: all 13 charges, where 11 of 13 were admitted.
func (c *checker) otherAll(h *figure, stated []int) bool {
	if c.head.word(h.first-1) != "all" {
		return false
	}
	return !slices.ContainsFunc(stated, func(i int) bool {
		a := &c.a.figures[i]
		return !slices.ContainsFunc(c.a.related(), func(f figure) bool {
			return f.sentence == a.sentence && near(f.total, a.low) && f.low < f.total && c.inHeadline(c.a.stemAt(f.first-1))
		})
	})
}

// oppositePart reports whether the article has the number as a part of which it says the opposite: won four of six, where four of six were lost.
func (c *checker) oppositePart(h *figure, stated []int) bool {
	return !slices.ContainsFunc(stated, func(i int) bool {
		return i >= len(c.met) || c.a.figures[i].total == 0 && c.a.figures[i].Kind != quantity.Share || !c.counterpart(i)
	})
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

// otherActor reports whether the headline gives to somebody what the article says of another, and has another number of the same for the one whom
// the headline names: a break of 141 by Ratana, where Post made one of 134.
func (c *checker) otherActor(h *figure, stated []int) bool {
	name := ""
	for k := range c.head.words[:min(h.first, len(c.head.words))] {
		if s := c.head.words[k].stem; s != "" && c.head.words[k].capital && c.a.nameAt(s) && name == "" {
			name = s
		}
	}
	if name == "" || h.Kind == quantity.Score || isDate(h) {
		return false
	}
	for _, i := range stated {
		a := &c.a.figures[i]
		if actor := c.a.actor(a.sentence); actor == "" || actor == name || c.a.said(a, name) || c.inHeadline(actor) {
			return false
		}
	}
	return slices.ContainsFunc(c.a.related(), func(b figure) bool {
		if c.conflict(h, &b) != "value" || c.says(h, &b) || !c.a.alikeAt(&b, c.head, h) {
			return false
		}
		switch c.a.word(c.a.wordsFrom(b.sentence)) {
		case "he", "she", "his", "her", "they", "it", "its":
			return true
		}
		return c.a.said(&b, name)
	})
}

// alikeAt reports whether a figure is of the same noun as h of the headline, or has the same word before it: a break of 134.
func (p *passage) alikeAt(b *figure, head *passage, h *figure) bool {
	if h.Of != "" {
		return meaning(b.Of) == meaning(h.Of)
	}
	s := head.stemAt(h.first - 2)
	return s != "" && head.word(h.first-1) == "of" && p.word(b.first-1) == "of" && p.stemAt(b.first-2) == s
}

// nameAt reports whether a stem is that of a name.
func (a *article) nameAt(stem string) bool {
	return slices.ContainsFunc(a.places[stem], func(k int) bool { return a.words[k].name })
}

// actor is the stem of the name that a sentence begins with, also behind what somebody is: Polish captain Zofia Malin. It is "" where the
// sentence begins with another word.
func (a *article) actor(sentence int) string {
	from := a.wordsFrom(sentence)
	for k := from; k < min(from+3, len(a.words)) && a.words[k].sentence == sentence && a.words[k].stem != ""; k++ {
		if a.words[k].capital && a.nameAt(a.words[k].stem) {
			return a.words[k].stem
		}
	}
	return ""
}

// wordsFrom is the first word of a sentence.
func (p *passage) wordsFrom(sentence int) int {
	return sort.Search(len(p.words), func(k int) bool { return p.words[k].sentence >= sentence })
}

// otherMark reports whether the headline has a new record and the article the number as the old one.
func (c *checker) otherMark(h *figure, stated []int) bool {
	if !c.head.has("record", "mark", "high", "best", "peak") || c.head.has("old", "previous", "former", "from", "than", "beat", "beats", "past", "tops", "passes") {
		return false
	}
	switch c.head.word(h.first - 1) {
	case "with", "at", "to":
	case "of":
		if !c.head.has("new", "set", "sets", "reach", "reaches", "hit", "hits") {
			return false // breaks the record of 139
		}
	default:
		return false
	}
	for _, i := range stated {
		a := &c.a.figures[i]
		old := false
		for k := a.first - 1; k >= max(0, a.first-7) && c.a.words[k].sentence == a.sentence; k-- {
			switch c.a.word(k) {
			case "old", "previous", "former", "earlier", "prior":
				old = true
			}
		}
		if !old {
			return false
		}
	}
	return true
}

// namesOther reports whether the headline has names of the article, and a sentence none of them.
func (c *checker) namesOther(sentence int) bool {
	found := false
	for k := range c.head.words {
		w := &c.head.words[k]
		if w.stem == "" || !w.capital {
			continue
		}
		for _, p := range c.a.places[w.stem] {
			if c.a.words[p].name {
				found = true
				if c.a.words[p].sentence == sentence {
					return false
				}
			}
		}
	}
	return found
}

// inGroups reports whether a number without a noun is followed by how many groups they are: at least 42, in nine packs.
func (c *checker) inGroups(a *figure, of string) bool {
	k := a.last
	return c.a.word(k) == "in" && k+1 < len(c.a.words) && c.a.figureAt(k+1) >= 0 && meaning(c.a.figures[c.a.figureAt(k+1)].Of) == of
}
