package page

import (
	"math"
	"strconv"
	"strings"

	"hed/internal/count"
	"hed/score"
)

// Number writes v with that many decimals and a true minus sign; nothing
// if it is absent.
func Number(v float64, digits int) string {
	if score.IsAbsent(v) {
		return ""
	}
	text := strconv.FormatFloat(v, 'f', digits, 64)
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		if strings.Trim(rest, "0.") == "" {
			return rest // not "minus nothing"
		}
		return "−" + rest
	}
	return text
}

// Probability writes a p value; below a thousandth only that is said.
func Probability(p float64) string {
	if p < 0.001 {
		return "< 0.001"
	}
	return Number(p, 3)
}

// Counted writes a number of things: "1 document", "20,000 documents".
func Counted(n int, thing string) string {
	return Grouped(n) + " " + count.Noun(n, thing)
}

// Grouped writes n with commas between thousands.
func Grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Bound writes an end of a column's range.
func Bound(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "−∞"
	}
	return strings.Replace(strconv.FormatFloat(v, 'g', -1, 64), "-", "−", 1)
}
