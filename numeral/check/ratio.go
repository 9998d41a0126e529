package check

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hed/numeral/quantity"
)

// mostRatio is the greatest whole that a headline takes for another: three of four, nine of ten.
const mostRatio = 10

// ratios adds what a part and a whole of the headline stand for, both small: three of four wells, where the article has 36 of 48 or 75% of them.
func (c *checker) ratios(all []way, h *figure) []way {
	part, whole := c.head.ratioOf(h)
	if part == nil || whole.low > mostRatio {
		return all
	}
	ratio := part.low / whole.low
	for i := range c.a.related() {
		a := &c.a.figures[i]
		x, figures, noun := 0.0, []int{i}, ""
		switch {
		case a.Kind == quantity.Count && a.total > whole.low:
			x, figures, noun = a.low/a.total, append(figures, a.whole), c.a.figures[a.whole].Of
		case a.Kind == quantity.Share && a.Direction == 0 && near(a.low, a.high):
			x = a.low * asPercent(a) / 100
		default:
			continue
		}
		before := figure{sentence: a.sentence - 1} // 1,500 doctors; 90% of them
		if of := whole.Of; of != "" && !sameNoun(of, a.Of) && !sameNoun(of, noun) && !c.a.said(a, meaning(of)) && !c.a.said(&before, meaning(of)) {
			continue
		}
		if math.Abs(x-ratio) <= 0.03*ratio {
			all = append(all, way{
				kind: "ratio", value: h.low, agrees: true, affinity: c.affinity(h, figures...), figure: i, sentence: a.sentence,
				doubtful: c.counterpart(i) || c.otherRatio(i, whole.Of),
				message:  fmt.Sprintf("The article says %s, which is %s.", c.a.share(a), percentText(x)),
			})
		}
	}
	return all
}

// otherRatio reports whether the headline has a word that the article says of another part than figure i: farms that are dry, where 15 of 20 farms have power and wells
// are dry.
func (c *checker) otherRatio(i int, noun string) bool {
	says := func(j int, stem string) bool {
		return slices.ContainsFunc(c.a.clause(&c.a.figures[j]), func(k int) bool { return c.a.words[k].stem == stem })
	}
	for k := range c.head.words {
		s := c.head.words[k].stem
		if s == "" || s == meaning(noun) || says(i, s) {
			continue
		}
		for j := range c.a.related() {
			if f := &c.a.figures[j]; j != i && f.total > 0 && says(j, s) {
				return true
			}
		}
	}
	return false
}

// share is a part with its whole, or a share as the article has it.
func (p *passage) share(a *figure) string {
	if a.Kind == quantity.Share {
		return p.quote(a)
	}
	return number(a.low) + " of " + number(a.total)
}

// ratioOf is the part and the whole of which a figure is one, nil where it is neither: three of four.
func (p *passage) ratioOf(f *figure) (part, whole *figure) {
	for i := 0; i+1 < len(p.figures); i++ {
		part, whole := &p.figures[i], &p.figures[i+1]
		if (part == f || whole == f) && part.Kind == quantity.Count && whole.Kind == quantity.Count && near(part.Total.Float(), whole.low) && whole.first-part.last <= 2 {
			return part, whole
		}
	}
	return nil, nil
}

// comes reports whether a headline counts those who came to a vote, and not one side of it.
func (p *passage) comes() bool {
	if p.has("against", "back", "backs", "oppose", "opposes") {
		return false
	}
	return p.has("turnout", "voters", "ballots", "cast") || p.has("turn", "turns", "turned") && p.has("out") || p.has("vote") && !p.has("for")
}

// changes reports whether a multiple is the verb of a change: doubles, tripled.
func (p *passage) changes(f *figure) bool {
	w := p.word(f.first)
	return f.Kind == quantity.Multiple && (strings.HasSuffix(w, "es") || strings.HasSuffix(w, "ed") || w == "double" || w == "triple" || w == "halve") && f.last-f.first == 1
}

// timesOf is the stem of what a multiple compares with, "" where it is a change: three times the 5% target.
func (p *passage) timesOf(f *figure) string {
	if text := strings.ToLower(f.Text(p.text)); !strings.HasSuffix(text, "times") && text != "twice" && text != "double" || !determines(p.word(f.last)) {
		return ""
	}
	for k := f.last; k < min(f.last+4, len(p.words)) && p.words[k].sentence == f.sentence; k++ {
		if p.words[k].stem != "" && p.figureAt(k) < 0 {
			return p.words[k].stem
		}
	}
	return ""
}

// comparesSame reports whether the article states a multiple of what the headline compares with: three times its estimate, where it says twice its estimate.
func (c *checker) comparesSame(h *figure) bool {
	of := c.head.timesOf(h)
	return of != "" && slices.ContainsFunc(c.a.related(), func(a figure) bool { return a.Kind == quantity.Multiple && c.a.timesOf(&a) == of })
}

// exactRatios adds pairs of figures, wherever they stand, of which one is exactly so many times the other, where so many are rarely a chance: 25 times, of 1,850 and 74.
func (c *checker) exactRatios(all []way, h *figure) []way {
	if h.Kind != quantity.Multiple || h.Hedge != quantity.None || h.low < 7 && h.low == math.Trunc(h.low) || h.low < 1 {
		return all
	}
	for i := range c.a.related() {
		a := &c.a.figures[i]
		if !isAmount(a) || !near(a.low, a.high) || !(a.low > 0) {
			continue
		}
		for j := range c.a.related() {
			b := &c.a.figures[j]
			if b.Kind != a.Kind || b.Unit != a.Unit || !near(b.low, b.high) || !near(b.low, h.low*a.low) || b.sentence == a.sentence {
				continue
			}
			all = append(all, way{kind: "multiple", value: h.low, agrees: true, affinity: c.affinity(h, i, j), figure: j, second: i, sentence: b.sentence, strong: true, sure: true,
				message: fmt.Sprintf("%s is %s times %s.", number(b.low), short(h.low), number(a.low))})
		}
	}
	return all
}

// perOne adds how many of one thing there are for each of another: 12 people for every room, of 4,300 people and 350 rooms.
func (c *checker) perOne(all []way, h *figure) []way {
	if h.Kind != quantity.Count || !c.head.forEvery(h) {
		return all
	}
	for i := range c.a.related() {
		for j := c.a.figuresFrom(c.a.figures[i].sentence); j < len(c.met) && c.a.figures[j].sentence == c.a.figures[i].sentence; j++ {
			a, b := &c.a.figures[i], &c.a.figures[j]
			if a.Kind != quantity.Count || b.Kind != a.Kind || !(b.low > 0) || !(a.low > b.low) || !near(a.low, a.high) || !near(b.low, b.high) {
				continue
			}
			v := a.low / b.low
			all = append(all, way{
				kind: "quotient", value: v, affinity: c.affinity(h, i, j), figure: i, second: j, sentence: a.sentence, strong: true,
				agrees:  math.Abs(v-h.low) <= 0.05*h.low || agrees(h, v) != differs,
				message: fmt.Sprintf("%s for %s are %s for each.", c.a.phrase(a), c.a.phrase(b), short(v)),
			})
		}
	}
	return all
}

// forEvery reports whether a headline says behind a figure that it is for each of something.
func (p *passage) forEvery(f *figure) bool {
	for k := f.last; k < min(f.last+5, len(p.words)-1); k++ {
		if w := p.word(k + 1); (p.word(k) == "for" || p.word(k) == "to") && (w == "every" || w == "each") || p.word(k) == "per" {
			return true
		}
	}
	return false
}
