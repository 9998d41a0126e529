package check

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hed/numeral/quantity"
)

// alone adds the ways from one figure that names a whole, or more of what was there.
func (c *checker) alone(all []way, h *figure, i int) []way {
	a := &c.a.figures[i]
	strong := false
	affinity := c.affinity(h, i)
	if a.total > 0 {
		affinity = c.affinity(h, i, a.whole)
	}
	total := a.total
	opposite := total > 0 && c.counterpart(i)
	both := slices.ContainsFunc(c.head.figures, func(g figure) bool { return g.Kind == quantity.Count && near(g.low, a.low) && g.Start != h.Start }) // 12 closed, 18 are left
	left := total > 0 && (opposite || both || c.leaves(i) || c.lacks(i) || a.except)
	add := func(kind string, value float64, format string, args ...any) {
		strong := strong && (affinity >= leastPart || kind == "more")
		all = append(all, way{
			kind: kind, value: value, affinity: affinity, figure: i, sentence: a.sentence, strong: strong, sure: strong,
			agrees:   fits(h, value) || strong && h.Kind == quantity.Share && agrees(h, value) != differs,
			wrong:    kind == "remainder" && !left && a.low > 1 && c.saidOf(h, i),
			doubtful: kind == "share" && opposite || a.ofChange && !c.head.namesChange(),
			message:  fmt.Sprintf(format, args...),
		})
	}
	if h.Kind == quantity.Share && total > 0 && !c.asChange(h, a) {
		to := 100 / asPercent(h)
		strong = !opposite
		add("share", a.low/total*to, "%s of %s is %s.", number(a.low), number(total), percentText(a.low/total))
		strong = opposite
		add("remainder", (1-a.low/total)*to, "%s of %s leaves %s.", number(a.low), number(total), percentText(1-a.low/total))
	}
	if h.Kind == quantity.Share && a.Kind == quantity.Score && a.low+a.high > 0 {
		to := 100 / asPercent(h)
		strong = strings.Contains(a.Text(c.a.text), "vote") || c.a.beside(a, "vote")
		for _, x := range []float64{a.low, a.high} {
			add("share", x/(a.low+a.high)*to, "%s of %s is %s.", number(x), number(a.low+a.high), percentText(x/(a.low+a.high)))
		}
	}
	if h.Kind == quantity.Money && a.Kind == h.Kind && a.Unit == h.Unit && total > a.low {
		strong = exactly(h, total-a.low)
		add("remainder", total-a.low, "%s of %s leaves %s.", number(a.low), number(total), number(total-a.low))
	}
	if h.Kind != quantity.Count || a.Kind != quantity.Count {
		return all
	}
	if total > a.low {
		strong = left
		add("remainder", total-a.low, "%s of %s leaves %s.", number(a.low), number(total), number(total-a.low))
	}
	for k := a.last + 1; k < a.last+3; k++ { // three sons and a daughter
		at := k + 1
		if c.a.word(k) != "and" {
			if k > a.last+1 || strings.TrimSpace(c.a.between(k-1)) != "," {
				continue
			}
			at = k // two sons, a daughter
		}
		if w := c.a.word(at); (w == "a" || w == "an" || w == "one") && people[c.a.stemAt(at+1)] {
			one := c.a.stemAt(at + 1)
			if of := meaning(h.Of); one != meaning(a.Of) && (of == one || of == meaning(a.Of)) {
				continue // four sons
			}
			strong = people[meaning(h.Of)]
			add("more", a.low+1, "%s and one more are %s.", number(a.low), number(a.low+1))
		}
	}
	switch c.a.word(a.last) {
	case "more", "other", "others", "further", "additional":
		if w := c.head.word(h.last); w == "more" || w == "other" || w == "others" || h.Of != "" && a.Of != "" && !sameNoun(h.Of, a.Of) {
			break // four more planes
		}
		if slices.ContainsFunc(c.a.clause(a), func(k int) bool {
			return k < a.first && c.a.words[k].stem != "" && c.inHeadline(c.a.words[k].stem) && c.head.before(h, c.a.words[k].stem)
		}) {
			break // keeps five routes, where it will keep four other routes
		}
		if f := c.head.fate(h); f != "" && c.a.otherFateBefore(a, f) {
			break // one was killed and two others hurt
		}
		if slices.ContainsFunc(c.a.figures[max(0, i-4):i], func(b figure) bool {
			return b.Kind == quantity.Count && b.low > 1 && !near(b.low, a.low) && b.sentence >= a.sentence-1 && (b.Of == "" || people[meaning(b.Of)])
		}) {
			break // seven died and eleven others were hurt
		}
		strong = c.a.word(a.last) == "others" && (h.Of == "" || people[meaning(h.Of)]) || h.Of != "" && (meaning(a.Of) == meaning(h.Of) || meaning(c.a.stemAt(a.last+1)) == meaning(h.Of))
		add("more", a.low+1, "One and %s more are %s.", number(a.low), number(a.low+1))
	}
	if c.a.andOne(a) { // two were killed and a third died
		strong = h.Of == "" || sameNoun(h.Of, a.Of)
		add("more", a.low+1, "%s and one more are %s.", number(a.low), number(a.low+1))
	}
	return all
}

