package quantity

import "strings"

// kind gives q the kind of a, with what follows from the words around it. It
// may move the end of a.
func (p *parser) kind(q *Quantity, a *amount) {
	q.Kind = a.measure.Kind()
	switch a.form {
	case inOrder:
		q.Kind = Ordinal
	case fraction:
		q.Kind, q.Unit = Share, Whole
	case times:
		q.Kind = Multiple
	case vaguely:
		q.Kind = Vague
	case grouped:
		q.Kind = Group
	case decade:
		p.decade(q, a)
	case cardinal:
		if a.measure == NoUnit {
			p.bare(q, a)
		} else {
			p.unitKind(q, a)
		}
	}
}

// decade tells the 1990s and the 80s from "in her 80s".
func (p *parser) decade(q *Quantity, a *amount) {
	q.Kind = Year
	switch {
	case q.Low.Cmp(whole(100)) >= 0:
	case p.any(a.first-1, "his", "her", "their", "my", "our") || p.any(a.first-2, "his", "her", "their", "my", "our"):
		q.Kind, q.Unit = Age, Years
	case q.Low.Cmp(whole(20)) >= 0:
		q.Low, q.High = q.Low.Add(whole(1900)), q.High.Add(whole(1900))
	}
}

// unitKind corrects the kind that a unit gives.
func (p *parser) unitKind(q *Quantity, a *amount) {
	switch q.Kind {
	case Duration:
		k := p.next(a.end)
		switch {
		case k > 0 && p.any(k, "old", "olds"):
			q.Kind, a.end = Age, k+1
		case p.is(a.end, "of") && p.is(a.end+1, "age"):
			q.Kind, a.end = Age, a.end+2
		}
	case Temperature:
		if p.is(a.end, "below") && p.any(a.end+1, "zero", "freezing") && q.Low.Sign() > 0 {
			q.Low, q.High, a.end = q.Low.Neg(), q.High.Neg(), a.end+2
		}
	}
}

// bare finds the kind of a number without a unit.
func (p *parser) bare(q *Quantity, a *amount) {
	i := a.first
	last := p.tok(i - 1)
	k := p.next(a.end)
	switch {
	case last.mark == '#' && p.tok(i).glued,
		last.mark == '.' && last.glued && p.any(i-2, "no", "nos"),
		p.is(i-1, "number") && !p.is(i-2, "a"):
		q.Kind = Ordinal
	case k > 0 && p.is(k, "fold"):
		q.Kind, a.end = Multiple, k+1
	case k == a.end && p.is(k, "times") && p.compares(k+1):
		q.Kind, a.end = Multiple, k+1
	case p.any(i-1, "aged", "age", "ages"), p.isAge(a), p.ageGroup(a):
		q.Kind, q.Unit = Age, Years
	case p.is(a.end, "and") && p.any(a.end+1, "older", "younger"), p.is(a.end, "or") && p.any(a.end+1, "older", "younger"):
		q.Kind, q.Unit = Age, Years
	case k > a.end && p.any(k, "something", "somethings"): // 20-somethings
		q.Kind, q.Unit, q.High, a.end = Age, Years, q.Low.Add(whole(9)), k+1
	case !p.counted(a.end) && !p.any(a.end, "more", "of") && a.value.IsInt() && p.any(i-1, "day", "week", "night", "game", "round", "part", "season",
		"episode", "lap", "stage", "phase", "lane", "line", "set", "act", "volume", "race") && (p.tok(i-1).upper || p.any(i-1, "lane", "stage", "phase", "line")):
		q.Kind, q.Of = Ordinal, p.stem(i-1)
	case p.apostrophe(a):
		q.Kind = Year
		if q.Low.Cmp(whole(30)) < 0 {
			q.Low = q.Low.Add(whole(100))
		}
		q.Low = q.Low.Add(whole(1900))
		q.High = q.Low
	case p.yearDigits(i) && a.scale == whole(1) && a.end == i+1 && p.isYear(i):
		q.Kind = Year
	}
}

