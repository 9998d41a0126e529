package derive

// A way is how a candidate comes from its sources. Ways are finer than
// operators, because they have chances of their own.
type way uint8

const (
	copied      way = iota // as it stands
	trans                  // words
	copyRaw                // a bare number where the headline has a scale: 10 to 12 million
	copyPart               // the 10 of 10 million, where the headline has no scale
	copyLabel              // 9/11 and such, as text
	dateLabel              // Sept. 11 as 9/11
	paraphrase             // 150,000 as 150K
	whole                  // 10 million as 10,000,000
	round0                 // Round( v , 0 )
	round1                 // Round( v , 1 )
	cut0                   // SRound( v , 0 )
	cut1                   // SRound( v , 1 )
	roundTens              // Round( v , -n )
	cutTens                // SRound( v , -n )
	shortYear              // 1999 as '99
	sinceYear              // this year minus a year
	untilYear              // a year minus this year
	lastYear               // this year - 1
	nextYear               // this year + 1
	longYear               // '99 as 1999
	yearsAgo               // this year minus years
	yearsAgo2              // the same in two digits
	yearsAhead             // this year plus years
	yearsApart             // a year minus another one
	yearMinus              // a year minus a number
	yearPlus               // a year plus a number
	percentOf              // a third as 33 percent
	inverse                // a quarter as 4
	complement             // 100 - v percent
	plusOne                // v + 1
	minusOne               // v - 1
	times                  // by a constant: a week's days
	over                   // through a constant
	sum                    // a + b
	sumRound               // Round( a + b )
	difference             // a - b
	differRound            // Round( a - b )
	sum3                   // a + b + c
	product                // a · b
	ways                   // their number
)

// plainWay reports whether a way is a number as the article has it.
func (w way) plainWay() bool { return w <= whole }

// rounding reports whether a way drops digits.
func (w way) rounding() bool { return round0 <= w && w <= cutTens }
