package check

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hed/numeral/quantity"
)

// computed lists what can be worked out of two or more figures that belong together: sums, differences, shares and
// multiples.
func (c *checker) computed(h *figure) (all []way) {
	if math.IsNaN(h.low) || !near(h.low, h.high) {
		return nil
	}
	switch h.Kind {
	case quantity.Year, quantity.Date, quantity.Time, quantity.Score, quantity.Label, quantity.Vague:
		return nil
	case quantity.Ordinal:
		return c.next(h)
	}
	n := len(c.a.figures)
	for i := range n {
		for j := i + 1; j < n && j < i+maxPair; j++ {
			if c.together(h, i, j) {
				all = c.pair(all, h, i, j)
			}
		}
		all = c.runs(all, h, i)
	}
	return c.products(all, h)
}

// maxPair is how many figures may stand between two that belong together.
const maxPair = 60

// together reports whether two figures measure the same, and stand close or count the same.
func (c *checker) together(h *figure, i, j int) bool {
	a, b := &c.a.figures[i], &c.a.figures[j]
	if a.Kind != b.Kind && !(bare(a) && measured(b.Kind)) && !(bare(b) && measured(a.Kind)) {
		return false
	}
	switch a.Kind {
	case quantity.Year, quantity.Date, quantity.Ordinal, quantity.Label, quantity.Vague, quantity.Score:
		return false
	}
	if a.Kind == b.Kind && !a.Unit.Compatible(b.Unit) || math.IsNaN(a.low) || math.IsNaN(b.low) || !near(a.low, a.high) || !near(b.low, b.high) {
		return false
	}
	same := a.Of != "" && meaning(a.Of) == meaning(b.Of)
	switch b.sentence - a.sentence {
	case 0:
		return true
	case 1:
		return same || a.Of == "" || b.Of == "" || a.Kind != quantity.Count
	}
	if same && c.inHeadline(a.Of) {
		return true
	}
	return a.Kind != quantity.Count && c.shared(i, j)
}

// inHeadline reports whether the headline has a noun.
func (c *checker) inHeadline(of string) bool {
	return slices.ContainsFunc(c.head.words, func(w word) bool { return w.stem != "" && w.stem == meaning(of) })
}

// shared reports whether a word of the headline stands beside both figures.
func (c *checker) shared(i, j int) bool {
	for k := range c.head.words {
		if c.weight[k] > 0 && c.met[i][k] > 0.3 && c.met[j][k] > 0.3 {
			return true
		}
	}
	return false
}

// pair adds the ways from two figures.
func (c *checker) pair(all []way, h *figure, i, j int) []way {
	a, b := &c.a.figures[i], &c.a.figures[j]
	x, y := a.low, b.low
	if a.Unit != b.Unit && a.Unit != 0 && b.Unit != 0 {
		if v, _, ok := b.Convert(a.Unit); ok {
			y = v.Float()
		}
	}
	affinity := c.affinity(h, i, j)
	add := func(kind string, value float64, direction int, format string, args ...any) {
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return
		}
		all = append(all, way{kind: kind, value: value, agrees: fits(h, value), affinity: affinity, figure: i, sentence: a.sentence,
			opposed: direction != 0 && h.Direction == int8(-direction), message: fmt.Sprintf(format, args...)})
	}
	direction := c.direction(a, b)
	switch {
	case h.Kind == quantity.Share && (a.Kind != quantity.Share || h.Direction != 0 || h.Words):
		small, large := min(x, y), max(x, y)
		if small <= 0 {
			break
		}
		to := 100 / asPercent(h)
		if h.Direction != 0 || c.compares(h) {
			first, second := x, y
			if direction != 0 && (second > first) != (direction > 0) {
				first, second = y, x
			}
			if direction == 0 && h.Direction != 0 && (second > first) != (h.Direction > 0) {
				first, second = y, x
			}
			change := (second - first) / first
			add("change", math.Abs(change)*to, sign(change), "From %s to %s is %s.", number(first), number(second), percentText(change))
		}
		if h.Direction == 0 || c.compares(h) {
			add("share", small/large*to, 0, "%s of %s is %s.", number(small), number(large), percentText(small/large))
			add("share", (1-small/large)*to, 0, "%s of %s leaves %s.", number(small), number(large), percentText(1-small/large))
			if a.sentence == b.sentence && a.Kind == quantity.Count {
				add("share", x/(x+y)*to, 0, "%s of %s is %s.", number(x), number(x+y), percentText(x/(x+y)))
			}
		}
	case h.Kind == quantity.Multiple:
		small, large := min(x, y), max(x, y)
		if small <= 0 {
			break
		}
		if h.low >= 1 {
			add("multiple", large/small, 0, "%s is %s times %s.", number(large), short(large/small), number(small))
		} else {
			add("multiple", small/large, 0, "%s is %s of %s.", number(small), percentText(small/large), number(large))
		}
	}
	if v, ok := c.inUnit(h, a, math.Abs(x-y)); ok && x != y {
		add("difference", v, direction, "%s less %s is %s.", number(max(x, y)), number(min(x, y)), number(math.Abs(x-y)))
	}
	if v, ok := c.inUnit(h, a, x+y); ok && a.Kind != quantity.Share && a.Kind != quantity.Age && a.sentence == b.sentence && a.Kind != quantity.Time {
		add("sum", v, 0, "%s and %s are %s.", number(x), number(y), number(x+y))
	}
	return all
}

