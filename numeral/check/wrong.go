package check

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hed/numeral/quantity"
)

// wrong says what the article has in place of a number that it neither states nor lets follow.
func (c *checker) wrong(h *figure) Result {
	r, _ := c.instead(h)
	return r
}

// instead says what wrong does, and which figure of the article contradicts h; nil where none does.
func (c *checker) instead(h *figure) (Result, *figure) {
	text := c.head.quote(h)
	best, affinity := -1, 0.0
	kind := ""
	for i := range c.a.related() {
		a := &c.a.figures[i]
		k := c.conflict(h, a)
		if k == "" {
			continue
		}
		x := c.affinity(h, i)
		if c.unranked && k == "scale" && (x == 0 || !thousands(h.low/a.low)) {
			continue // five million, where a way of 50 minutes is shorter now
		}
		if c.unranked && c.unlike(h, a, k) {
			continue
		}
		switch ratio := h.low / a.low; {
		case k != "value":
			x += 2 // the same digits
		case h.Of != "" && meaning(h.Of) == meaning(a.Of):
		case ratio > 4 || ratio < 0.25:
			x /= 3 // nobody takes one for the other
		}
		if x > affinity {
			best, kind, affinity = i, k, x
		}
	}
	if h.Kind == quantity.Vague && affinity < leastOfVague {
		return Result{Verdict: Doubtful, Kind: "quantifier", Message: fmt.Sprintf("The article has no number for %s.", text)}, nil
	}
	if best >= 0 && affinity > leastAlike {
		a := &c.a.figures[best]
		says := c.a.hedged(a)
		if kind == "value" && h.Kind == quantity.Ordinal && h.Of != "" && meaning(h.Of) == meaning(a.Of) {
			kind = "order" // the third win, and not the fourth
		}
		r := c.result(Contradicted, kind, best, fmt.Sprintf("The article says %s, not %s.", says, whatDiffers(says, c.head.hedged(h))))
		if otherRate(h, a) {
			r.Message = fmt.Sprintf("The article says %s, not %s.", c.a.rate(a), c.head.rate(h))
		} else if kind != "value" || c.likened(h, a) {
			r.Suggestion = c.suggest(h, a)
		}
		if h.Kind == quantity.Year && c.nearby(h) {
			r.Verdict = Doubtful
		}
		return r, a
	}
	r := Result{Verdict: Nowhere, Kind: "nowhere", Message: fmt.Sprintf("The article does not have %s.", text)}
	if h.Kind == quantity.Ordinal && h.low <= 2 || h.Kind == quantity.Year && c.nearby(h) {
		r.Verdict = Doubtful // another, again; the 2016 convention
	}
	return r, nil
}

// unlike reports whether nothing but its size says that a figure of the article is meant by h. A ranker would know.
func (c *checker) unlike(h, a *figure, kind string) bool {
	ratio := h.low / a.low
	switch {
	case kind == "scale": // 212 million, up from 200: nobody takes the 200 for two hundred
		return bare(a) && a.Of == "" && a.low < 1000 && near(ratio, c.a.scaleBeside(a))
	case kind != "value" || h.Of != "" && meaning(h.Of) == meaning(a.Of):
		return false
	case h.Kind == quantity.Duration: // six months, and 17 years
		ratio *= h.Unit.Factor().Float() / a.Unit.Factor().Float()
		return a.Unit != h.Unit && (ratio > 4 || ratio < 0.25)
	}
	return h.Kind == quantity.Count && (ratio > 20 || ratio < 0.05) // three unions, which were told of 640 jobs
}

// scaleBeside is the scale of another number of the sentence of a figure, which it may leave out; 1 where there is none.
func (p *passage) scaleBeside(a *figure) float64 {
	for i := p.figuresFrom(a.sentence); i < len(p.figures) && p.figures[i].sentence == a.sentence; i++ {
		if s := scaleOf(p.figures[i].low); s > 1 {
			return s
		}
	}
	return 1
}

// whatDiffers is the last word of what the headline says, where all before it is what the article says too: billion, of £87.4 million and £87.4 billion.
func whatDiffers(says, text string) string {
	i, k := strings.LastIndexByte(says, ' '), strings.LastIndexByte(text, ' ')
	if i < 0 || k < 0 || !strings.EqualFold(says[:i], text[:k]) || strings.EqualFold(says, text) {
		return text
	}
	return strings.ToLower(text[k+1:])
}

