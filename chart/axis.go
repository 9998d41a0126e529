package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"hed/score"
	"hed/stat"
)

// A scale maps values from lo to hi to places from a to b.
type scale struct{ lo, hi, a, b float64 }

func (s scale) at(v float64) float64 {
	return s.a + float64((v-s.lo)/(s.hi-s.lo)*(s.b-s.a))
}

// has reports whether v lies on the scale, but for rounding.
func (s scale) has(v float64) bool {
	slack := (s.hi - s.lo) * 1e-9
	return v >= s.lo-slack && v <= s.hi+slack
}

// A Range is where the values of a measure can lie. The zero value is anywhere; an
// end may be infinite.
type Range struct{ Low, High float64 }

// keep moves v to the nearest end where it is outside.
func (r Range) keep(v float64) float64 {
	if r == (Range{}) {
		return v
	}
	return min(max(v, r.Low), r.High)
}

// outward moves lo and hi out to ticks, but not beyond what a measure can be, and returns the ticks, at most
// limit but at least three, and the decimals that they need.
func outward(lo, hi float64, limit int, within Range) (from, to float64, at []float64, decimals int) {
	limit = max(limit, 3) // which two values of different sign need
	for power := math.Floor(math.Log10((hi - lo) / float64(limit))); ; power++ {
		for _, m := range []float64{1, 2, 5} {
			value := multiples(m, power)
			first, last := math.Floor(lo/value(1)+1e-9), math.Ceil(hi/value(1)-1e-9)
			if last-first+1 > float64(limit) {
				continue
			}
			from, to = min(within.keep(value(first)), lo), max(within.keep(value(last)), hi)
			for k := first; k <= last; k++ {
				if v := value(k); (scale{lo: from, hi: to}).has(v) {
					at = append(at, v)
				}
			}
			return from, to, at, int(max(0, -power))
		}
	}
}

// multiples of m times a power of ten.
func multiples(m, power float64) func(k float64) float64 {
	// From the negative power, so that 0.1 is the nearest to a tenth.
	unit := math.Pow(10, math.Abs(power))
	return func(k float64) float64 {
		if power < 0 {
			return k * m / unit
		}
		return k * m * unit
	}
}

// ticks are multiples of 1, 2 or 5 times a power of ten from lo to hi, at
// most limit of them, and the decimals that they need.
func ticks(lo, hi float64, limit int) (at []float64, decimals int) {
	limit = max(limit, 2)
	power := math.Floor(math.Log10((hi - lo) / float64(limit)))
	for ; ; power++ {
		for _, m := range []float64{1, 2, 5} {
			value := multiples(m, power)
			step := value(1)
			first, last := math.Ceil(lo/step-1e-9), math.Floor(hi/step+1e-9)
			if last-first+1 > float64(limit) {
				continue
			}
			for k := first; k <= last; k++ {
				at = append(at, value(k))
			}
			return at, int(max(0, -power))
		}
	}
}

// number writes v with a true minus sign and, from 1,000 on, groups of three
// digits; what would be too long has an exponent.
func number(v float64, decimals int) string {
	if v == 0 && decimals > 6 {
		return "0"
	}
	if decimals > 6 || math.Abs(v) >= 1e12 {
		return strings.ReplaceAll(strconv.FormatFloat(v, 'g', 3, 64), "-", "−")
	}
	text := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	whole, fraction, _ := strings.Cut(text, ".")
	if len(whole) > 3 {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "," + whole[i:]
		}
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if v < 0 && strings.Trim(text, "0.") != "" {
		return "−" + whole
	}
	return whole
}

// count writes a whole number.
func count(n int) string { return number(float64(n), 0) }

// digits is how many decimals a list of values deserves. With intervals it is
// stat.Decimals, as in tables. Without, the largest value has three digits.
func digits(values, half []float64) int {
	if d, ok := stat.Decimals(half); ok {
		return d
	}
	largest := 0.0
	for _, v := range values {
		if finite(v) {
			largest = max(largest, math.Abs(v))
		}
	}
	if largest == 0 {
		return 0
	}
	d := max(0, 2-int(math.Floor(math.Log10(largest)+1e-9)))
	if largest >= 0.01 {
		return min(d, 3) // a fraction has three decimals
	}
	return d
}

// finite reports whether v can be drawn. Beyond 1e150 squares and differences
// would not be finite, and no measure of headlines goes there.
func finite(v float64) bool { return math.Abs(v) < 1e150 }

