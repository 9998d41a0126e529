package check

import (
	"math"
	"slices"
	"sort"
	"strings"

	"hed/numeral/quantity"
)

// stated lists the figures of the article that have what h says. The firm ones are of the same kind and may be of
// the same thing; the loose ones have only the number in common.
func (c *checker) stated(h *figure) (firm, loose []int) {
	for i := range c.a.figures {
		a := &c.a.figures[i]
		if !c.says(h, a) || otherRate(h, a) {
			continue
		}
		switch {
		case c.firm(h, i):
			firm = append(firm, i)
		case a.Kind != quantity.Age && a.Kind != quantity.Score && a.Kind != quantity.Multiple || h.Kind == quantity.Age:
			loose = append(loose, i)
		}
	}
	return firm, loose
}

// firm reports whether a figure of the article, which has the number of h, may be of the same thing.
func (c *checker) firm(h *figure, i int) bool {
	a := &c.a.figures[i]
	if h.Kind != quantity.Count && h.Kind != quantity.Group {
		return c.firmOfKind(h, i)
	}
	if a.Kind == quantity.Age && bare(h) {
		switch c.head.word(h.first - 1) {
		case "at", "as", "aged", "over", "under", "turns", "turning":
			return true
		case "of":
			switch c.head.stemAt(h.first - 2) {
			case "men", "women", "child":
				return true // a boy of 12
			}
		}
		if c.head.apposed(h) {
			return true // with dad, seventy
		}
	}
	if a.Kind == quantity.Score && c.head.has("margin", "majority") {
		return false // by three votes to two
	}
	if a.Kind == quantity.Score && h.Hedge == quantity.None {
		return c.a.beside(a, "vote") && (c.inHeadline("vote") || c.inHeadline("oppos") || c.inHeadline("back") || c.head.has("against"))
	}
	if a.Kind == quantity.Money && bare(h) && h.low >= 10 || a.Kind == quantity.Label {
		return true
	}
	if a.Kind == quantity.Age || a.Kind == quantity.Money || a.Kind == quantity.Share || a.Kind == quantity.Score {
		return false
	}
	if bare(h) && h.Direction != 0 && h.low < 100 && measured(a.Kind) {
		return c.affinity(h, i) >= 0.8 // attacks up by four, and a shark of four metres
	}
	if bare(h) && a.Kind == quantity.Duration && h.low < 100 {
		w := c.head.word(h.first - 1)
		return c.affinity(h, i) >= 0.8 && (w == "in" || w == "after" || w == "for" || w == "of" || w == "to" || w == "gets" || w == "serve") // 2 saved, and two years
	}
	if bare(h) || a.Kind == quantity.Count && (a.Of == "" || meaning(a.Of) == meaning(h.Of) || sameNoun(a.Of, h.Of) && c.affinity(h, i) > 0.1) {
		return true
	}
	if a.Kind != quantity.Count && a.Kind != quantity.Group && a.Kind != quantity.Year && a.Kind != quantity.Points && a.Kind != quantity.Ordinal {
		return false
	}
	return h.low >= 100 || c.affinity(h, i) >= leastTouch
}

// firmOfKind is firm for a number of the headline that is more than a count.
func (c *checker) firmOfKind(h *figure, i int) bool {
	a := &c.a.figures[i]
	switch h.Kind {
	case quantity.Ordinal:
		if a.Kind == h.Kind && c.a.titled(a) && meaning(h.Of) != meaning(a.Of) {
			return false // second of nine children, and the album Second Wind
		}
	case quantity.Multiple:
		if a.Kind != h.Kind {
			break
		}
		if what := c.head.asManyOf(h); what != "" && !c.a.said(a, what) {
			return false // twice as many subscribers, where profit doubled
		}
		if of := c.a.timesOf(a); of != "" && c.head.changes(h) && !c.inHeadline(of) {
			return false // the rate triples, where inflation is three times the target
		}
	case quantity.Age:
		switch a.Kind {
		case quantity.Duration:
			return c.affinity(h, i) >= 0.8 // my two-year-old, and for two years
		case quantity.Count:
			return bare(a) && a.low >= 10
		}
	case quantity.Share:
		if a.Kind == quantity.Multiple && h.Of != "" && !c.a.beside(a, meaning(h.Of)) {
			return false // half of the stores, where the dividend is halved
		}
		if h.Direction != 0 && a.Kind == quantity.Share && c.cameTo(h, a) {
			return false // by 19%, where it rose to 19%
		}
	case quantity.Points:
		if h.Direction != 0 && a.Kind == quantity.Share && c.cameTo(h, a) {
			return false // by 19 points, where it rose to 19%
		}
		if h.Direction != 0 && bare(a) && a.Direction == 0 && c.a.kinds[quantity.Share] > 0 && !c.a.beside(a, "point") && !c.a.beyond(a) {
			return false // down 22 points, where the share was 22 before
		}
		if a.Kind == quantity.Count && a.Of != "" && !scored[a.Of] {
			return false // four points, where four terminals close
		}
	}
	if h.Kind == a.Kind || !bare(a) {
		return true
	}
	switch h.Kind {
	case quantity.Money, quantity.Points, quantity.Score, quantity.Ordinal, quantity.Year:
		return true // which often leave out what they are
	}
	return false
}