// compares reports whether "times" before token i multiplies, and does not
// count how often something happened.
func (p *parser) compares(i int) bool {
	t := p.tok(i)
	return p.any(i, "as", "the", "its", "their", "his", "her", "that", "what", "normal", "our") || t.word.after != 0
}

// isYear tells a year from a number of four digits without a comma.
func (p *parser) isYear(i int) bool {
	last, next := p.tok(i-1), p.tok(i+1)
	if last.word.use&before != 0 || last.word.class == month || last.mark == '(' || last.mark == '/' {
		return true
	}
	if next.mark == letters && !next.glued && (next.word.use&(plural|state) != 0 ||
		p.any(i+1, "jobs", "workers", "troops", "students", "soldiers", "protesters", "miles", "employees", "patients", "cases", "deaths")) {
		return false
	}
	if h, _ := p.hedgeBefore(i, Count); h == Nearly || h == AtLeast || h == UpTo || p.is(i-1, "than") {
		return false
	}
	return p.text[p.tok(i).start] == '2' || p.text[p.tok(i).start+1] == '9'
}

// apostrophe reports whether the number is a year written as '99.
func (p *parser) apostrophe(a *amount) bool {
	i := a.first
	t, quote := p.tok(i), p.tok(i-1)
	return t.glued && quote.mark == '\'' && !quote.glued && t.mark == digits && t.end-t.start == 2 && a.end == i+1 &&
		p.ends(a.end) && p.tok(a.end).mark != '\''
}

// isAge reports whether the number is set off by commas behind a name (Smith,
// 22, said), or is the age at which somebody died.
func (p *parser) isAge(a *amount) bool {
	i := a.first
	if a.scale != whole(1) || !a.value.IsInt() || a.value.Cmp(whole(120)) >= 0 || a.value.Sign() <= 0 {
		return false
	}
	next := p.tok(a.end)
	closed := next.mark == ',' || next.mark == ';' || next.mark == 0 || next.mark == '.' || next.mark == '—' || next.mark == ')'
	switch {
	case p.tok(i-1).mark == ',' && !p.tok(i).glued && p.tok(i-2).mark == letters && p.tok(i-2).upper && p.tok(i).mark == digits:
		return closed || p.any(a.end, "and", "of", "from", "who")
	case p.is(i-1, "at"):
		for k := i - 2; k > i-6; k-- {
			if p.any(k, "dies", "died", "dead", "die", "death") {
				return closed || next.word.use&function != 0
			}
		}
	case p.any(i-1, "turns", "turned", "turning"), p.any(i-1, "was", "is") && p.any(i-2, "he", "she"):
		return closed
	}
	return false
}

// ageGroup reports whether the number is the limit of an age: under-35s,
// adults over 65.
func (p *parser) ageGroup(a *amount) bool {
	i := a.first
	if a.value.Cmp(whole(120)) >= 0 || !a.value.IsInt() {
		return false
	}
	switch last := p.tok(i - 1); {
	case last.mark == '-' && last.glued && p.any(i-2, "under", "over"):
		return p.is(a.end-1, "s")
	case p.any(i-1, "under", "over"):
		return (p.isPlural(i-2) || p.any(i-2, "those", "anyone", "everyone")) && !p.any(i-2, "temperatures", "prices") &&
			!p.counted(a.end) && p.tok(a.end).mark != '-'
	}
	return false
}

// isPlural reports whether token i looks like a plural noun.
func (p *parser) isPlural(i int) bool {
	t := p.tok(i)
	if t.mark != letters {
		return false
	}
	if t.word.use&(plural|state) != 0 {
		return true
	}
	s := p.text[t.start:t.end]
	if strings.HasSuffix(s, "children") || strings.HasSuffix(s, "women") || strings.HasSuffix(s, "people") || strings.HasSuffix(s, "men") && len(s) > 5 {
		return true
	}
	n := len(s)
	return n > 3 && s[n-1]|0x20 == 's' && s[n-2]|0x20 != 's' && s[n-2]|0x20 != 'u' && s[n-2]|0x20 != 'i' && t.word.use&function == 0
}

