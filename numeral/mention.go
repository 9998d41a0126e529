package numeral

import "fmt"

// A Mention is a number in a text.
//
// A stretch of text may hold several numbers: "two million" is 2,000,000
// and has the word two in it, "10-12" is a range of 10 and 12. Such a
// mention is followed by its parts, which lie inside its span and have a
// greater Depth; another reading of the same words ("a third": 1/3, and
// the ordinal in it) is a part like any other. Whoever wants one reading
// takes the mentions of Depth 0, which do not overlap.
type Mention struct {
	// Start and End are byte offsets. The span has the numeral, its
	// ordinal ending and its scale ("1.2M", "3rd", "two million"), but
	// not the sign or word of its unit, a sign behind a minus apart:
	// "-$37", which has the part "37".
	Start, End int
	// Value is the number, exactly. It is no number where the mention
	// has only parts: a range, a date, a time with minutes.
	Value Value
	Kind  Kind
	Unit  Unit
	// Depth is 0 for the mention itself and greater for its parts.
	Depth uint8
}

// Text returns what the mention covers in the text it was found in.
func (m *Mention) Text(text string) string { return text[m.Start:m.End] }

// A Kind tells what a number does in its sentence.
type Kind uint8

const (
	Cardinal Kind = iota // 212, two million, 1.5
	Ordinal              // 3rd, third, No. 3
	Fraction             // 2/3, two-thirds, half
	Multiple             // twice, double, fourfold
	Group                // pair, trio, both, twins
	Vague                // dozens, hundreds, millions
	Age                  // 22-year-old; Smith, 22,
	Year                 // 1990
	Decade               // 1990s, '90s
	Month                // Nov., in a date
	Day                  // 15, in a date
	Date                 // Nov. 15, 2026: has parts only
	Time                 // 3 pm; 3:45 has parts only
	Range                // 10-12: has parts only
	Score                // 3-2: has parts only
	Label                // iPhone 15, 9/11, 24/7, 5G, #metoo2: a name with digits
)

var kindNames = [...]string{"cardinal", "ordinal", "fraction", "multiple", "group", "vague", "age", "year", "decade",
	"month", "day", "date", "time", "range", "score", "label"}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", k)
}

// A Unit says what a number counts, where the text says it in a sign or
// in the next word.
type Unit uint8

const (
	NoUnit Unit = iota
	Percent
	Point // percentage points, and points of an index
	Dollar
	Cent
	Pound // money or weight
	Euro
	Yen
	Rupee
	Peso
	Second
	Minute
	Hour
	DayUnit
	WeekUnit
	MonthUnit
	YearUnit
	Inch
	Foot
	Yard
	Mile
	Metre
	Kilometre
	Acre
	Ounce
	Kilogram
	Ton
	Gallon
	Degree
	Speed // miles or kilometres an hour
)

var unitNames = [...]string{"", "percent", "point", "dollar", "cent", "pound", "euro", "yen", "rupee", "peso",
	"second", "minute", "hour", "day", "week", "month", "year", "inch", "foot", "yard", "mile", "metre",
	"kilometre", "acre", "ounce", "kilogram", "ton", "gallon", "degree", "speed"}

func (u Unit) String() string {
	if int(u) < len(unitNames) {
		return unitNames[u]
	}
	return fmt.Sprintf("unit(%d)", u)
}

// Money reports whether u is a currency. A pound may also be a weight.
func (u Unit) Money() bool { return Dollar <= u && u <= Peso }
