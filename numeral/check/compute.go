package check

import (
	"fmt"
	"math"
	"slices"
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
	case quantity.Count:
		all = c.ratios(c.places(c.others(h), h), h)
	case quantity.Duration:
		all = c.clocks(h)
	}
	n := len(c.a.related())
	for i := range n {
		all = c.alone(all, h, i)
		all = c.margins(all, h, i)
		all = c.changes(all, h, i)
		all = c.fold(all, h, i)
		all = c.shares(all, h, i)
		all = c.rest(all, h, i)
		all = c.portions(all, h, i)
		all = c.remnant(all, h, i)
		for j := i + 1; j < n && j < i+maxPair; j++ {
			if c.together(h, i, j) {
				all = c.pair(all, h, i, j)
			}
		}
		all = c.runs(all, h, i)
	}
	all = c.products(all, h)
	all = c.quotients(all, h)
	all = c.rates(all, h)
	all = c.exactRatios(all, h)
	return c.perOne(all, h)
}

// maxPair is how many figures may stand between two that belong together.
const maxPair = 60

// together reports whether two figures measure the same, and stand close or count the same.
func (c *checker) together(h *figure, i, j int) bool {
	a, b := &c.a.figures[i], &c.a.figures[j]
	if !oneMeasure(h, a, b) || oneRange(a, b) || c.a.ledTo(a, b) || c.a.either(a, b) {
		return false
	}
	switch a.Kind {
	case quantity.Year, quantity.Date, quantity.Time, quantity.Ordinal, quantity.Label, quantity.Vague, quantity.Score:
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
		if same || a.Of == "" || b.Of == "" || a.Kind != quantity.Count {
			return true
		}
	}
	if same && (c.inHeadline(a.Of) || people[meaning(h.Of)] && people[meaning(a.Of)]) {
		return true
	}
	sum, difference := near(a.low+b.low, h.low), near(math.Abs(a.low-b.low), h.low) // is what the headline says
	if a.Kind == quantity.Count && min(a.low, b.low) >= 1000 && digits(h) >= 1.5 && (sum && c.asks(h, "sum") || difference && c.asks(h, "difference")) {
		return true // 118 million and, long before, 74 million
	}
	if a.Kind == quantity.Count && bare(b) && bare(a) && c.a.lone(b) {
		return true // in 2015 there were 27
	}
	far := leastFar
	if digits(h) >= 2 || c.asks(h, "difference") {
		far = 0.1
	}
	if c.a.fewLike(a) && (h.Direction == 0 || c.affinity(h, i) > 0 && c.affinity(h, j) > 0) {
		return true // nothing else is weighed
	}
	if a.Kind == quantity.Money && (digits(h) >= 2 && c.asks(h, "difference") || digits(h) >= 1.5 && sum && c.asks(h, "sum")) {
		return true
	}
	return a.Kind != quantity.Count && c.shared(i, j) || c.affinity(h, i) > far && c.affinity(h, j) > far
}

// oneMeasure reports whether two figures may measure the same: they are of one kind, or one leaves out the unit of the other, 40 tonnes and 12 more.
func oneMeasure(h, a, b *figure) bool {
	unit := func(k quantity.Kind) bool {
		return measured(k) || k == quantity.Points || k == quantity.Age && h.Kind == quantity.Duration
	}
	return a.Kind == b.Kind || bare(a) && unit(b.Kind) || bare(b) && unit(a.Kind)
}

// either reports whether a text leaves open which of two figures it is: $10 million or $15 million.
func (p *passage) either(a, b *figure) bool {
	return b.first-a.last <= 1 && p.word(b.first-1) == "or" && !strings.Contains(p.gap(a, b), ",")
}

// gap is the text between two figures.
func (p *passage) gap(a, b *figure) string { return p.text[min(a.End, b.Start):b.Start] }

// fewOfKind is how many lengths or weights an article may have of which any two are compared.
const fewOfKind = 6

