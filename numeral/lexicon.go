package numeral

import "strings"

// A class says what a word may do in a number.
type class uint8

const (
	notNumber   class = iota
	ones              // one … nine
	teens             // zero, ten … nineteen
	tens              // twenty … ninety
	hundred           // hundred
	scale             // thousand, million
	dozen             // dozen, score: counted like hundred
	period            // decade, century: years
	ordinal           // first … nineteenth, hundredth
	tenth             // twentieth … ninetieth
	denominator       // thirds, quarter, fifths
	half              // half
	group             // pair, trio
	multiple          // twice, double
	vague             // dozens, millions
	article           // a, an
	and               // and
	month             // January, Jan
	weak              // a number only where somebody says so: Trans( top )
	unitWord          // years, miles
)

// An entry is what the lexicon knows of a word.
type entry struct {
	class class
	unit  Unit
	n     int64 // the number; of a denominator, what one is divided by
}

// longest is the length of the longest word of the lexicon.
const longest = 13

// lexicon is read only.
var lexicon = buildLexicon()

func buildLexicon() map[string]entry {
	l := map[string]entry{}
	count := func(c class, from, step int64, words string) {
		for w := range strings.FieldsSeq(words) {
			l[w] = entry{class: c, n: from}
			from += step
		}
	}
	equal := func(c class, n int64, words string) { count(c, n, 0, words) }
	units := func(u Unit, words string) {
		for w := range strings.FieldsSeq(words) {
			l[w] = entry{class: unitWord, unit: u}
		}
	}
	count(ones, 1, 1, "one two three four five six seven eight nine")
	count(teens, 10, 1, "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	equal(teens, 0, "zero")
	count(tens, 20, 10, "twenty thirty forty fifty sixty seventy eighty ninety")
	equal(hundred, 100, "hundred")
	equal(scale, 1e3, "thousand")
	equal(scale, 1e6, "million")
	equal(scale, 1e9, "billion")
	equal(scale, 1e12, "trillion")
	equal(scale, 1e15, "quadrillion")
	equal(dozen, 12, "dozen")
	equal(dozen, 20, "score")
	equal(period, 10, "decade decades")
	equal(period, 100, "century centuries")
	equal(period, 1000, "millennium millennia")
	count(ordinal, 1, 1, "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "+
		"thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth")
	count(tenth, 20, 10, "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth")
	equal(ordinal, 100, "hundredth")
	equal(ordinal, 1e3, "thousandth")
	equal(ordinal, 1e6, "millionth")
	equal(ordinal, 1e9, "billionth")
	equal(denominator, 2, "halves")
	count(denominator, 3, 1, "thirds fourths fifths sixths sevenths eighths ninths tenths")
	equal(denominator, 4, "quarter quarters")
	equal(denominator, 100, "hundredths")
	equal(half, 2, "half")
	equal(group, 2, "pair pairs couple couples duo both twin twins")
	equal(group, 3, "trio triplet triplets threesome")
	equal(group, 4, "quartet quadruplets foursome")
	equal(group, 5, "quintet quintuplets")
	equal(group, 6, "sextet sextuplets")
	equal(group, 7, "septuplets")
	equal(group, 8, "octet octuplets")
	equal(multiple, 2, "twice double doubled doubles doubling twofold")
	equal(multiple, 3, "thrice triple tripled triples tripling threefold")
	equal(multiple, 4, "quadruple quadrupled quadruples quadrupling fourfold")
	equal(multiple, 5, "quintuple quintupled fivefold")
	equal(multiple, 6, "sixfold")
	equal(multiple, 7, "sevenfold")
	equal(multiple, 8, "eightfold")
	equal(multiple, 10, "tenfold")
	equal(vague, 12, "dozens")
	equal(vague, 20, "scores")
	equal(vague, 100, "hundreds")
	equal(vague, 1e3, "thousands")
	equal(vague, 1e6, "millions")
	equal(vague, 1e9, "billions")
	equal(vague, 1e12, "trillions")
	equal(article, 1, "a an")
	equal(and, 0, "and")
	for i, w := range strings.Fields("january february march april may june july august september october november december") {
		l[w] = entry{class: month, n: int64(i + 1)}
		l[w[:3]] = l[w]
	}
	equal(month, 9, "sept")
	equal(weak, 1, "top single sole lone once")
	units(Percent, "percent pct percentage")
	units(Point, "point points pts")
	units(Dollar, "dollar dollars usd buck bucks")
	units(Cent, "cent cents")
	units(Pound, "pound pounds lb lbs quid")
	units(Euro, "euro euros eur")
	units(Yen, "yen")
	units(Rupee, "rupee rupees")
	units(Peso, "peso pesos")
	units(Second, "seconds sec secs")
	units(Minute, "minute minutes min mins")
	units(Hour, "hour hours hr hrs")
	units(DayUnit, "day days")
	units(WeekUnit, "week weeks wk wks")
	units(MonthUnit, "month months mo mos")
	units(YearUnit, "year years yr yrs")
	units(Inch, "inch inches")
	units(Foot, "foot feet ft")
	units(Yard, "yard yards")
	units(Mile, "mile miles mi")
	units(Metre, "meter meters metre metres")
	units(Kilometre, "kilometer kilometers kilometre kilometres km")
	units(Acre, "acre acres")
	units(Ounce, "ounce ounces oz")
	units(Kilogram, "kilogram kilograms kg kilo kilos")
	units(Ton, "ton tons tonne tonnes")
	units(Gallon, "gallon gallons")
	units(Degree, "degree degrees")
	units(Speed, "mph kph")
	return l
}

// shapes says, for each first letter and length, which last letters the
// words of the lexicon have, as bits. It tells most words of a text to be
// no numbers without a look into the map.
var shapes = buildShapes()

func buildShapes() (all [26][longest + 1]uint32) {
	for w := range lexicon {
		all[w[0]-'a'][len(w)] |= 1 << (w[len(w)-1] - 'a')
	}
	return all
}

// look returns what the lexicon knows of a word, whatever its case.
func look(word string) entry {
	if word == "" || len(word) > longest {
		return entry{}
	}
	first, last := word[0]|0x20-'a', word[len(word)-1]|0x20-'a'
	if first > 25 || last > 25 || shapes[first][len(word)]>>last&1 == 0 {
		return entry{}
	}
	var lower [longest]byte
	for i := range len(word) {
		c := word[i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		lower[i] = c
	}
	return lexicon[string(lower[:len(word)])]
}