// inUnit is a result in the unit of a, as h counts it.
func (c *checker) inUnit(h, a *figure, v float64) (float64, bool) {
	switch {
	case a.Kind == quantity.Time:
		if h.Kind != quantity.Duration {
			return 0, false
		}
		return v * 60 / h.Unit.Factor().Float(), true
	case a.Kind == quantity.Share && h.Kind == quantity.Points:
		return v * asPercent(a) / asPercent(h), true
	case a.Kind == quantity.Share && h.Kind == quantity.Share && h.Direction != 0:
		return v * asPercent(a) / asPercent(h), true
	case a.Kind == quantity.Age:
		return v, h.Kind == quantity.Duration && h.Unit == quantity.Years
	case a.Kind == quantity.Count:
		if h.Kind == quantity.Points {
			return v, true
		}
		return v, h.Kind == quantity.Count && (h.Of == "" || a.Of == "" || meaning(h.Of) == meaning(a.Of) || v >= 20)
	case a.Kind != h.Kind || !a.Unit.Compatible(h.Unit) || h.Unit.Factor().Sign() == 0:
		return 0, false
	}
	return v * a.Unit.Factor().Float() / h.Unit.Factor().Float(), true
}

// fits reports whether a result agrees with what the headline says.
func fits(h *figure, v float64) bool { return agrees(h, v) != differs }

// direction is 1 where the second figure came later and is greater, -1 where it is less, 0 where the article does
// not say which came later.
func (c *checker) direction(a, b *figure) int {
	from := func(f *figure) bool {
		w := c.a.word(f.first - 1)
		return w == "from" || w == "than" || w == "with" && c.a.word(f.first-2) == "compared" || w == "against"
	}
	switch {
	case a.sentence != b.sentence:
		return 0
	case from(b): // 41 from 79
		return sign(a.low - b.low)
	case from(a): // from 79 to 41
		return sign(b.low - a.low)
	}
	return 0
}

