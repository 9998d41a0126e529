package quantity

import "hed/numeral"

// yearDigits reports whether token i is written as a year is: four digits, from
// 1500 to 2099.
func (p *parser) yearDigits(i int) bool {
	t := p.tok(i)
	if t.mark != digits || t.end-t.start != 4 {
		return false
	}
	s := p.text[t.start:t.end]
	return s[0] == '1' && s[1] >= '5' && isDigit(s[1]) && isDigit(s[2]) && isDigit(s[3]) || s[0] == '2' && s[1] == '0' && isDigit(s[2])
}

// day returns the day of a month that token i is, and the token behind it; 0
// if it is none.
func (p *parser) day(i int) (int16, int) {
	t := p.tok(i)
	if t.mark != digits || t.end-t.start > 2 {
		return 0, i
	}
	v, _ := literal(p.string(i))
	n, ok := v.Int64()
	if !ok || n < 1 || n > 31 {
		return 0, i
	}
	if s := p.tok(i + 1); s.glued && (p.any(i+1, "st", "nd", "rd", "th")) {
		return int16(n), i + 2
	} else if s.glued && (s.mark == letters || s.mark == '%' || s.mark == ':' && p.tok(i+2).mark == digits) {
		return 0, i
	}
	return int16(n), i + 1
}

// monthFirst reads Nov. 15, 2026; May 2nd; March 2022.
func (p *parser) monthFirst(i int) int {
	t := p.tok(i)
	if !t.upper {
		return i
	}
	w := When{Month: int16(t.word.n)}
	j := i + 1
	if p.tok(j).mark == '.' && p.tok(j).glued {
		j++
	}
	if p.tok(j).apart || p.tok(j).glued {
		return i
	}
	if p.yearDigits(j) {
		w.Year = p.year(j)
		return p.finish(Quantity{Kind: Date, When: w}, i, j+1)
	}
	day, end := p.day(j)
	if day == 0 || p.tok(end).word.unit != NoUnit && p.tok(end).word.class == notNumber && !p.is(end, "in") {
		return i
	}
	w.Day = day
	y := end
	if p.tok(y).mark == ',' {
		y++
	}
	if p.yearDigits(y) && !p.tok(y).glued {
		w.Year = p.year(y)
		end = y + 1
	}
	end = p.finish(Quantity{Kind: Date, When: w}, i, end)
	return p.moreDays(end, w)
}

// moreDays reads the 17 of "Nov. 8 to 17" and "June 3-5" behind the first day.
func (p *parser) moreDays(i int, w When) int {
	sep := p.tok(i)
	if !p.any(i, "to", "and", "or") && !(sep.glued && (sep.mark == '-' || sep.mark == '–')) {
		return i
	}
	day, end := p.day(i + 1)
	next := p.tok(end)
	if day <= w.Day || w.Year != 0 && sep.mark == letters || next.mark == letters && next.word.use&function == 0 || next.mark == '%' {
		return i
	}
	w.Day = day
	return p.finish(Quantity{Kind: Date, When: w}, i+1, end)
}

// year returns the year that token i is.
func (p *parser) year(i int) int16 {
	v, _ := literal(p.string(i))
	n, _ := v.Int64()
	return int16(n)
}

// dayFirst reads 15 November 2026, and the 24 of "24 and 26 March".
func (p *parser) dayFirst(i int) int {
	day, j := p.day(i)
	if day == 0 {
		return i
	}
	if p.tok(j).mark == letters && p.is(j, "of") {
		j++
	}
	if m := p.tok(j); m.word.class == month && m.upper && !m.glued && !m.apart {
		w := When{Month: int16(m.word.n), Day: day}
		j++
		y := j
		if p.tok(y).mark == ',' || p.tok(y).mark == '.' {
			y++
		}
		if p.yearDigits(y) && !p.tok(y).glued {
			w.Year = p.year(y)
			j = y + 1
		}
		return p.finish(Quantity{Kind: Date, When: w}, i, j)
	}
	sep := p.tok(j)
	if !p.any(j, "and", "to", "or") && sep.mark != '-' && sep.mark != '–' {
		return i
	}
	other, k := p.day(j + 1)
	if m := p.tok(k); other > 0 && m.word.class == month && m.upper && !m.glued {
		return p.finish(Quantity{Kind: Date, When: When{Month: int16(m.word.n), Day: day}}, i, i+1)
	}
	return i
}

// slashed reads 15/11/2026 and 11/15/2026. Where both may be the month, only
// the year is known.
func (p *parser) slashed(i int) int {
	for k := i + 1; k < i+5; k++ {
		if want := [...]rune{'/', digits, '/', digits}[k-i-1]; p.tok(k).mark != want || !p.tok(k).glued {
			return i
		}
	}
	a, end := p.day(i)
	b, _ := p.day(i + 2)
	if a == 0 || b == 0 || end != i+1 || !p.yearDigits(i+4) {
		return i
	}
	w := When{Year: p.year(i + 4)}
	switch {
	case a > 12 && b <= 12:
		w.Day, w.Month = a, b
	case b > 12 && a <= 12:
		w.Month, w.Day = a, b
	}
	return p.finish(Quantity{Kind: Date, When: w}, i, i+5)
}

