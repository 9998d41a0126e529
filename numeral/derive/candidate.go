package derive

import (
	"strconv"
	"strings"

	"hed/numeral"
)

// A candidate is a numeral that may stand in the blank.
type candidate struct {
	text  string
	value numeral.Value // in units of the blank's scale
	way   way
	a, b  int32 // sources; b is -1 unless the way takes two
	n     int64 // the constant of times and over, the places of rounding, the third of three
}

// candidates lists what the operators reach from the article for a blank.
func (a *Article) candidates(b *blank) []candidate {
	g := generator{article: a, blank: b, out: make([]candidate, 0, 8*len(a.sources)), scale: numeral.Int(b.scale)}
	for i := range a.sources {
		g.single(int32(i))
	}
	g.pairs()
	return g.out
}

// A generator collects candidates.
type generator struct {
	article *Article
	blank   *blank
	scale   numeral.Value
	out     []candidate
}

func (g *generator) add(text string, v numeral.Value, w way, i, j int32, n int64) {
	if text == "" {
		if v.Sign() < 0 || v.Sign() == 0 && !w.plainWay() {
			return
		}
		text = write(v)
		if text == "" {
			return
		}
	}
	if g.blank.ending != "" {
		if n, ok := v.Int64(); !ok || !takes(n, g.blank.ending) {
			return
		}
	}
	g.out = append(g.out, candidate{text: text, value: v, way: w, a: i, b: j, n: n})
}

// single lists what comes from one source.
func (g *generator) single(i int32) {
	s := &g.article.sources[i]
	v := s.Value
	add := func(v numeral.Value, w way, n int64) { g.add("", v, w, i, -1, n) }
	literal := ""
	if s.digits {
		literal = digitsOf(g.article.Text[s.Start:s.End])
	}
	q := v.Div(g.scale)
	hasScale := s.part >= 0 // "10 million"
	isPart := s.parent >= 0 && g.article.sources[s.parent].part == i
	switch {
	case s.Kind == numeral.Label && strings.ContainsRune(literal, '/'):
		g.add(literal, v, copyLabel, i, -1, 0)
		return
	case s.Kind == numeral.Fraction:
		if r := v.Rat(); r != nil && !r.IsInt() {
			g.add(r.String(), v, copyLabel, i, -1, 0)
		}
		g.fraction(i)
	}
	switch {
	case g.blank.scale == 1:
		switch {
		case hasScale:
			add(v, whole, 0)
		case isPart:
			g.add(literal, s.worth, copyPart, i, -1, 0)
		case s.digits:
			g.add(literal, s.worth, copied, i, -1, 0)
		default:
			add(v, trans, 0)
		}
	case hasScale && g.article.sources[s.part].Value == q:
		p := &g.article.sources[s.part]
		if p.digits {
			g.add(digitsOf(g.article.Text[p.Start:p.End]), q, copied, s.part, -1, 0)
		} else {
			g.add("", q, trans, s.part, -1, 0)
		}
	case s.lent() && s.worth == q:
		g.add(literal, q, copied, i, -1, 0)
	case isPart:
		if g.article.sources[s.parent].Value == v.Mul(g.scale) {
			return
		}
	default:
		if s.digits {
			g.add(literal, s.worth, copyRaw, i, -1, 0)
		} else if s.Depth == 0 {
			add(v, copyRaw, 0)
		}
		if q.Float() >= 0.05 && s.Kind != numeral.Year && s.Kind != numeral.Day && s.Kind != numeral.Month && s.Kind != numeral.Time {
			add(q, paraphrase, 0)
		}
	}
	if s.Kind == numeral.Time || s.Kind == numeral.Day || s.Kind == numeral.Month || s.Kind == numeral.Fraction && g.blank.scale == 1 {
		if s.Kind == numeral.Day && g.blank.scale == 1 {
			g.date(i)
		}
		return
	}
	if s.Kind == numeral.Year {
		g.years(i)
		return
	}
	if g.blank.scale == 1 && s.Kind == numeral.Decade && s.Depth == 1 {
		return
	}
	if isPart && g.blank.scale > 1 {
		return
	}
	g.rounds(i, q)
	if g.blank.scale == 1 && !isPart {
		g.constants(i)
	}
}

// rounds lists v with fewer digits.
func (g *generator) rounds(i int32, v numeral.Value) {
	f := v.Float()
	seen := [8]numeral.Value{v}
	n := 1
	try := func(w way, r numeral.Value, c int64) {
		for _, s := range seen[:n] {
			if s == r {
				return
			}
		}
		if n < len(seen) {
			seen[n] = r
			n++
		}
		g.add("", r, w, i, -1, c)
	}
	if !v.IsInt() {
		try(round0, v.Round(0), 0)
		try(cut0, v.Trunc(0), 0)
		try(round1, v.Round(1), 1)
		try(cut1, v.Trunc(1), 1)
	}
	p := 10.0
	for c := 1; c <= 6 && f >= 0.95*p; c++ {
		for _, w := range [...]way{roundTens, cutTens} {
			r := v.Round(-c)
			if w == cutTens {
				r = v.Trunc(-c)
			}
			if d := r.Float() - f; d <= 0.12*f && -d <= 0.12*f {
				try(w, r, int64(-c))
			}
		}
		p *= 10
	}
}