func sign(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// compares reports whether the words around a figure of the headline compare: more, up, since.
func (c *checker) compares(h *figure) bool {
	for i := max(0, h.first-4); i < min(h.last+4, len(c.head.words)); i++ {
		switch c.head.word(i) {
		case "more", "less", "fewer", "up", "down", "higher", "lower", "above", "below", "over", "by", "rise", "fall", "increase", "decrease", "drop", "growth":
			return true
		}
	}
	return c.head.words != nil && h.Direction != 0
}

// runs adds the sums of three or more figures in a row that begin with figure i.
func (c *checker) runs(all []way, h *figure, i int) []way {
	a := &c.a.figures[i]
	if math.IsNaN(a.low) || !near(a.low, a.high) {
		return all
	}
	switch a.Kind {
	case quantity.Count, quantity.Money, quantity.Mass, quantity.Distance, quantity.Duration, quantity.Area:
	default:
		return all
	}
	sum := a.low
	parts := []string{number(a.low)}
	figures := []int{i}
	for j := i + 1; j < len(c.a.figures) && len(parts) < 8; j++ {
		b := &c.a.figures[j]
		if b.sentence-a.sentence > 1 {
			break
		}
		if b.Kind != a.Kind || !a.Unit.Compatible(b.Unit) || math.IsNaN(b.low) || !near(b.low, b.high) {
			continue
		}
		if a.Kind == quantity.Count && b.sentence != a.sentence {
			break
		}
		v := b.low
		if b.Unit != a.Unit {
			w, _, _ := b.Convert(a.Unit)
			v = w.Float()
		}
		sum += v
		parts = append(parts, number(v))
		figures = append(figures, j)
		if len(parts) < 3 {
			continue
		}
		if v, ok := c.inUnit(h, a, sum); ok {
			last := len(parts) - 1
			all = append(all, way{kind: "sum", value: v, agrees: fits(h, v), affinity: c.affinity(h, figures...), figure: i, sentence: a.sentence,
				message: fmt.Sprintf("%s and %s are %s.", strings.Join(parts[:last], ", "), parts[last], number(sum))})
		}
	}
	return all
}

// products adds what is so much each, times how many there are.
func (c *checker) products(all []way, h *figure) []way {
	for i := range c.a.figures {
		a := &c.a.figures[i]
		if a.Per == "" && !c.a.each(a) || math.IsNaN(a.low) {
			continue
		}
		times := func(n float64, sentence int, affinity float64) {
			if v, ok := c.inUnit(h, a, a.low*n); ok && n > 1 && a.Kind != quantity.Count {
				all = append(all, way{kind: "product", value: v, agrees: fits(h, v), affinity: affinity, figure: i, sentence: a.sentence,
					message: fmt.Sprintf("%s times %s is %s.", number(n), number(a.low), number(a.low*n))})
			}
		}
		for j := range c.a.figures {
			if b := &c.a.figures[j]; j != i && b.Kind == quantity.Count && b.sentence-a.sentence <= 1 && a.sentence-b.sentence <= 1 {
				times(b.low, b.sentence, c.affinity(h, i, j))
			}
		}
		for _, l := range c.a.lists {
			times(float64(l.count), l.sentence, c.affinity(h, i)+c.sentenceAffinity(h, l.sentence)/2)
		}
	}
	return all
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

// next finds that something is the third after two of its kind.
func (c *checker) next(h *figure) (all []way) {
	for i := range c.a.figures {
		a := &c.a.figures[i]
		if a.Kind != quantity.Count || !near(a.low, h.low-1) {
			continue
		}
		for k := max(0, a.first-3); k < min(a.last+3, len(c.a.words)); k++ {
			switch c.a.word(k) {
			case "after", "previous", "earlier", "already", "before", "former":
				all = append(all, way{kind: "order", value: h.low, agrees: true, affinity: c.affinity(h, i), figure: i, sentence: a.sentence,
					message: fmt.Sprintf("It comes after %s.", c.a.quote(a))})
			}
		}
	}
	return all
}

// number writes a number for a sentence: 12,700 or 6.75.
func number(x float64) string {
	for _, s := range []struct {
		size float64
		name string
	}{{1e12, " trillion"}, {1e9, " billion"}, {1e6, " million"}} {
		if math.Abs(x) >= s.size {
			return short(x/s.size) + s.name
		}
	}
	text := short(x)
	whole, rest, cut := strings.Cut(text, ".")
	for k := len(whole) - 3; k > 0 && whole[k-1] != '-'; k -= 3 {
		whole = whole[:k] + "," + whole[k:]
	}
	if cut {
		whole += "." + rest
	}
	return whole
}

// short writes a number with at most two decimals.
func short(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}

func percentText(x float64) string {
	return strconv.FormatFloat(math.Round(math.Abs(x)*1000)/10, 'f', -1, 64) + "%"
}
