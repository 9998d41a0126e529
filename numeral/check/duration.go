package check

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"hed/numeral/quantity"
)

// A moment is a day or a time of the article from or to which a span may run.
type moment struct {
	dated
	sentence, first, last int // words
	text                  string
	starts                bool // it is the first of them
	ranged                bool // it is an end of a span that the article gives: from 4 March to 15 April
}

// moments are the dates of the article and its days of the week, in their order.
func (a *article) moments() []moment {
	var all []moment
	for _, d := range a.dates {
		f := &a.figures[d.figure]
		all = append(all, moment{dated: d, sentence: f.sentence, first: f.first, last: f.last, text: a.quote(f)})
	}
	for i := range a.words {
		if len(all) >= maxFigures {
			break // pairs of them are compared
		}
		if day, ok := a.weekdayAt(i); ok {
			when := quantity.When{Year: int16(day.Year()), Month: int16(day.Month()), Day: int16(day.Day())}
			text, _ := a.written(a.words[i].start, a.words[i].end)
			all = append(all, moment{dated: dated{when, -1}, sentence: a.words[i].sentence, first: i, last: i + 1, text: text})
		}
	}
	slices.SortStableFunc(all, func(x, y moment) int { return x.first - y.first })
	for i := 0; i+1 < len(all); i++ {
		m, n := &all[i], &all[i+1]
		if m.sentence != n.sentence {
			continue
		}
		switch a.word(n.first - 1) {
		case "to", "through":
			m.ranged = m.ranged || n.first-m.last <= 2
		case "and":
			m.ranged = m.ranged || n.first-m.last <= 2 && a.word(m.first-1) == "between"
		case "until", "till":
			m.ranged = m.ranged || n.first-m.last <= 6 // opens on 1 September and runs until 30 November
		}
		if m.figure < 0 && n.figure < 0 && n.first-m.last <= 1 {
			m.ranged = true // Monday, Tuesday and Wednesday
		}
		if m.ranged && !n.ranged {
			m.starts = m.figure >= 0 || n.figure >= 0
		}
		n.ranged = n.ranged || m.ranged
	}
	return all
}

// weekdayAt is the day that word i, a day of the week, means: the last before the article's date, or the next where the words before it look
// ahead.
func (a *article) weekdayAt(i int) (day time.Time, ok bool) {
	if a.date.IsZero() || !a.words[i].capital || a.figureAt(i) >= 0 {
		return day, false
	}
	for wd := time.Sunday; wd <= time.Saturday; wd++ {
		if strings.EqualFold(a.text[a.words[i].start:a.words[i].end], wd.String()) {
			back := (int(a.date.Weekday()) - int(wd) + 7) % 7
			switch before := a.word(i - 1); {
			case before == "last" && back == 0:
				back = 7
			case before == "next" || before == "coming" || before == "until" || before == "by" || a.ahead(i):
				back -= 7
			}
			return a.date.AddDate(0, 0, -back), true
		}
	}
	return day, false
}

// ahead reports whether the words before word i speak of what is to come.
func (p *passage) ahead(i int) bool {
	for k := i - 1; k >= max(0, i-16) && p.words[k].sentence == p.words[i].sentence; k-- {
		switch p.word(k) {
		case "will", "would", "opens", "begins", "starts", "due", "expected", "planned", "scheduled":
			return true
		case "was", "were", "had", "said":
			return false
		}
	}
	return false
}

// whenAffinity is how well moments, taken together, meet the words around h.
func (c *checker) whenAffinity(h *figure, moments ...*moment) (best float64) {
	var figures []int
	for _, m := range moments {
		if m.figure >= 0 {
			figures = append(figures, m.figure)
		} else {
			best = max(best, c.sentenceAffinity(h, m.sentence)/2) // about what a figure of the sentence has
		}
	}
	if len(figures) > 0 {
		best = max(best, c.affinity(h, figures...))
	}
	return best
}

