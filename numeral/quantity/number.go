package quantity

import (
	"strings"

	"hed/numeral"
)

// A form is how a number is written, as far as its kind depends on it.
type form uint8

const (
	cardinal form = iota
	inOrder       // third, 3rd, No. 3
	fraction      // two-thirds, half
	times         // doubled, fourfold, 10x
	vaguely       // dozens
	grouped       // trio
	decade        // 1990s
	name          // B12
)

// A number is the numeral of a quantity, before its unit is known.
type number struct {
	first, next int // tokens
	value, high numeral.Value
	step        numeral.Value
	form        form
	unit        Unit          // of a sign before it or a suffix behind it
	scale       numeral.Value // what million and bn multiplied it by
	words       bool
	total       numeral.Value // the 39 of 26 of 39
}

func whole(n int64) numeral.Value { return numeral.Int(n) }

// plain reports whether n is a number that may have a unit or be an end of a
// range.
func (n *number) plain() bool { return n.form == cardinal }

// set gives n a value that is exact to its step.
func (n *number) set(v, step numeral.Value) { n.value, n.high, n.step = v, v, step }

// multiply applies a scale.
func (n *number) multiply(by int64) {
	n.value, n.high, n.step, n.scale = n.value.Mul(whole(by)), n.high.Mul(whole(by)), n.step.Mul(whole(by)), n.scale.Mul(whole(by))
}

// number reads the number that begins with token i: its sign, the currency in
// front of it, and its digits or words with their scale.
func (p *parser) number(i int) (n number, ok bool) {
	j, negative, signed := i, false, false
	switch t := p.tok(i); {
	case t.mark == '-' || t.mark == '−' || t.mark == '–' || t.mark == '+':
		if !p.tok(i+1).glued || t.glued && p.tok(i-1).mark != '(' && p.tok(i-1).mark != '"' {
			return n, false
		}
		j, negative, signed = i+1, t.mark != '+', true
	case t.word.class == minus:
		if p.is(i-1, "or") || p.tok(i+1).glued {
			return n, false // a margin of plus or minus 3 points
		}
		j, negative, signed = i+1, true, true
	}
	unit, j := p.currencyBefore(j)
	switch t := p.tok(j); {
	case t.mark == digits:
		n = p.inDigits(j, unit)
	case signed && t.mark != letters || unit != NoUnit:
		return n, false
	case t.mark == letters:
		if n, ok = p.inWords(j); !ok || signed && n.form != cardinal {
			return n, false
		}
		n.words = true
	default:
		if v := vulgar(t.mark); v.OK() {
			n = number{next: j + 1, form: fraction, scale: whole(1)}
			n.set(v, v)
			p.ofUnit(&n)
			break
		}
		return n, false
	}
	n.first = i
	if negative {
		n.value, n.high = n.high.Neg(), n.value.Neg()
	}
	return n, true
}

// currencyBefore reads the sign or code of a currency at token i, and returns
// where the number behind it begins.
func (p *parser) currencyBefore(i int) (Unit, int) {
	t := p.tok(i)
	switch t.mark {
	case '$':
		return Dollar, i + 1
	case '£':
		return Pound, i + 1
	case '€':
		return Euro, i + 1
	case '¥':
		return Yen, i + 1
	case '₹':
		return Rupee, i + 1
	case '₩':
		return Won, i + 1
	case '₽':
		return Rouble, i + 1
	case '₺':
		return Lira, i + 1
	case '₦':
		return Naira, i + 1
	case '₴':
		return Hryvnia, i + 1
	case '₪':
		return Shekel, i + 1
	case '₫':
		return Dong, i + 1
	case '₱':
		return Peso, i + 1
	case '฿':
		return Baht, i + 1
	case '₵':
		return Cedi, i + 1
	case letters:
	default:
		return NoUnit, i
	}
	next := p.tok(i + 1)
	if next.mark == '$' && next.glued {
		return dollars(p.string(i)), i + 2
	}
	if t.word.class != code {
		return NoUnit, i
	}
	if t.end-t.start == 1 && (!next.glued || next.end-next.start < 3 && p.tok(i+2).word.class != scale && !p.is(i+2, "m")) {
		return NoUnit, i // R2-D2 is not rand
	}
	switch after := p.tok(i + 2); {
	case next.mark == digits && (next.glued || t.upper && t.end-t.start > 1):
		return t.word.unit, i + 1
	case next.mark == '.' && next.glued && after.mark == digits: // Rs. 5
		return t.word.unit, i + 2
	}
	return NoUnit, i
}