// asManyOf is the stem of what a multiple of a headline compares: subscribers, of twice as many subscribers. It is "" where it says something else.
func (p *passage) asManyOf(f *figure) string {
	if p.word(f.last) != "as" || p.word(f.last+1) != "many" {
		return ""
	}
	return p.stemAt(f.last + 2)
}

// cameTo reports whether the article says of a figure that something came to it, and the headline does not: by 19 points, where it rose to 19%.
func (c *checker) cameTo(h, a *figure) bool {
	return a.Direction == 0 && c.a.word(a.first-1) == "to" && c.head.word(h.first-1) != "to"
}

// titled reports whether a figure is part of a name: Second Wind, Fourth Street.
func (p *passage) titled(f *figure) bool {
	return f.Words && f.last < len(p.words) && p.words[f.first].name && p.words[f.last].capital && strings.TrimSpace(p.text[f.End:p.words[f.last].start]) == ""
}

// apposed reports whether a figure stands between commas, or behind one at the end.
func (p *passage) apposed(f *figure) bool {
	k := f.first - 1
	return k >= 0 && strings.TrimSpace(p.text[p.words[k].end:f.Start]) == "," && (f.last == len(p.words) || strings.HasPrefix(p.text[f.End:], ","))
}

// leastTouch is how well a figure that counts other things must meet the words of the headline.
const leastTouch = 0.2

func (c *checker) says(h, a *figure) bool {
	switch h.Kind {
	case quantity.Date:
		exactDay := h.When.Day == 0 || a.When.Day != 0
		exactYear := h.When.Year == 0 || a.When.Year != 0 && !a.meant
		return a.Kind == quantity.Date && sameDay(h.When, a.When) && exactDay && exactYear
	case quantity.Year:
		return saysYear(h, a)
	case quantity.Time:
		return a.Kind == quantity.Time && sameHour(h.low, a.low)
	case quantity.Score:
		return a.Kind == quantity.Score && (near(h.low, a.low) && near(h.high, a.high) || near(h.low, a.high) && near(h.high, a.low)) ||
			c.apart(h, a)
	case quantity.Ordinal:
		return near(a.low, h.low) && c.saysOrder(h, a)
	case quantity.Vague:
		return a.Kind == quantity.Vague && near(a.low, h.low)
	}
	if h.Kind == quantity.Count && a.Kind == quantity.Year && near(h.low, a.low) {
		return true
	}
	if bare(h) && a.Kind == quantity.Label && near(h.low, a.low) { // World War 2 and World War II
		word := c.head.stemAt(h.first - 1)
		return word != "" && (word == c.a.stemAt(a.first-1) || word == c.a.stemAt(a.first) || word == meaning(a.Of))
	}
	if a.Kind == quantity.Ordinal && (h.Kind == quantity.Count || h.Kind == quantity.Duration || h.Kind == quantity.Age) && near(h.low, a.low) {
		return h.low >= 10 && h.Unit == quantity.NoUnit || (a.Of == "anniversari" || a.Of == "birthdai") && (h.Unit == quantity.Years || h.Unit == quantity.NoUnit) // the 30,000th of 30K
	}
	if h.Kind == quantity.Count && a.Kind == quantity.Score && (near(h.low, a.low) || near(h.low, a.high)) {
		return true
	}
	low, high, exact, ok := c.values(h, a)
	if !ok || !exact || a.Kind == quantity.Vague || h.Kind == quantity.Share && a.Kind == quantity.Points && h.Direction == 0 && !c.compares(h) {
		return false
	}
	if near(h.low, h.high) {
		switch {
		case low < high && over(h.Hedge):
			return near(h.low, low) // at least 19 million, of 19 to 20 million
		case low < high && (under(h.Hedge) || h.Hedge == quantity.UpTo):
			return near(h.low, high)
		}
		return near(h.low, low) || near(h.low, high)
	}
	return near(h.low, low) && near(h.high, high) || near(h.low, low) && math.IsNaN(h.high) || near(h.high, high) && math.IsNaN(h.low)
}

