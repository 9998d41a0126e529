package check

import (
	"fmt"
	"math"
	"strings"

	"hed/numeral/quantity"
)

// A way is how a number may have been worked out of the article.
type way struct {
	kind     string
	value    float64 // as the headline would count it
	agrees   bool    // with the number of the headline
	affinity float64
	figure   int // that shows it, -1 for none
	sentence int
	message  string
	opposed  bool // it agrees, but goes the other way
}

// follows tries the ways from the article to a number, the plainest first.
func (c *checker) follows(h *figure) (Result, bool) {
	if r, ok := c.roundedFrom(h); ok {
		return r, true
	}
	for _, ways := range []func(*figure) []way{c.vague, c.byDate, c.counted, c.computed} {
		if r, ok := c.choose(h, ways(h)); ok {
			return r, true
		}
	}
	return Result{}, false
}

// leastShare is how well a way must meet the words of the headline beside the way that meets them best.
const leastShare = 0.55

// choose takes the way that agrees and meets the headline's words best, unless another way of its kind, which does
// not agree, meets them much better.
func (c *checker) choose(h *figure, ways []way) (Result, bool) {
	best := map[string]float64{}
	for i := range ways {
		w := &ways[i]
		best[w.kind] = max(best[w.kind], w.affinity)
	}
	chosen := -1
	for i := range ways {
		w := &ways[i]
		if w.agrees && w.affinity >= leastShare*best[w.kind] && (chosen < 0 || w.affinity > ways[chosen].affinity) {
			chosen = i
		}
	}
	if chosen < 0 {
		return Result{}, false
	}
	w := &ways[chosen]
	verdict := Follows
	if w.opposed {
		verdict = Contradicted
	}
	r := Result{Verdict: verdict, Kind: w.kind, Message: w.message, Evidence: c.a.evidence(w.sentence)}
	return r, true
}

// roundedFrom finds a figure that h is rounded or converted from.
func (c *checker) roundedFrom(h *figure) (Result, bool) {
	best, kind, affinity := -1, "", -1.0
	for i := range c.a.figures {
		a := &c.a.figures[i]
		low, high, exact, ok := c.values(h, a)
		if !ok || !exact && !measured(h.Kind) && h.Kind != quantity.Age && h.Kind != quantity.Points {
			continue
		}
		if h.Kind == quantity.Count && a.Kind != quantity.Count && !bare(h) {
			continue
		}
		how := max(agrees(h, low), agrees(h, high))
		if how == rounded && exact && against(h.Hedge, a.Hedge) {
			how = differs
		}
		k := "rounding"
		if !exact {
			k = "conversion"
			if how == differs && near(h.low, h.high) && math.Abs(low-h.low) <= 0.02*h.low && h.Hedge == quantity.None {
				how = converted
			}
		}
		if how == differs || h.Direction != 0 && a.Direction == -h.Direction {
			continue
		}
		if x := c.affinity(h, i); x > affinity {
			best, kind, affinity = i, k, x
		}
	}
	if best < 0 {
		return Result{}, false
	}
	a := &c.a.figures[best]
	return c.result(Follows, kind, best, fmt.Sprintf("The article says %s.", c.a.hedged(a))), true
}

// vague finds a count that makes dozens, hundreds or thousands.
func (c *checker) vague(h *figure) (all []way) {
	if h.Kind != quantity.Vague {
		return nil
	}
	for i := range c.a.figures {
		a := &c.a.figures[i]
		if a.Kind != quantity.Count && a.Kind != quantity.Vague || math.IsNaN(a.low) || c.a.listed(a) {
			continue
		}
		fits := a.low >= h.low && (math.IsNaN(h.high) || a.low <= h.high*1.0001)
		if a.Kind == quantity.Vague {
			fits = math.IsNaN(a.high) || math.IsNaN(h.low) || a.high >= h.low
		}
		all = append(all, way{kind: "quantifier", agrees: fits, affinity: c.affinity(h, i), figure: i, sentence: a.sentence,
			message: fmt.Sprintf("The article says %s.", c.a.hedged(a))})
	}
	return all
}

// listed reports whether a figure is a year or a small number that no vague word would stand for.
func (p *passage) listed(a *figure) bool { return a.low < 10 }

// counted finds lists of as many names as h says.
func (c *checker) counted(h *figure) (all []way) {
	if h.Kind != quantity.Count && h.Kind != quantity.Group && h.Kind != quantity.Duration || h.low > 20 || h.low < 2 {
		return nil
	}
	for _, l := range c.a.lists {
		x := c.sentenceAffinity(h, l.sentence)
		if x == 0 {
			continue
		}
		names := strings.Join(strings.Fields(c.a.text[c.a.words[l.first].start:c.a.words[l.last-1].end]), " ")
		all = append(all, way{kind: "count", value: float64(l.count), agrees: near(float64(l.count), h.low), affinity: x, figure: -1, sentence: l.sentence,
			message: fmt.Sprintf("The article names %d: %s.", l.count, names)})
	}
	return all
}

// sentenceAffinity is how many of the headline's words a sentence has, by their weight.
func (c *checker) sentenceAffinity(h *figure, sentence int) (sum float64) {
	for k := range c.head.words {
		if c.weight[k] == 0 {
			continue
		}
		for _, p := range c.a.places[c.head.words[k].stem] {
			if c.a.words[p].sentence == sentence {
				sum += c.nearness(h, k)
				break
			}
		}
	}
	return sum
}