// asChange reports whether the headline has a share as by how much something changed, and not as the part of those who voted or of what a figure counts: by a fifth.
func (c *checker) asChange(h, a *figure) bool {
	return c.head.word(h.first-1) == "by" && !c.inHeadline(a.Of) && !slices.ContainsFunc(votes, c.inHeadline)
}

// votes are stems of words for a vote and its sides.
var votes = []string{"vote", "back", "accept", "oppos"}

// leaves reports whether the headline speaks of what figure i leaves of something: 15 ministries keep their press office. What it
// denies must be what the article says of the figure: not closed, where 12 of 30 factories closed.
func (c *checker) leaves(i int) bool {
	for k := range c.head.words {
		switch w := c.head.word(k); w {
		case "still", "left", "other", "others", "rest", "keep", "keeps", "kept", "remain", "remains", "remaining", "survive", "survives", "survived", "survivors", "yet",
			"unpaid", "spared", "spare", "empty", "against", "oppose", "lack", "lacks", "missing", "refuse", "unsold", "undecided", "unable", "unhurt", "safe", "escape", "saved", "rescued", "free",
			"leaving", "gone", "vanished", "stay", "stays", "stayed":
			if s := c.head.words[k].stem; s == "" || i < 0 || !c.a.said(&c.a.figures[i], s) {
				return true
			}
		case "foreigners":
			if i >= 0 && c.namesBehind(i) {
				return true // six of those held are Spaniards
			}
		case "fail", "fails", "failed", "denied", "refused", "not", "no", "without", "never", "don't", "doesn't", "didn't", "aren't", "isn't", "won't", "nor":
			for n := k + 1; n < min(k+4, len(c.head.words)); n++ {
				if s := c.head.words[n].stem; s != "" {
					if i < 0 || c.a.said(&c.a.figures[i], s) {
						return true
					}
					break
				}
			}
		}
	}
	return false
}

// lacks reports whether the article says of figure i, a part, that it has not or is not something, and the headline denies nothing: 810 qualified teachers, where 440
// of 1,250 have no training.
func (c *checker) lacks(i int) bool {
	a := &c.a.figures[i]
	behind := a.last
	if whole := &c.a.figures[a.whole]; whole.sentence == a.sentence {
		behind = max(behind, whole.last)
	}
	if c.head.has("no", "not", "lack", "lacks", "lacking", "without", "never", "none", "un", "failed", "fail", "fails", "nor") {
		return false
	}
	for k := behind; k < min(behind+5, len(c.a.words)) && c.a.words[k].sentence == a.sentence; k++ {
		switch c.a.word(k) {
		case "no", "not", "never", "lack", "lacks", "lacked", "without":
			for n := k + 1; n < min(k+4, len(c.a.words)); n++ {
				if c.inHeadline(c.a.words[n].stem) {
					return false
				}
			}
			return true
		}
	}
	return false
}

// namesBehind reports whether a name that the headline does not have stands right behind figure i.
func (c *checker) namesBehind(i int) bool {
	a := &c.a.figures[i]
	for k := a.last; k < min(a.last+5, len(c.a.words)) && c.a.words[k].sentence == a.sentence; k++ {
		if c.a.words[k].name && c.a.figureAt(k) < 0 {
			return !c.inHeadline(c.a.words[k].stem)
		}
	}
	return false
}

// said reports whether a stem stands in the sentence of a figure.
func (p *passage) said(f *figure, stem string) bool {
	for k := p.wordsFrom(f.sentence); k < len(p.words) && p.words[k].sentence == f.sentence; k++ {
		if p.words[k].stem == stem {
			return true
		}
	}
	return false
}

// opposites are stems of which one is what the other leaves, by pairs.
var opposites = func() map[string][]string {
	m := map[string][]string{}
	for line := range strings.Lines(`
women men
die surviv
die aliv
die live
pass fail
succeed fail
success fail
back oppos
back against
open close
adult child
convict acquit
present absent
urban rural
sold unsold
keep close
stay leav
remain leav
agre disagre
own rent
insur uninsur
vaccin unvaccin
abroad home
win lose
fill empti
occupi vacant
privat public
privat fleet
foreign domest
right wrong
turnout away
turnout abstain
contain burn
correct wrong
full empti
won lost
accept reject
find miss
`) {
		pair := strings.Fields(line)
		if len(pair) == 0 {
			continue
		}
		x, y := meaning(pair[0]), meaning(pair[1])
		m[x], m[y] = append(m[x], y), append(m[y], x)
	}
	return m
}()

