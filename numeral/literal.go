package numeral

import (
	"math/big"
	"slices"
	"strings"
)

// maxDigits bounds the digits of what is read as a number. Longer runs are
// serial numbers, and reading them would take more than linear time.
const maxDigits = 60

// A literal is a numeral in digits as it stands in a text.
type literal struct {
	value   Value // no number if it has too many digits
	end     int
	whole   int  // digits before the point
	grouped bool // 1,200
	point   bool // 1.5
}

// scanLiteral reads the digits at i, with separators and a decimal part.
func scanLiteral(text string, i int) literal {
	var l literal
	start := i
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	l.whole = i - start
	if 1 <= l.whole && l.whole <= 3 {
		for threeDigits(text, i) {
			i += 4
			l.whole += 3
			l.grouped = true
		}
	}
	if i+1 < len(text) && text[i] == '.' && isDigit(text[i+1]) {
		l.point = true
		for i++; i < len(text) && isDigit(text[i]); i++ {
		}
	}
	l.end = i
	l.value = decimal(text[start:i])
	return l
}

// threeDigits reports whether a comma and exactly three digits stand at i.
func threeDigits(text string, i int) bool {
	return i+3 < len(text) && text[i] == ',' && isDigit(text[i+1]) && isDigit(text[i+2]) && isDigit(text[i+3]) &&
		(i+4 == len(text) || !isDigit(text[i+4]))
}

// decimal reads digits with commas and at most one point.
func decimal(s string) Value {
	var n int64
	digits, places, point := 0, 0, false
	for i := range len(s) {
		switch c := s[i]; {
		case c == '.':
			point = true
		case isDigit(c):
			if digits++; digits > 18 {
				return longDecimal(s)
			}
			n = 10*n + int64(c-'0')
			if point {
				places++
			}
		}
	}
	if places == 0 {
		return Int(n)
	}
	return Ratio(n, pow10(places))
}

func longDecimal(s string) Value {
	s = strings.ReplaceAll(s, ",", "")
	if len(s) > maxDigits {
		return Value{}
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return Value{}
	}
	return fromRat(r)
}

// Parse reads a numeral as it stands in a headline or in an expression:
// digits with separators ("1,500", ".2", "35.80"), with a minus, a
// fraction ("2/3"), or words ("two dozen"). A percent sign divides by
// 100. ok is false if s is no numeral or anything stands beside it.
func Parse(s string) (v Value, ok bool) {
	s = strings.TrimSpace(s)
	if s == "" {
		return Value{}, false
	}
	rest, percent := strings.CutSuffix(s, "%")
	rest, negative := strings.CutPrefix(rest, "-")
	if !negative {
		rest, negative = strings.CutPrefix(rest, "−")
	}
	if v = digitsValue(rest); v.OK() {
		if percent {
			v = v.Div(Int(100))
		}
		if negative {
			v = v.Neg()
		}
		return v, true
	}
	if values := Read(s); len(values) > 0 {
		return values[0], true
	}
	return Value{}, false
}

// digitsValue reads a literal, or a fraction of two, which is the whole of s.
func digitsValue(s string) Value {
	if s == "" || !isDigit(s[0]) && s[0] != '.' {
		return Value{}
	}
	l := scanLiteral(s, 0)
	if l.end == len(s) {
		return l.value
	}
	if a, b, ok := strings.Cut(s, "/"); ok && len(a) == l.end && b != "" {
		if m := scanLiteral(b, 0); m.end == len(b) {
			return l.value.Div(m.value)
		}
	}
	return Value{}
}

// Read returns the values that words may stand for, the likeliest first:
// "fifth" is 5 and also 1/5, "a third" is 1/3 and also 3, "eight weeks" is
// 8 and also 56 days. Words that only somebody who means a number would
// take for one are read too: "top" is 1, and "IV" is 4. It returns nil if
// there is no number in them, or more than one.
func Read(words string) []Value {
	words = strings.TrimSpace(words)
	switch e := look(words); e.class {
	case denominator:
		return []Value{Ratio(1, e.n), Int(e.n)}
	case weak, month:
		return []Value{Int(e.n)}
	}
	if n := roman(words); n > 0 {
		return []Value{Int(n)}
	}
	var buf [8]Mention
	mentions := Find(buf[:0], words)
	if len(mentions) == 0 || !mentions[0].Value.OK() {
		return nil
	}
	whole := mentions[0]
	values := []Value{whole.Value}
	for _, m := range mentions[1:] {
		if m.Depth == 0 {
			return nil
		}
		if m.Start == whole.Start && m.End == whole.End {
			values = append(values, m.Value)
		}
	}
	switch {
	case whole.Kind == Ordinal && whole.Value.num > 1, whole.Kind == Fraction && whole.Value.num == 1 && whole.Value.den > 2:
		values = append(values, Int(1).Div(whole.Value))
	case whole.Unit == WeekUnit:
		values = append(values, whole.Value.Mul(Int(7)))
	}
	return values
}

// roman reads a Roman numeral up to 99, which is as far as wars, kings and
// Super Bowls go, and returns 0 for other words.
func roman(word string) int64 {
	ones := [...]string{"", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"}
	tens := [...]string{"", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC"}
	for t, ten := range tens {
		rest, ok := strings.CutPrefix(word, ten)
		if n := slices.Index(ones[:], rest); ok && n >= 0 {
			return int64(10*t + n)
		}
	}
	return 0
}