// saysYear reports whether a figure has a year of the headline, or is of one of its years: 2019, of 2018 to 2020.
func saysYear(h, a *figure) bool {
	year := a.When.Year
	switch {
	case year != 0 && year == h.When.Year && (a.Kind != h.Kind || near(a.low, h.low)):
		return true
	case year != 0 && h.low < h.high && h.low <= float64(year) && float64(year) <= h.high:
		return true
	case a.Kind == h.Kind:
		return near(a.low, h.low) && near(a.high, h.high)
	}
	return a.Kind == quantity.Count && near(a.low, h.low)
}

// saysOrder reports whether a figure that has the number of an ordinal of the headline may stand for it: Chapter 12, 30 years of a 30th year.
func (c *checker) saysOrder(h, a *figure) bool {
	alike := meaning(a.Of) == meaning(h.Of)
	switch a.Kind {
	case quantity.Ordinal:
		return true
	case quantity.Label:
		return h.Of == "" || alike || c.head.nth(h, a.Of)
	case quantity.Count:
		if h.low >= 10 && (alike || bare(a) && !c.a.orders()) {
			return true
		}
	case quantity.Multiple, quantity.Duration:
	default:
		return false
	}
	return a.Of != "" && alike || h.Of == "anniversari"
}

// apart reports whether the sides of a score stand apart in the article: 2,106 to 438.
func (c *checker) apart(h, a *figure) bool {
	if a.Kind == quantity.Score || !(near(a.low, h.low) || near(a.low, h.high)) {
		return false
	}
	// Figures stand in the order of the text, and many may have the number of one side.
	i := sort.Search(len(c.a.figures), func(i int) bool { return c.a.figures[i].Start > a.Start })
	for ; i < len(c.a.figures); i++ {
		b := &c.a.figures[i]
		shortlyBehind := b.sentence == a.sentence && b.first-a.last <= 12
		if !shortlyBehind && !(b.sentence == a.sentence+1 && a.Of != "" && c.head.has(strings.ToLower(a.Of)+"s")) {
			break
		}
		if b.Kind == a.Kind && (b.sentence == a.sentence || b.Of == "" || b.Of == a.Of) &&
			(near(a.low, h.low) && near(b.low, h.high) || near(a.low, h.high) && near(b.low, h.low)) {
			return true
		}
	}
	return false
}

// sameDay reports whether two dates agree in what both say, and both say the month.
func sameDay(h, a quantity.When) bool {
	agree := func(x, y int16) bool { return x == 0 || y == 0 || x == y }
	return agree(h.Year, a.Year) && h.Month == a.Month && agree(h.Day, a.Day)
}

// sameHour compares minutes after midnight; half a day may not be said.
func sameHour(h, a float64) bool { return near(math.Mod(h, 720), math.Mod(a, 720)) }

// opposed finds that what the article states, it states the other way: a fall and not a rise, under and not over.
func (c *checker) opposed(h *figure, stated []int) (Result, bool) {
	direction, hedge, trend := -1, -1, -1
	to := c.head.trend(h)
	for _, i := range stated {
		a := &c.a.figures[i]
		if mine := c.head.result(h); (h.Direction == 0 || a.Direction != -h.Direction) && (mine == 0 || c.a.result(a) != -mine) {
			direction = -2
		} else if direction == -1 {
			direction = i
		}
		if to == 0 || c.trendTo(i) != -to {
			trend = -2
		} else if trend == -1 {
			trend = i
		}
		if !against(c.head.sideOf(h), a.side()) || a.end && c.head.passes(h) || h.Kind == quantity.Multiple && a.Kind != h.Kind {
			hedge = -2
		} else if hedge == -1 {
			hedge = i
		}
	}
	if i := c.asNew(h, stated); i >= 0 {
		a := &c.a.figures[i]
		return c.result(Contradicted, "sign", i, "The article says "+c.a.word(a.first-1)+" "+c.a.quote(a)+", not to "+c.head.quote(h)+"."), true
	}
	switch {
	case direction >= 0:
		a := &c.a.figures[direction]
		word := "a rise"
		if a.Direction < 0 {
			word = "a fall"
		}
		return c.result(Contradicted, "sign", direction, "The article says "+word+" of "+c.a.quote(a)+", not the opposite."), true
	case trend >= 0:
		word := "a rise"
		if to > 0 {
			word = "a fall"
		}
		return c.result(Contradicted, "sign", trend, "The article says "+word+" to "+c.a.quote(&c.a.figures[trend])+", not the opposite."), true
	case hedge >= 0:
		a := &c.a.figures[hedge]
		return c.result(Contradicted, "hedge", hedge, "The article says "+c.a.hedged(a)+", not "+c.head.hedged(h)+"."), true
	}
	return Result{}, false
}

