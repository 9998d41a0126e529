package check

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hed/numeral/quantity"
)

// ofChange finds the parts of a change: up from 7 million, and 290,000 of the increase; of the extra cost, €1.1bn.
func (p *passage) ofChange() {
	for i := range p.related() {
		f := &p.figures[i]
		if f.total > 0 || f.Kind != quantity.Count && f.Kind != quantity.Money || !(f.low > 0) {
			continue
		}
		k := f.last
		if p.word(k) != "of" || !p.changed(k+1) {
			if k = p.opening(f); p.word(k) != "of" || !p.changed(k+1) {
				continue
			}
		}
		for j := i - 1; j > 0 && j > i-24; j-- {
			b, k := &p.figures[j], j-1
			for k > 0 && k > j-3 && p.figures[k].Kind != b.Kind && p.figures[k].sentence == b.sentence {
				k-- // 8,412,000 on 3 April, up from 7,928,000
			}
			a := &p.figures[k]
			if a.Kind != f.Kind || b.Kind != f.Kind || a.Unit != f.Unit || b.Unit != f.Unit || a.sentence != b.sentence {
				continue
			}
			switch p.word(b.first - 1) {
			case "from", "to", "against", "than", "the", "with":
				if d := math.Abs(a.low - b.low); d > f.low && f.total == 0 {
					f.total, f.whole, f.ofChange = d, j, true
				}
			}
		}
	}
}

// changed reports whether words i and i+1 name a change: the increase, the extra cost.
func (p *passage) changed(i int) bool {
	for k := i; k < i+3; k++ {
		switch p.word(k) {
		case "the", "that", "this":
		case "increase", "rise", "growth", "gain", "jump", "extra", "additional", "overrun", "fall", "drop", "decline", "decrease", "difference", "loss":
			return true
		default:
			return false
		}
	}
	return false
}

// changes adds what follows from a change and what it led to: fell by $40 million to $310 million; 186,000 tickets, 8% more than in 1998.
func (c *checker) changes(all []way, h *figure, i int) []way {
	if i+1 >= len(c.met) {
		return all
	}
	a, b, to := &c.a.figures[i], &c.a.figures[i+1], i+1
	if b.Kind == quantity.Share && b.Direction != 0 && c.a.word(b.last+1) == "than" && b.first-a.last <= 3 { // 186,000 tickets, 8% more than in 1998
		a, b, to = b, a, i
	} else if !c.a.ledTo(a, b) {
		return all
	}
	if a.Direction == 0 || a.sentence != b.sentence || !(a.low > 0) || !(b.low > 0) || !near(a.low, a.high) || !near(b.low, b.high) {
		return all
	}
	then := false // the headline names the year that the article compares with
	for k := a.last; k < min(a.last+5, len(c.a.words)) && c.a.words[k].sentence == a.sentence; k++ {
		if s := c.a.words[k].stem; len(s) == 4 && digit(s[0]) && c.inHeadline(s) && !c.head.has("since") {
			then = true
		}
	}
	up := float64(a.Direction)
	base := b.low - up*a.low
	if a.Kind == quantity.Share {
		base = b.low / (1 + up*a.low*asPercent(a)/100)
	} else if a.Kind == quantity.Points && b.Kind == quantity.Share {
		base = b.low - up*a.low*asPercent(a)/asPercent(b) // by four points to 88%
	} else if a.Kind != b.Kind && !bare(a) && !bare(b) || a.Kind == b.Kind && a.Unit != b.Unit {
		return all
	}
	if !(base > 0) || math.IsInf(base, 0) {
		return all
	}
	add := func(kind string, v float64, agree bool, format string, args ...any) {
		w := way{kind: kind, value: v, agrees: agree, affinity: c.affinity(h, i, i+1), figure: to, second: i + i + 1 - to, sentence: a.sentence, strong: true, sure: true,
			message: fmt.Sprintf(format, args...)}
		if kind == "before" {
			w.doubtful, w.wrong, w.opposed = !c.head.earlier(h) && !then, !c.head.past(h) && !then, c.otherWay(up > 0)
		} else {
			w.opposed = h.Direction == -a.Direction
		}
		all = append(all, w)
	}
	unit := b
	if bare(b) && a.Kind != quantity.Share && a.Kind != quantity.Points {
		unit = a
	}
	if a.Kind == quantity.Points && h.Kind == quantity.Share && h.Direction == 0 {
		v := base * asPercent(b) / asPercent(h)
		add("before", v, exactly(h, v), "Before it was %s.", c.a.amount(b, base))
	}
	if v, ok := c.inUnit(h, unit, base); ok {
		add("before", v, exactly(h, v), "Before it was %s.", c.a.amount(unit, base))
	}
	if a.Kind == quantity.Share {
		if v, ok := c.inUnit(h, unit, math.Abs(b.low-base)); ok {
			add("difference", v, exactly(h, v), "From %s to %s is %s.", c.a.amount(unit, base), c.a.amount(unit, b.low), c.a.amount(unit, math.Abs(b.low-base)))
		}
	} else if h.Kind == quantity.Share {
		v := a.low / base * 100 / asPercent(h)
		add("change", v, fits(h, v), "From %s to %s is %s.", c.a.amount(unit, base), c.a.amount(unit, b.low), percentText(a.low/base))
	}
	return all
}

