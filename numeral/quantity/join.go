package quantity

import "hed/numeral"

// dash reports whether token i joins two numbers without a blank.
func (p *parser) dash(i int) bool {
	t := p.tok(i)
	return (t.mark == '-' || t.mark == '–') && t.glued && p.tok(i+1).glued
}

// joined reads a range, a score or a span of years that begins with a, and
// returns the token behind it, or a.first where a is alone.
func (p *parser) joined(a *amount) int {
	next := p.tok(a.end + 1)
	switch {
	case p.dash(a.end) && (next.mark == digits || p.tok(a.end+2).mark == digits):
		return p.dashed(a)
	case p.dash(a.end) && p.is(a.end+1, "to") && p.dash(a.end+2):
		return p.odds(a)
	case p.tok(a.end).mark == '-' && p.tok(a.end).glued && !next.glued && p.any(a.end+1, "and", "to", "or"):
		return p.shared(a)
	case a.measure == NoUnit && p.is(a.end, "votes") && p.is(a.end+1, "to"):
		if b, ok := p.number(a.end + 2); ok && b.plain() {
			return p.finish(Quantity{Low: a.value, High: b.value, Kind: Score, Step: whole(1), Words: a.words}, a.first, b.next)
		}
	case p.is(a.end, "to"), p.is(a.end, "or"), p.is(a.end, "and") && p.is(a.first-1, "between"):
		return p.ranged(a)
	}
	return a.first
}

// dashed reads 3-2, 10-12%, 130-150,000, 2010-12 and $1-2 million.
func (p *parser) dashed(a *amount) int {
	b, ok := p.amount(a.end + 1)
	if !ok || !b.plain() {
		return a.first
	}
	if p.dash(b.end) && p.tok(b.end+1).mark == digits {
		return p.chain(a, &b)
	}
	if s := p.text[p.tok(a.first).start:p.tok(b.end-1).end]; s == "9-11" || s == "24-7" {
		return p.emitLabel(a.first, b.end, numeral.Value{})
	}
	bare := a.measure == NoUnit && b.measure == NoUnit && a.scale == b.scale
	switch {
	case bare && p.yearDigits(a.first) && p.spansYears(a, &b):
		q := Quantity{Low: a.value, High: b.value, Kind: Year, Step: whole(1)}
		return p.finish(q, a.first, b.end)
	case bare && b.value.Cmp(whole(1000)) >= 0 && a.value.Cmp(whole(1000)) < 0 && a.value.Mul(whole(1000)).Cmp(b.value) < 0: // 130-150,000
		a.value, a.step = a.value.Mul(whole(1000)), a.step.Mul(whole(1000))
	case bare && p.isScore(a, &b):
		return p.finish(Quantity{Low: a.value, High: b.value, Kind: Score, Step: whole(1)}, a.first, b.end)
	}
	return p.between(a, &b)
}

// spansYears reports whether a-b are years, and gives the second its century.
func (p *parser) spansYears(a, b *amount) bool {
	if p.yearDigits(b.first) {
		return a.value.Cmp(b.value) < 0
	}
	first, _ := a.value.Int64()
	if p.tok(b.first).end-p.tok(b.first).start != 2 || b.value.Cmp(whole(first%100)) <= 0 {
		return false
	}
	b.value = b.value.Add(whole(first - first%100))
	return true
}

// isScore tells 3-2 from the 10-12 of "10-12 people": a score falls, or it has
// words of games and votes near it and nothing that it counts behind it.
func (p *parser) isScore(a, b *amount) bool {
	if a.value.Cmp(b.value) >= 0 {
		return true
	}
	if p.any(a.first-1, "aged", "ages", "age", "between", "about", "around", "roughly", "some") || !a.value.IsInt() {
		return false
	}
	if p.counted(b.end) || p.dash(b.end) || p.next(b.end) > b.end {
		return false
	}
	return true
}

// counted reports whether a plural noun is at token i or right behind it.
func (p *parser) counted(i int) bool {
	for k := i; k < i+2; k++ {
		t := p.tok(k)
		if t.mark != letters || t.word.use&(function|versus) != 0 {
			return false
		}
		if p.isPlural(k) {
			return true
		}
	}
	return false
}

// chain reads numbers that several hyphens join: a date as 2023-09-21, and
// names.
func (p *parser) chain(a, b *amount) int {
	end, n := b.end, 2
	for p.dash(end) && p.tok(end+1).mark == digits {
		end, n = end+2, n+1
	}
	c, _ := literal(p.string(end - 1))
	if n == 3 && p.yearDigits(a.first) && b.value.Cmp(whole(12)) <= 0 && c.Cmp(whole(31)) <= 0 {
		year, _ := a.value.Int64()
		month, _ := b.value.Int64()
		day, _ := c.Int64()
		return p.finish(Quantity{Kind: Date, When: When{int16(year), int16(month), int16(day)}}, a.first, end)
	}
	return p.emitLabel(a.first, end, numeral.Value{})
}

// odds reads 2-to-1.
func (p *parser) odds(a *amount) int {
	b, ok := p.number(a.end + 3)
	if !ok || !b.plain() || a.measure != NoUnit {
		return a.first
	}
	return p.finish(Quantity{Low: a.value, High: b.value, Kind: Score, Step: whole(1), Words: a.words}, a.first, b.next)
}

// seasons reads 2014/15 at token i.
func (p *parser) seasons(i int) int {
	if !p.yearDigits(i) || p.tok(i+1).mark != '/' || !p.tok(i+2).glued || p.tok(i+2).mark != digits {
		return i
	}
	a, b := amount{number: number{first: i}}, amount{number: number{first: i + 2}}
	a.value, _ = literal(p.string(i))
	b.value, _ = literal(p.string(i + 2))
	if !p.spansYears(&a, &b) {
		return i
	}
	return p.finish(Quantity{Low: a.value, High: b.value, Kind: Year, Step: whole(1)}, i, i+3)
}