// likened reports whether somebody may have written h for a: both count the same, and are not of another size.
func (c *checker) likened(h, a *figure) bool {
	if h.Kind == quantity.Count && a.Kind == quantity.Count && h.Of != "" && a.Of != "" && !sameNoun(h.Of, a.Of) {
		return false
	}
	ratio := h.low / a.low
	return !(ratio > 10) && !(ratio < 0.1)
}

// leastAlike is how well a number must meet the words of the headline to be named as what the article says instead.
const leastAlike = 0.3

// leastOfVague is how well another number must meet the words of the headline to contradict dozens or hundreds.
const leastOfVague = 0.6

// nearby reports whether a year of the headline names something of the years around the article, which need not say it.
func (c *checker) nearby(h *figure) bool {
	switch c.head.word(h.first - 1) {
	case "in", "by", "since", "until", "from", "to", "of", "after", "before", "for":
		return false
	}
	n := int(h.When.Year) - c.a.date.Year()
	return !c.a.date.IsZero() && c.head.when(h) && !strings.HasSuffix(c.head.word(h.last), "s") && -4 <= n && n <= 4
}

// conflict is in what an article figure differs from h, where both may be of the same thing: the scale, the currency,
// the unit or the value; "" where they have nothing to do with each other.
func (c *checker) conflict(h, a *figure) string {
	if math.IsNaN(h.low) || math.IsNaN(a.low) {
		return ""
	}
	switch {
	case h.Kind == a.Kind && h.Unit == a.Unit && near(h.low, -a.low) && h.low != 0:
		return "sign"
	case h.Kind == quantity.Money && a.Kind == quantity.Money && near(h.low, a.low) && h.Unit != a.Unit:
		return "currency"
	case h.Kind == a.Kind && h.Unit == a.Unit && near(h.low, a.low) && otherRate(h, a):
		return "unit"
	case near(h.low, a.low) && h.Unit != a.Unit && unitsTaken(h, a):
		return "unit"
	case h.Kind == a.Kind && h.Unit == a.Unit && h.Kind != quantity.Vague && min(h.low, a.low) >= 1 && max(h.low, a.low) >= 1e4 && scaled(h.low/a.low):
		return "scale"
	case h.Kind == quantity.Vague && a.Kind == quantity.Count:
		return "value"
	case h.Kind == a.Kind && h.Unit.Compatible(a.Unit):
		return "value"
	}
	return ""
}

// unitsTaken reports whether the unit of one figure may be taken for that of another: both measure the same, or one is a share and the other points. One in five is not taken for
// 20%.
func unitsTaken(h, a *figure) bool {
	if h.Kind == quantity.Share && h.Total.OK() && !a.Words {
		return false
	}
	if h.Kind == a.Kind && measured(h.Kind) {
		return true
	}
	return h.Kind != quantity.Multiple && a.Kind != quantity.Multiple && pointLike(h.Kind, a.Kind)
}

// scaled reports whether two numbers differ by their scale alone.
func scaled(ratio float64) bool {
	for _, s := range []float64{1e3, 1e5, 1e6, 1e7, 1e9, 1e2} {
		if near(ratio, s) || near(ratio, 1/s) {
			return true
		}
	}
	return false
}

// thousands reports whether one number is a thousand, a million or a billion times the other, as one word for another makes it.
func thousands(ratio float64) bool {
	return slices.ContainsFunc([]float64{1e3, 1e6, 1e9}, func(s float64) bool { return near(ratio, s) || near(ratio, 1/s) })
}

// elsewhere is the verdict on a number that the article has of other things alone.
func (c *checker) elsewhere(h *figure, loose []int) Result {
	best, mine := loose[0], -1.0
	for _, i := range loose {
		if x := c.affinity(h, i); x > mine {
			best, mine = i, x
		}
	}
	return c.result(Doubtful, "swap", best, fmt.Sprintf("The article has %s, but for something else.", c.a.phrase(&c.a.figures[best])))
}