// otherRate reports whether two figures are for different times: a month and a week.
func otherRate(h, a *figure) bool {
	return h.Per != a.Per && (spells[h.Per] != quantity.NoUnit && spells[a.Per] != quantity.NoUnit || sizes[h.Per] && sizes[a.Per])
}

// sizes are the stems of lengths, areas, weights and volumes that a rate may be for.
var sizes = set("metr meter kilometr kilomet mile yard foot feet acr hectar kilo kilogram gram tonn ton pound ounc litr liter gallon barrel bushel")

// spells are the stems of times that a rate may be for.
var spells = map[string]quantity.Unit{"second": quantity.Seconds, "minut": quantity.Minutes, "hour": quantity.Hours, "day": quantity.Days, "week": quantity.Weeks,
	"fortnight": quantity.Fortnights, "month": quantity.Months, "year": quantity.Years, "decad": quantity.Decades}

// trend is where a figure that something came to lies to the one before it: 1 for "rose to 58%" and "58%, up from 55%", -1 for a fall, 0
// where nothing says so.
func (p *passage) trend(f *figure) int {
	switch p.word(f.last) {
	case "up", "higher":
		if w := p.word(f.last + 1); w == "from" || w == "on" {
			return 1
		}
	case "down", "lower":
		if w := p.word(f.last + 1); w == "from" || w == "on" {
			return -1
		}
	}
	before := p.word(f.first - 1)
	if f.Kind == quantity.Share && before != "from" { // 79 per cent of the 68,400 voters, up from 64
		for k := f.last; k < min(f.last+8, len(p.words)-1) && p.words[k].sentence == f.sentence; k++ {
			if !strings.ContainsAny(p.between(k-1), ",") || p.word(k+1) != "from" {
				continue
			}
			switch p.word(k) {
			case "up":
				return 1
			case "down":
				return -1
			}
		}
	}
	if before != "to" {
		return 0
	}
	if k := p.figureAt(f.first - 2); k >= 0 && p.figures[k].Direction != 0 && p.figures[k].sentence == f.sentence {
		return int(p.figures[k].Direction) // raised by two points to 19%
	}
	for k := f.first - 2; k >= max(0, f.first-4); k-- {
		if k+1 < len(p.words) && p.words[k].sentence != f.sentence {
			break
		}
		switch p.words[k].stem {
		case "rise":
			return 1
		case "fall", "cut":
			return -1
		}
		switch p.word(k) {
		case "up":
			return 1
		case "down":
			return -1
		}
	}
	return 0
}

// trendTo is the trend of figure i of the article, also where the article compares it with the next.
func (c *checker) trendTo(i int) int {
	a := &c.a.figures[i]
	if t := c.a.trend(a); t != 0 || i+1 >= len(c.met) {
		return t
	}
	b := &c.a.figures[i+1]
	if b.Kind == quantity.Year && i+2 < len(c.met) {
		b = &c.a.figures[i+2] // 1,970 deaths in 2016, up from 1,730
	}
	if a.Kind != b.Kind || a.Unit != b.Unit || b.first-a.last > 8 || math.IsNaN(a.low) || math.IsNaN(b.low) {
		return 0
	}
	switch c.a.word(b.first - 1) {
	case "with", "against", "from":
		return c.direction(a, b)
	}
	return 0
}

// sideOf is the hedge of a figure. Before a span of time, over may mean during, so that it is a hedge only beside one that says the opposite: over four
// minutes, of less than four minutes.
func (p *passage) sideOf(f *figure) quantity.Hedge {
	if f.Hedge == quantity.None && f.Kind == quantity.Duration && p.word(f.first-1) == "over" {
		return quantity.Over
	}
	return f.Hedge
}

// passes reports whether the hedge of a figure says that something went beyond it, which it may do where it is the most that was expected: past $20m.
func (p *passage) passes(f *figure) bool {
	switch strings.ToLower(p.text[f.HedgeStart:max(f.HedgeStart, f.HedgeEnd)]) {
	case "more than", "over", "at least", "no less than", "no fewer than", "upwards of", "from":
		return false
	}
	return true
}