// dollars returns whose dollars have these letters before the sign.
func dollars(country string) Unit {
	switch country {
	case "US", "USD":
		return USDollar
	case "A", "AU", "AUD":
		return AustralianDollar
	case "C", "CA", "CAN", "CAD", "Can", "CDN":
		return CanadianDollar
	case "NZ":
		return NewZealandDollar
	case "HK":
		return HongKongDollar
	case "S", "SG":
		return SingaporeDollar
	case "NT":
		return TaiwanDollar
	case "R":
		return Real
	case "MX", "Mex":
		return Peso
	}
	return Dollar
}

// inDigits reads the digits at token i, with what is attached to them.
func (p *parser) inDigits(i int, unit Unit) number {
	n := number{next: i + 1, unit: unit, scale: whole(1)}
	v, step := literal(p.string(i))
	n.set(v, step)
	t := p.tok(i + 1)
	switch {
	case !v.OK():
		n.form = name
		return n
	case t.glued && t.mark == letters:
		p.suffix(&n, i)
		return n
	case t.mark == '/' && t.glued && unit == NoUnit && p.slash(&n, i):
		return n
	}
	if f := vulgar(t.mark); f.OK() && v.IsInt() { // 1½, 1 ½
		n.set(v.Add(f), f)
		n.next = i + 2
	} else if p.mixed(&n, i) {
		n.next = i + 4
	}
	if p.is(n.next, "and") && v.IsInt() { // 11 and a half hours
		if f, end := p.andHalf(n.next + 1); end > 0 {
			n.set(n.value.Add(f), f)
			n.next = end
		}
	}
	if n.value.Cmp(whole(1)) < 0 && p.is(n.next, "of") { // 0.75 of a point
		p.ofUnit(&n)
	}
	p.scales(&n)
	return n
}

// slash reads 2/3 behind the 2. Other pairs are names: 9/11, 24/7.
func (p *parser) slash(n *number, i int) bool {
	t := p.tok(i + 2)
	if t.mark != digits || !t.glued {
		return false
	}
	n.next = i + 3
	d, _ := literal(p.string(i + 2))
	f := n.value.Div(d)
	if !f.OK() || f.Cmp(whole(1)) >= 0 || d.Cmp(whole(100)) > 0 || n.value == whole(9) && d == whole(11) || p.tok(i+3).mark == '/' {
		n.form, n.value, n.high = name, numeral.Value{}, numeral.Value{}
		for p.tok(n.next).glued && (p.tok(n.next).mark == '/' || p.tok(n.next).mark == digits) {
			n.next++
		}
		return true
	}
	n.set(f, f)
	n.form = fraction
	p.ofUnit(n)
	return true
}

// mixed reads 1 1/2 behind the 1.
func (p *parser) mixed(n *number, i int) bool {
	a, slash, b := p.tok(i+1), p.tok(i+2), p.tok(i+3)
	if a.mark != digits || a.glued || slash.mark != '/' || !slash.glued || b.mark != digits || !b.glued || !n.value.IsInt() {
		return false
	}
	num, _ := literal(p.string(i + 1))
	den, _ := literal(p.string(i + 3))
	f := num.Div(den)
	if !f.OK() || f.Cmp(whole(1)) >= 0 {
		return false
	}
	n.set(n.value.Add(f), f)
	return true
}

// suffix reads the letters that are glued to the digits at i.
func (p *parser) suffix(n *number, i int) {
	s, w := p.string(i+1), p.tok(i+1).word
	n.next = i + 2
	lower := s
	if len(s) < 4 {
		lower = strings.ToLower(s)
	}
	switch {
	case w.class == scale:
		n.multiply(w.n)
	case lower == "st" || lower == "nd" || lower == "rd" || lower == "th":
		n.form = inOrder
	case s == "s" || s == "S":
		p.plural(n, i)
	case lower == "k":
		n.multiply(1e3)
	case lower == "m":
		if p.metres(n, i) {
			n.unit = Metres
		} else {
			n.multiply(1e6)
		}
	case s == "b" || s == "B":
		n.multiply(1e9)
	case s == "T" || s == "t" && n.unit != NoUnit:
		n.multiply(1e12)
	case s == "cr" || s == "Cr":
		n.multiply(1e7)
	case n.unit != NoUnit: // $5pm is nothing that anyone writes
		n.form = name
	case lower == "x":
		n.form = times
	case s == "t":
		n.unit = Tonnes
	case s == "p":
		n.unit = Penny
	case s == "c":
		n.unit = Cent
	case s == "C":
		n.unit = Celsius
	case s == "F":
		n.unit = Fahrenheit
	case s == "l" || s == "L":
		n.unit = Litres
	case s == "G" || s == "D" || w.unit == NoUnit || w.unit == Won:
		n.form = name
		for p.tok(n.next).glued && (p.tok(n.next).mark == letters || p.tok(n.next).mark == digits) {
			n.next++
		}
	default:
		n.next = i + 1 // measure reads it
	}
	if n.form == cardinal && n.unit != NoUnit && n.next == i+2 {
		p.scales(n)
	}
}