// fold adds what something was before it doubled or halved: halves its dividend to 4.5p.
func (c *checker) fold(all []way, h *figure, i int) []way {
	a := &c.a.figures[i]
	if a.Kind != quantity.Multiple {
		return all
	}
	if c.a.asMany(a) { // 320 a day, and on Saturdays twice as many
		for q := i - 1; q >= max(0, i-2) && c.a.figures[q].sentence == a.sentence; q-- {
			b := &c.a.figures[q]
			if v, ok := c.inUnit(h, b, b.low*a.low); ok && b.total == 0 {
				all = append(all, way{kind: "product", value: v, agrees: exactly(h, v), affinity: c.affinity(h, q, i), figure: q, second: i, sentence: a.sentence, strong: c.saidBefore(i),
					message: fmt.Sprintf("%s times %s is %s.", short(a.low), c.a.quote(b), number(b.low*a.low))})
			}
		}
	}
	if !(a.low > 0) || i+1 >= len(c.met) {
		return all
	}
	b := &c.a.figures[i+1]
	if b.sentence != a.sentence || b.first-a.last > 6 || !(b.low > 0) || !near(b.low, b.high) {
		return all
	}
	if c.a.word(b.first-1) == "from" { // halve the number of deputies from six
		if v, ok := c.inUnit(h, b, b.low*a.low); ok {
			all = append(all, way{kind: "product", value: v, agrees: exactly(h, v), affinity: c.affinity(h, i, i+1), figure: i + 1, second: i, sentence: a.sentence, strong: true, sure: true,
				message: fmt.Sprintf("%s times %s is %s.", short(a.low), c.a.quote(b), number(b.low*a.low))})
		}
		return all
	}
	if c.a.word(b.first-1) != "to" {
		return all
	}
	if v, ok := c.inUnit(h, b, b.low/a.low); ok {
		all = append(all, way{kind: "before", value: v, agrees: exactly(h, v), affinity: c.affinity(h, i, i+1), figure: i + 1, second: i, sentence: a.sentence, strong: true, sure: true,
			doubtful: !c.head.earlier(h), wrong: !c.head.past(h), opposed: c.otherWay(a.low > 1), message: fmt.Sprintf("Before it was %s.", c.a.amount(b, b.low/a.low))})
	}
	if v, ok := c.inUnit(h, b, math.Abs(b.low-b.low/a.low)); ok && h.Direction != 0 && c.head.word(h.first-1) != "to" { // rents up £600, where they doubled to £1,200
		all = append(all, way{kind: "difference", value: v, agrees: exactly(h, v), affinity: c.affinity(h, i, i+1), figure: i + 1, second: i, sentence: a.sentence, strong: true, sure: true,
			opposed: (h.Direction > 0) != (a.low > 1), message: fmt.Sprintf("From %s to %s is %s.", c.a.amount(b, b.low/a.low), c.a.amount(b, b.low), c.a.amount(b, math.Abs(b.low-b.low/a.low)))})
	}
	return all
}