// durations finds spans between two moments of the article, or to its own date.
func (c *checker) durations(h *figure) (all []way) {
	moments := c.a.moments()
	add := func(w way, least, most time.Duration, m ...*moment) {
		factor := h.Unit.Factor().Float()
		low, high := least.Seconds()/factor, most.Seconds()/factor
		if low < 0 {
			return
		}
		w.kind, w.value, w.figure, w.sentence = "span", low, m[0].figure, m[0].sentence
		w.affinity = c.whenAffinity(h, m...)
		days := h.Unit == quantity.Days && (len(m) == 2 && (m[0].ranged || m[0].figure < 0 && m[1].figure < 0) || len(m) == 1 && m[0].figure < 0)
		w.agrees = lasts(h, low, high) || w.strong && days && near(low+1, h.low) && h.Hedge == quantity.None // Monday to Friday are five days
		w.strong = w.strong && w.agrees && (near(low, h.low) || m[0].ranged || len(m) == 1)                  // looking since 2003
		if own := c.a.date.Year(); h.Unit == quantity.Years && h.Hedge == quantity.None && math.Abs(low-h.low) < 0.5 && m[0].Year != 0 {
			if len(m) == 2 {
				own = int(m[1].Year)
			}
			w.agrees = w.agrees || math.Abs(float64(own-int(m[0].Year))) == h.low // from August 2017 to April 2024
		}
		if slices.ContainsFunc(m, func(n *moment) bool {
			return n.figure < 0 && !n.ranged && (len(m) == 1 && !c.a.breaksOut(n) || len(m) == 2 && (m[0].sentence != m[1].sentence || c.a.spoken(n)))
		}) {
			return // days of the week that belong together stand in one sentence
		}
		if !w.agrees && (slices.ContainsFunc(m, func(m *moment) bool { return m.figure < 0 }) || len(m) == 2 && m[0].sentence != m[1].sentence && m[0].Day == 0) {
			return // most days of the week say when something was said
		}
		all = append(all, w)
	}
	for i := range moments {
		d := &moments[i]
		if !exactEnough(h, d) || d.Month == 0 && c.a.word(d.first-1) == "before" && int(d.Year) < c.a.date.Year() {
			continue
		}
		for _, future := range []bool{false, true} {
			from, to, ok := d.bounds(c.a.date, future)
			if !ok || c.a.date.IsZero() || d.ranged && !(d.starts && from.After(c.a.date)) {
				continue
			}
			if own := c.a.date.Format("2 January 2006"); from.After(c.a.date) {
				add(way{message: fmt.Sprintf("From %s to %s.", own, d.text)}, from.Sub(c.a.date), to.Sub(c.a.date), d)
			} else if d.Year != 0 || !future {
				add(way{strong: c.a.word(d.first-1) == "since" || d.figure < 0, message: fmt.Sprintf("From %s to %s.", d.text, own)}, c.a.date.Sub(to), c.a.date.Sub(from), d)
			}
			if d.Year != 0 {
				break
			}
		}
		begins := c.a.begins(d)
		for k := range moments[i+1:] {
			e := &moments[i+1+k]
			days := d.Day != 0 && e.Day != 0 && (e.sentence-d.sentence <= 3 || begins && c.a.ends(e))
			months := d.Year != 0 && e.Year != 0 && d.Month != 0 && e.Month != 0 && h.Unit == quantity.Years
			if !days && !months && (e.sentence != d.sentence || e.first-d.last > 20) || (e.Month == 0) != (d.Month == 0) || !exactEnough(h, e) {
				continue
			}
			on := c.a.looksOn(d) || c.a.looksOn(e) || begins && c.a.ends(e) && c.a.ahead(d.first)
			from, to, ok1 := d.bounds(c.a.date, on)
			from2, to2, ok2 := e.bounds(c.a.date, on)
			if !ok1 || !ok2 {
				continue
			}
			first, last := d.text, e.text
			if from2.Before(from) {
				if d.figure < 0 && e.figure < 0 {
					continue // Monday, and the Friday before it
				}
				from, to, from2, to2 = from2, to2, from, to
				first, last = last, first
			}
			add(way{strong: days, message: fmt.Sprintf("From %s to %s.", first, last)}, from2.Sub(to), to2.Sub(from), d, e)
		}
	}
	return all
}

// begins reports whether something starts at a moment, and ends whether it ends there: would start on 1 June; runs until 30 September.
func (a *article) begins(m *moment) bool {
	return a.shortlyBefore(m, "start", "starts", "started", "begin", "begins", "began", "open", "opens", "opened", "launched", "launches")
}

func (a *article) ends(m *moment) bool {
	return a.shortlyBefore(m, "until", "till", "end", "ends", "ended", "finish", "finishes", "finished", "close", "closes", "closed")
}

func (a *article) shortlyBefore(m *moment, words ...string) bool {
	for k := m.first - 1; k >= max(0, m.first-3) && a.words[k].sentence == m.sentence; k-- {
		if slices.Contains(words, a.word(k)) {
			return true
		}
	}
	return false
}