// fraction lists what a fraction is as a percentage and as a number of.
func (g *generator) fraction(i int32) {
	if g.blank.scale != 1 {
		return
	}
	v := g.article.sources[i].Value
	g.add("", v.Mul(numeral.Int(100)).Round(0), percentOf, i, -1, 0)
	if v.Sign() > 0 {
		g.add("", numeral.Int(1).Div(v).Round(0), inverse, i, -1, 0)
	}
}

// date lists a day as a label: Sept. 11 as 9/11.
func (g *generator) date(i int32) {
	a := g.article
	for _, j := range [...]int32{i - 1, i + 1} {
		if j >= 0 && int(j) < len(a.sources) && a.sources[j].Kind == numeral.Month && a.sources[j].Depth == 1 {
			text := a.sources[j].Value.String() + "/" + a.sources[i].Value.String()
			g.add(text, numeral.Value{}, dateLabel, i, -1, 0)
			return
		}
	}
}

// years lists what comes from a year.
func (g *generator) years(i int32) {
	if g.blank.scale != 1 {
		return
	}
	s := &g.article.sources[i]
	y, _ := s.Value.Int64()
	add := func(n int64, w way) { g.add(strconv.FormatInt(n, 10), numeral.Int(n), w, i, -1, 0) }
	if g.blank.apostrophe {
		n := y % 100
		text := strconv.FormatInt(n, 10)
		if n < 10 {
			text = "0" + text
		}
		g.add(text, numeral.Int(n), shortYear, i, -1, 0)
	}
	now := g.article.year
	switch {
	case s.dateline:
		add(y-1, lastYear)
		add(y+1, nextYear)
	case now > y:
		add(now-y, sinceYear)
	case 0 < now && now < y:
		add(y-now, untilYear)
	}
}

// constants lists what common knowledge makes of a number.
func (g *generator) constants(i int32) {
	s := &g.article.sources[i]
	n, ok := s.Value.Int64()
	if !ok || s.Depth == 0 && s.part >= 0 || s.lent() {
		return
	}
	add := func(n int64, w way, c int64) { g.add("", numeral.Int(n), w, i, -1, c) }
	now := g.article.year
	switch {
	case s.Kind == numeral.Decade && 0 <= n && n < 100:
		g.add(strconv.FormatInt(1900+n, 10), numeral.Int(1900+n), longYear, i, -1, 0)
	case s.Kind == numeral.Decade && g.blank.apostrophe:
		add(n%100, shortYear, 0)
	}
	if now > 0 && 0 < n && n < 150 && (s.Unit == numeral.YearUnit || s.Kind == numeral.Age) {
		g.add(strconv.FormatInt(now-n, 10), numeral.Int(now-n), yearsAgo, i, -1, 0)
		if s.Kind != numeral.Age && n < 50 {
			g.add(strconv.FormatInt(now+n, 10), numeral.Int(now+n), yearsAhead, i, -1, 0)
		}
		if g.blank.apostrophe {
			g.add(strconv.FormatInt((now-n)%100, 10), numeral.Int((now-n)%100), yearsAgo2, i, -1, 0)
		}
	}
	for _, c := range conversions(s.Unit) {
		if c > 0 {
			add(n*c, times, c)
		} else if z := s.Value.Div(numeral.Int(-c)).Round(0); z.Sign() > 0 {
			g.add("", z, over, i, -1, -c)
		}
	}
	if s.Unit == numeral.Percent && 0 < n && n < 100 {
		add(100-n, complement, 0)
	}
	if 0 < n && n <= 200 && !s.Unit.Money() && s.Unit != numeral.Percent {
		if n <= 60 {
			add(n+1, plusOne, 0)
		}
		add(n-1, minusOne, 0)
	}
}

// conversions are the constants that a number of the unit may be
// multiplied by, or divided by where they are negative.
func conversions(u numeral.Unit) []int64 {
	switch u {
	case numeral.WeekUnit:
		return []int64{7, -4, -52}
	case numeral.DayUnit:
		return []int64{24, -7, -30}
	case numeral.MonthUnit:
		return []int64{-12}
	case numeral.YearUnit:
		return []int64{12, -10, -100}
	case numeral.Hour:
		return []int64{60, -24}
	case numeral.Minute:
		return []int64{-60}
	case numeral.Cent:
		return []int64{-100}
	case numeral.Inch:
		return []int64{-12}
	}
	return nil
}
