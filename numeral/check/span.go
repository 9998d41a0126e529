package check

import (
	"fmt"
	"math"
	"time"

	"hed/numeral/quantity"
)

// byDate lists the ages, the spans of time and the years that follow from the dates of the article and its own.
func (c *checker) byDate(h *figure) (all []way) {
	switch h.Kind {
	case quantity.Year:
		return c.years(h)
	case quantity.Date:
		return c.days(h)
	case quantity.Age:
		return c.ages(h)
	case quantity.Duration:
		return c.durations(h)
	case quantity.Ordinal:
		if h.Of == "anniversari" || h.Of == "birthdai" {
			return c.ages(h)
		}
	case quantity.Count: // Old Tomo, 31; dies at 84
		if bare(h) && h.low < 130 {
			return c.ages(h)
		}
	}
	return nil
}

// years finds the years that the article means without naming them: its own, next year, and those of its dates.
func (c *checker) years(h *figure) (all []way) {
	if c.a.date.IsZero() || h.When.Year == 0 {
		return nil
	}
	year := int(h.When.Year)
	own := c.a.date.Year()
	add := func(kind string, sentence int, format string, args ...any) {
		all = append(all, way{kind: kind, value: float64(year), agrees: true, affinity: 1, figure: -1, sentence: sentence, message: fmt.Sprintf(format, args...)})
	}
	if year == own && len(c.a.sentences) > 0 {
		add("date", 0, "The article is of %d.", year)
		return all
	}
	for i := range c.a.words {
		w := c.a.words[i]
		said := 0
		switch c.a.word(i) {
		case "year", "season", "spring", "summer", "autumn", "fall", "winter", "month", "january", "february", "march", "april", "may", "june", "july",
			"august", "september", "october", "november", "december", "decade":
			switch c.a.word(i - 1) {
			case "next", "coming", "following":
				said = own + 1
			case "last", "previous", "past":
				said = own - 1
			}
		case "ago":
			said = own - 1
		}
		if said == year {
			add("date", w.sentence, "The article is of %d, and says %s %s.", own, c.a.word(i-1), c.a.word(i))
		}
	}
	for _, d := range c.a.dates {
		f := &c.a.figures[d.figure]
		if d.Year != 0 || d.Month == 0 {
			continue
		}
		for _, future := range []bool{true, false} {
			if from, _, ok := d.bounds(c.a.date, future); ok && from.Year() == year {
				add("date", f.sentence, "The article is of %d and says %s.", own, c.a.quote(f))
			}
		}
	}
	for i := range c.a.figures { // in five years, four years ago
		f := &c.a.figures[i]
		if f.Kind != quantity.Duration || f.Unit != quantity.Years && f.Unit != quantity.Decades || math.IsNaN(f.low) {
			continue
		}
		n := int(f.low)
		if f.Unit == quantity.Decades {
			n *= 10
		}
		before, behind := c.a.word(f.first-1), c.a.word(f.last)
		if (behind == "ago" || behind == "earlier" || before == "last" || before == "past") && year == own-n || (before == "in" || before == "within" || before == "next" || behind == "from") && year == own+n {
			add("date", f.sentence, "The article is of %d and says %s.", own, c.a.quote(f))
		}
	}
	return all
}

// days finds that a date of the headline is near the article's own.
func (c *checker) days(h *figure) (all []way) {
	if c.a.date.IsZero() || h.When.Month == 0 {
		return nil
	}
	d := dated{When: h.When}
	for _, future := range []bool{false, true} {
		from, to, ok := d.bounds(c.a.date, future)
		if !ok || len(c.a.sentences) == 0 {
			continue
		}
		if !c.a.date.Before(from.AddDate(0, 0, -7)) && !c.a.date.After(to.AddDate(0, 0, 7)) {
			all = append(all, way{kind: "date", agrees: true, affinity: 1, figure: -1, sentence: 0, message: "The article is of " + c.a.date.Format("2 January 2006") + "."})
		}
	}
	// March 2023 of an article that says March 3.
	for _, e := range c.a.dates {
		if h.When.Year == 0 || e.Year != 0 || !sameDay(h.When, e.When) {
			continue
		}
		for _, future := range []bool{false, true} {
			if from, _, ok := e.bounds(c.a.date, future); ok && from.Year() == int(h.When.Year) {
				f := &c.a.figures[e.figure]
				all = append(all, way{kind: "date", agrees: true, affinity: 1, figure: e.figure, sentence: f.sentence,
					message: fmt.Sprintf("The article is of %d and says %s.", c.a.date.Year(), c.a.quote(f))})
			}
		}
	}
	return all
}