// breaksOut reports whether something began on a day of the week: the fire, which broke out on Saturday.
func (a *article) breaksOut(m *moment) bool {
	return a.shortlyBefore(m, "out", "began", "started", "since", "missing", "disappeared", "vanished", "begun") && !a.shortlyBefore(m, "carried", "pointed", "ruled")
}

// looksOn reports whether a day without a year is one to come: it stays open until 2 March.
func (a *article) looksOn(m *moment) bool {
	w := a.word(m.first - 1)
	return m.Year == 0 && (w == "until" || w == "till" || w == "by") && a.ahead(m.first)
}

// exactEnough reports whether a moment is as exact as the unit of h asks for.
func exactEnough(h *figure, m *moment) bool {
	switch h.Unit {
	case quantity.Years, quantity.Decades, quantity.Centuries:
		return m.figure >= 0
	case quantity.Months:
		return m.Month != 0 && m.figure >= 0
	}
	return m.Day != 0
}

// lasts reports whether a span of low to high, in the unit of h, is what h says.
func lasts(h *figure, low, high float64) bool {
	switch over := h.Hedge == quantity.Over || h.Hedge == quantity.AtLeast; {
	case h.low != math.Trunc(h.low):
		return agrees(h, low) != differs
	case high-low > 0.5 && h.Hedge == quantity.Nearly:
		return high >= h.low*0.9 && low < h.low
	case high-low > 1.5 || high-low > 0.5 && high < 3: // years alone: one is as many more than the other
		return math.Round((low+high)/2) == h.low
	case high-low > 0.5:
		return math.Floor(low) <= h.low && h.low <= math.Floor(high)
	case over:
		return math.Floor(low) == h.low
	case h.Hedge == quantity.Under || h.Hedge == quantity.UpTo:
		return low <= h.low && low > min(h.low-1, h.low*0.88)
	case h.Hedge == quantity.Nearly:
		return low < h.low && low > h.low*0.88
	}
	return math.Floor(low) == h.low && (low < h.low+0.65 || h.Unit == quantity.Years && h.low >= 5) || math.Round(low) == h.low && low > h.low-0.3
}

// clocks finds the time between two times of day, which may be of different days: from 3.10 p.m. on Saturday to 5 p.m. on Sunday.
func (c *checker) clocks(h *figure) (all []way) {
	const day = 24 * 60
	for i := range c.a.related() {
		a := &c.a.figures[i]
		for j := i + 1; j < len(c.met) && j < i+maxPair && a.Kind == quantity.Time; j++ {
			b := &c.a.figures[j]
			if b.Kind != quantity.Time || b.sentence > a.sentence+1 {
				continue
			}
			spans := []float64{math.Abs(b.low - a.low)}
			if from, to := c.a.dayOfTime(a), c.a.dayOfTime(b); from >= 0 && to >= 0 {
				spans[0] = math.Mod(float64(to-from+7)*day+b.low-a.low, 7*day)
			} else if b.low < a.low {
				spans = append(spans, b.low-a.low+day) // over night
			}
			for _, minutes := range spans {
				v := minutes * 60 / h.Unit.Factor().Float()
				if minutes > 0 {
					all = append(all, way{
						kind: "clock", value: v, affinity: c.affinity(h, i, j), figure: i, second: j, sentence: a.sentence,
						agrees:  near(v, h.low) || agrees(h, v) != differs && a.sentence == b.sentence,
						message: fmt.Sprintf("From %s to %s.", c.a.quote(a), strings.TrimSuffix(c.a.quote(b), ".")),
					})
				}
			}
		}
	}
	return all
}

// dayOfTime is the day of the week beside a time of day, from 0 for Sunday, -1 where there is none.
func (p *passage) dayOfTime(f *figure) int {
	for _, k := range [...]int{f.last, f.last + 1, f.first - 1, f.first - 2} {
		if k < 0 || k >= len(p.words) || p.words[k].sentence != f.sentence {
			continue
		}
		for wd := time.Sunday; wd <= time.Saturday; wd++ {
			if strings.EqualFold(p.text[p.words[k].start:p.words[k].end], wd.String()) {
				return int(wd)
			}
		}
	}
	return -1
}

// spoken reports whether a day of the week says when something was said.
func (p *passage) spoken(m *moment) bool {
	for k := m.first - 1; k >= max(0, m.first-3) && p.words[k].sentence == m.sentence; k-- {
		switch p.word(k) {
		case "said", "says", "told", "announced", "confirmed", "admitted":
			return true
		}
	}
	return false
}
