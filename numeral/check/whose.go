package check

import (
	"slices"
	"strings"

	"hed/numeral/quantity"
)

// otherTime reports whether the article has the number of another time or event alone, where the headline speaks of none, and another number of the same: four
// killed, and eight at Studenka in 2008.
func (c *checker) otherTime(h *figure, stated []int) bool {
	switch h.Kind {
	case quantity.Year, quantity.Date, quantity.Time, quantity.Duration, quantity.Score, quantity.Age:
		return false
	}
	if c.head.bygone(0, len(c.head.words), 0) || c.head.word(h.first-1) == "from" || slices.ContainsFunc(c.head.figures, func(f figure) bool { return f.When.Year != 0 }) {
		return false
	}
	for _, i := range stated {
		a := &c.a.figures[i]
		if i >= len(c.met) || h.Kind == quantity.Ordinal && c.wordBeside(h, i) || !c.a.pastOnly(a) {
			return false
		}
	}
	return slices.ContainsFunc(c.a.related(), func(b figure) bool {
		if c.conflict(h, &b) != "value" || c.says(h, &b) || b.total > 0 || !(b.low < 100*h.low && h.low < 100*b.low) {
			return false
		}
		return !c.a.pastOnly(&b) && slices.ContainsFunc(stated, func(i int) bool { return c.sameSaid(h, &c.a.figures[i], &b) })
	})
}

// sameSaid reports whether the clauses of two figures both have the word that stands next to h in the headline, or count the same noun that h does.
func (c *checker) sameSaid(h, a, b *figure) bool {
	if f := c.head.fate(h); f != "" {
		return c.a.fate(a) == f && c.a.fate(b) == f
	}
	if h.Of != "" && b.Of != "" && !sameNoun(h.Of, b.Of) {
		return false
	}
	for _, k := range c.head.clause(h) {
		switch s := c.head.words[k].stem; {
		case s == "rise" || s == "fall" || s == "cut": // of anything
		case !c.head.words[k].name && c.a.inClause(a, s) && c.a.inClause(b, s):
			return true
		}
	}
	return false
}

// phraseOf are the words around a figure up to the next comma or figure on either side, which say when it was. What stands before a comma and when is one of them.
func (p *passage) phraseOf(f *figure) (from, to int) {
	first, last := p.wordsFrom(f.sentence), p.wordsFrom(f.sentence+1)
	from, to = f.first, f.last
	for from > first && f.first-from < 12 && !p.countsAt(from-1) && (!strings.ContainsAny(p.between(from-1), ",;:—") || p.word(from) == "when") {
		from--
	}
	for to < last && to-f.last < 5 && !p.countsAt(to) && !strings.ContainsAny(p.between(to-1), ",;:—") {
		to++
	}
	return from, to
}

// ago reports whether the words behind a figure say that it was some time ago: for £90 five years ago.
func (p *passage) ago(f *figure) bool {
	for k := f.last; k < min(f.last+4, len(p.words)) && p.words[k].sentence == f.sentence; k++ {
		if p.word(k) == "ago" {
			return true
		}
	}
	return false
}

// countsAt reports whether word i is part of a figure that is not a date.
func (p *passage) countsAt(i int) bool {
	k := p.figureAt(i)
	return k >= 0 && p.figures[k].Kind != quantity.Year && p.figures[k].Kind != quantity.Date
}

// bygone reports whether words say that something was at another time: last year, a year earlier, in a year that is before own.
func (p *passage) bygone(from, to, own int) bool {
	for k := from; k < to; k++ {
		switch p.word(k) {
		case "ago", "earlier":
			if w := p.word(k - 1); w == "year" || w == "years" || w == "decade" {
				return true
			}
		case "last", "previous":
			switch w := p.word(k + 1); w {
			case "year", "year's", "year’s", "season", "season's", "season’s", "record":
				return true
			}
		}
		if f := p.figureAt(k); own != 0 && f >= 0 && p.figures[f].Kind == quantity.Year && int(p.figures[f].When.Year) < own && p.figures[f].low == p.figures[f].high {
			return true
		}
	}
	return false
}