// counterpart reports whether the headline names what figure i, a part, leaves of its whole: men, where the article counts the women.
func (c *checker) counterpart(i int) bool {
	a := &c.a.figures[i]
	says := func(k int) (named, found bool) {
		s := c.a.words[k].stem
		if c.a.word(k) == "against" {
			s = "oppos"
		}
		for _, o := range opposites[s] {
			if named = c.inHeadline(o); named || c.inHeadline(s) {
				return named && !c.inHeadline(s), true
			}
		}
		return false, false
	}
	behind := a.last
	if whole := &c.a.figures[a.whole]; a.total > 0 && whole.sentence == a.sentence {
		behind = max(behind, whole.last)
	}
	if c.otherSideOf(a, behind) {
		return true
	}
	for k := a.last; k < min(behind+8, len(c.a.words)) && c.a.words[k].sentence == a.sentence; k++ {
		if named, found := says(k); found {
			return named
		}
	}
	for k := a.first - 1; k >= max(0, a.first-10) && c.a.words[k].sentence == a.sentence; k-- { // 162 were alive, against 108 of the others
		if whole := &c.a.figures[a.whole]; a.total > 0 && a.total == whole.low && whole.sentence == a.sentence && whole.last <= k {
			break // twelve were dug out alive, nine of them unhurt
		}
		if named, found := says(k); found {
			return named
		}
	}
	return false
}

// saidOf reports whether the headline has a word that the article says of figure i, a part, and so not of what the part leaves: closed,
// where 12 of 30 factories closed.
func (c *checker) saidOf(h *figure, i int) bool {
	a := &c.a.figures[i]
	if whole := c.a.figures[a.whole].Of; h.Kind == quantity.Count && h.Of != "" && whole != "" && !sameNoun(h.Of, a.Of) && !sameNoun(h.Of, whole) {
		return false // three continents, where there is a photo 4 of 7
	}
	said := func(k int) bool {
		w := &c.a.words[k]
		return w.stem != "" && !w.capital && !digit(w.stem[0]) && w.stem != meaning(a.Of) && w.stem != meaning(c.a.figures[a.whole].Of)
	}
	behind := a.last
	if whole := &c.a.figures[a.whole]; whole.sentence == a.sentence {
		behind = max(behind, whole.last)
	}
	for k, n := behind, 0; k < min(behind+8, len(c.a.words)) && n < 2 && c.a.words[k].sentence == a.sentence && !c.a.countsAt(k); k++ {
		if said(k) {
			if c.inHeadline(c.a.words[k].stem) {
				return true
			}
			n++
		}
	}
	for k := a.first - 1; k >= max(0, a.first-4) && c.a.words[k].sentence == a.sentence; k-- {
		if said(k) {
			return c.inHeadline(c.a.words[k].stem)
		}
	}
	return false
}

// saidBehind reports whether the headline has a word that the article says right behind figure i.
func (c *checker) saidBehind(i int) bool {
	a := &c.a.figures[i]
	for k := a.last; k < min(a.last+8, len(c.a.words)) && c.a.words[k].sentence == a.sentence; k++ {
		if s := c.a.words[k].stem; s != "" && c.inHeadline(s) && !sameNoun(s, a.Of) {
			return true
		}
	}
	return false
}

