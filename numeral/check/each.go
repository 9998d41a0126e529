package check

import (
	"fmt"
	"math"

	"hed/numeral/quantity"
)

// rates adds what something comes to in another time: $40,000 a day is $280,000 a week.
func (c *checker) rates(all []way, h *figure) []way {
	per, ok := spells[h.Per]
	if !ok {
		return all
	}
	for i := range c.a.related() {
		a := &c.a.figures[i]
		from, ok := spells[a.Per]
		if !ok || from == per || math.IsNaN(a.low) || !near(a.low, a.high) {
			continue
		}
		x := a.low * per.Factor().Float() / from.Factor().Float()
		if v, ok := c.inUnit(h, a, x); ok {
			all = append(all, way{kind: "rate", value: v, agrees: agrees(h, v) != differs || math.Abs(v-h.low) <= 0.03*h.low, affinity: c.affinity(h, i), figure: i, sentence: a.sentence,
				message: fmt.Sprintf("%s a %s is %s a %s.", c.a.quote(a), from, number(x), per)})
		}
	}
	return all
}

// quotients adds what each of several gets of something.
func (c *checker) quotients(all []way, h *figure) []way {
	all = c.equally(all, h)
	if h.Kind == quantity.Share || !measured(h.Kind) && (h.Kind != quantity.Count || h.Per == "") {
		return all
	}
	if h.Per == "" && !c.head.has("each", "apiece", "per", "average", "head", "every") {
		return all
	}
	per, timed := spells[h.Per]
	for i := range c.a.related() {
		a := &c.a.figures[i]
		if a.Kind != h.Kind || !near(a.low, a.high) {
			continue
		}
		for j := range c.a.related() {
			b := &c.a.figures[j]
			apart := max(a.sentence, b.sentence) - min(a.sentence, b.sentence)
			if timed && b.Kind == quantity.Duration && apart <= 1 && b.low > 0 { // 1,240km in 97 days: 13km a day
				n := b.low * b.Unit.Factor().Float() / per.Factor().Float()
				if v, ok := c.inUnit(h, a, a.low/n); ok {
					all = append(all, way{
						kind: "quotient", value: v, affinity: c.affinity(h, i, j), figure: i, sentence: a.sentence,
						agrees:  agrees(h, v) != differs || math.Abs(v-h.low) < 0.05*h.low,
						strong:  apart == 0 || c.head.has("averages", "averaged", "average", "averaging"),
						message: fmt.Sprintf("%s in %s is %s a %s.", c.a.quote(a), c.a.quote(b), number(a.low/n), per),
					})
				}
			}
			several := b.Kind == quantity.Count && b.low > 1 && near(b.low, b.high)
			if h.Kind == quantity.Count || !several || apart > 2 && !c.inHeadline(b.Of) {
				continue
			}
			v, ok := c.inUnit(h, a, a.low/b.low)
			if !ok {
				continue
			}
			sure := near(v, h.low) && c.inHeadline(b.Of)
			all = append(all, way{
				kind: "quotient", value: v, agrees: agrees(h, v) != differs, affinity: c.affinity(h, i, j), figure: i, sentence: a.sentence, sure: sure, strong: sure || apart == 0,
				message: fmt.Sprintf("%s for %s is %s each.", c.a.quote(a), c.a.phrase(b), number(a.low/b.low)),
			})
		}
	}
	return all
}

// equally adds what each of those has who share something equally: split equally between Ms Tasker and the farmer; shared equally by the city, the university and a church.
func (c *checker) equally(all []way, h *figure) []way {
	if h.Kind != quantity.Money {
		return all
	}
	for i := range c.a.related() {
		a := &c.a.figures[i]
		if a.Kind != h.Kind || a.Unit != h.Unit || !near(a.low, a.high) || !c.a.sentenceHas(a.sentence, nil, "equally") {
			continue
		}
		add := func(n float64) {
			v := a.low / n
			all = append(all, way{
				kind: "quotient", value: v, affinity: c.affinity(h, i), figure: i, sentence: a.sentence, strong: true,
				agrees:  near(v, h.low) || agrees(h, v) != differs && digits(h) >= 1,
				message: fmt.Sprintf("%s for %s is %s each.", c.a.quote(a), short(n), number(v)),
			})
		}
		listed := false
		for k := range c.a.lists {
			if l := &c.a.lists[k]; l.sentence == a.sentence && l.first > a.last {
				listed = true
				add(float64(l.count))
			}
		}
		if !listed && c.a.sentenceHas(a.sentence, nil, "between") {
			add(2)
		}
	}
	return all
}