// side is the hedge of a figure; an end of a range is the most or the least of it.
func (f *figure) side() quantity.Hedge {
	switch {
	case !f.end || f.Kind == quantity.Count:
		return f.Hedge
	case f.opposite < f.low:
		return quantity.UpTo
	}
	return quantity.AtLeast
}

// against reports whether two hedges set the true value on different sides of the number.
func against(h, a quantity.Hedge) bool {
	return under(h) && over(a) || over(h) && under(a) || over(h) && a == quantity.UpTo || h == quantity.UpTo && a == quantity.AtLeast
}

func under(h quantity.Hedge) bool { return h == quantity.Nearly || h == quantity.Under }

func over(h quantity.Hedge) bool { return h == quantity.Over || h == quantity.AtLeast }

// label checks a name with a number: iPhone 15, World War II, COVID-19.
func (c *checker) label(h *figure) Result {
	text := h.Text(c.head.text)
	quoted, _ := c.head.written(h.Start, h.End)
	same, other := -1, -1
	for i := range c.a.figures {
		a := &c.a.figures[i]
		switch {
		case a.Of != "" && a.Of == h.Of && !math.IsNaN(h.low) && !math.IsNaN(a.low):
			if near(a.low, h.low) {
				same = i
			} else if a.Kind == quantity.Label {
				other = i
			}
		case a.Kind == quantity.Label && strings.EqualFold(a.Text(c.a.text), text) && c.sameNamed(h, a), a.Kind == quantity.Ordinal && near(a.low, h.low) && c.a.nth(a, h.Of):
			same = i
		}
	}
	name, written := c.head.nameOf(h)
	switch {
	case same >= 0:
		return c.result(Stated, "name", same, "The article has "+quoted+".")
	case containsFold(c.a.text, name):
		return Result{Verdict: Stated, Kind: "name", Message: "The article has " + written + "."}
	case other >= 0:
		a := &c.a.figures[other]
		return c.result(Contradicted, "name", other, "The article says "+c.a.quote(a)+", not "+quoted+".")
	case known(name), known(text):
		return Result{Verdict: Unchecked, Kind: "name", Message: quoted + " need not be in the article."}
	}
	r := Result{Verdict: Doubtful, Kind: "name", Message: "The article does not have the name " + written + "."}
	switch with, theirs := c.a.sameName(strings.TrimSuffix(name, text), name); {
	case with != "" && (strings.TrimSuffix(with, "s") == strings.TrimSuffix(name, "s") || strings.HasPrefix(with, name) && !digit(with[len(name)])): // F-15s, of the F-15 or F-15E
		return Result{Verdict: Stated, Kind: "name", Message: "The article has " + theirs + "."}
	case with != "":
		r.Verdict, r.Message, r.Suggestion = Contradicted, "The article says "+theirs+", not "+written+".", theirs
	case strings.Contains(text, "/"):
		r.Verdict, r.Message = Nowhere, "The article does not have "+quoted+"."
	}
	return r
}

// sameNamed reports whether two labels with the same number may be one name: Edward VIII is not Henry VIII, nor is room
// 418 flight 418. What is no number, such as 9/11, is a name without the word before it.
func (c *checker) sameNamed(h, a *figure) bool {
	if math.IsNaN(h.low) || math.IsNaN(a.low) {
		return true
	}
	mine, before := c.head.named(h)
	theirs, ahead := c.a.named(a)
	switch {
	case mine == theirs, mine == ahead, before == theirs: // Flight 370, Flight MH370
		return mine != "" || theirs != ""
	case len(mine) == 1 && strings.HasPrefix(theirs, mine), len(theirs) == 1 && strings.HasPrefix(mine, theirs): // I-95, Interstate 95
		return true
	}
	return len(mine) == 2 && theirs == "flight" || mine == "flight" && len(theirs) == 2 // MH370, Flight 370
}

// named is the word that a label numbers, in lower case, and the word before that where the label is part of a word:
// "mh" and "flight" for Flight MH370.
func (p *passage) named(f *figure) (name, before string) {
	if f.first < len(p.words) && p.words[f.first].start < f.Start {
		return strings.ToLower(p.text[p.words[f.first].start:f.Start]), p.word(f.first - 1)
	}
	return p.word(f.first - 1), ""
}

