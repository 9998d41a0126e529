package numeral

import "strings"

// A piece is one of several numerals that a sign joins.
type piece struct {
	start int
	literal
}

// chain reads on from the literal at start through signs of one sort. It
// keeps the first four pieces, and says how many there are and where the
// last one ends.
func (f *finder) chain(start int, l literal, join func(i int) int) (pieces [4]piece, n, end int) {
	pieces[0], n, end = piece{start, l}, 1, l.end
	for {
		i := join(end)
		if i < 0 {
			return pieces, n, end
		}
		l := scanLiteral(f.text, i)
		if n < len(pieces) {
			pieces[n] = piece{i, l}
		}
		n++
		end = l.end
	}
}

// joinBy returns where the next numeral begins behind a sign, for chain.
func (f *finder) joinBy(sign byte) func(i int) int {
	return func(i int) int {
		if f.at(i) == sign && isDigit(f.at(i+1)) {
			return i + 1
		}
		return -1
	}
}

// emitChain emits a mention with the pieces as its parts.
func (f *finder) emitChain(m Mention, pieces []piece, kinds ...Kind) {
	f.context(&m)
	f.emit(m)
	for i, p := range pieces {
		if !p.value.OK() { // too long
			continue
		}
		part := Mention{Start: p.start, End: p.end, Value: p.value, Depth: 1, Unit: m.Unit}
		if i < len(kinds) {
			part.Kind = kinds[i]
		}
		f.emit(part)
	}
	f.done(m.End)
}

// slashes reads 2/3, 9/11 and 11/15/2026.
func (f *finder) slashes(start int, l literal) bool {
	pieces, n, end := f.chain(start, l, f.joinBy('/'))
	m := Mention{Start: start, End: end}
	switch {
	case n == 2:
		m.Kind, m.Value = Fraction, pieces[0].value.Div(pieces[1].value)
		switch f.text[start:end] {
		case "9/11", "24/7", "7/7", "50/50", "20/20":
			m.Kind = Label
		}
		f.emitChain(m, pieces[:2])
	case n == 3:
		m.Kind = Date
		f.emitChain(m, pieces[:3], Month, Day, Year)
	case n > 3:
		m.Kind = Label
		f.emitChain(m, nil)
	default:
		return false
	}
	return true
}

// clock reads 3:45 and 3:45:10.
func (f *finder) clock(start int, l literal) bool {
	if l.whole > 2 || l.point {
		return false
	}
	pieces, n, end := f.chain(start, l, func(i int) int {
		if f.at(i) == ':' && isDigit(f.at(i+1)) && isDigit(f.at(i+2)) && !isDigit(f.at(i+3)) {
			return i + 1
		}
		return -1
	})
	switch {
	case n == 1:
		return false
	case n <= 3:
		f.emitChain(Mention{Start: start, End: end, Kind: Time}, pieces[:n])
	default:
		f.emitChain(Mention{Start: start, End: end, Kind: Label}, nil)
	}
	return true
}

// hyphens reads ranges, scores, telephone numbers and dates such as
// 2026-11-15.
func (f *finder) hyphens(start int, l literal) bool {
	pieces, n, end := f.chain(start, l, func(i int) int {
		switch {
		case f.at(i) == '-':
			i++
		case strings.HasPrefix(f.text[i:], "–"):
			i += len("–")
		default:
			return -1
		}
		if f.at(i) == '$' {
			i++
		}
		if isDigit(f.at(i)) {
			return i
		}
		return -1
	})
	m := Mention{Start: start, End: end}
	a, b, c := pieces[0], pieces[1], pieces[2]
	switch {
	case n == 1:
		return false
	case n == 3 && a.whole == 4 && b.whole == 2 && c.whole == 2:
		m.Kind = Date
		f.emitChain(m, pieces[:3], Year, Month, Day)
	case n > 2 || a.whole == 3 && b.whole == 4 && !b.grouped || f.text[start:end] == "9-11" || !b.value.OK():
		m.Kind = Label // and what a telephone number is made of is no number
		f.emitChain(m, nil)
	default:
		f.pair(a, b)
	}
	return true
}

// pair emits a range or a score. What follows the second number holds for
// the first one too: "$1-2 million".
func (f *finder) pair(a, b piece) {
	m := Mention{Start: a.start, End: b.end, Kind: Range}
	switch cmp := a.value.Cmp(b.value); {
	case cmp > 0 && a.whole == 4 && b.whole == 2: // 2011-12
	case cmp >= 0:
		m.Kind = Score
	}
	at := len(f.out)
	f.context(&m)
	f.emit(m)
	scale := f.scaleAt(b.end)
	for _, p := range [...]piece{a, b} {
		part := Mention{Start: p.start, End: p.end, Value: p.value, Unit: m.Unit, Depth: 1}
		if p.whole == 4 && m.Unit == NoUnit && !p.grouped {
			part.Kind = Year
		}
		if p == b && a.whole == 4 && m.Kind == Range && p.whole == 2 && scale.n == 0 { // 2011-12
			year := part
			year.Value, year.Kind = a.value.Sub(Int(a.value.num%100)).Add(p.value), Year
			f.emit(year)
			part.Depth = 2
		}
		if scale.n > 0 {
			big := part
			big.Value = p.value.Mul(Int(scale.n))
			if p == b {
				big.End = scale.end
			}
			f.emit(big)
			part.Depth = 2
		}
		f.emit(part)
	}
	if scale.n > 0 {
		f.out[at].End = scale.end
		b.end = scale.end
		f.context(&f.out[at])
	}
	f.done(b.end)
}

// scaleAt returns the scale at i, attached or behind a blank.
func (f *finder) scaleAt(i int) (s struct {
	n   int64
	end int
}) {
	if end := wordEnd(f.text, i); end > i && end <= i+3 {
		s.n, s.end = scaleSuffix(f.text[i:end]), end
		return s
	}
	if e, _, end := f.next(i); e.class == scale {
		s.n, s.end = e.n, end
	}
	return s
}
