package quantity

import (
	"strings"

	"hed/numeral"
	"hed/text/stem"
)

// Read appends the quantities of an English text to dst and returns the
// result, in their order; they do not overlap. It takes linear time.
func Read(dst []Quantity, text string) []Quantity {
	p := parser{text: text, tokens: tokenize(text), out: dst}
	for i := 0; i < len(p.tokens); {
		if next := p.at(i); next > i {
			i = next
		} else {
			i++
		}
	}
	return p.out
}

// A parser reads one text. What it looks at around a token is bounded.
type parser struct {
	text   string
	tokens []token
	out    []Quantity
	pounds int8 // whether the text has a pound sign: 0 is not known yet
}

// at reads the quantity that begins with token i and returns the token behind
// it, and i if there is none.
func (p *parser) at(i int) int {
	t := &p.tokens[i]
	switch {
	case t.mark == letters:
		if t.word.class == notNumber && !t.roman {
			if next := p.tok(i + 1); next.mark != '$' || !next.glued {
				return i
			}
		}
	case t.mark == digits:
	case t.mark < 0x80 && t.mark != '$' && t.mark != '-' && t.mark != '+':
		return i
	}
	switch {
	case t.roman && t.word.class == notNumber:
		return p.numbered(i)
	case t.word.class == month:
		if next := p.monthFirst(i); next > i {
			return next
		}
	case t.mark == digits:
		for _, read := range [...]func(*parser, int) int{(*parser).label, (*parser).dayFirst, (*parser).slashed, (*parser).clock, (*parser).seasons} {
			if next := read(p, i); next > i {
				return next
			}
		}
	}
	return p.measured(i)
}

// tok returns token i, and beyond where there is none.
func (p *parser) tok(i int) *token {
	if uint(i) < uint(len(p.tokens)) {
		return &p.tokens[i]
	}
	return &beyond
}

// string returns the text of token i.
func (p *parser) string(i int) string {
	t := p.tok(i)
	return p.text[t.start:t.end]
}

// is reports whether token i is a word, whatever its case.
func (p *parser) is(i int, word string) bool {
	t := p.tok(i)
	return t.mark == letters && t.end-t.start == len(word) && strings.EqualFold(p.text[t.start:t.end], word)
}

// any reports whether token i is one of words.
func (p *parser) any(i int, words ...string) bool {
	for _, w := range words {
		if p.is(i, w) {
			return true
		}
	}
	return false
}

// next returns the word at token i behind a blank, or the one behind the
// hyphen at i, and -1 where there is none that may belong to the number before
// i.
func (p *parser) next(i int) int {
	t := p.tok(i)
	switch {
	case t.mark == '-' && t.glued:
		if n := p.tok(i + 1); n.glued && n.mark == letters {
			return i + 1
		}
	case t.mark == letters && !t.glued && !t.apart:
		return i
	}
	return -1
}

// sterling reports whether the text has a pound sign.
func (p *parser) sterling() bool {
	if p.pounds == 0 {
		p.pounds = -1
		if strings.Contains(p.text, "£") {
			p.pounds = 1
		}
	}
	return p.pounds > 0
}

var stemmer = stem.Snowball(stem.English)

// stem returns the stem of token i.
func (p *parser) stem(i int) string { return stemmer.Filter(strings.ToLower(p.string(i))) }

// An amount is a number with its unit.
type amount struct {
	number
	measure Unit
	end     int // the token behind it
}

// amount reads the number at token i with its unit, and with the smaller
// units of "2 hours 30 minutes" and "4 feet 7 inches".
func (p *parser) amount(i int) (a amount, ok bool) {
	n, ok := p.number(i)
	if !ok {
		return a, false
	}
	a = amount{number: n, end: n.next}
	if !n.plain() {
		a.measure = n.unit
		return a, true
	}
	a.measure, a.end = p.measure(&n)
	p.smaller(&a)
	return a, true
}

// smaller adds what is said in smaller units.
func (p *parser) smaller(a *amount) {
	for range 2 {
		kind := a.measure.Kind()
		if kind != Duration && kind != Distance && kind != Mass || a.measure == NoUnit {
			return
		}
		i := a.end
		if p.is(i, "and") {
			i++
		}
		t := p.tok(i)
		if t.mark != digits && !t.word.small() || t.apart {
			return
		}
		n, unit, end := p.part(i, a.measure)
		if unit.Base() != a.measure.Base() || unit.Factor().Cmp(a.measure.Factor()) >= 0 || unit.calendar() != a.measure.calendar() {
			return
		}
		v, ok := convert(a.value, a.measure, unit, true)
		if !ok || n.value.Cmp(a.measure.Factor().Div(unit.Factor())) >= 0 {
			return
		}
		a.set(v.Add(n.value), n.step)
		a.measure, a.end = unit, end
	}
}

// part reads the number and unit at token i behind a number of units u. The m
// of "2h 30m" is a minute.
func (p *parser) part(i int, u Unit) (n number, unit Unit, end int) {
	if u == Hours && p.is(i+1, "m") && p.tok(i+1).glued {
		n = number{next: i + 1, scale: whole(1)}
		n.set(literal(p.string(i)))
		return n, Minutes, i + 2
	}
	n, ok := p.number(i)
	if !ok || !n.plain() || n.unit != NoUnit {
		return n, NoUnit, i
	}
	unit, end = p.measure(&n)
	return n, unit, end
}

// measured reads a number with all that belongs to it.
func (p *parser) measured(i int) int {
	a, ok := p.amount(i)
	if !ok {
		return i
	}
	if a.form == name {
		return p.emitLabel(i, a.next, a.value)
	}
	if a.plain() {
		if next := p.parts(&a); next > i {
			return next
		}
		if next := p.joined(&a); next > i {
			return next
		}
	}
	q := Quantity{Low: a.value, High: a.high, Unit: a.measure, Step: a.step, Words: a.words, Total: a.total}
	p.kind(&q, &a)
	return p.finish(q, a.first, a.end)
}

// finish adds a quantity of the tokens from first to end, with what the words
// around it say.
func (p *parser) finish(q Quantity, first, end int) int {
	q.Start, q.End = p.tok(first).start, p.tok(end-1).end
	p.noun(&q, first, end)
	p.hedge(&q, first, end)
	p.direction(&q, first, end)
	p.out = append(p.out, q)
	return end
}

func (p *parser) emitLabel(first, end int, v numeral.Value) int {
	p.out = append(p.out, Quantity{Start: p.tok(first).start, End: p.tok(end - 1).end, Low: v, High: v, Kind: Label})
	return end
}