// nth reports whether an ordinal is of what a stem says. The noun of a name may come behind other words of the name: the
// Second World War.
func (p *passage) nth(a *figure, of string) bool {
	if of == "" {
		return false
	}
	of = meaning(of)
	if meaning(a.Of) == of {
		return true
	}
	for i := a.last; i < min(a.last+3, len(p.words)) && p.words[i].capital && p.words[i].sentence == a.sentence; i++ {
		if p.words[i].stem == of {
			return true
		}
	}
	return false
}

// sameName is a name of the article that begins as another does and has another number: iPhone 5 for iPhone 4. It comes as the rules see it
// and as it was written.
func (p *passage) sameName(begin, name string) (string, string) {
	if begin == "" || begin == name {
		return "", ""
	}
	for i := 0; i+len(begin) < len(p.text); i++ {
		end := i + len(begin)
		if strings.EqualFold(p.text[i:end], begin) && digit(p.text[end]) && (i == 0 || !inWord(p.text[i-1])) {
			for end < len(p.text) && (inWord(p.text[end]) || p.text[end] == '.' && end+1 < len(p.text) && digit(p.text[end+1])) {
				end++
			}
			written, _ := p.written(i, end)
			return p.text[i:end], written
		}
	}
	return "", ""
}

// nameOf is a label with the letters that it is joined to, or else with the word before it, as the rules see it and as it was written.
func (p *passage) nameOf(h *figure) (name, written string) {
	start, end := h.Start, h.End
	for end < len(p.text) && !strings.ContainsRune(" ,.:;!?'\"", rune(p.text[end])) && p.text[end] < 0x80 {
		end++
	}
	for start > 0 && p.text[start-1] != ' ' && p.text[start-1] < 0x80 {
		start--
	}
	if start == h.Start && end == h.End && h.first > 0 {
		start = p.words[h.first-1].start
	}
	const marks = ",.:;!?'\"()"
	written, _ = p.written(start, end)
	return strings.Trim(p.text[start:end], marks), strings.Trim(written, marks)
}

// known reports whether everybody knows a name, so that an article need not have it.
func known(name string) bool {
	switch strings.ToLower(name) {
	case "9/11", "24/7", "911", "50/50", "4/20", "3g", "4g", "5g", "3d", "3-d", "catch-22", "covid-19", "co2", "u2", "s&p 500", "fortune 500", "wwii", "wwi":
		return true
	}
	return false
}

// containsFold reports whether words are in a text, whatever the case, and not in longer words.
func containsFold(text, words string) bool {
	for i := 0; i+len(words) <= len(text); i++ {
		if words != "" && text[i]|0x20 != words[0]|0x20 {
			continue // most places, and long texts are asked often
		}
		end := i + len(words)
		if (i == 0 || !inWord(text[i-1])) && (end == len(text) || !inWord(text[end])) && strings.EqualFold(text[i:end], words) {
			return true
		}
	}
	return false
}

func inWord(c byte) bool { return digit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' }

// orders reports whether an article has an ordinal other than the first.
func (a *article) orders() bool {
	return slices.ContainsFunc(a.related(), func(f figure) bool { return f.Kind == quantity.Ordinal && f.low > 1 })
}

// result is 1 where a sum of money is a profit and -1 where it is a loss, as far as the words next to it say.
func (p *passage) result(f *figure) int {
	if f.Kind != quantity.Money && !(bare(f) && f.low >= 1000) {
		return 0
	}
	for _, k := range [...]int{f.last, f.last + 1, f.first - 1, f.first - 2} {
		if k < 0 || k >= len(p.words) || p.words[k].sentence != f.sentence || p.numbers(k) {
			continue
		}
		switch p.word(k) {
		case "profit", "profits", "surplus", "earned":
			return 1
		case "loss", "losses", "lost", "loses", "deficit":
			return -1
		}
	}
	return 0
}

// asNew is a figure that the article has as what something came from, where the headline has it as what it came to, -1 for none: falls to $190 million, of $410 million from $190
// million.
func (c *checker) asNew(h *figure, stated []int) int {
	if h.Kind != quantity.Money && h.Kind != quantity.Share && h.Kind != quantity.Count {
		return -1
	}
	if changes := c.inHeadline("rise") || c.inHeadline("fall") || c.inHeadline("cut"); !changes || c.head.word(h.first-1) != "to" {
		return -1
	}
	if slices.ContainsFunc(stated, func(i int) bool {
		w := c.a.word(c.a.figures[i].first - 1)
		return w != "from" && (w != "against" || h.Kind != quantity.Count)
	}) {
		return -1
	}
	return stated[0]
}