// otherHolder reports whether the headline gives a number to one whom it names, and the article to others alone, with another number of the same for the one
// named: Sandru's third victory, where it says her second.
func (c *checker) otherHolder(h *figure, stated []int) bool {
	names := c.subject(h)
	if len(names) == 0 || h.Kind == quantity.Score || isDate(h) {
		return false
	}
	for _, i := range stated {
		if slices.ContainsFunc(names, func(name string) bool { return c.holds(name, &c.a.figures[i]) }) {
			return false
		}
	}
	return slices.ContainsFunc(c.a.related(), func(b figure) bool {
		if c.conflict(h, &b) != "value" || c.says(h, &b) || b.low == 1 || !slices.ContainsFunc(names, func(name string) bool {
			return c.a.inClause(&b, name) || h.Kind == quantity.Ordinal && c.a.said(&b, name)
		}) {
			return false
		}
		switch {
		case h.Kind == quantity.Age:
			return true
		case h.Kind == quantity.Ordinal:
			return b.Of != "" && (meaning(b.Of) == meaning(h.Of) || c.inHeadline(b.Of))
		case h.Kind == quantity.Count:
			return h.Of != "" && meaning(b.Of) == meaning(h.Of)
		}
		return b.Unit == h.Unit && slices.ContainsFunc(c.head.clause(h), func(k int) bool {
			w := &c.head.words[k]
			return !w.capital && c.a.inClause(&b, w.stem)
		})
	})
}

// subject are the stems of the first name before a figure of the headline.
func (c *checker) subject(h *figure) (names []string) {
	for k := range c.head.words[:min(h.first, len(c.head.words))] {
		if w := &c.head.words[k]; w.stem != "" && w.capital && c.a.nameAt(w.stem) {
			names = append(names, w.stem)
		} else if len(names) > 0 {
			break
		}
	}
	return names
}

// holds reports whether a figure of the article may be of one with a name: its sentence has the name, or goes on from one that does.
func (c *checker) holds(name string, a *figure) bool {
	for s := a.sentence; s >= max(0, a.sentence-2); s-- {
		if c.a.said(&figure{sentence: s}, name) {
			return true
		}
		if k := c.a.wordsFrom(s); k >= len(c.a.words) || !pronoun(c.a.word(k)) && !determines(c.a.word(k)) {
			return false
		}
	}
	return false
}

// otherOutcome reports whether the headline has as a defeat what the article has as a win, or the other way round: an 11th straight defeat, where it was the 11th win in a
// row; won all three, where it lost all three.
func (c *checker) otherOutcome(h *figure, stated []int) bool {
	if h.Kind != quantity.Ordinal && h.Kind != quantity.Count {
		return false
	}
	mine := c.head.outcome(h)
	return mine != 0 && !slices.ContainsFunc(stated, func(i int) bool { return c.a.outcome(&c.a.figures[i]) != -mine })
}

// outcome is 1 where a figure counts what was won, -1 for what was lost, 0 where neither its noun nor the verb before it says so.
func (p *passage) outcome(f *figure) int {
	for k := f.last; k < min(f.last+3, len(p.words)) && p.words[k].sentence == f.sentence && !strings.ContainsAny(p.between(k-1), ",;:—"); k++ {
		switch p.word(k) {
		case "win", "wins", "victory", "victories", "triumph":
			return 1
		case "defeat", "defeats", "loss", "losses":
			return -1
		}
	}
	k := f.first - 1
	if p.word(k) == "all" {
		k--
	}
	switch p.word(k) {
	case "won", "win", "wins":
		return 1
	case "lost", "lose", "loses":
		return -1
	}
	return 0
}

// otherOpponent reports whether a score stands behind another name in the article than in the headline, and another score behind that: beat Norway 3-1 and Finland 2-1, where
// it says Finland 3-1.
func (c *checker) otherOpponent(h *figure, stated []int) bool {
	name := c.head.stemAt(h.first - 1)
	if h.Kind != quantity.Score || name == "" || !c.a.nameAt(name) {
		return false
	}
	for _, i := range stated {
		if a := &c.a.figures[i]; c.a.stemAt(a.first-1) == name || !c.a.words[max(0, a.first-1)].name {
			return false
		}
	}
	return slices.ContainsFunc(c.a.related(), func(b figure) bool { return b.Kind == h.Kind && c.a.stemAt(b.first-1) == name })
}

