package numeral

// date reads a date that begins with the month at pos: Nov. 15, 2026;
// November 15; Nov 2026; or a month alone.
func (f *finder) date(e entry, end int) bool {
	if c := f.text[f.pos]; c < 'A' || c > 'Z' {
		return false
	}
	if f.fullDate(e, end) {
		return true
	}
	if (end-f.pos <= 3 && f.at(end) != '.' || e.n == 3) && !f.dates() { // Jan and May are names, March is a demonstration
		return false
	}
	f.emit(Mention{Start: f.pos, End: end, Value: Int(e.n), Kind: Month})
	f.done(end)
	return true
}

// dates reports whether the word before pos is one that goes before a
// month.
func (f *finder) dates() bool {
	switch f.text[f.lastStart:f.end] {
	case "in", "In", "since", "Since", "last", "Last", "this", "next", "of", "by", "until", "from", "late", "early":
		return f.end == f.pos-1
	}
	return false
}

func (f *finder) fullDate(e entry, end int) bool {
	month := Mention{Start: f.pos, End: end, Value: Int(e.n), Kind: Month, Depth: 1}
	i := end
	if f.at(i) == '.' {
		i++
	}
	if f.at(i) != ' ' || !isDigit(f.at(i+1)) {
		return false
	}
	l := scanLiteral(f.text, i+1)
	if l.point || l.grouped {
		return false
	}
	parts := append(make([]Mention, 0, 3), month) // on the stack
	switch {
	case l.whole <= 2 && f.at(l.end) != ':':
		day := Mention{Start: i + 1, End: l.end, Value: l.value, Kind: Day, Depth: 1}
		if s := f.text[l.end:min(len(f.text), l.end+2)]; s == "st" || s == "nd" || s == "rd" || s == "th" {
			day.End += 2
		}
		parts = append(parts, day)
		if y, ok := f.yearAt(day.End); ok {
			parts = append(parts, y)
		}
	case l.whole == 4:
		parts = append(parts, Mention{Start: i + 1, End: l.end, Value: l.value, Kind: Year, Depth: 1})
	default:
		return false
	}
	f.dated(parts)
	return true
}

// dayMonth reads a date that begins with the day: 15 November 2026.
func (f *finder) dayMonth(start int, l literal) bool {
	if l.whole > 2 || l.point {
		return false
	}
	e, at, end := f.next(l.end)
	if e.class != month || f.text[at] < 'A' || f.text[at] > 'Z' || f.text[l.end] != ' ' {
		return false
	}
	parts := []Mention{
		{Start: start, End: l.end, Value: l.value, Kind: Day, Depth: 1},
		{Start: at, End: end, Value: Int(e.n), Kind: Month, Depth: 1},
	}
	if y, ok := f.yearAt(end); ok {
		parts = append(parts, y)
	}
	f.dated(parts)
	return true
}

// yearAt reads the year behind a day and month, with or without a comma.
func (f *finder) yearAt(i int) (Mention, bool) {
	if f.at(i) == ',' {
		i++
	}
	if f.at(i) != ' ' || !isDigit(f.at(i+1)) {
		return Mention{}, false
	}
	l := scanLiteral(f.text, i+1)
	if l.whole != 4 || l.grouped || l.point {
		return Mention{}, false
	}
	return Mention{Start: i + 1, End: l.end, Value: l.value, Kind: Year, Depth: 1}, true
}

func (f *finder) dated(parts []Mention) {
	end := parts[len(parts)-1].End
	f.emit(Mention{Start: f.pos, End: end, Kind: Date})
	for _, p := range parts {
		f.emit(p)
	}
	f.done(end)
}
