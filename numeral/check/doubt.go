package check

import (
	"fmt"
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
	doubtful := c.contrast(h, stated) || c.otherNoun(h, stated) || c.otherName(h, stated) || c.otherWhole(h, stated) || c.asLevel(h, stated)
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
	case h.Kind == quantity.Ordinal && h.low == 1, a.Kind == quantity.Age && h.Kind == quantity.Count:
		return r // they are said in passing
	case h.Kind == quantity.Ordinal:
		doubtful = theirs > 3*mine+0.6
	case theirs > 2*mine+0.3:
		doubtful = !c.ranks(h, a) && theirs > 3*mine+1 || c.ranks(h, a) && c.support(h) < mostSupport
	case c.ranks(h, a) && (rival >= 0 || !measured(h.Kind)):
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
		if !slices.ContainsFunc(c.a.clause(a), func(k int) bool { return !has(c.a.words[k].stem) }) {
			return false
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
// fifth, and a fifth fewer.
func (c *checker) asLevel(h *figure, stated []int) bool {
	if h.Kind != quantity.Share || c.head.word(h.first-1) != "to" {
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