// noun finds what q counts and what it is a rate for.
func (p *parser) noun(q *Quantity, first, end int) {
	i := end
	switch q.Kind {
	case Count, Vague, Group, Ordinal, Share:
		i = p.counts(q, first, end)
	case Money, Duration, Distance, Mass, Area, Volume, Measure, Points:
	default:
		return
	}
	for p.any(i, "more", "extra", "less") {
		i++
	}
	switch {
	case p.any(i, "a", "an", "per", "each", "every") && p.tok(i+1).mark == letters && !p.tok(i).glued:
		if w := p.tok(i + 1).word; p.any(i+2, "earlier", "ago", "later", "before") {
		} else if w.use&each != 0 || q.Kind == Money && i == end && w.use&function == 0 && w.class == notNumber {
			q.Per = p.stem(i + 1)
		}
	case p.tok(i).mark == '/' && p.tok(i+1).word.use&each != 0:
		q.Per = p.stem(i + 1)
	case p.is(i, "daily"):
		q.Per = "day"
	case p.is(i, "weekly"):
		q.Per = "week"
	case p.is(i, "monthly"):
		q.Per = "month"
	case p.any(i, "annually", "yearly"):
		q.Per = "year"
	}
}

// counts sets Of and returns the token behind the noun.
func (p *parser) counts(q *Quantity, first, end int) int {
	i := end
	if q.Of != "" { // Game 7
		return end
	}
	if t := p.tok(i); t.mark == '-' && t.glued {
		if k := p.next(i); k > 0 && !p.any(k, "plus", "odd", "strong") { // 2,300-person, third-largest
			q.Of = p.stem(k)
			return k + 1
		}
		return i
	}
	if p.is(first-1, "magnitude") || !q.Low.IsInt() && p.any(end, "earthquake", "quake", "aftershock", "tremor", "temblor") {
		q.Of = stemmer.Filter("magnitude")
		return end
	}
	of := p.is(i, "of")
	if of {
		i++
	} else if q.Total.OK() && q.Kind == Count && p.is(i, "out") {
		i += 2
	}
	if q.Kind == Share {
		if !of && !q.Total.OK() && !p.any(i, "more", "fewer", "less") {
			return end
		}
		of = true
	}
	for p.any(i, "the", "its", "their", "his", "her", "all", "our", "those", "these", "that", "more", "fewer", "less", "other") {
		i++
	}
	if q.Total.OK() && q.Kind == Count { // 68 of the 150 seats
		if n, ok := p.number(i); ok {
			i = n.next
		}
	}
	return p.head(q, i, end, of)
}

// head sets Of to the noun of the phrase that begins at token i: the first
// plural, or behind "of" its last word. It returns the token behind it, or
// end.
func (p *parser) head(q *Quantity, i, end int, of bool) int {
	last := -1
	for k := i; k < i+7; k++ {
		t := p.tok(k)
		switch {
		case t.mark == '-' && t.glued && p.tok(k+1).glued, t.mark == '.' && p.initial(k-1), p.initial(k):
			continue
		case t.mark == '\'' && t.glued && of && last >= 0: // 45 of the city's 690 officers
			if p.is(k+1, "s") && p.tok(k+1).glued {
				k++
			}
			last = -1
			if n, ok := p.number(k + 1); ok && n.plain() && !p.yearDigits(k+1) {
				if q.Kind == Count && n.value.Cmp(q.High) > 0 {
					q.Total = n.value
				}
				k = n.next - 1
			}
			continue
		}
		if t.mark != letters || t.apart || t.word.use&function != 0 || t.word.class == month ||
			k > i && t.word.dir != 0 && !of || last >= 0 && p.participle(k) && p.tok(k-1).mark != '-' {
			break
		}
		if q.Kind == Ordinal && t.word.small() {
			break // the first two days
		}
		last = k
		if t.word.use&state != 0 && p.isPlural(k+1) {
			continue // three missing girls
		}
		if q.Kind == Ordinal || p.isPlural(k) && !(p.tok(k+1).mark == '\'' && of) {
			q.Of = p.stem(k)
			return k + 1
		}
	}
	if last >= 0 && (of || q.Low == whole(1) && q.Kind == Count) {
		q.Of = p.stem(last)
		return last + 1
	}
	return end
}