// asMany reports whether a multiple says what it is of only before: twice as many, but not twice as many as in May.
func (p *passage) asMany(f *figure) bool {
	if p.word(f.last) != "as" || p.word(f.last+2) == "as" {
		return false
	}
	w := p.word(f.last + 1)
	return w == "many" || w == "much"
}

// otherWay reports whether the headline has a fall from what the article says something rose from, or the other way round.
func (c *checker) otherWay(up bool) bool {
	rise, fall := c.inHeadline("rise"), c.inHeadline("fall") || c.inHeadline("cut")
	return rise != fall && up == fall
}

// ledTo reports whether a figure is what another, a change, led to: by $40 million to $310 million.
func (p *passage) ledTo(a, b *figure) bool {
	return a.Direction != 0 && a.sentence == b.sentence && p.word(b.first-1) == "to" && (b.first-a.last <= 2 || b.first-a.last <= 6 && p.yearAt(a.last+1))
}

// past reports whether a headline may say what something was before it changed, which its verb alone leaves open.
func (p *passage) past(h *figure) bool {
	return p.word(h.first-1) != "to" && (p.earlier(h) || p.has("was", "were", "had"))
}

// earlier reports whether a headline says that a figure is of a time before: from $350 million, was at $108 before the fall.
func (p *passage) earlier(h *figure) bool {
	switch p.word(h.first - 1) {
	case "to":
		return false
	case "from":
		return true
	}
	for i := range p.words {
		switch p.word(i) {
		case "ago", "earlier", "previously", "formerly", "once":
			return true
		case "used":
			if p.word(i+1) == "to" {
				return true
			}
		case "before":
			switch p.word(i + 1) {
			case "tax", "taxes", "interest", "costs", "charges", "items":
			default:
				return true
			}
		case "last", "previous", "year":
			if w := p.word(i + 1); w == "year" || w == "month" || w == "quarter" || w == "week" || w == "before" {
				return true
			}
		}
	}
	return p.changesBehind(h)
}

// changesBehind reports whether a headline says behind a figure that what it measures changes: a $350 million profit shrinks.
func (p *passage) changesBehind(h *figure) bool {
	for k := h.last; k < min(h.last+4, len(p.words)) && !p.numbers(k); k++ {
		switch p.word(k) {
		case "as", "after", "on", "in", "despite", "while", "and", "amid", "with", "for":
			return false
		case "shrinks", "shrink", "shrank", "doubles", "doubled", "halves", "halved", "triples", "tripled", "rises", "rose", "falls", "fell", "drops", "dropped", "grows", "grew":
			return true
		}
	}
	return false
}

// lone reports whether a figure stands in a short sentence that has nothing but it and a year.
func (p *passage) lone(f *figure) bool {
	if p.wordsFrom(f.sentence+1)-p.wordsFrom(f.sentence) > 8 {
		return false
	}
	year := false
	for j := p.figuresFrom(f.sentence); j < len(p.figures) && p.figures[j].sentence == f.sentence; j++ {
		switch g := &p.figures[j]; {
		case g.Kind == quantity.Year:
			year = true
		case g.Start != f.Start:
			return false
		}
	}
	return year
}

// yearBefore reports whether a headline compares with the year before.
func (p *passage) yearBefore() bool {
	for i := range p.words {
		if p.yearAt(i) {
			return true
		}
	}
	return false
}

// yearBeside reports whether a figure is of the year before: last year farmers picked 55 million bags.
func (p *passage) yearBeside(f *figure) bool {
	for k := max(0, f.first-5); k < min(f.last+6, len(p.words)); k++ {
		if p.words[k].sentence == f.sentence && p.yearAt(k) {
			return true
		}
	}
	return false
}

// yearAt reports whether word i begins what means the year before.
func (p *passage) yearAt(i int) bool {
	w, next := p.word(i), p.word(i+1)
	switch w {
	case "last", "previous":
		return next == "year" || next == "year's" || next == "year’s" || next == "season"
	case "year":
		return next == "ago" || next == "earlier" || next == "before"
	}
	return false
}

