package check

import (
	"math"
	"strings"
)

// align finds how well each figure of the article meets each word of the headline: 1 where the word stands beside
// it, less where it stands farther off in the sentence or where other figures stand between, little in
// the sentence before or behind.
func (c *checker) align() {
	c.met = make([][]float32, len(c.a.related()))
	for i := range c.met {
		c.met[i] = make([]float32, len(c.head.words))
	}
	c.weight = make([]float64, len(c.head.words))
	inFigure := make([]bool, len(c.head.words))
	for i := range c.head.figures {
		if isDate(&c.head.figures[i]) {
			continue // they say when, as words do
		}
		for k := c.head.figures[i].first; k < c.head.figures[i].last; k++ {
			inFigure[k] = true
		}
	}
	for k := range c.head.words {
		w := &c.head.words[k]
		if w.stem == "" || inFigure[k] {
			continue
		}
		places := c.a.places[w.stem]
		if rest, ok := strings.CutPrefix(w.stem, "un"); ok && len(places) == 0 {
			places = c.a.places[rest] // unaccounted for, of not accounted for
		} else if len(places) == 0 && w.stem == "miss" {
			places = c.a.places["account"]
		}
		if len(places) == 0 {
			places = c.a.spelled(c.head.text[w.start:w.end])
			c.spelled = append(c.spelled, places...)
		}
		if len(places) == 0 {
			continue
		}
		c.weight[k] = 1 / (1 + math.Log(float64(len(places))))
		for _, p := range places[:min(len(places), 50)] {
			c.meet(k, p)
		}
	}
}

// spelled are the last words of the names that initials stand for: the European Union for EU.
func (a *article) spelled(initials string) (places []int) {
	n := len(initials)
	if n < 2 || n > 5 || strings.ToUpper(initials) != initials {
		return nil
	}
	for i := 0; i+n <= len(a.words); i++ {
		k := 0
		for k < n && a.words[i+k].capital && a.text[a.words[i+k].start] == initials[k] && a.words[i+k].sentence == a.words[i].sentence {
			k++
		}
		if k == n {
			places = append(places, i+n-1)
		}
	}
	return places
}

// meet notes that word k of the headline is word p of the article.
func (c *checker) meet(k, p int) {
	s := c.a.words[p].sentence
	from, to := c.a.figuresFrom(s-1), min(c.a.figuresFrom(s+2), len(c.met))
	for i := from; i < to; i++ {
		f := &c.a.figures[i]
		var m float64
		if f.sentence == s {
			d := f.first - p
			if p >= f.last {
				d = p - f.last + 1
			}
			d = max(d, 0)
			m = 1 / (1 + float64(d)/6)
			for j := from; j < to; j++ {
				if g := &c.a.figures[j]; j != i && g.sentence == s && (p < g.first && g.first < f.first || f.last <= g.first && g.first < p) {
					m *= 0.75
				}
			}
		} else {
			m = 0.12
		}
		c.met[i][k] = max(c.met[i][k], float32(m))
	}
}

// figuresFrom is the first figure of sentence s or behind it.
func (p *passage) figuresFrom(s int) int {
	low, high := 0, len(p.figures)
	for low < high {
		if mid := (low + high) / 2; p.figures[mid].sentence < s {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// nearness is how much word k of the headline has to do with figure h of it.
func (c *checker) nearness(h *figure, k int) float64 {
	d := h.first - k
	if k >= h.last {
		d = k - h.last
	}
	return c.weight[k] / (1 + float64(max(d, 0))/5)
}

// affinity is how well figures of the article, taken together, meet the words around a figure of the headline.
func (c *checker) affinity(h *figure, figures ...int) float64 {
	sum := 0.0
	for k := range c.head.words {
		if c.weight[k] == 0 || h.first <= k && k < h.last {
			continue
		}
		best := float32(0)
		for _, i := range figures {
			if i < len(c.met) {
				best = max(best, c.met[i][k])
			}
		}
		if best > 0 {
			sum += float64(best) * c.nearness(h, k)
		}
	}
	for _, i := range figures {
		if of := c.a.figures[i].Of; of != "" && meaning(of) == meaning(h.Of) {
			sum += 0.5
			break
		}
	}
	return sum
}

// meaning is the stem that stands for a stem.
func meaning(stem string) string {
	if s, ok := meanings[stem]; ok {
		return s
	}
	return stem
}