// fewLike reports whether a figure is a length, a weight or the like, of which the article has only a few.
func (a *article) fewLike(f *figure) bool {
	switch f.Kind {
	case quantity.Money, quantity.Share, quantity.Duration:
		return false
	}
	return measured(f.Kind) && a.kinds[f.Kind] <= fewOfKind
}

// leastPart is how well a part and its whole must meet the words of the headline.
const leastPart = 0.15

// leastFar is how well figures that stand far apart must each meet the words of the headline, where it does not compare
// and has a number that may come out by chance.
const leastFar = 0.3

// digits is how many digits a number has behind its first that were not rounded away, about.
func digits(h *figure) float64 { return math.Log10(h.low / h.Step.Float()) }

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

// kinds reports whether two figures that stand side by side count kinds of what h counts: 38 cattle and 121 sheep, which are animals; 14 counts of fraud and two of
// false accounting, which are offences.
func (c *checker) kinds(h *figure, i, j int) bool {
	a, b := &c.a.figures[i], &c.a.figures[j]
	counts := h.Kind == quantity.Count && h.Direction == 0 && a.Kind == h.Kind && b.Kind == h.Kind
	if !counts || a.sentence != b.sentence || b.first-a.last > 5 {
		return false
	}
	if h.low < 10 || h.Of == "" && h.low < 20 {
		return false // small numbers often come out by chance
	}
	if a.Of == "" || b.Of != "" && sameNoun(a.Of, b.Of) {
		return false // nothing says that they are of two kinds
	}
	if h.Of != "" && (c.head.literally(a.Of) || c.head.literally(b.Of)) {
		return false // the headline counts one kind
	}
	return strings.HasSuffix(c.a.gap(a, b), " and ") && c.two(i, j) && a.total == 0 && b.total == 0
}

// summed reports whether two figures may be added up to v: they are a list of two, the second comes on top of the first, or the sum has so
// many digits that it is not a chance.
func (c *checker) summed(h *figure, i, j int, v float64) bool {
	a, b := &c.a.figures[i], &c.a.figures[j]
	switch a.Kind {
	case quantity.Share, quantity.Age:
		return false
	}
	apart := b.sentence - a.sentence
	for k := a.last; apart == 0 && k < b.first && a.Kind != quantity.Count && a.Kind != quantity.Money; k++ {
		switch c.a.word(k) {
		case "is", "are", "was", "were":
			return false // 123 feet tall and its walls are nine feet thick
		}
	}
	switch {
	case apart == 0 && (c.a.adds(a, b) && c.two(i, j) && !c.a.beyond(a) || c.a.versus(a, b)), apart <= 2 && c.a.more(b):
		return true
	case a.Kind == quantity.Money && apart == 1 && digits(h) >= 1.5 && near(v, h.low) && c.shared(i, j):
		return true
	case digits(h) >= 2:
		return apart == 1 || near(v, h.low) || c.asks(h, "sum")
	case a.Kind == quantity.Money && digits(h) >= 1.5 && near(v, h.low) && c.head.has("all", "total", "altogether", "together", "combined"):
		return true
	}
	return digits(h) >= 1.5 && a.Of != "" && a.Of == b.Of && c.inHeadline(a.Of)
}

// more reports whether a figure comes on top of one before: another $138 million; it will also take on debt of 1.1 billion.
func (p *passage) more(f *figure) bool {
	switch p.word(f.first - 1) {
	case "another", "further", "additional", "extra", "plus":
		return true
	case "other":
		return p.word(f.first-2) == "the"
	}
	if w := p.word(f.last); (w == "other" || w == "others") && f.Of != "" && !people[meaning(f.Of)] {
		return true
	}
	if p.word(f.last) == "more" && p.word(f.last+1) != "than" {
		return true
	}
	for k := f.first - 1; k >= max(0, f.first-8) && p.words[k].sentence == f.sentence; k-- {
		if p.word(k) == "also" {
			return true
		}
	}
	return false
}