// initial reports whether token i is the U of U.S.
func (p *parser) initial(i int) bool {
	t, next := p.tok(i), p.tok(i+1)
	return t.mark == letters && t.upper && t.end-t.start == 1 && next.mark == '.' && next.glued
}

// participle reports whether token i ends as covered does.
func (p *parser) participle(i int) bool {
	s := p.string(i)
	return len(s) > 4 && s[len(s)-2:] == "ed"
}

// leads returns where the words at token i and before it lead: what is behind
// them rose (1) or fell (-1) by something. Behind "by" it looks farther.
func (p *parser) leads(i int, k Kind) int8 {
	far := 4
	by := p.is(i, "by")
	switch {
	case by:
		far = 11
		i--
	case p.is(i, "of") && p.tok(i-1).word.dir != 0 && !p.is(i-2, "storm"):
		return p.tok(i - 1).word.dir
	}
	for j := i; j > i-far; j-- {
		t := p.tok(j)
		switch {
		case t.word.dir != 0 && p.any(j, "up", "down") && k != Share && k != Points && !p.moves(j-1): // turned down by 13 publishers
			return 0
		case p.any(j, "surge") && p.is(j-1, "storm"), p.is(j, "up") && p.any(j-1, "make", "makes", "made", "making"):
			return 0
		case t.word.dir != 0:
			return t.word.dir
		case t.mark == letters:
			if !by && (t.word.use&(stops|modal) != 0 || p.is(j, "of") || p.is(j, "over")) {
				return 0
			}
		case t.mark == '-' && t.glued, by && t.mark == digits, by && t.mark == '%', by && t.mark == ',', t.mark == '\'':
		default:
			return 0
		}
	}
	return 0
}

// moves reports whether token i is what goes up and down, or a verb that leaves
// it to those words. Others make something else of them: blew up, turned down.
func (p *parser) moves(i int) bool {
	return p.any(i, "dow", "nasdaq", "ftse", "nikkei", "index", "shares", "stock", "stocks", "price", "prices", "closed", "closes", "close",
		"ended", "ends", "day", "finished", "finishes", "picks", "picked", "is", "are", "was", "were", "profit", "profits", "sales", "revenue",
		"costs", "cost", "deaths", "cases", "numbers")
}

// direction sets where q leads.
func (p *parser) direction(q *Quantity, first, end int) {
	switch q.Kind {
	case Count, Money, Share, Points, Vague, Mass, Area, Volume, Speed, Temperature, Measure, Distance, Duration, Group:
	default:
		return
	}
	if p.tok(first).mark == '+' {
		q.Direction = 1
		return
	}
	i := first - 1
	if q.HedgeEnd > 0 && q.HedgeEnd <= q.Start {
		if p.any(i, "below", "above", "under", "past", "near") && !p.is(i-1, "by") {
			return // it fell below that
		}
		for p.tok(i).start >= q.HedgeStart && p.tok(i).mark != 0 {
			i--
		}
	}
	if q.Kind == Duration && !p.is(i, "by") {
		return // it blew up 48 seconds after
	}
	q.Direction = p.leads(i, q.Kind)
	if q.Kind == Share && q.Direction > 0 && p.is(end, "of") {
		q.Direction = 0 // it grows 38% of the world's coffee
	}
	if q.Direction != 0 || q.Kind == Distance {
		return
	}
	if p.tok(end).mark == '-' && p.tok(end).glued {
		end++
	}
	for k := end; k < end+3; k++ {
		t := p.tok(k)
		if t.mark != letters || t.apart {
			return
		}
		if t.word.after != 0 && (k == end && (q.Kind != Count || t.word.use&function != 0 || t.word.dir != 0 || p.any(k, "extra", "additional", "higher")) || t.word.dir != 0 && !p.any(k, "up", "down", "lower")) {
			q.Direction = t.word.after
			return
		}
		if t.word.use&(function|modal) != 0 {
			return
		}
	}
}
