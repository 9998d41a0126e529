package numeral

import (
	"strings"
	"unicode/utf8"
)

// digits reads the numeral in digits at pos and whatever is joined to it.
func (f *finder) digits() {
	start := f.pos
	l := scanLiteral(f.text, start)
	if f.glued(start) || !l.value.OK() {
		f.label(start, l)
		return
	}
	switch f.at(l.end) {
	case '/':
		if f.slashes(start, l) {
			return
		}
	case ':':
		if f.clock(start, l) {
			return
		}
	case '-', 0xe2: // also an en dash
		if f.hyphens(start, l) {
			return
		}
	case '.':
		if l.point && isDigit(f.at(l.end+1)) { // 10.3.2
			_, _, l.end = f.chain(start, l, f.joinBy('.'))
			l.value = Value{}
			f.label(start, l)
			return
		}
	}
	if f.mixed(start, l) || f.dayMonth(start, l) {
		return
	}
	f.number(start, l)
}

// at returns the byte at i, and 0 behind the end.
func (f *finder) at(i int) byte {
	if 0 <= i && i < len(f.text) {
		return f.text[i]
	}
	return 0
}

// number reads a single numeral with what is attached to it: an ordinal
// ending, a scale, a unit.
func (f *finder) number(start int, l literal) {
	r := run{total: Int(0), group: l.value, low: ones, end: l.end, least: 1 << 62, digits: true}
	if l.whole == 4 && !l.grouped && !l.point {
		r.kind = Year // until something speaks against it
	}
	end := wordEnd(f.text, l.end)
	switch suffix := f.text[l.end:min(end, l.end+longest)]; {
	case suffix == "":
		f.cardinal(&r)
		if r.end != l.end && r.kind == Year {
			r.kind = Cardinal
		}
	case suffix == "st" || suffix == "nd" || suffix == "rd" || suffix == "th":
		r.kind, r.end = Ordinal, end
	case suffix == "s" && l.value.IsInt() && l.value.num%10 == 0 && (l.whole == 4 || l.whole == 2):
		r.kind, r.end = Decade, end
		if f.quoted(start) {
			r.part(Mention{Start: start, End: end, Value: l.value.Add(Int(1900)), Kind: Decade})
		}
	case scaleSuffix(suffix) != 0:
		r.kind = Cardinal
		r.scaled(Mention{Start: start, End: l.end, Value: l.value}, scaleSuffix(suffix))
		r.end = end
	case suffix == "am" || suffix == "pm":
		r.kind = Time
	case suffix == "x":
		r.kind = Multiple
	case suffix == "C" || suffix == "F":
		r.kind, r.unit = Cardinal, Degree
	case look(suffix).class == unitWord:
		r.kind, r.unit = Cardinal, look(suffix).unit
	default:
		f.label(start, l)
		return
	}
	f.signed(&r, &start)
	f.finish(&r, start)
}

// scaleSuffix returns what a suffix such as K multiplies by, and 0 for
// others.
func scaleSuffix(s string) int64 {
	switch s {
	case "K", "k":
		return 1e3
	case "M", "m", "mn", "mil":
		return 1e6
	case "B", "b", "bn", "Bn", "bil":
		return 1e9
	case "T", "tn":
		return 1e12
	}
	return 0
}

// signed takes a minus sign into the number if it can be nothing else, and
// with it the sign of a currency between them: -$37.
func (f *finder) signed(r *run, start *int) {
	at := f.minus(*start)
	if at < 0 {
		return
	}
	if r.unit == NoUnit {
		r.unit = f.currency(*start)
	}
	r.n = 0
	r.part(Mention{Start: *start, End: r.end, Value: r.value(), Unit: r.unit})
	r.total, r.group, *start = r.total.Neg(), r.group.Neg(), at
	if r.kind == Year {
		r.kind = Cardinal
	}
}

// minus returns where the minus sign begins that stands before the number at
// i, as a hyphen or as the character of that name, and -1 if there is none.
// What joins words or numbers is a hyphen.
func (f *finder) minus(i int) int {
	before := f.text[max(0, i-longestSign):i]
	end := len(before)
	if f.currency(i) != NoUnit {
		end = strings.LastIndexAny(before, "$£€¥₹")
	}
	rest, ok := strings.CutSuffix(before[:end], "-")
	if !ok {
		rest, ok = strings.CutSuffix(before[:end], "−")
	}
	if !ok || rest != "" && strings.IndexByte(" \n\t(\"", rest[len(rest)-1]) < 0 {
		return -1
	}
	return i - len(before) + len(rest)
}

// longestSign is a blank, a minus and the sign of a currency.
const longestSign = 1 + len("−") + len("₹")

// quoted reports whether an apostrophe stands before i: '90s.
func (f *finder) quoted(i int) bool {
	return f.at(i-1) == '\'' || strings.HasSuffix(f.text[max(0, i-3):i], "’") || strings.HasSuffix(f.text[max(0, i-3):i], "‘")
}

// mixed reads 1 1/2 and 1½.
func (f *finder) mixed(start int, l literal) bool {
	if l.point || l.whole > 3 {
		return false
	}
	i := l.end
	if f.at(i) == ' ' {
		i++
	}
	if c, n := utf8.DecodeRuneInString(f.text[i:]); vulgar(c).OK() {
		f.whole(start, l, i, i+n, vulgar(c))
		return true
	}
	num := scanLiteral(f.text, i)
	if i == l.end || num.whole == 0 || num.whole > 2 || num.point || f.at(num.end) != '/' {
		return false
	}
	den := scanLiteral(f.text, num.end+1)
	if den.whole == 0 || den.whole > 2 || den.point || f.at(den.end) == '/' || num.value.Cmp(den.value) >= 0 {
		return false
	}
	f.whole(start, l, i, den.end, num.value.Div(den.value))
	return true
}

// whole emits a whole number with a fraction.
func (f *finder) whole(start int, l literal, at, end int, v Value) {
	r := run{total: Int(0), group: l.value.Add(v), end: end, low: teens, least: 1 << 62, digits: true}
	r.part(Mention{Start: start, End: l.end, Value: l.value})
	r.part(Mention{Start: at, End: end, Value: v, Kind: Fraction})
	f.cardinal(&r)
	f.finish(&r, start)
}
