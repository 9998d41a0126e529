package quantity

import "hed/numeral"

// Read appends the quantities of an English text to dst and returns the
// result, in their order; they do not overlap. It takes linear time.
func Read(dst []Quantity, text string) []Quantity {
	var buf [64]numeral.Mention
	for _, m := range numeral.Find(buf[:0], text) {
		if m.Depth > 0 || !m.Value.OK() {
			continue
		}
		q := Quantity{Start: m.Start, End: m.End, Low: m.Value, High: m.Value, Unit: units[m.Unit]}
		q.Kind = q.Unit.Kind()
		switch m.Kind {
		case numeral.Ordinal:
			q.Kind = Ordinal
		case numeral.Fraction:
			q.Kind, q.Unit = Share, Whole
		case numeral.Multiple:
			q.Kind = Multiple
		case numeral.Group:
			q.Kind = Group
		case numeral.Vague:
			q.Kind = Vague
		case numeral.Age:
			q.Kind = Age
		case numeral.Year:
			q.Kind = Year
		case numeral.Label:
			q.Kind = Label
		}
		dst = append(dst, q)
	}
	return dst
}

var units = map[numeral.Unit]Unit{numeral.Percent: Percent, numeral.Point: PercentagePoints, numeral.Dollar: Dollar,
	numeral.Pound: Pound, numeral.Euro: Euro, numeral.Second: Seconds, numeral.Minute: Minutes, numeral.Hour: Hours,
	numeral.DayUnit: Days, numeral.WeekUnit: Weeks, numeral.MonthUnit: Months, numeral.YearUnit: Years,
	numeral.Mile: Miles, numeral.Kilometre: Kilometres, numeral.Metre: Metres, numeral.Foot: Feet}