// otherPerson reports whether the article has an age of somebody whom it brings in as another than the one it tells of, and the headline says nothing of that other: a
// second man, Alan Pirie, 49; his brother Declan, 80.
func (c *checker) otherPerson(h *figure, stated []int) bool {
	if h.Kind != quantity.Age && !(bare(h) && c.head.apposed(h)) {
		return false
	}
	for _, i := range stated {
		a, other := &c.a.figures[i], false
		if a.Kind != quantity.Age || c.inHeadline(c.a.stemAt(a.last)) {
			return false
		}
		for k := a.first - 1; k >= max(0, a.first-6) && c.a.words[k].sentence == a.sentence && !other; k-- {
			if s := c.a.words[k].stem; s != "" && c.inHeadline(s) {
				return false
			}
			switch c.a.word(k) {
			case "second", "third", "another", "brother", "sister", "wife", "husband", "son", "daughter", "mother", "father", "cousin", "uncle", "aunt", "nephew", "niece",
				"friend", "accomplice", "colleague", "predecessor", "successor", "rival", "neighbour", "neighbor", "partner":
				other = !c.head.has(c.a.word(k))
			}
		}
		if !other {
			return false
		}
	}
	return slices.ContainsFunc(c.a.related(), func(b figure) bool { return b.Kind == quantity.Age && !near(b.low, h.low) })
}

// otherDeed reports whether the word before a number in the headline stands before another number of the same unit in the article, and nowhere around the number that the headline
// has: lost 16 kilograms, where a bicycle weighs 16 kilograms and six were lost.
func (c *checker) otherDeed(h *figure, stated []int) bool {
	if (!measured(h.Kind) || h.Kind == quantity.Money) && h.Kind != quantity.Score && h.Kind != quantity.Year && !(h.low < 0) {
		return false
	}
	if h.Kind == quantity.Year {
		return !slices.ContainsFunc(stated, func(i int) bool { return c.a.inClause(&c.a.figures[i], c.head.stemAt(h.first-2)) }) && c.otherYear(h)
	}
	k := h.first - 1
	for k >= 0 && k > h.first-3 && c.head.words[k].stem == "" {
		k--
	}
	deed := c.head.stemAt(k)
	if h.Kind == quantity.Share && c.head.word(h.first-1) == "to" {
		return false // slows to 2%
	}
	switch deed {
	case "", "rise", "cut", "cost", "record":
		return false
	case "fall":
		if c.head.word(k) != "lost" {
			return false
		}
	}
	if c.a.nameAt(deed) {
		return false
	}
	mine := 0.0
	for _, i := range stated {
		if i >= len(c.met) || c.a.inClause(&c.a.figures[i], deed) {
			return false
		}
		mine = max(mine, c.affinity(h, i))
	}
	for i := range c.a.related() {
		b := &c.a.figures[i]
		if b.Kind != h.Kind || c.conflict(h, b) == "" || c.says(h, b) {
			continue
		}
		behindDeed := c.a.stemAt(b.first-1) == deed || c.a.stemAt(b.first-2) == deed && c.a.words[b.first-2].sentence == b.sentence
		besideStated := func(j int) bool { return c.a.figures[j].sentence == b.sentence }
		if behindDeed && (c.affinity(h, i) > mine || slices.ContainsFunc(stated, besideStated)) {
			return true
		}
	}
	return false
}

// lived are the stems of what happened to people who did not die of it, as far as a sentence says.
var lived = set("hurt treat rescu arrest surviv evacu hospit infect case charg save test burn displac")

