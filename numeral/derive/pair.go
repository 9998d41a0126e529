package derive

import (
	"strconv"

	"hed/numeral"
)

// reach is how many numbers further a second operand may stand.
const reach = 4

// pairs lists what comes from two or three numbers that stand together.
func (g *generator) pairs() {
	var terms []int32
	a := g.article
	for i := range a.sources {
		s := &a.sources[i]
		switch {
		case s.dateline || s.Depth > 0 && s.parent >= 0:
			continue
		case s.Kind == numeral.Time || s.Kind == numeral.Day || s.Kind == numeral.Month || s.Kind == numeral.Fraction ||
			s.Kind == numeral.Multiple || s.Kind == numeral.Label || s.Kind == numeral.Vague || s.Kind == numeral.Decade:
			continue
		}
		terms = append(terms, int32(i))
	}
	for x, i := range terms {
		for y := x + 1; y < min(x+1+reach, len(terms)); y++ {
			j := terms[y]
			s, t := &a.sources[i], &a.sources[j]
			if t.stops-s.stops > 1 {
				break
			}
			g.pair(i, j, y-x)
			if y == x+1 && y+1 < len(terms) {
				g.triple(i, j, terms[y+1])
			}
		}
	}
}

func (g *generator) pair(i, j int32, apart int) {
	s, t := &g.article.sources[i], &g.article.sources[j]
	small := func(n numeral.Value) bool { return n.IsInt() && n.Cmp(numeral.Int(120)) < 0 }
	one := g.blank.scale == 1
	if s.Kind == numeral.Year || t.Kind == numeral.Year {
		if !one {
			return
		}
		switch {
		case s.Kind == t.Kind:
			d := s.Value.Sub(t.Value)
			if d.Sign() < 0 {
				i, j, d = j, i, d.Neg()
			}
			g.add("", d, yearsApart, i, j, 0)
		case s.Kind == numeral.Year:
			g.yearAnd(i, j)
		case small(s.Value):
			g.yearAnd(j, i)
		}
		return
	}
	if s.Unit.Money() != t.Unit.Money() || (s.Unit == numeral.Percent) != (t.Unit == numeral.Percent) {
		if (s.Unit.Money() || t.Unit.Money()) && apart <= 2 && (small(s.Value) || small(t.Value)) {
			z := s.Value.Mul(t.Value).Div(g.scale)
			if f := z.Float(); f >= 0.5 {
				g.add("", z, product, i, j, 0)
			}
		}
		return
	}
	z := s.Value.Add(t.Value).Div(g.scale)
	if z.Float() >= 0.1 {
		g.add("", z, sum, i, j, 0)
		if !z.IsInt() {
			g.add("", z.Round(0), sumRound, i, j, 0)
			if r := z.Round(1); r != z && r != z.Round(0) && !one {
				g.add("", r, sumRound, i, j, 1)
			}
		}
	}
	z = s.Value.Sub(t.Value).Div(g.scale)
	if z.Sign() < 0 {
		z, i, j = z.Neg(), j, i
	}
	if z.Float() >= 0.1 {
		g.add("", z, difference, i, j, 0)
		if !z.IsInt() {
			g.add("", z.Round(0), differRound, i, j, 0)
			if r := z.Round(1); r != z && r != z.Round(0) && !one {
				g.add("", r, differRound, i, j, 1)
			}
		}
	}
	if one && apart <= 2 && s.stops == t.stops && (s.Value.Cmp(numeral.Int(12)) <= 0 || t.Value.Cmp(numeral.Int(12)) <= 0) &&
		s.Value != numeral.Int(1) && t.Value != numeral.Int(1) {
		g.add("", s.Value.Mul(t.Value), product, i, j, 0)
	}
}

// yearAnd lists a year before and after a number of years.
func (g *generator) yearAnd(i, j int32) {
	y, _ := g.article.sources[i].Value.Int64()
	t := &g.article.sources[j]
	n, ok := t.Value.Int64()
	if !ok || n <= 0 || n >= 120 || t.Unit.Money() || t.Unit == numeral.Percent {
		return
	}
	g.add(strconv.FormatInt(y-n, 10), numeral.Int(y-n), yearMinus, i, j, 0)
	g.add(strconv.FormatInt(y+n, 10), numeral.Int(y+n), yearPlus, i, j, 0)
}

func (g *generator) triple(i, j, k int32) {
	s, t, u := &g.article.sources[i], &g.article.sources[j], &g.article.sources[k]
	if u.stops-s.stops > 1 || s.Kind == numeral.Year || t.Kind == numeral.Year || u.Kind == numeral.Year ||
		s.Unit.Money() != t.Unit.Money() || s.Unit.Money() != u.Unit.Money() ||
		(s.Unit == numeral.Percent) != (t.Unit == numeral.Percent) || (s.Unit == numeral.Percent) != (u.Unit == numeral.Percent) {
		return
	}
	if z := s.Value.Add(t.Value).Add(u.Value).Div(g.scale); z.Float() >= 0.1 {
		g.add("", z, sum3, i, j, int64(k))
	}
}