// clock reads 4:12 a.m., 7.30pm, 10.42 GMT, 7pm; 14:29.05 and 1:45:03 are
// durations.
func (p *parser) clock(i int) int {
	t := p.tok(i)
	if t.end-t.start > 5 || p.tok(i-1).mark == '$' || p.tok(i-1).mark == '£' || p.tok(i-1).mark == '€' {
		return i
	}
	hour, step := literal(p.string(i))
	minute := whole(0)
	end := i + 1
	colon := p.tok(end)
	switch {
	case colon.mark == ':' && colon.glued && p.tok(i+2).mark == digits && p.tok(i+2).glued:
		var s numeral.Value
		minute, s = literal(p.string(i + 2))
		end = i + 3
		if !hour.IsInt() || !minute.OK() || minute.Cmp(whole(60)) >= 0 { // too many digits are no number
			return i
		}
		if third := p.tok(end); third.mark == ':' && third.glued && p.tok(end+1).mark == digits {
			seconds, step := literal(p.string(end + 1))
			v := hour.Mul(whole(3600)).Add(minute.Mul(whole(60))).Add(seconds)
			if !v.OK() {
				return i
			}
			return p.finish(Quantity{Kind: Duration, Unit: Seconds, Low: v, High: v, Step: step}, i, end+2)
		}
		length := p.tok(i+2).end - p.tok(i+2).start
		if !minute.IsInt() || p.is(i-1, "in") && p.meridian(end) < 0 {
			v := hour.Mul(whole(60)).Add(minute)
			return p.finish(Quantity{Kind: Duration, Unit: Seconds, Low: v, High: v, Step: s}, i, end)
		}
		if length == 1 {
			return p.finish(Quantity{Kind: Score, Low: hour, High: minute, Step: whole(1)}, i, end)
		}
	case !hour.IsInt() && step == numeral.Ratio(1, 100):
		h := hour.Trunc(0)
		hour, minute = h, hour.Sub(h).Mul(whole(100))
		fallthrough
	default:
		if p.meridian(end) < 0 {
			return i
		}
	}
	if hour.Cmp(whole(24)) > 0 || minute.Cmp(whole(60)) >= 0 {
		return i
	}
	if m := p.meridian(end); m >= 0 {
		if p.is(end, "p") || p.is(end, "pm") {
			if hour.Cmp(whole(12)) < 0 {
				hour = hour.Add(whole(12))
			}
		} else if hour == whole(12) && (p.is(end, "am") || p.is(end, "a")) {
			hour = whole(0)
		}
		end = m
	}
	v := hour.Mul(whole(60)).Add(minute)
	return p.finish(Quantity{Kind: Time, Unit: Clock, Low: v, High: v, Step: whole(1)}, i, end)
}

// meridian reads am, p.m. or GMT at token i and returns the token behind it,
// or -1.
func (p *parser) meridian(i int) int {
	switch {
	case p.any(i, "am", "pm", "gmt", "bst", "utc"):
		return i + 1
	case p.any(i, "a", "p") && p.tok(i+1).mark == '.' && p.tok(i+1).glued && p.is(i+2, "m") && p.tok(i+2).glued:
		if p.tok(i+3).mark == '.' && p.tok(i+3).glued {
			return i + 4
		}
		return i + 3
	case p.tok(i).mark == letters && p.is(i, "o") && p.tok(i+1).mark == '\'' && p.is(i+2, "clock"):
		return i + 3
	}
	return -1
}

// label reads digits that belong to a name: F-16, B12, Flight 418, 10.3.2.
func (p *parser) label(i int) int {
	t, last := p.tok(i), p.tok(i-1)
	v, _ := literal(p.string(i))
	switch {
	case t.glued && last.mark == letters && last.word.class != code, t.glued && (last.mark == '@' || last.mark == '_'):
	case t.glued && last.mark == '-' && last.glued && p.tok(i-2).mark == letters && p.tok(i-2).word.use&prefix == 0 && p.tok(i-2).word.class == notNumber:
	case p.tok(i+1).mark == '.' && p.tok(i+1).glued && p.tok(i+2).mark == digits && p.tok(i+2).glued: // 10.3.2
		end := i + 1
		for p.tok(end).mark == '.' && p.tok(end).glued && p.tok(end+1).mark == digits && p.tok(end+1).glued {
			end += 2
		}
		return p.emitLabel(i, end, numeral.Value{})
	case !t.glued && last.word.use&named != 0 && (last.upper || isUpper(p.text[last.start+1])) && p.names(i): // iPhone 15
	case !t.glued && p.is(i-1, "P") && p.tok(i-2).mark == '&': // S&P 500
	default:
		return i
	}
	end := i + 1
	for p.tok(end).glued && (p.tok(end).mark == letters || p.tok(end).mark == digits) {
		end++
	}
	return p.emitLabel(i, end, v)
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// names reports whether the number at token i, behind a word such as Flight,
// has nothing that makes it a quantity.
func (p *parser) names(i int) bool {
	t := p.tok(i + 1)
	return t.mark != '%' && !(t.glued && t.mark == letters) && t.word.class != scale && t.word.unit.Kind() != Money
}

// numbered reads the Roman numeral at token i behind its name: Henry VIII,
// World War II.
func (p *parser) numbered(i int) int {
	last := p.tok(i - 1)
	if !last.upper || last.mark != letters || p.tok(i).glued || p.tok(i).apart || last.end-last.start < 3 {
		return i
	}
	v := whole(romanValue(p.string(i)))
	q := Quantity{Kind: Label, Low: v, High: v, Step: whole(1), Of: p.stem(i - 1)}
	q.Start, q.End = p.tok(i).start, p.tok(i).end
	p.out = append(p.out, q)
	return i + 1
}