// otherEnd reports whether the headline counts those who died, and the article has the number of people of whom it does not say so, and another number of those who did: two
// killed and nine treated for burns.
func (c *checker) otherEnd(h *figure, stated []int) bool {
	if h.Kind != quantity.Count || c.head.fate(h) != "die" {
		return false
	}
	for _, i := range stated {
		a := &c.a.figures[i]
		if i >= len(c.met) || c.a.fate(a) == "die" || c.a.said(a, "die") && c.a.onlyCount(a) || !slices.ContainsFunc(c.a.clause(a), func(k int) bool { return lived[c.a.words[k].stem] }) {
			return false
		}
	}
	return slices.ContainsFunc(c.a.related(), func(b figure) bool {
		return b.Kind == quantity.Count && !c.says(h, &b) && (c.a.fate(&b) == "die" || c.a.opening(&b) == b.first && c.a.said(&b, "die")) && b.total == 0
	})
}

// onlyCount reports whether a sentence has no other count than a figure.
func (p *passage) onlyCount(f *figure) bool {
	for j := p.figuresFrom(f.sentence); j < len(p.figures) && p.figures[j].sentence == f.sentence; j++ {
		if p.figures[j].Kind == quantity.Count && p.figures[j].Start != f.Start {
			return false
		}
	}
	return true
}

// longestSegment is how many words of a part of a sentence are looked at on each side of a figure.
const longestSegment = 60

// segment are the words of the part of a sentence that a figure stands in, between semicolons or words that set one against another.
func (p *passage) segment(f *figure) (from, to int) {
	first, last := max(p.wordsFrom(f.sentence), f.first-longestSegment), min(p.wordsFrom(f.sentence+1), f.last+longestSegment)
	stops := func(k int) bool { // between words k-1 and k
		w := p.word(k)
		return strings.ContainsAny(p.between(k-1), ";") || w == "while" || w == "whereas"
	}
	from, to = min(f.first, len(p.words)), max(f.last, f.first)
	for from > first && !stops(from) {
		from--
	}
	for to < last && !stops(to) {
		to++
	}
	return from, to
}

// otherSegment reports whether a sentence sets two against each other, and the headline gives to one what the sentence says of the other: Nordline brings 19 ships; Bay Ferries
// brings 12, where it says that Bay Ferries brings 19.
func (c *checker) otherSegment(h *figure, stated []int) bool {
	names := c.subject(h)
	if len(names) == 0 || isDate(h) {
		return false
	}
	within := func(f *figure) bool {
		from, to := c.a.segment(f)
		return slices.ContainsFunc(c.a.words[from:to], func(w word) bool { return slices.Contains(names, w.stem) })
	}
	for _, i := range stated {
		a, found := &c.a.figures[i], false
		if i >= len(c.met) || within(a) {
			return false
		}
		for j := c.a.figuresFrom(a.sentence); j < len(c.met) && c.a.figures[j].sentence == a.sentence && !found; j++ {
			b := &c.a.figures[j]
			found = (b.Kind == a.Kind && b.Unit == a.Unit || bare(b)) && !near(a.low, b.low) && within(b)
		}
		if !found {
			return false
		}
	}
	return true
}

// otherCompany reports whether the headline says when or for what place a number is, and the article says it of another number of the kind alone: $32 million in the third quarter, where
// $7.4 million came in then.
func (c *checker) otherCompany(h *figure, stated []int) bool {
	if h.Kind != quantity.Money && h.Kind != quantity.Count && h.Kind != quantity.Share {
		return false
	}
	for k := range c.head.figures {
		g := &c.head.figures[k]
		if g.first < h.last || g.first-h.last > 3 || !c.head.whenOrWhere(g) || strings.ContainsAny(c.head.gap(h, g), ",;:") {
			continue
		}
		own, other := false, false
		for i := range c.a.related() {
			f := &c.a.figures[i]
			if f.Kind != g.Kind || !c.says(g, f) || g.Kind == quantity.Ordinal && f.Of != g.Of {
				continue
			}
			own = own || slices.ContainsFunc(stated, func(j int) bool { return c.a.figures[j].sentence == f.sentence })
			for j := c.a.figuresFrom(f.sentence); j < len(c.met) && c.a.figures[j].sentence == f.sentence; j++ {
				b := &c.a.figures[j]
				alike := b.Kind == h.Kind && b.Unit == h.Unit && (h.Kind != quantity.Count || meaning(b.Of) == meaning(h.Of))
				other = other || alike && !c.says(h, b)
			}
		}
		if other && !own {
			return true
		}
	}
	return false
}

