package vector

import (
	"math"
	"strconv"
)

// number reads a decimal number at b[i:] that ends at a blank or at the end,
// and returns where that is. It is what reading a text file spends its time
// on: up to 15 digits and small exponents, which is nearly all there is, are
// exact in one division, and strconv has the rest.
func number(b []byte, i int) (value float64, end int, ok bool) {
	start := i
	negative := false
	if i < len(b) && (b[i] == '-' || b[i] == '+') {
		negative = b[i] == '-'
		i++
	}
	mantissa, digits, scale := uint64(0), i, 0
	for i < len(b) && b[i]-'0' <= 9 {
		mantissa = mantissa*10 + uint64(b[i]-'0')
		i++
	}
	digits = i - digits
	if i < len(b) && b[i] == '.' {
		i++
		point := i
		for i < len(b) && b[i]-'0' <= 9 {
			mantissa = mantissa*10 + uint64(b[i]-'0')
			i++
		}
		scale = i - point
		digits += scale
	}
	if (i < len(b) && !blank(b[i])) || digits == 0 || digits > 19 || mantissa > 1<<53 || scale > 22 {
		return slowNumber(b, start)
	}
	value = float64(mantissa) / powers[scale]
	if negative {
		value = -value
	}
	return value, i, true
}

// powers of ten that are exact.
var powers = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// slowNumber also takes what is a number and none: NaN and infinities, for
// callers to refuse by name.
func slowNumber(b []byte, i int) (value float64, end int, ok bool) {
	end = i
	for end < len(b) && !blank(b[end]) {
		end++
	}
	if end-i > 400 { // no number is written like that
		return 0, end, false
	}
	field := string(b[i:end])
	for _, c := range []byte(field) {
		if c == '_' || c == 'x' || c == 'X' || c == 'p' || c == 'P' { // Go's own numbers
			return 0, end, false
		}
	}
	value, err := strconv.ParseFloat(field, 64)
	if e, is := err.(*strconv.NumError); is && e.Err == strconv.ErrRange {
		return value, end, true // infinite
	}
	return value, end, err == nil
}

func blank(c byte) bool { return c == ' ' || c == '\t' }

// finite reports whether a value can stand in a vector.
func finite(v float32) bool { return math.Float32bits(v)&0x7f800000 != 0x7f800000 }
