package numeral

import "strings"

// context completes a mention by what stands around it: its unit, and
// what kind of number that makes it.
func (f *finder) context(m *Mention) {
	if m.Unit == NoUnit {
		m.Unit = f.currency(m.Start)
	}
	after := m.End
	if m.Unit == NoUnit && m.Kind != Ordinal { // a first-degree murder
		m.Unit, after = f.unitAfter(m.End)
	}
	if m.Kind == Year && (m.Unit != NoUnit || m.Value.Cmp(Int(1500)) < 0 || m.Value.Cmp(Int(2100)) >= 0) {
		m.Kind = Cardinal
	}
	switch {
	case m.Kind != Cardinal && m.Kind != Year:
	case m.Unit == YearUnit && f.old(after):
		m.Kind = Age
	case m.Unit != NoUnit:
	case f.isTime(m.End):
		m.Kind = Time
	default:
		m.Kind = f.kindBefore(m)
	}
	if m.Kind == Age {
		m.Unit = YearUnit
	}
}

// currency returns the unit of the sign before i.
func (f *finder) currency(i int) Unit {
	if i == 0 {
		return NoUnit
	}
	switch c := f.text[i-1]; {
	case c == '$':
		return Dollar
	case c < 0x80:
		return NoUnit
	}
	for _, s := range [...]struct {
		sign string
		unit Unit
	}{{"£", Pound}, {"€", Euro}, {"¥", Yen}, {"₹", Rupee}} {
		if strings.HasSuffix(f.text[max(0, i-3):i], s.sign) {
			return s.unit
		}
	}
	return NoUnit
}

// unitAfter returns the unit that stands at i, and where it ends.
func (f *finder) unitAfter(i int) (Unit, int) {
	switch {
	case f.at(i) == '%':
		return Percent, i + 1
	case f.at(i) == ' ' && f.at(i+1) == '%':
		return Percent, i + 2
	case strings.HasPrefix(f.text[i:], "°"):
		return Degree, i + len("°")
	}
	e, start, end := f.next(i)
	switch {
	case e.class == unitWord:
		return e.unit, end
	case start == 0:
	case f.text[start:end] == "second":
		return Second, end
	case f.text[start:end] == "per" && strings.HasPrefix(f.text[end:], " cent"):
		return Percent, end + len(" cent")
	}
	return NoUnit, i
}

// old reports whether "-old" or " old" stands at i, behind the years.
func (f *finder) old(i int) bool {
	rest := f.text[i:min(len(f.text), i+5)]
	return len(rest) >= 4 && (rest[0] == '-' || rest[0] == ' ') && rest[1:4] == "old" && (len(rest) == 4 || !isLetter(rest[4]) || rest[4] == 's')
}

// isTime reports whether am or pm stands at i.
func (f *finder) isTime(i int) bool {
	if f.at(i) == ' ' {
		i++
	}
	rest := f.text[i:min(len(f.text), i+4)]
	for _, s := range [...]string{"am", "pm", "AM", "PM", "a.m.", "p.m."} {
		if strings.HasPrefix(rest, s) && (len(s) == 4 || len(rest) == 2 || !isLetter(rest[2])) {
			return true
		}
	}
	return false
}

// kindBefore tells the kind of a bare number from what stands before it.
func (f *finder) kindBefore(m *Mention) Kind {
	if f.at(m.Start-1) == '#' {
		return Ordinal
	}
	last := f.text[f.lastStart:f.end]
	switch gap := f.text[f.end:m.Start]; {
	case gap == ". " && (last == "No" || last == "no" || last == "Nos"):
		return Ordinal
	case gap == " " && (last == "age" || last == "aged" || last == "Age" || last == "Aged"):
		return Age
	case gap == " " && isName(last):
		return Label
	case gap == ", " && last != "" && 'A' <= last[0] && last[0] <= 'Z' && isDigit(f.at(m.Start)) && m.Value.IsInt() &&
		m.Value.Cmp(Int(120)) < 0 && (f.at(m.End) == ',' || f.at(m.End) == '.' && !isDigit(f.at(m.End+1)) ||
		f.at(m.End) == ';' || strings.HasPrefix(f.text[m.End:], "—")):
		return Age
	}
	return m.Kind
}

// isName reports whether a number behind the word belongs to a name.
func isName(word string) bool {
	switch word {
	case "iPhone", "iPad", "iOS", "iPod", "Section", "Route", "Flight", "Boeing", "Airbus", "Interstate", "Highway", "Article",
		"Chapter", "Title", "Proposition", "Prop", "Windows", "Galaxy", "PlayStation", "Xbox", "Apollo", "Area",
		"Channel", "Room", "Studio", "Formula", "Psalm", "Measure", "Pier", "Voyager", "Android", "Firefox", "Nexus",
		"P", "Russell", "Fortune", "Nikkei", "FTSE", // S&P 500
		"Amendment", "Resolution", "Soyuz", "Rule", "Exit", "Gate", "Terminal", "Model", "Kindle", "Note":
		return true
	}
	return false
}

// glued reports whether the digits at i belong to a word: B12, F-16,
// COVID-19, @user7. A small prefix does not count: mid-2016, Top-10.
func (f *finder) glued(i int) bool {
	if i == 0 || f.end == 0 {
		return false
	}
	last := f.text[f.lastStart:f.end]
	switch {
	case f.end == i:
		return isLetter(last[len(last)-1]) || last[len(last)-1] >= 0x80
	case f.end == i-1 && f.text[i-1] == '-' && isLetter(last[0]):
		switch last {
		case "Top", "Mid", "Pre", "Post", "Under", "Over", "Non", "One", "Two", "Three", "Four", "Five":
			return false
		}
		return 'A' <= last[0] && last[0] <= 'Z'
	}
	return false
}

// label emits the digits of a name. Serial numbers have no value.
func (f *finder) label(start int, l literal) {
	f.emit(Mention{Start: start, End: l.end, Value: l.value, Kind: Label})
	f.done(l.end)
}