// plural reads 1990s, '90s, 19.74s and under-35s.
func (p *parser) plural(n *number, i int) {
	s := p.string(i)
	tenth, _ := n.value.Div(whole(10)).Int64()
	year := n.value
	switch {
	case strings.Contains(s, "."):
		n.unit = Seconds
		return
	case n.value != whole(10*tenth) || strings.Contains(s, ","):
		return // under-35s, and the scales of planes
	case len(s) == 2 && p.tok(i-1).mark == '\'' && p.tok(i).glued:
		year = n.value.Add(whole(1900))
	case len(s) != 4 && len(s) != 2 || len(s) == 4 && tenth < 100:
		return
	}
	n.value, n.high, n.form, n.step = year, year.Add(whole(9)), decade, whole(10)
	if len(s) == 4 && s[2] == '0' && s[0] == '1' { // the 1800s
		n.high, n.step = year.Add(whole(99)), whole(100)
	}
}

// metres reports whether the m behind digits means metres, not million.
func (p *parser) metres(n *number, i int) bool {
	s, t := p.string(i), p.tok(i+2)
	if n.unit != NoUnit {
		return false
	}
	if t.mark == '/' || t.mark == '²' || t.mark == '³' || p.is(i+2, "sq") {
		return true
	}
	if t.mark == '-' && p.tok(i+3).word.use&size != 0 || p.any(i+2, "long", "above", "below", "away", "from", "gold", "bronze", "silver", "final") {
		return true
	}
	for k := i + 2; k < i+5 && p.tok(k).mark == letters; k++ {
		if p.tok(k).word.use&size != 0 {
			return true
		}
	}
	if p.tok(i+1).upper || t.word.unit != NoUnit || p.isPlural(i+2) { // 10M fans, 3.2m tonnes
		return false
	}
	for k := i - 1; k > i-5 && p.tok(k).mark == letters; k-- {
		if p.tok(k).word.use&size != 0 {
			return true
		}
	}
	if strings.Contains(s, ",") { // 5,000m is a race, 5,000 million is rare
		return true
	}
	counts := t.mark == letters && t.word.use&function == 0 // 3.96m vote
	_, decimals, _ := strings.Cut(s, ".")
	tall := p.tok(i-1).word.class == article || p.any(i-1, "the", "his", "her", "their", "its") || p.tok(i-1).mark == '\'' // the 1.96m striker
	return len(decimals) == 2 && (!counts || tall && n.value.Cmp(whole(1)) > 0 && n.value.Cmp(numeral.Ratio(9, 4)) < 0)
}

// scales reads the million, crore or dozen behind a number in digits.
func (p *parser) scales(n *number) {
	for range 2 {
		k := p.next(n.next)
		if k < 0 {
			return
		}
		switch w := p.tok(k).word; {
		case w.class == ordinal && w.n >= 1e3 && n.unit == NoUnit && n.form == cardinal: // the 500 millionth
			n.multiply(w.n)
			n.form, n.next = inOrder, k+1
			return
		case w.class == scale || w.class == hundred && n.scale == whole(1) || w.class == dozen:
			n.multiply(w.n)
			n.next = k + 1
		case n.unit != NoUnit && n.scale == whole(1) && k == n.next && (p.is(k, "m") || p.is(k, "b")):
			if n.multiply(1e6); p.is(k, "b") {
				n.multiply(1e3)
			}
			n.next = k + 1
			return
		default:
			return
		}
	}
}

// vulgar returns the value of a character such as ½.
func vulgar(r rune) numeral.Value {
	switch r {
	case '½':
		return numeral.Ratio(1, 2)
	case '¼':
		return numeral.Ratio(1, 4)
	case '¾':
		return numeral.Ratio(3, 4)
	case '⅓':
		return numeral.Ratio(1, 3)
	case '⅔':
		return numeral.Ratio(2, 3)
	case '⅕':
		return numeral.Ratio(1, 5)
	case '⅖':
		return numeral.Ratio(2, 5)
	case '⅗':
		return numeral.Ratio(3, 5)
	case '⅘':
		return numeral.Ratio(4, 5)
	case '⅛':
		return numeral.Ratio(1, 8)
	case '⅜':
		return numeral.Ratio(3, 8)
	case '⅝':
		return numeral.Ratio(5, 8)
	case '⅞':
		return numeral.Ratio(7, 8)
	}
	return numeral.Value{}
}
