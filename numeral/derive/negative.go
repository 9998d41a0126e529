package derive

import "strings"

// keepNegative keeps the ways to choice k that start from a number below
// zero, as it stands or rounded, and reports whether there are any.
func (r *ranking) keepNegative(k int) bool {
	var ways []int
	for _, w := range r.all[k].ways {
		if c := &r.cs[w]; (c.way.plainWay() || c.way.rounding()) && r.view.a.belowZero(c.a) {
			ways = append(ways, w)
		}
	}
	if len(ways) > 0 {
		r.all[k].ways = ways
	}
	return len(ways) > 0
}

// belowZero reports whether a source is less than zero, by a minus or by the
// words minus 20, negative 20 or 20 degrees below zero.
func (a *Article) belowZero(i int32) bool {
	s := &a.sources[i]
	if s.parent >= 0 && a.sources[s.parent].Value == s.Value.Neg() {
		return true
	}
	before := strings.TrimRight(a.Text[:s.Start], " \n$£€")
	before = before[strings.LastIndexAny(before, " \n")+1:]
	if strings.EqualFold(before, "minus") || strings.EqualFold(before, "negative") {
		return true
	}
	for j := s.last + 1; int(j)+1 < len(a.words) && j <= s.last+3; j++ { // degrees Fahrenheit below zero
		if a.word(j) == "below" && a.word(j+1) == "zero" {
			return true
		}
	}
	return false
}