// begins are words of what an age is counted from.
var begins = map[string]bool{"born": true, "birth": true, "found": true, "open": true, "built": true, "establish": true, "deliv": true, "deliveri": true,
	"launch": true, "hatch": true, "begin": true, "began": true, "creat": true, "start": true, "complet": true, "sinc": true, "introduc": true}

// ages finds how old somebody or something is by the day it began.
func (c *checker) ages(h *figure) (all []way) {
	if c.a.date.IsZero() || h.low != math.Trunc(h.low) {
		return nil
	}
	for _, d := range c.a.dates {
		f := &c.a.figures[d.figure]
		if d.Year == 0 || !c.a.sentenceHas(f.sentence, begins, "since") {
			continue
		}
		from, to, ok := d.bounds(c.a.date, false)
		if !ok {
			continue
		}
		most, least := years(from, c.a.date), years(to, c.a.date)
		// Somebody who died a few days before is as old as then.
		least = min(least, years(to, c.a.date.AddDate(0, 0, -4)))
		n := int(h.low)
		all = append(all, way{kind: "age", value: float64(least), agrees: least <= n && n <= most, affinity: c.affinity(h, d.figure), figure: d.figure, sentence: f.sentence,
			message: fmt.Sprintf("From %s to %s is %d years.", c.a.quote(f), c.a.date.Format("2 January 2006"), n)})
	}
	return all
}

// sentenceHas reports whether a sentence has one of some stems, or a word.
func (p *passage) sentenceHas(sentence int, stems map[string]bool, plain string) bool {
	low, high := 0, len(p.words)
	for low < high {
		if mid := (low + high) / 2; p.words[mid].sentence < sentence {
			low = mid + 1
		} else {
			high = mid
		}
	}
	for i := low; i < len(p.words) && p.words[i].sentence == sentence; i++ {
		if stems[p.words[i].stem] || p.word(i) == plain {
			return true
		}
	}
	return false
}

// durations finds spans between two dates of the article, or to its own.
func (c *checker) durations(h *figure) (all []way) {
	factor := h.Unit.Factor().Float()
	add := func(kind string, d1, d2 int, least, most time.Duration, message string) {
		low, high := least.Seconds()/factor, most.Seconds()/factor
		if low < 0 {
			return
		}
		ok := agrees(h, low) != differs || agrees(h, high) != differs || low <= h.low && h.low <= high ||
			h.low == math.Trunc(h.low) && (math.Floor(low) == h.low && h.Hedge != quantity.Nearly || math.Round(low) == h.low && low > h.low-0.3 && h.Hedge != quantity.Over)
		if d2 < 0 {
			d2 = d1
		}
		all = append(all, way{kind: kind, value: low, agrees: ok, affinity: c.affinity(h, d1, d2), figure: d1, sentence: c.a.figures[d1].sentence, message: message})
	}
	for i, d := range c.a.dates {
		f := &c.a.figures[d.figure]
		for _, future := range []bool{false, true} {
			from, to, ok := d.bounds(c.a.date, future)
			if !ok || c.a.date.IsZero() {
				continue
			}
			text := fmt.Sprintf("From %s to %s", c.a.quote(f), c.a.date.Format("2 January 2006"))
			if from.After(c.a.date) {
				add("span", d.figure, -1, from.Sub(c.a.date), to.Sub(c.a.date), fmt.Sprintf("From %s to %s.", c.a.date.Format("2 January 2006"), c.a.quote(f)))
			} else if d.Year != 0 || !future {
				add("span", d.figure, -1, c.a.date.Sub(to), c.a.date.Sub(from), text+".")
			}
			if d.Year != 0 {
				break
			}
		}
		for _, e := range c.a.dates[i+1:] {
			g := &c.a.figures[e.figure]
			if g.sentence-f.sentence > 1 || g.Kind != f.Kind {
				continue
			}
			from, to, ok1 := d.bounds(c.a.date, false)
			from2, to2, ok2 := e.bounds(c.a.date, false)
			if !ok1 || !ok2 {
				continue
			}
			if from2.Before(from) {
				from, to, from2, to2 = from2, to2, from, to
			}
			add("span", d.figure, e.figure, from2.Sub(to), to2.Sub(from), fmt.Sprintf("From %s to %s.", c.a.quote(f), c.a.quote(g)))
		}
	}
	return all
}
