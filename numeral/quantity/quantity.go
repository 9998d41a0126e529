// Package quantity reads the quantities of English news text: not digits but
// what they mean. "£87.4m" is 87,400,000 pounds, "half a percentage point"
// is 50 basis points, "14- and 11-year-olds" are two ages, "between 130,000
// and 150,000" is one range, and "nearly 1,300" says that there are fewer.
//
// [Read] lists them. A [Quantity] has a value with its scale, a [Unit] that
// converts exactly, a [Kind] by which a score is not taken for a range, and
// the [Hedge] in front of it, which says on what side the true value lies.
//
// The package says what is written. Whether two quantities are of the same
// thing, and whether one follows from others, is for its callers to judge.
package quantity

import (
	"fmt"

	"hed/numeral"
)

// A Quantity is something in a text that has a size, a place in an order or
// a date.
type Quantity struct {
	// Start and End are byte offsets. The span has the sign, currency,
	// scale and unit of the number, but not its hedge: "£87.4m",
	// "half a percentage point", and behind "between" "130,000 and 150,000".
	Start, End int
	// Low and High are equal for one number. They differ for a range and for
	// what is vague. They have the scale in them, and count the Unit. Of a
	// score they are the two sides in their order. A date has When in place of
	// them, and neither are numbers for labels such as 9/11.
	Low, High numeral.Value
	Kind      Kind
	Unit      Unit
	Hedge     Hedge
	// HedgeStart and HedgeEnd are the words that hedge, before the span or
	// behind it; both are 0 where there are none.
	HedgeStart, HedgeEnd int
	// Direction is -1 where the quantity is what something fell, was cut or
	// lost by, 1 where something rose or grew by it, and 0 where the words
	// near it say neither.
	Direction int8
	// Step is how much the last digit counts that was written: 100,000 in
	// "87.4 million", and 1,000 in "28,000", whose zeros may be exact or
	// rounded. It is what a rounded number was rounded to at the most.
	Step numeral.Value
	// Total is 39 in "26 of 39" and "26 out of the 39", which Read lists as a
	// quantity of its own as well.
	Total numeral.Value
	// When is what a date says.
	When When
	// Of is the stem of the noun that is counted, where the next words say
	// it: "seat" in "68 of the 150 seats", and of what a share is taken. The
	// name before a Roman numeral is the Of of a label.
	Of string
	// Per is the stem of what a rate is for: "month" in "640 crowns a month".
	Per string
	// Words is true of what was not written in digits.
	Words bool
}

// Text returns what the quantity covers in the text it was read from.
func (q *Quantity) Text(text string) string { return text[q.Start:q.End] }

// Exact reports whether q is one number and not a range.
func (q *Quantity) Exact() bool { return q.Low.OK() && q.Low == q.High }

// Convert returns q's values counted in unit u. ok is false where u does not
// measure the same.
func (q *Quantity) Convert(u Unit) (low, high numeral.Value, ok bool) {
	change := q.Direction != 0
	if low, ok = convert(q.Low, q.Unit, u, change); !ok {
		return low, high, false
	}
	high, ok = convert(q.High, q.Unit, u, change)
	return low, high, ok
}

// When is a date as far as it was written; what is 0 was not.
type When struct {
	Year, Month, Day int16
}

// A Kind says what a quantity measures, or what else its number does.
type Kind uint8

const (
	Count       Kind = iota // 212 people, and every other number that nothing is known of
	Money                   // £87.4m, Rs 5 crore
	Share                   // 38%, two-thirds, one in four
	Points                  // 13 points, 25 basis points
	Date                    // 2 May, Nov. 15, 2026, March 2022
	Year                    // 2008, 2010-12, the 1990s
	Time                    // 4:12 a.m., 7.30pm: minutes after midnight
	Duration                // six weeks, 48-hour, 1:45:03, a decade
	Age                     // 14-year-old; Smith, 22, said
	Score                   // 3-2, 2,106-438, a vote of 7-2
	Ordinal                 // 3rd, third-largest, No. 3
	Temperature             // minus 3C, 2.6 degrees
	Distance                // 530km, 4 feet 7 inches
	Mass                    // 40 kilograms
	Area                    // 6 hectares
	Volume                  // 0.85 cubic kilometres
	Speed                   // 40 miles an hour, 40mph
	Measure                 // every other unit: 5 gigawatts
	Multiple                // doubled, four times the target, tenfold, halves (½)
	Group                   // pair, trio, twins
	Vague                   // dozens, hundreds of thousands
	Label                   // Flight 418, COVID-19, Henry VIII: a name with a number
)

var kindNames = [...]string{"count", "money", "share", "points", "date", "year", "time", "duration", "age", "score", "ordinal",
	"temperature", "distance", "mass", "area", "volume", "speed", "measure", "multiple", "group", "vague", "label"}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", k)
}

// A Hedge says how the true value lies to what is written.
type Hedge uint8

const (
	None    Hedge = iota
	About         // about, around, some, roughly, or so
	Nearly        // nearly, almost, just under: below, and not by much
	Under         // under, below, less than, fewer than
	UpTo          // up to, at most, no more than, or less
	Over          // more than, over, above, tops, exceeds
	AtLeast       // at least, or more, -plus
	Between       // between 130,000 and 150,000; 10-12%
	Record        // a record £4.6bn
)

var hedgeNames = [...]string{"", "about", "nearly", "under", "up to", "over", "at least", "between", "record"}

func (h Hedge) String() string {
	if int(h) < len(hedgeNames) {
		return hedgeNames[h]
	}
	return fmt.Sprintf("hedge(%d)", h)
}