// others finds that the headline counts all but the one it names: Zuckerberg, 15 Other Tycoons.
func (c *checker) others(h *figure) (all []way) {
	if w := c.head.word(h.last); w != "other" && w != "others" && w != "more" || c.head.has("than") {
		return nil
	}
	for i := range c.a.related() {
		if a := &c.a.figures[i]; a.Kind == quantity.Count && near(a.low, h.low+1) {
			noun := c.head.stemAt(h.last + 1)
			all = append(all, way{
				kind: "others", value: h.low, agrees: true, affinity: c.affinity(h, i), figure: i, sentence: a.sentence,
				strong:  noun != "" && noun == meaning(a.Of) && h.first > 0 && c.head.word(h.last) == "other",
				message: fmt.Sprintf("All but one of %s are %s.", number(a.low), number(h.low)),
			})
		}
	}
	return all
}

// next finds that something is the third after two of its kind.
func (c *checker) next(h *figure) (all []way) {
	other := func(sentence int) bool { // who also won in 2018 and 2019, finished fourth
		return slices.ContainsFunc(c.a.related(), func(a figure) bool {
			return a.Kind == quantity.Ordinal && a.sentence == sentence && a.low > 1 && !near(a.low, h.low)
		})
	}
	for _, l := range c.a.lists { // she also won in 2018 and 2019
		also := func() bool {
			return slices.ContainsFunc([]string{"also", "previously", "before"}, func(w string) bool { return c.a.sentenceHas(l.sentence, nil, w) })
		}
		if l.years && near(float64(l.count), h.low-1) && !other(l.sentence) && also() {
			all = append(all, way{kind: "order", value: h.low, agrees: true, affinity: c.sentenceAffinity(h, l.sentence), figure: -1, sentence: l.sentence,
				message: fmt.Sprintf("The article has %d years before.", l.count)})
		}
	}
	for i := range c.a.lists { // only the United States and Brazil have more
		l := &c.a.lists[i]
		if near(float64(l.count), h.low-1) && c.a.onlyThey(l) && c.a.comparesBehind(l) {
			all = append(all, way{kind: "order", value: h.low, agrees: true, affinity: c.sentenceAffinity(h, l.sentence), figure: -1, sentence: l.sentence, strong: true,
				message: fmt.Sprintf("Only %d are before it.", l.count)})
		}
	}
	for i := range c.a.related() {
		a := &c.a.figures[i]
		if a.Kind != quantity.Count || !near(a.low, h.low-1) {
			continue
		}
		if h.Of != "" && a.Of != "" && !sameNoun(a.Of, h.Of) || a.Of == "" && !c.a.said(a, meaning(h.Of)) {
			continue // of something else
		}
		for k := max(0, a.first-3); k < min(a.last+3, len(c.a.words)); k++ {
			switch c.a.word(k) {
			case "another", "again":
				if h.low != 2 {
					break
				}
				fallthrough
			case "after", "previous", "earlier", "already", "before", "former":
				all = append(all, way{kind: "order", value: h.low, agrees: true, affinity: c.affinity(h, i), figure: i, sentence: a.sentence,
					message: fmt.Sprintf("It comes after %s.", c.a.quote(a))})
			}
		}
	}
	return all
}

// onlyThey reports whether the article speaks of those of a list alone: only the United States and Brazil.
func (a *article) onlyThey(l *list) bool {
	before := a.word(l.first - 1)
	return before == "only" || a.word(l.first) == "only" || before == "the" && a.word(l.first-2) == "only"
}

// comparesBehind reports whether a word right behind a list compares: have more, are ahead.
func (a *article) comparesBehind(l *list) bool {
	for k := l.last; k < l.last+3; k++ {
		if w := a.word(k); w == "more" || w == "ahead" || w == "better" || strings.HasSuffix(w, "er") {
			return true
		}
	}
	return false
}

// namesChange reports whether a headline names a change.
func (p *passage) namesChange() bool {
	for i := range p.words {
		if p.changed(i) || p.words[i].stem == "rise" || p.words[i].stem == "fall" || p.word(i) == "new" {
			return true
		}
	}
	return false
}