// maxLists is how many lists are taken with each figure; behind so many, they say how many there are only by themselves.
const maxLists = 200

// products adds what is so much each, times how many there are.
func (c *checker) products(all []way, h *figure) []way {
	lists := c.a.lists[:min(len(c.a.lists), maxLists)]
	var met []float64 // the affinity of each list, once there is a figure to take it with
	for i := range c.a.related() {
		a := &c.a.figures[i]
		each := a.Per != "" || c.a.each(a)
		if !each && a.Kind != quantity.Money && !c.a.bothOf(a) || math.IsNaN(a.low) {
			continue
		}
		if met == nil {
			met = make([]float64, len(lists))
			for k := range lists {
				met[k] = c.sentenceAffinity(h, lists[k].sentence)
			}
		}
		times := func(n float64, affinity func() float64) {
			v, ok := c.inUnit(h, a, a.low*n)
			if !ok || n <= 1 || a.Kind == quantity.Count {
				return
			}
			w := way{kind: "product", value: v, agrees: fits(h, v), affinity: affinity(), figure: i, sentence: a.sentence, strong: near(v, h.low) && digits(h) >= 2}
			if w.agrees { // or else nobody reads it
				w.message = fmt.Sprintf("%s times %s is %s.", number(n), number(a.low), number(a.low*n))
			}
			all = append(all, w)
		}
		for j := range c.a.related() {
			b := &c.a.figures[j]
			if j == i || b.Kind != quantity.Count {
				continue
			}
			// so much for each of so many: they stand close, or the product is too exact for a chance
			beside := b.sentence-a.sentence <= 1 && a.sentence-b.sentence <= 1
			ofEach := each && (beside || digits(h) >= 2 && near(a.low*b.low, h.low))
			if ofEach || b.Of != "" && (meaning(b.Of) == meaning(a.Per) || c.a.prices(a, meaning(b.Of))) {
				times(b.low, func() float64 { return c.affinity(h, i, j) })
			}
		}
		if c.a.bothOf(a) { // both must pay fines of 150,000 euros
			times(2, func() float64 { return c.affinity(h, i) })
			if n := len(all) - 1; n >= 0 && all[n].kind == "product" && all[n].figure == i {
				all[n].strong = true
			}
		}
		if !each {
			continue
		}
		own := c.affinity(h, i)
		for k := range lists {
			times(float64(lists[k].count), func() float64 { return own + met[k]/2 })
		}
	}
	return all
}

// bothOf reports whether a figure is of each of two: both must pay fines of 150,000 euros.
func (p *passage) bothOf(a *figure) bool {
	for k := a.first - 1; k >= max(0, a.first-7) && p.words[k].sentence == a.sentence && !p.numbers(k); k-- {
		if p.word(k) == "both" {
			return true
		}
	}
	return false
}

// prices reports whether a sum of money is what one of something costs: tickets cost 45 pesos.
func (p *passage) prices(a *figure, of string) bool {
	for k := a.first - 1; k >= max(0, a.first-3) && p.words[k].sentence == a.sentence; k-- {
		if w := p.word(k); w == "cost" || w == "costs" || w == "at" {
			return p.stemAt(k-1) == of
		}
	}
	return false
}

// each reports whether the sentence of a figure says that it is for each of several.
func (p *passage) each(a *figure) bool {
	for i := max(0, a.first-12); i < min(a.last+8, len(p.words)); i++ {
		if p.words[i].sentence != a.sentence {
			continue
		}
		switch p.word(i) {
		case "each", "every", "apiece", "per":
			return true
		}
	}
	return false
}
