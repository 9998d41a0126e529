package check

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"hed/numeral/quantity"
)

// relate finds what the figures of a text leave to the words around them: the whole that a part is taken of, and the
// unit that only the first of several has.
func (p *passage) relate() {
	for i := range p.figures {
		f := &p.figures[i]
		if f.total = f.Total.Float(); f.Kind != quantity.Count {
			continue
		}
		if math.IsNaN(f.total) || f.total <= 0 {
			f.total = p.wholeOf(i)
		}
		f.elided = f.Of != "" && p.elided(i)
	}
	p.sides()
}

// sides adds the sides of votes, which are counts too: 41,870 votes to 39,205.
func (p *passage) sides() {
	var all []figure
	for i := range p.figures {
		f := p.figures[i]
		all = append(all, f)
		if f.Kind != quantity.Score || min(f.low, f.high) < 100 || f.Words {
			continue
		}
		inside := func(r rune) bool { return !('0' <= r && r <= '9') && r != ',' && r != '.' }
		text := f.Text(p.text)
		from, to := strings.IndexFunc(text, inside), strings.LastIndexFunc(text, inside)
		if from <= 0 {
			continue
		}
		one, other := f, f
		one.Kind, one.Of, one.high, one.High, one.End, one.last = quantity.Count, "vote", f.low, f.Low, f.Start+from, f.first+1
		other.Kind, other.Of, other.low, other.Low, other.first = quantity.Count, "vote", f.high, f.High, max(f.first, f.last-1)
		for _, r := range text[to:] {
			other.Start = f.Start + to + utf8.RuneLen(r)
			break
		}
		all = append(all, one, other)
	}
	p.figures = all
}

// wholeOf is the number that figure i is a part of, 0 for none: 34 athletes, 19 of them women; of the 318, 159 are ill.
func (p *passage) wholeOf(i int) float64 {
	f := &p.figures[i]
	before, behind := p.word(f.first-1), p.word(f.last+1)
	part := before == "including" || before == "them" && p.word(f.first-2) == "among" ||
		before == "whom" || before == "which" && p.word(f.first-2) == "of" || before == "them" && p.word(f.first-2) == "of" ||
		p.word(f.last) == "of" && (behind == "them" || behind == "whom" || behind == "which" || behind == "those" || behind == "these")
	if k := p.opening(f); !part && p.word(k) == "of" && (p.word(k+1) == "the" || p.word(k+1) == "those" || p.word(k+1) == "these") {
		return p.wholeBefore(i, p.stemAt(k+2))
	}
	for j := i - 1; j >= 0 && j >= i-4 && p.figures[j].sentence >= f.sentence-1; j-- {
		g := &p.figures[j]
		if g.Kind != quantity.Count || math.IsNaN(g.low) || g.low <= f.low {
			continue
		}
		if part {
			return g.low
		}
		if k := g.first - 1; g.sentence == f.sentence && (p.word(k) == "of" || p.word(k-1) == "of") && p.opens(k) {
			return g.low
		}
	}
	return 0
}

// wholeBefore is the number before figure i that counts what a stem says, or else the last that is greater: of the dead, 26.
func (p *passage) wholeBefore(i int, of string) float64 {
	f := &p.figures[i]
	last := 0.0
	for j := i - 1; j >= 0 && j >= i-8 && p.figures[j].sentence >= f.sentence-3; j-- {
		g := &p.figures[j]
		if g.Kind != quantity.Count || math.IsNaN(g.low) || g.low <= f.low {
			continue
		}
		if of != "" && p.beside(g, of) {
			return g.low
		}
		if last == 0 {
			last = g.low
		}
	}
	return last
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

// opens reports whether word i or the one before it begins a sentence.
func (p *passage) opens(i int) bool {
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
	for _, s := range strings.Fields("peopl person die hurt victim men women child adult resid passeng crew job worker migrant refuge student school " +
		"patient tourist civilian soldier troop citizen member polic voter fan protest offic teenag villag custom son daughter brother sister sibl grandchildren ill infect case miss homeless arrest") {
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
			if x := c.met[pair[0]][k]; c.weight[k] == 0 || x < 0.7 || x <= c.met[pair[1]][k] {
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
		if w := c.head.word(k); w == "and" || w == "than" {
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

// margins adds what follows from the two sides of a score: by how much it was won, and how many there were in all.
func (c *checker) margins(all []way, h *figure, i int) []way {
	a := &c.a.figures[i]
	if a.Kind != quantity.Score || h.Kind != quantity.Count && h.Kind != quantity.Points || a.low < 0 || a.high < 0 {
		return all
	}
	won := c.head.has("win", "wins", "won", "beat", "beats", "victory", "lead", "leads", "margin", "defeat", "loss", "lose", "loses", "lost", "by", "edge", "majority", "down", "clear", "ahead")
	for _, w := range []way{
		{kind: "margin", value: math.Abs(a.low - a.high), strong: won && (h.Kind == quantity.Points || h.Of == "" || scored[h.Of]), message: fmt.Sprintf("%s is a margin of %s.", c.a.quote(a), number(math.Abs(a.low-a.high)))},
		{kind: "total", value: a.low + a.high, strong: scored[h.Of], message: fmt.Sprintf("%s are %s in all.", c.a.quote(a), number(a.low+a.high))},
	} {
		w.agrees, w.affinity, w.figure, w.sentence = near(w.value, h.low) && h.Hedge == quantity.None && w.strong, c.affinity(h, i), i, a.sentence
		all = append(all, w)
	}
	return all
}

// scored are the stems of what the sides of a score count.
var scored = map[string]bool{"goal": true, "point": true, "run": true, "try": true, "tri": true, "vote": true, "frame": true, "set": true}

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

// quotients adds what each of several gets of something.
func (c *checker) quotients(all []way, h *figure) []way {
	if !measured(h.Kind) || h.Kind == quantity.Share || h.Per == "" && !c.head.has("each", "apiece", "per", "average", "head", "every") {
		return all
	}
	for i := range c.a.related() {
		a := &c.a.figures[i]
		if a.Kind != h.Kind || math.IsNaN(a.low) || !near(a.low, a.high) {
			continue
		}
		for j := range c.a.related() {
			b := &c.a.figures[j]
			if b.Kind != quantity.Count || !(b.low > 1) || !near(b.low, b.high) || (b.sentence < a.sentence-2 || b.sentence > a.sentence+2) && !c.inHeadline(b.Of) {
				continue
			}
			v, ok := c.inUnit(h, a, a.low/b.low)
			if !ok {
				continue
			}
			all = append(all, way{kind: "quotient", value: v, agrees: agrees(h, v) != differs, affinity: c.affinity(h, i, j), figure: i, sentence: a.sentence,
				strong: a.sentence == b.sentence || near(v, h.low) && c.inHeadline(b.Of), sure: near(v, h.low) && c.inHeadline(b.Of), message: fmt.Sprintf("%s for %s is %s each.", c.a.quote(a), c.a.phrase(b), number(a.low/b.low))})
		}
	}
	return all
}