// shared reads the first of "14- and 11-year-olds", which has the unit of the
// second.
func (p *parser) shared(a *amount) int {
	b, ok := p.amount(a.end + 2)
	if !ok || !b.plain() || a.measure != NoUnit {
		return a.first
	}
	if p.is(a.end+1, "to") {
		return p.between(a, &b)
	}
	q := Quantity{Unit: b.measure, Step: a.step, Words: a.words}
	c := b
	p.kind(&q, &c)
	q.Low, q.High = a.value, a.high
	end := a.end
	p.finish(q, a.first, end)
	last := &p.out[len(p.out)-1]
	if last.Of == "" && b.measure == NoUnit && p.next(b.end) > b.end {
		last.Of = p.stem(b.end + 1)
	}
	return end + 2
}

// ranged reads "130,000 to 150,000", "between 2% and 3%" and "two or three".
func (p *parser) ranged(a *amount) int {
	t := p.tok(a.end + 1)
	if t.apart || t.glued || p.is(a.end, "or") && p.any(a.end+1, "more", "less", "so", "fewer") {
		return a.first
	}
	b, ok := p.amount(a.end + 1)
	if !ok || !b.plain() || p.tok(b.end).word.class == month || p.yearDigits(a.first) && p.yearDigits(b.first) || b.measure == Clock {
		return a.first
	}
	switch {
	case p.is(a.end, "or"):
		if a.measure != NoUnit || a.words != b.words || b.value.Cmp(a.value.Mul(whole(2))) > 0 && a.value != whole(1) {
			return a.first
		}
	case p.is(a.end, "and"):
	case a.value.Cmp(b.value) > 0 && a.measure == NoUnit && b.measure == NoUnit && a.value.IsInt() && p.contest(a.first):
		return p.finish(Quantity{Low: a.value, High: b.value, Kind: Score, Step: whole(1), Words: a.words}, a.first, b.end)
	case p.any(a.first-1, "from") || p.any(a.first-2, "from") || p.any(a.first-3, "from"):
		return a.first // what something changed from and to
	case p.leads(a.first-1, Share) != 0:
		return a.first // what it rose by, and to
	}
	return p.between(a, &b)
}

// contest reports whether words of games or votes are before token i.
func (p *parser) contest(i int) bool {
	for k := i - 1; k > i-7; k-- {
		t := p.tok(k)
		if t.mark == '.' || t.mark == 0 {
			return false
		}
		if t.word.use&versus != 0 {
			return true
		}
	}
	return false
}

// between adds the range from a to b if it is one: b is greater, and both
// measure the same.
func (p *parser) between(a, b *amount) int {
	low := a.value
	if a.scale == whole(1) && b.scale != whole(1) && low.Cmp(whole(1000)) < 0 {
		low = low.Mul(b.scale)
	}
	unit := b.measure
	switch {
	case a.measure == unit || a.measure == NoUnit:
	case unit == NoUnit && a.unit != NoUnit: // $1-2 million
		unit = a.measure
	default:
		return a.first
	}
	if low.Cmp(b.value) >= 0 {
		return a.first
	}
	q := Quantity{Unit: unit, Step: b.step, Words: a.words && b.words, Hedge: Between}
	c := *b
	c.measure = unit
	p.kind(&q, &c)
	q.Low, q.High = low, b.value
	if q.Kind == Count && (p.any(a.first-1, "aged", "age", "ages") || p.is(a.first-1, "between") && p.any(a.first-2, "aged", "ages")) {
		q.Kind, q.Unit = Age, Years
	}
	return p.finish(q, a.first, c.end)
}

// parts reads "one in four" and "three out of five" as shares, and takes the
// 39 of "26 of 39" into a.
func (p *parser) parts(a *amount) int {
	if a.measure != NoUnit || !a.value.IsInt() || a.value.Sign() <= 0 || a.scale != whole(1) {
		return a.first
	}
	i := a.end
	person := a.words && a.value == whole(1) && p.is(i+1, "in") && p.tok(i).mark == letters && p.tok(i).word.use&function == 0 && !p.isPlural(i) // one person in four
	switch {
	case person:
		i += 2
	case p.is(i, "in"):
		i++
	case p.is(i, "out") && p.is(i+1, "of"):
		i += 2
	case p.is(i, "of"):
		i++
	default:
		return a.first
	}
	the := p.any(i, "the", "its", "his", "her", "their", "those", "all", "our")
	if the {
		i++
	}
	if t := p.tok(i); t.mark != digits && t.word.class == notNumber || t.glued || t.apart {
		return a.first
	}
	b, ok := p.amount(i)
	if !ok || !b.plain() || b.measure != NoUnit || !b.value.IsInt() || b.value.Cmp(a.value) <= 0 || p.yearDigits(i) || p.tok(b.end).word.class == month {
		return a.first
	}
	if person && (b.value.Cmp(whole(3)) < 0 || p.isPlural(b.end)) {
		return a.first
	}
	in := p.is(a.end, "in") || person
	round := b.value.Cmp(whole(10)) <= 0 || b.value == whole(20) || b.value == whole(100) || b.value == whole(1000) || a.value == whole(1)
	if p.is(a.end, "of") || !round || the {
		if !in {
			a.total = b.value
		}
		return a.first
	}
	q := Quantity{Kind: Share, Unit: Whole, Low: a.value.Div(b.value), Total: b.value, Words: a.words && b.words}
	q.High, q.Step = q.Low, numeral.Int(1).Div(b.value)
	return p.finish(q, a.first, b.end)
}