// andOne reports whether the article has one more behind a figure that counts persons: two people were killed, and a third died.
func (p *passage) andOne(a *figure) bool {
	if !(a.low >= 1 && a.low <= 9) || a.low != math.Trunc(a.low) || a.Of != "" && !people[meaning(a.Of)] {
		return false
	}
	next := [...]string{"second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}[int(a.low)-1]
	for k := a.last; k < min(a.last+24, len(p.words)-2) && p.words[k].sentence <= a.sentence+1; k++ {
		if p.word(k) == "a" && p.word(k+1) == next && (p.words[k+2].stem == "die" || people[p.words[k+2].stem] || p.word(k+2) == "was") {
			switch p.word(k + 3) {
			case "said", "says", "told", "held", "arrested", "charged", "detained", "saw":
				return false // a third worker said
			}
			return true
		}
	}
	return false
}

// otherFate reports whether one of two figures counts the dead and the other the hurt, where the headline speaks of one of them alone.
func (c *checker) otherFate(a, b *figure) bool {
	if a.Kind != quantity.Count || b.Kind != quantity.Count || c.inHeadline("die") == c.inHeadline("hurt") {
		return false
	}
	x, y := c.a.fate(a), c.a.fate(b)
	return x != "" && y != "" && x != y
}

// fateOfOne reports whether the headline counts those who died or were hurt, and so does one of two figures alone, so that their difference is of
// the others: 30 on board, four killed.
func (c *checker) fateOfOne(h, a, b *figure) bool {
	f := c.head.fate(h)
	return f != "" && a.Kind == quantity.Count && (c.a.fate(a) == f) != (c.a.fate(b) == f) && !c.head.has("not", "survive", "survived", "left", "others", "rest")
}

// otherFateBefore reports whether the sentence of a figure has another fate before it.
func (p *passage) otherFateBefore(f *figure, fate string) bool {
	for k := f.first - 1; k >= 0 && p.words[k].sentence == f.sentence; k-- {
		if s := p.words[k].stem; s != fate && (s == "die" || s == "hurt") {
			return true
		}
	}
	return false
}

// fate is what happened to those whom a figure counts, as far as they died or were hurt, "" where its clause says neither.
func (p *passage) fate(f *figure) string {
	for _, k := range p.clause(f) {
		if s := p.words[k].stem; s == "die" || s == "hurt" {
			return s
		}
	}
	return ""
}

// otherWinner reports whether the headline gives a win to another side than the sentence of a score does: Tide beat Stars, of Stars beat Tide.
func (c *checker) otherWinner(h *figure, stated []int) bool {
	return h.Kind == quantity.Score && c.wonByOther(&c.a.figures[stated[0]])
}

// wonByOther reports whether the sentence of a score gives the win to another side than the headline does.
func (c *checker) wonByOther(a *figure) bool {
	from := 0
	for from < len(c.a.words) && c.a.words[from].sentence < a.sentence {
		from++
	}
	to := from
	for to < len(c.a.words) && c.a.words[to].sentence == a.sentence {
		to++
	}
	won, lost := c.a.sidesOf(from, to)
	first, second := c.head.sidesOf(0, len(c.head.words))
	for stem := range won {
		if second[stem] && !first[stem] && !lost[stem] {
			return true
		}
	}
	for stem := range lost {
		if first[stem] && !second[stem] && !won[stem] {
			return true
		}
	}
	return false
}

// sidesOf are the stems of names before and behind the word that says who won, and the other way round where it says who lost.
func (p *passage) sidesOf(from, to int) (won, lost map[string]bool) {
	won, lost = map[string]bool{}, map[string]bool{}
	side, said, lose := won, false, false
	for i := from; i < to; i++ {
		switch p.word(i) {
		case "beat", "beats", "win", "wins", "won", "defeat", "defeats", "defeated", "edge", "edges", "edged":
			side, said = lost, true
		case "lose", "loses", "lost":
			side, said, lose = lost, true, true
		case "on", "in", "after", "with", "as", "for", "at", "by", "and":
			if said {
				i = to // Comets beat Kings on a long shot by Whitlock
			}
		default:
			if p.words[i].capital && p.words[i].stem != "" {
				side[p.words[i].stem] = true
			}
		}
	}
	switch {
	case !said:
		return nil, nil
	case lose:
		return lost, won
	}
	return won, lost
}

// limits are the words before a limit, by the side of it that they speak of.
var limits = map[string]int{"before": -1, "under": -1, "below": -1, "until": -1, "over": 1, "above": 1, "since": 1, "after": 1, "from": 1}

// otherSideOf reports whether the headline speaks of what lies on the other side of a limit than a part of the article does: built since 1995, where three were built
// before 1995.
func (c *checker) otherSideOf(a *figure, behind int) bool {
	for k := behind; k < min(behind+8, len(c.a.words)-1) && c.a.words[k].sentence == a.sentence; k++ {
		theirs, i := limits[c.a.word(k)], c.a.figureAt(k+1)
		if theirs == 0 || i < 0 {
			continue
		}
		for j := range c.head.figures {
			g := &c.head.figures[j]
			if mine := limits[c.head.word(g.first-1)]; mine == -theirs && near(g.low, c.a.figures[i].low) {
				return true
			}
		}
	}
	return false
}

// before reports whether a stem stands right before a figure.
func (p *passage) before(f *figure, stem string) bool {
	return f.first > 0 && p.words[f.first-1].stem == stem
}

// saidBefore reports whether the headline has a word that stands right before figure i.
func (c *checker) saidBefore(i int) bool {
	f := &c.a.figures[i]
	for k := f.first - 1; k >= max(0, f.first-3) && c.a.words[k].sentence == f.sentence; k-- {
		if s := c.a.words[k].stem; s != "" && c.inHeadline(s) {
			return true
		}
	}
	return false
}