// span is the least and the largest of the finite values; ok is false
// without any.
func span(lists ...[]float64) (lo, hi float64, ok bool) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, list := range lists {
		for _, v := range list {
			if finite(v) {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
	}
	return lo, hi, lo <= hi
}

// padded widens a range by a part of its length, or by a twentieth of its
// place where it has no length to speak of.
func padded(lo, hi, part float64) (float64, float64) {
	by := float64((hi - lo) * part)
	if none(lo, hi) {
		if by = 0.05 * max(math.Abs(lo), math.Abs(hi)); by < 1e-100 {
			by = 1
		}
	}
	return lo - by, hi + by
}

// none reports whether a range is too short to have ticks in it.
func none(lo, hi float64) bool {
	return hi-lo <= max(1e-9*max(math.Abs(lo), math.Abs(hi)), 1e-100)
}

// measure is the text of an axis: what is measured and which way is better.
func (s *scene) measure(axis string, better score.Better) string {
	axis = plain(axis)
	if better == score.Unknown {
		return axis
	}
	if axis != "" {
		axis += ", "
	}
	way := higherBetter
	if better == score.Lower {
		way = lowerBetter
	}
	return axis + strings.ReplaceAll(s.said(way), " ", noBreak)
}

// noBreak is a space at which no line ends; it is drawn as any other.
const noBreak = "\u00a0"

// yAxis draws horizontal grid lines from x0 to x1, labels left of x0.
func (s *scene) yAxis(x0, x1 float64, sc scale, at []float64, decimals int) {
	for _, v := range at {
		y := sc.at(v)
		s.rule(x0, y, x1, y, 0.5, faint)
		s.centred(x0-4, y, 1, number(v, decimals), quiet)
	}
}

// xAxis draws vertical grid lines from y0 to y1 and labels below y1.
func (s *scene) xAxis(y0, y1 float64, sc scale, at []float64, decimals int) {
	for _, v := range at {
		x := sc.at(v)
		s.rule(x, y0, x, y1, 0.5, faint)
		s.text(x, y1+4+ascent*quiet.size, 0.5, number(v, decimals), quiet)
	}
	s.y = y1 + 4 + leading*quiet.size
}

// tickRoom is the width of the widest label of an axis.
func (s *scene) tickRoom(at []float64, decimals int) (w float64) {
	for _, v := range at {
		w = max(w, s.width(number(v, decimals), quiet))
	}
	return w
}

// xTicks are as many ticks as have room between a and b for their labels,
// which also stay on the paper.
func (s *scene) xTicks(sc scale) ([]float64, int) {
	for limit := 7; ; limit-- {
		at, d := ticks(sc.lo, sc.hi, limit)
		w := s.tickRoom(at, d)
		tight := len(at) > 1 && sc.at(at[1])-sc.at(at[0]) < w+8
		if limit <= 2 && tight {
			at = at[:1]
		}
		if limit <= 2 || !tight {
			return s.onPaper(sc, at, d), d
		}
	}
}

// xOutward is xOutwardIn without the ticks whose labels, centred on them, leave the paper.
func (s *scene) xOutward(lo, hi, a, b float64, within Range) (sc scale, at []float64, decimals int) {
	sc, at, decimals = s.xOutwardIn(lo, hi, a, b, within)
	return sc, s.onPaper(sc, at, decimals), decimals
}

// xOutwardIn is outward with as many ticks as have room between a and b for their labels.
func (s *scene) xOutwardIn(lo, hi, a, b float64, within Range) (sc scale, at []float64, decimals int) {
	for limit := 7; ; limit-- {
		from, to, at, d := outward(lo, hi, limit, within)
		sc := scale{from, to, a, b}
		tight := len(at) > 1 && sc.at(at[1])-sc.at(at[0]) < s.tickRoom(at, d)+8
		if limit <= 3 && tight {
			at = slices.Compact([]float64{at[0], at[len(at)-1]})
			if sc.at(at[len(at)-1])-sc.at(at[0]) < s.tickRoom(at, d)+4 {
				at = at[:1]
			}
		}
		if limit <= 3 || !tight {
			return sc, at, d
		}
	}
}

// onPaper are the ticks whose labels do not leave the paper.
func (s *scene) onPaper(sc scale, at []float64, d int) []float64 {
	return slices.DeleteFunc(at, func(v float64) bool {
		half := s.width(number(v, d), quiet) / 2
		return sc.at(v)-half < margin/2 || sc.at(v)+half > s.w-margin/2
	})
}

// axisText writes the text of a lying axis below it, from where the axis starts.
func (s *scene) axisText(x0 float64, text string) {
	if text != "" {
		s.y++
		s.paragraph(x0, s.w-margin, text, body)
	}
}
