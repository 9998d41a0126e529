package check

import (
	"fmt"

	"hed/numeral/derive"
)

// doubt decides whether a stated number belongs to something else.
func (c *checker) doubt(h *figure, stated []int) Result {
	best, mine := -1, -1.0
	for _, i := range stated {
		if x := c.affinity(h, i); x > mine {
			best, mine = i, x
		}
	}
	a := &c.a.figures[best]
	r := c.result(Stated, "copy", best, fmt.Sprintf("The article has %s.", c.a.quote(a)))
	rival, theirs := -1, 0.0
	for i := range c.a.figures {
		b := &c.a.figures[i]
		if c.conflict(h, b) != "value" || c.says(h, b) {
			continue
		}
		if x := c.affinity(h, i); x > theirs {
			rival, theirs = i, x
		}
	}
	if mine >= leastSure && mine >= theirs {
		return r // the words beside it leave no doubt
	}
	support := c.support(h)
	if support >= leastSupport && !(support < mostSupport && theirs > 2*mine+0.3) {
		return r
	}
	r.Verdict, r.Kind = Doubtful, "swap"
	r.Message = fmt.Sprintf("The article has %s, of something else.", c.a.quote(a))
	if rival >= 0 && theirs > 2*mine {
		r.Suggestion = c.a.quote(&c.a.figures[rival])
	}
	return r
}

// What decides on doubts.
const (
	leastSure    = 1.2 // affinity that leaves none
	leastSupport = 0.2 // of the ranker, without which there is doubt
	mostSupport  = 0.7 // of the ranker, with which words of the article alone make none
)

// support asks the ranker how likely it is that a number belongs where it stands.
func (c *checker) support(h *figure) float64 {
	if c.model == nil {
		return 1
	}
	if c.explained == nil {
		c.explained = c.model.Explain(c.ranked(), c.head.text)
	}
	for i := range c.explained {
		if e := &c.explained[i]; e.Start < h.End && h.Start < e.End && e.Status != derive.Unchecked {
			return e.Support
		}
	}
	return 1
}