// whenOrWhere reports whether a figure of a headline says when something was or for what place: in 2019, in the third quarter.
func (p *passage) whenOrWhere(f *figure) bool {
	nth := f.Kind == quantity.Ordinal && f.Of != "" && f.low != 1
	return (isDate(f) || nth) && (p.place(f.first-1) || p.place(f.first-2))
}

// otherMatch reports whether the headline has a score between two whom it names, and the article has it where it names none of them, and another score where it does: beats Fargo 9-3,
// where a pitcher is 9-3 and the match ended 6-0.
func (c *checker) otherMatch(h *figure, stated []int) bool {
	if h.Kind != quantity.Score || !c.inHeadline("win") {
		return false
	}
	named := func(f *figure) bool {
		return slices.ContainsFunc(c.head.words, func(w word) bool { return w.capital && w.stem != "" && c.a.nameAt(w.stem) && c.a.said(f, w.stem) })
	}
	if slices.ContainsFunc(stated, func(i int) bool { return named(&c.a.figures[i]) || c.a.figures[i].Kind != h.Kind }) {
		return false
	}
	return slices.ContainsFunc(c.a.related(), func(b figure) bool { return b.Kind == h.Kind && !c.says(h, &b) && named(&b) && c.a.said(&b, "win") })
}

// otherPlace reports whether the headline gives a place in an order to one, and the article to another in a sentence that names both: Labour came third, ahead of the Greens.
func (c *checker) otherPlace(h *figure, stated []int) bool {
	names := c.subject(h)
	if h.Kind != quantity.Ordinal || len(names) == 0 || h.low == 1 {
		return false
	}
	return !slices.ContainsFunc(stated, func(i int) bool {
		a := &c.a.figures[i]
		actor := c.a.stemAt(c.a.wordsFrom(a.sentence))
		if a.Kind != quantity.Ordinal || actor == "" || slices.Contains(names, actor) || a.first-c.a.wordsFrom(a.sentence) > 4 {
			return true
		}
		return !slices.ContainsFunc(names, func(name string) bool { return c.a.said(a, name) && !c.a.inClause(a, name) })
	})
}

// pastOnly reports whether a figure is of another time than the article.
func (a *article) pastOnly(f *figure) bool {
	from, to := a.phraseOf(f)
	return a.bygone(from, to, a.date.Year())
}

// oppositeNoun reports whether the headline counts what the article counts the opposite of: women, where three men were disqualified.
func (c *checker) oppositeNoun(h *figure, stated []int) bool {
	return h.Kind == quantity.Count && h.Of != "" && !slices.ContainsFunc(stated, func(i int) bool {
		return !slices.Contains(opposites[meaning(c.a.figures[i].Of)], meaning(h.Of))
	})
}

// yearSaid is which year words speak of, from -1 for the last to 1 for the next; ok is false where they speak of none.
func (p *passage) yearSaid(from, to int) (year int, ok bool) {
	for k := max(0, from); k < min(to, len(p.words)-1); k++ {
		if w := p.word(k + 1); w != "year" && w != "season" {
			continue
		}
		switch p.word(k) {
		case "last", "previous":
			return -1, true
		case "this":
			return 0, true
		case "next":
			return 1, true
		}
	}
	return 0, false
}

// yearOf is which year a figure is said to be of, by the words behind it or else those right before it.
func (p *passage) yearOf(f *figure) (year int, ok bool) {
	_, to := p.phraseOf(f)
	if year, ok = p.yearSaid(f.last, to+1); ok {
		return year, true
	}
	return p.yearSaid(max(f.first-4, p.wordsFrom(f.sentence)), f.first)
}