// inUnit is a result in the unit of a, as h counts it.
func (c *checker) inUnit(h, a *figure, v float64) (float64, bool) {
	switch {
	case a.Kind == quantity.Share && h.Kind == quantity.Points:
		return v * asPercent(a) / asPercent(h), true
	case a.Kind == quantity.Share && h.Kind == quantity.Share:
		return 0, false
	case a.Kind == quantity.Age:
		return v, h.Kind == quantity.Duration && h.Unit == quantity.Years
	case a.Kind == quantity.Count:
		if h.Kind == quantity.Points {
			return v, true
		}
		return v, h.Kind == quantity.Count && (h.Of == "" || a.Of == "" || sameNoun(h.Of, a.Of) || v >= 20)
	case a.Kind == quantity.Money && bare(h) && h.low >= 1e5:
		return v, true // half a billion more
	case a.Kind != h.Kind || !a.Unit.Compatible(h.Unit) || h.Unit.Factor().Sign() == 0:
		return 0, false
	}
	return v * a.Unit.Factor().Float() / h.Unit.Factor().Float(), true
}

// fits reports whether a result agrees with what the headline says.
func fits(h *figure, v float64) bool {
	off := math.Abs((h.low - v) / h.low)
	switch {
	case h.Hedge == quantity.UpTo && h.Kind == quantity.Multiple:
		plain := *h
		plain.Hedge = quantity.None
		return agrees(&plain, v) != differs // up to three times as much, of 3.06
	case h.Hedge == quantity.None || h.Kind == quantity.Multiple:
		return agrees(h, v) != differs
	case h.Kind == quantity.Share:
		return (off <= 0.12 || h.Words && h.Direction != 0 && over(h.Hedge) && off <= 0.15) && agrees(h, v) != differs
	}
	return off <= 0.01 && agrees(h, v) != differs
}

// beyond reports whether a figure says by how much something is before or behind the figure before: two behind Ashdene.
func (p *passage) beyond(b *figure) bool {
	switch p.word(b.last) {
	case "behind", "ahead", "short", "above", "below", "clear", "over":
		return true
	case "more", "less", "fewer", "higher", "lower", "longer", "shorter", "later", "earlier", "bigger", "smaller", "faster", "slower":
		return p.word(b.last+1) == "than"
	}
	return false
}

// exactly reports whether a sum or a difference is what the headline says, but for the digits that it leaves out.
func exactly(h *figure, v float64) bool {
	off := math.Abs((h.low - v) / h.low)
	if h.Hedge != quantity.None && h.low >= 9.99*h.Step.Float() && off <= 0.03 {
		return agrees(h, v) != differs
	}
	return off <= 0.006 || fits(h, v) && off <= 0.03 && math.Abs(h.low-v) <= h.Step.Float()/2*1.0001 && h.low >= 10*h.Step.Float()
}

// two reports whether figures i and j of a sentence are a list of two of the same, and no part of a longer one.
func (c *checker) two(i, j int) bool {
	listed := func(i, j int) bool { // one behind the other
		if i < 0 || j >= len(c.a.figures) {
			return false
		}
		a, b := &c.a.figures[i], &c.a.figures[j]
		alike := a.sentence == b.sentence && a.Kind == b.Kind && (a.Of == "" || b.Of != "")
		part := b.total != 0 || c.a.word(b.last) == "of"
		return alike && !part && b.first-a.last <= 4 && strings.Contains(c.a.gap(a, b), ",")
	}
	a, b := &c.a.figures[i], &c.a.figures[j]
	for k := i + 1; k < j; k++ {
		if c.a.figures[k].Kind == a.Kind {
			return false // over two terms, the 58 children in year 4
		}
	}
	between := c.a.gap(a, b)
	joined := strings.Contains(between, " and ") || strings.Contains(between, ",") || strings.Contains(between, " plus ")
	return joined && b.first-a.last <= 14 && !listed(i-1, i) && !listed(j, j+1)
}

