package check

import (
	"fmt"
	"math"
	"slices"
	"strings"
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
	case quantity.Time:
		return c.times(h)
	case quantity.Ordinal:
		switch h.Of {
		case "anniversari", "birthdai":
			return c.ages(h)
		case "day":
			return c.dayOf(h)
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
	if c.a.date.IsZero() || h.When.Year == 0 || !c.head.when(h) {
		return nil
	}
	year, own, other := int(h.When.Year), c.a.date.Year(), c.otherYear(h)
	add := func(sentence int, format string, args ...any) {
		all = append(all, way{kind: "date", value: float64(year), agrees: true, affinity: 1, figure: -1, sentence: sentence, doubtful: other, message: fmt.Sprintf(format, args...)})
	}
	if year == own && len(c.a.sentences) > 0 {
		add(0, "The article is of %d.", year)
		return all
	}
	for i := range c.a.words {
		if off := c.a.yearsOff(i); off != 0 && own+off == year {
			add(c.a.words[i].sentence, "The article is of %d, and says %s %s.", own, c.a.word(i-1), c.a.word(i))
		}
	}
	for _, d := range c.a.dates {
		f := &c.a.figures[d.figure]
		if d.Year != 0 || d.Month == 0 {
			continue
		}
		for _, future := range []bool{true, false} {
			if from, _, ok := d.bounds(c.a.date, future); ok && from.Year() == year && c.likely(d, future) {
				add(f.sentence, "The article is of %d and says %s.", own, c.a.quote(f))
			}
		}
	}
	c.yearsOfAges(h, year, add)
	for i := range c.a.related() { // in 2020, 69,000 more than the year before
		a := &c.a.figures[i]
		for k := a.last; a.Kind == quantity.Year && int(a.When.Year) == year+1 && k < min(a.last+12, len(c.a.words)-1) && c.a.words[k].sentence == a.sentence; k++ {
			if w, next := c.a.word(k), c.a.word(k+1); w == "year" && (next == "before" || next == "earlier") || w == "previous" && next == "year" {
				add(a.sentence, "It is the year before %d.", year+1)
			}
		}
	}
	for i := range c.a.related() { // born in 2004, of a 12-year-old
		if a := &c.a.figures[i]; a.Kind == quantity.Age && c.head.has("born") && year == own-int(a.low) {
			add(a.sentence, "The article is of %d and says %s.", own, c.a.quote(a))
		}
	}
	c.yearsOfSpans(h, year, add)
	return all
}

// yearsOff is how many years off its own word i of an article speaks of: 1 for next year, -1 for last June and for what was some time ago. It is 0 where it speaks of none.
func (a *article) yearsOff(i int) int {
	switch a.word(i) {
	case "year", "season", "spring", "summer", "autumn", "fall", "winter", "month", "january", "february", "march", "april", "may", "june", "july",
		"august", "september", "october", "november", "december", "decade":
		switch a.word(i - 1) {
		case "next", "coming", "following":
			return 1
		case "last", "previous", "past":
			return -1
		}
	case "ago":
		return -1
	}
	return 0
}

// yearsOfAges adds the sentences by which somebody was of an age in a year: born in 1829, drowned at 41.
func (c *checker) yearsOfAges(h *figure, year int, add func(sentence int, format string, args ...any)) {
	for _, d := range c.a.dates {
		f := &c.a.figures[d.figure]
		if d.Year == 0 || !c.a.sentenceHas(f.sentence, births, "born") {
			continue
		}
		for i := range c.a.related() {
			g := &c.a.figures[i]
			if g.sentence != f.sentence || !c.a.ageAt(g) || c.sentenceAffinity(h, f.sentence) == 0 {
				continue
			}
			if n := year - int(d.Year); n == int(g.low) || n == int(g.low)+1 && d.Month > 6 {
				add(g.sentence, "Born in %d, %s in %d.", d.Year, c.a.quote(g), year)
			}
		}
	}
}

// yearsOfSpans adds the sentences from which a year is a span of time away: in five years, four years ago.
func (c *checker) yearsOfSpans(h *figure, year int, add func(sentence int, format string, args ...any)) {
	own := c.a.date.Year()
	for i := range c.a.related() {
		f := &c.a.figures[i]
		if f.Kind != quantity.Duration {
			continue
		}
		says := func() { add(f.sentence, "The article is of %d and says %s.", own, c.a.quote(f)) }
		if f.Unit == quantity.Months && c.a.word(f.first-1) == "in" && c.a.extreme(f) && c.a.date.AddDate(0, -int(f.low), 0).Year() == year && c.head.has("since") {
			says() // its highest in 18 months
		}
		if f.Unit != quantity.Years && f.Unit != quantity.Decades || math.IsNaN(f.low) {
			continue
		}
		if year > own && c.sentenceAffinity(h, f.sentence) == 0 {
			continue // what is to come of something else
		}
		n := int(f.low)
		if f.Unit == quantity.Decades {
			n *= 10
		}
		later := c.a.word(f.last) == "later"
		for _, d := range c.a.dates { // took them in 2008, found three years later
			if g := &c.a.figures[d.figure]; later && d.Year != 0 && (g.sentence == f.sentence || g.sentence == f.sentence-1) && int(d.Year)+n == year {
				add(f.sentence, "From %s it is %s.", c.a.quote(g), c.a.quote(f))
			}
		}
		if year == own-n && c.a.countedBack(f) || year == own+n && c.countedOn(h, f) {
			says()
		}
	}
}

// ageAt reports whether a figure is how old a person was: at 41, aged 41.
func (p *passage) ageAt(f *figure) bool {
	if !(f.low >= 1 && f.low < 120) {
		return false
	}
	w := p.word(f.first - 1)
	return f.Kind == quantity.Age || bare(f) && (w == "at" || w == "aged")
}

// countedBack reports whether a span of years is counted back from the article's date: four years ago, the last four years, its highest in four years.
func (p *passage) countedBack(f *figure) bool {
	switch p.word(f.last) {
	case "ago", "earlier", "after", "old":
		return true
	}
	switch p.word(f.first - 1) {
	case "last", "past":
		return true
	case "in", "for":
		return p.extreme(f)
	}
	return false
}

// countedOn reports whether a span of years of the article is counted on from its date: within four years, four years from now. Four more years are, where the sentence
// speaks of what the headline does.
func (c *checker) countedOn(h, f *figure) bool {
	before, behind := c.a.word(f.first-1), c.a.word(f.last)
	switch {
	case before == "within", before == "next", behind == "from", before == "in" && !c.a.beforeNow(f):
		return true
	case before == "another", behind == "more", strings.Contains(f.Text(c.a.text), " more "):
		return c.sentenceAffinity(h, f.sentence) > 0
	}
	return false
}

// extreme reports whether a span of years says since when nothing was like it: for the first time in six years, the worst storm in 30.
func (p *passage) extreme(f *figure) bool {
	for k := f.first - 2; k >= max(0, f.first-6) && p.words[k].sentence == f.sentence; k-- {
		if w := p.word(k); w == "first" || w == "most" || w == "worst" || w == "best" || w == "least" || strings.HasSuffix(w, "est") && len(w) > 4 {
			return true
		}
	}
	return false
}

// beforeNow reports whether the words before a span of time speak of what was: rents have risen by a quarter in two years.
func (p *passage) beforeNow(f *figure) bool {
	for k := f.first - 1; k >= max(0, f.first-9) && p.words[k].sentence == f.sentence; k-- {
		switch p.word(k) {
		case "have", "has", "had", "rose", "risen", "fell", "fallen", "grew", "grown", "was", "were":
			return true
		case "will", "would", "to", "could", "should", "may":
			return false
		}
	}
	return false
}

// likely reports whether a day without a year may be that before the article's date, or the next. The nearer one is meant, unless the
// sentence looks ahead.
func (c *checker) likely(d dated, future bool) bool {
	past, _, ok1 := d.bounds(c.a.date, false)
	next, _, ok2 := d.bounds(c.a.date, true)
	if !ok1 || !ok2 || past.Equal(next) {
		return true
	}
	ago, ahead := c.a.date.Sub(past), next.Sub(c.a.date)
	if !future {
		return ago < 2*ahead
	}
	return ahead < 2*ago || c.a.sentenceHas(c.a.figures[d.figure].sentence, looksAhead, "will")
}

var looksAhead = set("next due plan expect schedul until")

// when reports whether a year of the headline says when: in 2012, since 2012, the 2012 debate.
func (p *passage) when(h *figure) bool {
	if h.When.Month != 0 {
		return true
	}
	next := strings.TrimLeft(p.text[h.End:], " ")
	small := next != "" && 'a' <= next[0] && next[0] <= 'z' // the letter behind it
	large := next != "" && 'A' <= next[0] && next[0] <= 'Z'
	plural := strings.HasSuffix(p.word(h.last), "s")
	if k := h.first - 1; k >= 0 && p.words[k].capital && p.text[p.words[k].end:h.Start] == " " && (next == "" || p.text[h.End] != ' ' || small) {
		return true // Anime North 2019
	}
	if large && !plural {
		return true
	}
	switch p.word(h.first - 1) {
	case "in", "of", "since", "by", "for", "until", "till", "from", "to", "the", "this", "early", "late", "mid", "during", "before", "after", "through", "and", "is", "s", "winter", "spring",
		"summer", "fall", "autumn", "end":
		return true
	}
	return small && !plural
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
		around := !c.a.date.Before(from.AddDate(0, 0, -7)) && !c.a.date.After(to.AddDate(0, 0, 7))
		if near := !c.a.date.Before(from.AddDate(0, 0, -1)) && !c.a.date.After(to.AddDate(0, 0, 1)); near || around && containsFold(c.a.text, from.Weekday().String()) {
			all = append(all, way{kind: "date", agrees: true, affinity: 1, figure: -1, sentence: 0, message: "The article is of " + c.a.date.Format("2 January 2006") + "."})
		}
	}
	// January 2018 of an article that says the end of January.
	for i := range c.a.words {
		if h.When.Year == 0 || h.When.Day != 0 || c.a.word(i) != strings.ToLower(time.Month(h.When.Month).String()) {
			continue
		}
		for _, future := range []bool{false, true} {
			month := dated{When: quantity.When{Month: h.When.Month}}
			from, _, ok := month.bounds(c.a.date, future)
			if c.a.word(i+2) == "year" && c.a.word(i+1) == "next" { // August next year
				from = time.Date(c.a.date.Year()+1, time.Month(h.When.Month), 1, 0, 0, 0, 0, time.UTC)
			}
			if ok && from.Year() == int(h.When.Year) {
				all = append(all, way{kind: "date", agrees: true, affinity: 1, figure: -1, sentence: c.a.words[i].sentence,
					message: fmt.Sprintf("The article is of %d and says %s.", c.a.date.Year(), time.Month(h.When.Month))})
			}
		}
	}
	// March 2023 of an article that says March 3.
	for _, e := range c.a.dates {
		if h.When.Year == 0 || e.Year != 0 && !c.a.figures[e.figure].meant || !sameDay(h.When, e.When) {
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

// times finds the minutes that a time of the headline leaves out: shortly after 2 a.m. is 2:15 a.m.
func (c *checker) times(h *figure) (all []way) {
	least, most := 0.0, 0.0
	switch c.head.word(h.first - 1) {
	case "after", "past":
		least, most = 1, 30
	case "before":
		least, most = -30, -1
	case "around", "about":
		least, most = -15, 15
	default:
		return nil
	}
	for i := range c.a.related() {
		if a := &c.a.figures[i]; a.Kind == quantity.Time {
			late := math.Mod(a.low, 720) - math.Mod(h.low, 720)
			all = append(all, way{kind: "clock", agrees: least <= late && late <= most, affinity: c.affinity(h, i), figure: i, sentence: a.sentence,
				message: fmt.Sprintf("The article says %s.", c.a.quote(a))})
		}
	}
	return all
}

// dayOf finds that something began as many days before: Day 11 of what began on October 1.
func (c *checker) dayOf(h *figure) (all []way) {
	for _, d := range c.a.dates {
		from, _, ok := d.bounds(c.a.date, false)
		if !ok || d.Day == 0 || c.a.date.IsZero() {
			continue
		}
		f := &c.a.figures[d.figure]
		n := c.a.date.Sub(from).Hours()/24 + 1
		all = append(all, way{kind: "date", value: n, agrees: near(n, h.low), affinity: c.affinity(h, d.figure), figure: d.figure, sentence: f.sentence,
			message: fmt.Sprintf("From %s to %s are %s days.", c.a.quote(f), c.a.date.Format("2 January 2006"), number(n))})
	}
	return all
}

// begins are words of what an age is counted from.
var begins = set("born birth found open built establish deliv deliveri launch hatch begin began creat start date construct erect finish inaugur form plant complet " +
	"sinc introduc")

// records are words of a record, whose age is counted from the day it was set.
var records = set("record")

// ages finds how old somebody or something is by the day it began.
func (c *checker) ages(h *figure) (all []way) {
	if h.low != math.Trunc(h.low) {
		return nil
	}
	for i := range c.a.related() { // turns 75 on Saturday
		if a := &c.a.figures[i]; near(a.low, h.low+1) && c.a.birthdayAhead(a) {
			all = append(all, way{kind: "age", value: h.low, agrees: true, affinity: c.affinity(h, i), figure: i, sentence: a.sentence,
				message: fmt.Sprintf("The article says %s %s.", c.a.word(a.first-1), c.a.quote(a))})
		}
	}
	if c.a.date.IsZero() {
		return all
	}
	for _, d := range c.a.dates {
		f := &c.a.figures[d.figure]
		if d.Year == 0 || !c.agesFrom(h, f) {
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
		all = append(all, way{
			kind: "age", value: float64(least), affinity: c.affinity(h, d.figure), figure: d.figure, sentence: f.sentence,
			agrees:  least <= n && n <= most || h.Hedge == quantity.Nearly && least < n && n <= most+2,
			sure:    h.low >= 100 || h.Kind == quantity.Age && c.a.sentenceHas(f.sentence, births, "born"),
			message: fmt.Sprintf("From %s to %s is %d years.", c.a.quote(f), c.a.date.Format("2 January 2006"), n),
		})
	}
	for i := range c.a.related() { // 43 in 2018, moved in 2004: at 29
		a := &c.a.figures[i]
		if w := c.head.word(h.first - 1); a.Kind != quantity.Age || w != "at" && w != "aged" || c.head.has("dies", "died", "dead", "die", "killed") || a.low <= h.low {
			continue
		}
		for _, d := range c.a.dates {
			g := &c.a.figures[d.figure]
			if n := int(a.low) - (c.a.date.Year() - int(d.Year)); d.Year != 0 && n > 0 {
				all = append(all, way{kind: "age", value: float64(n), agrees: n == int(h.low) || n-1 == int(h.low), affinity: c.affinity(h, d.figure), figure: d.figure, sentence: g.sentence,
					message: fmt.Sprintf("At %s in %d, at %d in %d.", number(a.low), c.a.date.Year(), n, d.Year)})
			}
		}
	}
	for _, born := range c.a.dates {
		f := &c.a.figures[born.figure]
		if born.Year == 0 || h.Kind == quantity.Ordinal || !c.a.sentenceHas(f.sentence, births, "born") || !c.head.atAge(h) {
			continue
		}
		from, to, _ := born.bounds(c.a.date, false)
		for _, d := range c.a.dates {
			first, last, ok := d.bounds(c.a.date, false)
			if !ok || d.Year == 0 || d.figure == born.figure || first.Before(to) {
				continue
			}
			g := &c.a.figures[d.figure]
			all = append(all, way{kind: "age", value: float64(years(to, first)), agrees: years(to, first) <= int(h.low) && int(h.low) <= years(from, last),
				affinity: c.affinity(h, d.figure), figure: d.figure, sentence: g.sentence, message: fmt.Sprintf("From %s to %s is %d years.", c.a.quote(f), c.a.quote(g), int(h.low))})
		}
	}
	return all
}

var births = set("born birth")

// birthdayAhead reports whether a figure is how old somebody will soon be: turns 75 on Saturday, will be 75.
func (p *passage) birthdayAhead(f *figure) bool {
	if f.Kind != quantity.Age && !bare(f) {
		return false
	}
	w := p.word(f.first - 1)
	return w == "turns" || w == "be" && p.word(f.first-2) == "will"
}

// agesFrom reports whether the age that the headline has may be counted from a date of the article: on which something began or a record was set, or which it gives as the age of what
// the headline has, a car from 1994.
func (c *checker) agesFrom(h, date *figure) bool {
	if h.low >= 100 || c.a.sentenceHas(date.sentence, begins, "since") {
		return true
	}
	what := c.head.stemAt(h.last)
	if what != "" && h.Kind == quantity.Age && c.a.word(date.first-1) == "from" && c.a.said(date, what) {
		return true
	}
	return c.inHeadline("record") && c.a.sentenceHas(date.sentence, records, "set")
}

// atAge reports whether a figure of the headline is an age at which something happened: started at 37.
func (p *passage) atAge(h *figure) bool {
	w := p.word(h.first - 1)
	return w == "at" || w == "aged" || w == "age" || h.Kind == quantity.Age
}

// sentenceHas reports whether a sentence has one of some stems, or a word.
func (p *passage) sentenceHas(sentence int, stems map[string]bool, plain string) bool {
	for i := p.wordsFrom(sentence); i < len(p.words) && p.words[i].sentence == sentence; i++ {
		if stems[p.words[i].stem] || p.word(i) == plain {
			return true
		}
	}
	return false
}

// otherYear reports whether the words before a year of the headline stand before another year in the article: the standard of 2022, of the standard of 2019.
func (c *checker) otherYear(h *figure) bool {
	said := c.head.stemAt(h.first - 2)
	switch c.head.word(h.first - 1) {
	case "of", "since", "until":
	default:
		return false
	}
	return said != "" && slices.ContainsFunc(c.a.related(), func(a figure) bool {
		return a.Kind == quantity.Year && !near(a.low, h.low) && c.a.word(a.first-1) == c.head.word(h.first-1) && c.a.stemAt(a.first-2) == said
	})
}
