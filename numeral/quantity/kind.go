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
	case p.any(a.first-2, "under", "over") && p.tok(a.first-1).mark == '-', p.any(a.first-1, "under", "over"):
		q.Kind, q.Unit, q.High = Age, Years, q.Low // over-50s
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
		p.is(i-1, "no") && last.upper && p.tok(i).mark == digits && !p.counted(a.end),
		p.is(i-1, "number") && !p.is(i-2, "a"):
		q.Kind = Ordinal
	case p.is(i-1, "of") && p.is(i-2, "factor"):
		q.Kind = Multiple
	case k > 0 && p.is(k, "fold"):
		q.Kind, a.end = Multiple, k+1
	case k == a.end && p.is(k, "times") && p.compares(k+1):
		q.Kind, a.end = Multiple, k+1
	case p.any(i-1, "aged", "age", "ages"), p.is(i-1, "of") && p.is(i-2, "age") && !p.counted(a.end), p.isAge(a), p.ageGroup(a):
		q.Kind, q.Unit = Age, Years
	case p.is(a.end, "and") && p.any(a.end+1, "older", "younger"), p.is(a.end, "or") && p.any(a.end+1, "older", "younger"):
		q.Kind, q.Unit = Age, Years
	case k > a.end && p.any(k, "something", "somethings"): // 20-somethings
		q.Kind, q.Unit, q.High, a.end = Age, Years, q.Low.Add(whole(9)), k+1
	case p.serial(a):
		q.Kind, q.Of = Ordinal, p.stem(i-1)
	case p.apostrophe(a):
		century := int64(1900)
		if q.Low.Cmp(whole(30)) < 0 {
			century = 2000
		}
		q.Kind, q.Low = Year, q.Low.Add(whole(century))
		q.High = q.Low
	case p.yearDigits(i) && a.scale == whole(1) && a.end == i+1 && p.isYear(i):
		q.Kind = Year
	}
}

// compares reports whether "times" before token i multiplies, and does not
// count how often something happened.
func (p *parser) compares(i int) bool {
	t := p.tok(i)
	return p.any(i, "as", "the", "its", "their", "his", "her", "that", "what", "normal", "our") || p.is(i, "last") && p.tok(i+2).mark == '\'' || t.word.after != 0
}

// isYear tells a year from a number of four digits without a comma.
func (p *parser) isYear(i int) bool {
	last, next := p.tok(i-1), p.tok(i+1)
	if last.word.use&before != 0 || last.word.class == month || last.mark == '(' || last.mark == '/' || p.any(i-1, "dated", "circa", "born", "built", "founded") {
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

// serial reports whether the number is a place in a series: Day 11, lane eight.
// A word in small letters may be what something happened in: last week 20 died.
func (p *parser) serial(a *amount) bool {
	i := a.first - 1
	if !a.value.IsInt() || p.yearDigits(a.first) || p.counted(a.end) || p.any(a.end, "more", "of") {
		return false
	}
	return p.any(i, "lane", "stage", "phase", "line") || p.tok(i).upper &&
		p.any(i, "day", "week", "night", "game", "round", "part", "season", "episode", "lap", "set", "act", "volume", "race")
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
	case p.tok(i-1).mark == '(' && p.tok(i-2).upper && p.tok(i-3).upper: // Jane Doe (36)
		return next.mark == ')' && a.value.Cmp(whole(12)) > 0
	case p.is(i-1, "at"):
		for k := i - 2; k > i-6; k-- {
			if p.any(k, "dies", "died", "dead", "die", "death") {
				return closed || next.word.use&function != 0
			}
		}
	case p.is(i-1, "now") && p.tok(i-2).mark == ',':
		return closed
	case p.any(i-1, "turns", "turned", "turning"), p.is(i-1, "be") && p.any(i-2, "will", "would"):
		return closed || p.any(a.end, "in", "on", "last", "next", "this", "when", "earlier", "today", "yesterday", "tomorrow")
	case p.any(i-1, "was", "is") && p.any(i-2, "he", "she"):
		return closed
	case p.any(i-1, "was", "is") && p.any(i-2, "youngest", "oldest", "eldest"):
		return true
	case p.any(i-1, "was", "were"):
		return p.is(a.end, "when")
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
	case p.any(i-1, "under", "over") && p.is(a.end-1, "s"):
		return true
	case p.any(i-1, "under", "over"):
		return (p.isPlural(i-2) || p.any(i-2, "those", "anyone", "everyone")) && !p.any(i-2, "temperatures", "prices") &&
			!p.counted(a.end) && p.tok(a.end).mark != '-'
	}
	return false
}

// isPlural reports whether token i looks like a plural noun.
func (p *parser) isPlural(i int) bool {
	t := p.tok(i)
	if t.mark != letters || t.word.class == double {
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