// adds reports whether a figure is one more of a list that began with a, and not a place or a time of it.
func (p *passage) adds(a, b *figure) bool {
	switch w := p.word(b.first - 1); w {
	case "with":
		return p.word(a.first-1) == w
	case "from", "to", "than", "every", "per", "against", "since", "until":
		return false
	case "at", "in", "on", "of", "for", "by", "within", "over", "after", "before":
		return b.Kind != quantity.Count || b.Of == "" && a.Of == "" || b.Of != "" && meaning(a.Of) == meaning(b.Of)
	}
	return true
}

// direction is 1 where the second figure came later and is greater, -1 where it is less, 0 where the article does
// not say which came later.
func (c *checker) direction(a, b *figure) int {
	from := func(f *figure) bool {
		k := f.first - 1
		if w := c.a.word(k); w == "the" || w == "a" || w == "its" {
			k-- // up from the £10,000 of December
		}
		w := c.a.word(k)
		return w == "from" || w == "than" || w == "with" && c.a.word(k-1) == "compared" || w == "against"
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
		case "more", "less", "fewer", "up", "down", "higher", "lower", "above", "below", "over", "by", "dearer", "cheaper", "costlier", "pricier", "rise", "fall", "increase", "decrease", "drop", "growth":
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
	for j := i + 1; j < len(c.a.related()) && len(parts) < 8; j++ {
		b := &c.a.figures[j]
		if b.sentence-a.sentence > 1 {
			break
		}
		otherEnd := func(k int) bool { return oneRange(&c.a.figures[k], b) }
		if b.Kind != a.Kind || !a.Unit.Compatible(b.Unit) || !near(b.low, b.high) || slices.ContainsFunc(figures, otherEnd) {
			continue
		}
		if a.Kind == quantity.Count && b.sentence != a.sentence {
			break
		}
		if !c.a.adds(a, b) || c.a.beyond(b) || c.a.beyond(a) {
			continue
		}
		v := b.low
		if b.Unit != a.Unit {
			w, _, _ := b.Convert(a.Unit)
			v = w.Float()
		}
		sum += v
		parts = append(parts, number(v))
		figures = append(figures, j)
		if len(parts) < 3 || c.a.continues(a, j) {
			continue
		}
		if v, ok := c.inUnit(h, a, sum); ok && (h.Kind == a.Kind || h.Direction == 0) {
			last := len(parts) - 1
			parallel := c.a.parallel(figures)
			all = append(all, way{
				kind: "sum", value: v, agrees: exactly(h, v), affinity: c.affinity(h, figures...), figure: i, sentence: a.sentence,
				sure:    parallel,
				strong:  parallel || a.Of != "" && meaning(a.Of) == meaning(h.Of),
				message: fmt.Sprintf("%s and %s are %s.", strings.Join(parts[:last], ", "), parts[last], number(sum)),
			})
		}
	}
	return all
}

// parallel reports whether all figures of a list are followed by the same word: ten from Canada, six from New Zealand and four from Denmark.
func (p *passage) parallel(figures []int) bool {
	w := p.word(p.figures[figures[0]].last)
	if len(w) < 2 || len(w) > 4 {
		return false
	}
	return !slices.ContainsFunc(figures, func(i int) bool { return !bare(&p.figures[i]) || p.word(p.figures[i].last) != w })
}

// continues reports whether the list that began with a has another figure behind figure j.
func (p *passage) continues(a *figure, j int) bool {
	if j+1 >= len(p.figures) {
		return false
	}
	b, next := &p.figures[j], &p.figures[j+1]
	return next.sentence == b.sentence && next.Kind == a.Kind && p.adds(a, next) && next.first-b.last <= 6
}

// literally reports whether a text has a noun itself, and not only another of the same meaning.
func (p *passage) literally(of string) bool {
	return slices.ContainsFunc(p.words, func(w word) bool { return of != "" && stemmer.Filter(strings.ToLower(p.text[w.start:w.end])) == of })
}
