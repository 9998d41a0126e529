package check

import (
	"fmt"
	"slices"

	"hed/numeral/quantity"
)

// portions adds what a share comes to of what it is taken of, and what it leaves: 40% of the 250 seats; exports of 10.5 million tonnes, with Brazil taking 60% of
// them; a cost of $1.3 billion, of which 70% is lent and the state pays the rest.
func (c *checker) portions(all []way, h *figure, i int) []way {
	s := &c.a.figures[i]
	part := s.low * asPercent(s) / 100
	if s.Kind != quantity.Share || h.Kind == quantity.Share || s.Direction != 0 || !near(s.low, s.high) || !(part > 0 && part < 1) {
		return all
	}
	add := func(q int, v float64, strong, doubtful bool, format string, args ...any) {
		of := &c.a.figures[q]
		v, ok := c.inUnit(h, of, v)
		if !ok {
			return
		}
		all = append(all, way{
			kind: "part", value: v, affinity: c.affinity(h, i, q), figure: i, second: q, sentence: s.sentence, strong: strong, sure: strong && !doubtful, doubtful: doubtful,
			agrees:  exactly(h, v) || !doubtful && of.sentence == s.sentence && fits(h, v),
			message: fmt.Sprintf(format, args...),
		})
	}
	rest := c.a.restOf(s)
	for n, q := range c.wholes(h, i) {
		of := &c.a.figures[q]
		touches := c.touches(i, q) && h.Direction == 0
		v := of.low * part
		add(q, v, n == 0, !touches, "%s of %s is %s.", c.a.quote(s), c.a.quote(of), number(v))
		if left := of.low - v; rest >= 0 && len(c.saidAt(rest)) > 0 {
			add(q, left, n == 0, false, "%s of %s leaves %s.", c.a.quote(s), c.a.quote(of), number(left))
		}
	}
	return all
}

// remnant adds what the parts of a whole in one sentence leave, where it names them as the rest: 12 of the 31 seats, the Greens seven, the Social Democrats six and
// independents the rest.
func (c *checker) remnant(all []way, h *figure, i int) []way {
	a := &c.a.figures[i]
	if a.Kind != h.Kind || a.Unit != h.Unit || !near(a.low, a.high) || h.Kind != quantity.Count && h.Kind != quantity.Money {
		return all
	}
	k := c.a.restOf(a)
	if k < 0 || c.a.words[k].sentence != a.sentence || len(c.saidAt(k)) == 0 {
		return all
	}
	whole, total := a.whole, a.total
	if total == 0 && (a.Kind == quantity.Money || a.low >= 1000) && i == c.a.firstOf(a) { // cost 3.2 million: the state gave 1.5 million, the lottery 900,000 and donors the rest
		whole, total = c.a.greaterBefore(i)
	}
	if total <= max(a.low, 0) {
		return all
	}
	left := total - a.low
	for j := i + 1; j < len(c.met) && c.a.figures[j].first < k; j++ {
		if b := &c.a.figures[j]; (b.Kind == h.Kind || bare(b) && h.Kind == quantity.Money && b.low >= 1000) && j != whole && b.low <= left && !near(b.low, total) {
			left -= b.low
		}
	}
	return append(all, way{kind: "remainder", value: left, agrees: near(left, h.low), affinity: c.affinity(h, i), figure: i, sentence: a.sentence, strong: true, sure: true,
		message: fmt.Sprintf("Of %s the parts leave %s.", number(total), number(left))})
}

// firstOf is the first figure of the kind of f in its sentence.
func (p *passage) firstOf(f *figure) int {
	j := p.figuresFrom(f.sentence)
	for p.figures[j].Kind != f.Kind || p.figures[j].Unit != f.Unit {
		j++
	}
	return j
}

// greaterBefore is the last figure of the kind of figure i in the two sentences before it that is greater, and its value; 0 for none.
func (p *passage) greaterBefore(i int) (int, float64) {
	f := &p.figures[i]
	for j := i - 1; j >= 0 && (p.figures[j].sentence >= f.sentence-2 || f.Kind == quantity.Count && p.figures[j].sentence >= f.sentence-6); j-- {
		if g := &p.figures[j]; g.Kind == f.Kind && g.Unit == f.Unit && g.low > f.low {
			return j, g.low
		}
	}
	return 0, 0
}

// wholes lists the figures that share i may be taken of, the likeliest first: the one right behind it, or else those shortly before it. A share of what a
// noun names, half of the term, may be of what the article begins with.
func (c *checker) wholes(h *figure, i int) (all []int) {
	s := &c.a.figures[i]
	counts := func(j int) bool {
		q := &c.a.figures[j]
		return isAmount(q) && near(q.low, q.high) && q.low > 0 && !q.end
	}
	of := c.a.word(s.last) == "of"
	if j := i + 1; j < len(c.met) && of && c.a.figures[j].sentence == s.sentence && c.a.figures[j].first-s.last <= 4 && counts(j) {
		return []int{j}
	}
	for j := i - 1; j >= 0 && len(all) < 2 && c.a.figures[j].sentence >= s.sentence-1; j-- {
		if q := &c.a.figures[j]; counts(j) && q.Kind == h.Kind && (q.Kind != quantity.Count || q.sentence == s.sentence) {
			all = append(all, j)
		}
	}
	if of && (c.a.word(s.last+1) == "the" || determines(c.a.word(s.last+1))) {
		for j := 0; j < min(i, len(c.met)) && c.a.figures[j].sentence <= 1 && c.a.figures[j].sentence < s.sentence-1; j++ {
			if counts(j) && c.a.figures[j].Kind == h.Kind && measured(h.Kind) {
				all = append(all, j)
			}
		}
	}
	return all
}

// farthestRest is how many words behind a share the one may stand that names what it leaves.
const farthestRest = 120

// restOf is the word that names what a share leaves, in its sentence or the two behind it, -1 for none.
func (p *passage) restOf(s *figure) int {
	for k := s.last; k < min(s.last+farthestRest, len(p.words)) && p.words[k].sentence <= s.sentence+2; k++ {
		switch p.word(k) {
		case "rest", "remainder", "remaining", "others":
			return k
		}
	}
	return -1
}

// saidAt lists the stems of the headline that stand in the clause of word k of the article.
func (c *checker) saidAt(k int) (all []string) {
	at := figure{first: k, last: k + 1, sentence: c.a.words[k].sentence}
	for _, i := range c.a.clause(&at) {
		if s := c.a.words[i].stem; c.inHeadline(s) {
			all = append(all, s)
		}
	}
	return all
}

// otherRest reports whether the article says of what the headline names that it is what a share leaves: the rest is dust, where it says 35% is dust.
func (c *checker) otherRest(h *figure, stated []int) bool {
	first := slices.IndexFunc(c.head.words, func(w word) bool { return len(c.a.places[w.stem]) > 0 })
	if first < 0 {
		return false
	}
	said := c.head.words[first].stem
	return !slices.ContainsFunc(stated, func(i int) bool { return !c.saidOfRest(&c.a.figures[i], said) })
}

// saidOfRest reports whether the article says a stem of what a figure leaves, and not of the figure. What is left of a count is named in its sentence.
func (c *checker) saidOfRest(a *figure, stem string) bool {
	rest := c.a.restOf(a)
	if rest < 0 {
		return false
	}
	if w := c.a.word(rest); a.Kind != quantity.Share && (c.a.words[rest].sentence != a.sentence || w != "rest" && w != "remainder") {
		return false
	}
	return !c.a.inClause(a, stem) && slices.Contains(c.saidAt(rest), stem)
}