// otherYearSaid reports whether the headline has a number of one year, and the article of another in a sentence that has another number of the first: spent $6.3 billion last year, where
// it spent $5.8 billion last year and plans to spend $6.3 billion this year.
func (c *checker) otherYearSaid(h *figure, stated []int) bool {
	mine, ok := c.head.yearSaid(0, len(c.head.words))
	if !ok || isDate(h) {
		return false
	}
	for _, i := range stated {
		a, found := &c.a.figures[i], false
		if year, ok := c.a.yearOf(a); !ok || year == mine {
			return false
		}
		for j := c.a.figuresFrom(a.sentence); j < len(c.met) && c.a.figures[j].sentence == a.sentence && !found; j++ {
			b := &c.a.figures[j]
			year, ok := c.a.yearOf(b)
			found = b.Kind == a.Kind && b.Unit == a.Unit && ok && year == mine
		}
		if !found {
			return false
		}
	}
	return true
}

// wholeForPart reports whether the headline says of a whole what the article says of a part of it alone: shut 134 shops, where 22 of 134 are shut; 320 rye loaves, where 90 of 320 are rye.
func (c *checker) wholeForPart(h *figure, stated []int) bool {
	if h.Kind != quantity.Count || c.head.word(h.first-1) == "of" || c.head.word(h.first-2) == "of" || c.head.word(h.first-1) == "all" {
		return false
	}
	said := c.head.clause(h)
	for _, i := range stated {
		a, found := &c.a.figures[i], false
		if i >= len(c.met) {
			return false
		}
		for j := max(0, i-2); j < min(i+3, len(c.met)) && !found; j++ {
			p := &c.a.figures[j]
			ofEach := c.a.word(p.first-1) == "which" && c.a.word(p.first-3) == "each"
			if j == i || p.whole != i || !near(p.total, a.low) || p.except || p.sentence != a.sentence || ofEach {
				continue // 1,200 games, in each of which seven marbles are shot, have no part
			}
			from, to := p.first-1, p.first // shut 22 of its 134
			if p.first > a.last {          // 90 of them rye
				from, to = p.last, p.last+4
			}
			for k := max(0, from); k < min(to, len(c.a.words)) && c.a.words[k].sentence == p.sentence; k++ {
				s := c.a.words[k].stem
				if s == "" || s == meaning(a.Of) || s == meaning(h.Of) || !slices.ContainsFunc(said, func(n int) bool { return c.head.words[n].stem == s }) {
					continue
				}
				found = found || p.first < a.first || !c.a.inClause(a, s)
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// asLoss reports whether the headline has as lost or won what the article says there was before or is now: lost 7,900 bakeries, where there were 7,900 and now are 3,400.
func (c *checker) asLoss(h *figure, stated []int) bool {
	switch c.head.word(h.first - 1) {
	case "lost", "loses", "lose", "gained", "gains", "sheds", "shed":
	default:
		return false
	}
	return h.Kind == quantity.Count && !slices.ContainsFunc(stated, func(i int) bool {
		a := &c.a.figures[i]
		if w := c.a.word(a.first - 1); a.Direction != 0 || a.Kind != quantity.Count || w != "had" && w != "has" && w != "were" && w != "are" {
			return true
		}
		return !slices.ContainsFunc(c.a.related(), func(b figure) bool {
			return b.sentence == a.sentence && b.Kind == a.Kind && !near(a.low, b.low) && (b.Of == "" || meaning(b.Of) == meaning(a.Of))
		})
	})
}

// otherVerdict reports whether the headline has a vote as a refusal and the article as a consent, or the other way round: reject by 61 to 46, where they voted 61 to 46 to allow it.
func (c *checker) otherVerdict(h *figure, stated []int) bool {
	no := c.head.has("reject", "rejects", "rejected", "oppose", "opposes", "block", "blocks", "refuse", "refuses", "defeat", "defeats")
	yes := c.head.has("back", "backs", "approve", "approves", "approved", "allow", "allows", "pass", "passes", "passed", "adopt", "adopts")
	if h.Kind != quantity.Score || no == yes {
		return false
	}
	return !slices.ContainsFunc(stated, func(i int) bool {
		s := c.a.figures[i].sentence
		allowed, refused := c.a.sentenceHas(s, consents, ""), c.a.sentenceHas(s, refusals, "")
		return allowed == refused || allowed == yes
	})
}

// What says how a vote went.
var (
	consents = set("allow back approv pass adopt accept")
	refusals = set("oppos block refus reject")
)
