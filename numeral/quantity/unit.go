package quantity

import (
	"fmt"

	"hed/numeral"
)

// A Unit is what a quantity is counted in: a measure, a currency, or nothing.
type Unit uint8

const (
	NoUnit Unit = iota
	Whole       // of a share: 1 is all of it
	Percent
	PercentagePoints
	AnyPoints // of a league, an index, or percentage points
	BasisPoints
	Clock // minutes after midnight

	Milliseconds
	Seconds
	Minutes
	Hours
	Days
	Weeks
	Fortnights
	Months
	Years
	Decades
	Centuries
	Millennia

	Metres
	Nanometres
	Micrometres
	Millimetres
	Centimetres
	Kilometres
	Inches
	Feet
	Yards
	Miles
	NauticalMiles
	LightYears

	Kilograms
	Milligrams
	Grams
	Tonnes
	Kilotonnes
	Megatonnes
	Tons // of 1,000 kg, 2,000 lb or 2,240 lb
	Ounces
	Lbs
	Stones

	SquareMetres
	SquareKilometres
	Hectares
	Acres
	SquareFeet
	SquareMiles

	Litres
	Millilitres
	Pints   // American or imperial
	Gallons // American or imperial
	Barrels
	CubicMetres
	CubicKilometres
	CubicFeet
	Centilitres
	Hectolitres
	Megalitres
	Gigalitres

	MetresPerSecond
	KilometresPerHour
	MilesPerHour
	Knots

	Celsius
	Fahrenheit
	Kelvins
	Degrees // of Celsius or Fahrenheit

	Watts
	Kilowatts
	Megawatts
	Gigawatts
	KilowattHours
	MegawattHours
	GigawattHours
	TerawattHours
	Bytes
	Kilobytes
	Megabytes
	Gigabytes
	Terabytes
	Petabytes

	Dollar // of any country
	Cent
	USDollar
	AustralianDollar
	CanadianDollar
	NewZealandDollar
	HongKongDollar
	SingaporeDollar
	TaiwanDollar
	Pound
	Penny
	Euro
	EuroCent
	Yen
	Yuan
	Rupee
	Paisa
	Rupiah
	Won
	Rand
	Real
	Peso
	Zloty
	Lira
	Rouble
	Hryvnia
	Crown // of any country
	SwedishCrown
	NorwegianCrown
	DanishCrown
	Franc
	Shekel
	Dirham
	Riyal
	Dinar
	Shilling
	Naira
	Baht
	Dong
	Ringgit
	Forint
	Taka
	Cedi
	Leu
	Lev
	Kuna
	Tenge
	Birr
	Kwacha
	Bolivar
	Kyat
	Manat
	Lari
	Guilder
	Florin
	Drachma
	Peseta
	Escudo
	Bitcoin
)

// A measure is what is known of a unit.
type measure struct {
	name     string
	base     Unit
	num, den int64 // how many of the base it is
	kind     Kind
	loose    bool // the name stands for units of different size, or for a length of the calendar
}

// measures is read only. A year is the Gregorian mean, so that a month is
// exactly a twelfth of it, and a week 7 days but only about a fourth of a
// month.
var measures = [...]measure{
	NoUnit:           {"", NoUnit, 1, 1, Count, false},
	Whole:            {"whole", Whole, 1, 1, Share, false},
	Percent:          {"percent", Whole, 1, 100, Share, false},
	PercentagePoints: {"percentage point", PercentagePoints, 1, 1, Points, false},
	AnyPoints:        {"point", PercentagePoints, 1, 1, Points, false},
	BasisPoints:      {"basis point", PercentagePoints, 1, 100, Points, false},
	Clock:            {"o'clock", Clock, 1, 1, Time, false},

	Milliseconds: {"millisecond", Seconds, 1, 1000, Duration, false},
	Seconds:      {"second", Seconds, 1, 1, Duration, false},
	Minutes:      {"minute", Seconds, 60, 1, Duration, false},
	Hours:        {"hour", Seconds, 3600, 1, Duration, false},
	Days:         {"day", Seconds, 86400, 1, Duration, false},
	Weeks:        {"week", Seconds, 7 * 86400, 1, Duration, false},
	Fortnights:   {"fortnight", Seconds, 14 * 86400, 1, Duration, false},
	Months:       {"month", Seconds, year / 12, 1, Duration, true},
	Years:        {"year", Seconds, year, 1, Duration, true},
	Decades:      {"decade", Seconds, 10 * year, 1, Duration, true},
	Centuries:    {"century", Seconds, 100 * year, 1, Duration, true},
	Millennia:    {"millennium", Seconds, 1000 * year, 1, Duration, true},

	Metres:        {"metre", Metres, 1, 1, Distance, false},
	Nanometres:    {"nanometre", Metres, 1, 1e9, Distance, false},
	Micrometres:   {"micrometre", Metres, 1, 1e6, Distance, false},
	Millimetres:   {"millimetre", Metres, 1, 1000, Distance, false},
	Centimetres:   {"centimetre", Metres, 1, 100, Distance, false},
	Kilometres:    {"kilometre", Metres, 1000, 1, Distance, false},
	Inches:        {"inch", Metres, 254, 10000, Distance, false},
	Feet:          {"foot", Metres, 3048, 10000, Distance, false},
	Yards:         {"yard", Metres, 9144, 10000, Distance, false},
	Miles:         {"mile", Metres, 1609344, 1000, Distance, false},
	NauticalMiles: {"nautical mile", Metres, 1852, 1, Distance, false},
	LightYears:    {"light year", Metres, 9460730472580800, 1, Distance, false},

	Kilograms:  {"kilogram", Kilograms, 1, 1, Mass, false},
	Milligrams: {"milligram", Kilograms, 1, 1e6, Mass, false},
	Grams:      {"gram", Kilograms, 1, 1000, Mass, false},
	Tonnes:     {"tonne", Kilograms, 1000, 1, Mass, false},
	Kilotonnes: {"kilotonne", Kilograms, 1e6, 1, Mass, false},
	Megatonnes: {"megatonne", Kilograms, 1e9, 1, Mass, false},
	Tons:       {"ton", Kilograms, 1000, 1, Mass, true},
	Ounces:     {"ounce", Kilograms, 45359237, 16e8, Mass, false},
	Lbs:        {"pound", Kilograms, 45359237, 1e8, Mass, false},
	Stones:     {"stone", Kilograms, 14 * 45359237, 1e8, Mass, false},

	SquareMetres:     {"square metre", SquareMetres, 1, 1, Area, false},
	SquareKilometres: {"square kilometre", SquareMetres, 1e6, 1, Area, false},
	Hectares:         {"hectare", SquareMetres, 1e4, 1, Area, false},
	Acres:            {"acre", SquareMetres, 40468564224, 1e7, Area, false},
	SquareFeet:       {"square foot", SquareMetres, 9290304, 1e8, Area, false},
	SquareMiles:      {"square mile", SquareMetres, 2589988110336, 1e6, Area, false},

	Litres:          {"litre", Litres, 1, 1, Volume, false},
	Millilitres:     {"millilitre", Litres, 1, 1000, Volume, false},
	Pints:           {"pint", Litres, 473176473, 1e9, Volume, true},
	Gallons:         {"gallon", Litres, 3785411784, 1e9, Volume, true},
	Barrels:         {"barrel", Litres, 158987294928, 1e9, Volume, false},
	CubicMetres:     {"cubic metre", Litres, 1000, 1, Volume, false},
	CubicKilometres: {"cubic kilometre", Litres, 1e12, 1, Volume, false},
	CubicFeet:       {"cubic foot", Litres, 28316846592, 1e9, Volume, false},
	Centilitres:     {"centilitre", Litres, 1, 100, Volume, false},
	Hectolitres:     {"hectolitre", Litres, 100, 1, Volume, false},
	Megalitres:      {"megalitre", Litres, 1e6, 1, Volume, false},
	Gigalitres:      {"gigalitre", Litres, 1e9, 1, Volume, false},

	MetresPerSecond:   {"metre per second", MetresPerSecond, 1, 1, Speed, false},
	KilometresPerHour: {"kilometre per hour", MetresPerSecond, 5, 18, Speed, false},
	MilesPerHour:      {"mile per hour", MetresPerSecond, 1397, 3125, Speed, false},
	Knots:             {"knot", MetresPerSecond, 1852, 3600, Speed, false},

	Celsius:    {"degree Celsius", Celsius, 1, 1, Temperature, false},
	Fahrenheit: {"degree Fahrenheit", Celsius, 5, 9, Temperature, false},
	Kelvins:    {"kelvin", Celsius, 1, 1, Temperature, false},
	Degrees:    {"degree", Celsius, 1, 1, Temperature, true},

	Watts:         {"watt", Watts, 1, 1, Measure, false},
	Kilowatts:     {"kilowatt", Watts, 1e3, 1, Measure, false},
	Megawatts:     {"megawatt", Watts, 1e6, 1, Measure, false},
	Gigawatts:     {"gigawatt", Watts, 1e9, 1, Measure, false},
	KilowattHours: {"kilowatt-hour", KilowattHours, 1, 1, Measure, false},
	MegawattHours: {"megawatt-hour", KilowattHours, 1e3, 1, Measure, false},
	GigawattHours: {"gigawatt-hour", KilowattHours, 1e6, 1, Measure, false},
	TerawattHours: {"terawatt-hour", KilowattHours, 1e9, 1, Measure, false},
	Bytes:         {"byte", Bytes, 1, 1, Measure, false},
	Kilobytes:     {"kilobyte", Bytes, 1e3, 1, Measure, false},
	Megabytes:     {"megabyte", Bytes, 1e6, 1, Measure, false},
	Gigabytes:     {"gigabyte", Bytes, 1e9, 1, Measure, false},
	Terabytes:     {"terabyte", Bytes, 1e12, 1, Measure, false},
	Petabytes:     {"petabyte", Bytes, 1e15, 1, Measure, false},

	Dollar:           {"dollar", Dollar, 1, 1, Money, false},
	Cent:             {"cent", Dollar, 1, 100, Money, true},
	USDollar:         {"US dollar", Dollar, 1, 1, Money, false},
	AustralianDollar: {"Australian dollar", Dollar, 1, 1, Money, false},
	CanadianDollar:   {"Canadian dollar", Dollar, 1, 1, Money, false},
	NewZealandDollar: {"New Zealand dollar", Dollar, 1, 1, Money, false},
	HongKongDollar:   {"Hong Kong dollar", Dollar, 1, 1, Money, false},
	SingaporeDollar:  {"Singapore dollar", Dollar, 1, 1, Money, false},
	TaiwanDollar:     {"Taiwan dollar", Dollar, 1, 1, Money, false},
	Pound:            {"pound", Pound, 1, 1, Money, false},
	Penny:            {"penny", Pound, 1, 100, Money, false},
	Euro:             {"euro", Euro, 1, 1, Money, false},
	EuroCent:         {"euro cent", Euro, 1, 100, Money, false},
	Yen:              {"yen", Yen, 1, 1, Money, false},
	Yuan:             {"yuan", Yuan, 1, 1, Money, false},
	Rupee:            {"rupee", Rupee, 1, 1, Money, false},
	Paisa:            {"paisa", Rupee, 1, 100, Money, false},
	Rupiah:           {"rupiah", Rupiah, 1, 1, Money, false},
	Won:              {"won", Won, 1, 1, Money, false},
	Rand:             {"rand", Rand, 1, 1, Money, false},
	Real:             {"real", Real, 1, 1, Money, false},
	Peso:             {"peso", Peso, 1, 1, Money, false},
	Zloty:            {"zloty", Zloty, 1, 1, Money, false},
	Lira:             {"lira", Lira, 1, 1, Money, false},
	Rouble:           {"rouble", Rouble, 1, 1, Money, false},
	Hryvnia:          {"hryvnia", Hryvnia, 1, 1, Money, false},
	Crown:            {"crown", Crown, 1, 1, Money, false},
	SwedishCrown:     {"Swedish crown", Crown, 1, 1, Money, false},
	NorwegianCrown:   {"Norwegian crown", Crown, 1, 1, Money, false},
	DanishCrown:      {"Danish crown", Crown, 1, 1, Money, false},
	Franc:            {"franc", Franc, 1, 1, Money, false},
	Shekel:           {"shekel", Shekel, 1, 1, Money, false},
	Dirham:           {"dirham", Dirham, 1, 1, Money, false},
	Riyal:            {"riyal", Riyal, 1, 1, Money, false},
	Dinar:            {"dinar", Dinar, 1, 1, Money, false},
	Shilling:         {"shilling", Shilling, 1, 1, Money, false},
	Naira:            {"naira", Naira, 1, 1, Money, false},
	Baht:             {"baht", Baht, 1, 1, Money, false},
	Dong:             {"dong", Dong, 1, 1, Money, false},
	Ringgit:          {"ringgit", Ringgit, 1, 1, Money, false},
	Forint:           {"forint", Forint, 1, 1, Money, false},
	Taka:             {"taka", Taka, 1, 1, Money, false},
	Cedi:             {"cedi", Cedi, 1, 1, Money, false},
	Leu:              {"leu", Leu, 1, 1, Money, false},
	Lev:              {"lev", Lev, 1, 1, Money, false},
	Kuna:             {"kuna", Kuna, 1, 1, Money, false},
	Tenge:            {"tenge", Tenge, 1, 1, Money, false},
	Birr:             {"birr", Birr, 1, 1, Money, false},
	Kwacha:           {"kwacha", Kwacha, 1, 1, Money, false},
	Bolivar:          {"bolivar", Bolivar, 1, 1, Money, false},
	Kyat:             {"kyat", Kyat, 1, 1, Money, false},
	Manat:            {"manat", Manat, 1, 1, Money, false},
	Lari:             {"lari", Lari, 1, 1, Money, false},
	Guilder:          {"guilder", Guilder, 1, 1, Money, false},
	Florin:           {"florin", Florin, 1, 1, Money, false},
	Drachma:          {"drachma", Drachma, 1, 1, Money, false},
	Peseta:           {"peseta", Peseta, 1, 1, Money, false},
	Escudo:           {"escudo", Escudo, 1, 1, Money, false},
	Bitcoin:          {"bitcoin", Bitcoin, 1, 1, Money, false},
}

// year is the mean year of the Gregorian calendar in seconds.
const year = 31556952

func (u Unit) measure() *measure {
	if int(u) < len(measures) {
		return &measures[u]
	}
	return &measures[NoUnit]
}

func (u Unit) String() string {
	if int(u) < len(measures) {
		return measures[u].name
	}
	return fmt.Sprintf("unit(%d)", u)
}

// Base returns the unit into which all of one dimension convert: Metres for
// every length, Dollar for every dollar and cent, Euro for the euro alone.
func (u Unit) Base() Unit { return u.measure().base }

// Factor returns how many of its Base a unit is. Temperatures have another
// zero as well, which Quantity.Convert knows.
func (u Unit) Factor() numeral.Value { return numeral.Ratio(u.measure().num, u.measure().den) }

// Kind returns the kind of a quantity that is counted in u.
func (u Unit) Kind() Kind { return u.measure().kind }

// Compatible reports whether quantities in u and v can be compared: they have
// one Base, and are not the dollars or crowns of two different countries.
func (u Unit) Compatible(v Unit) bool {
	if u == v {
		return true
	}
	if u.Base() != v.Base() {
		return false
	}
	return !u.national() || !v.national()
}

// national reports whether u is a dollar or a crown of one country.
func (u Unit) national() bool {
	return USDollar <= u && u <= TaiwanDollar || SwedishCrown <= u && u <= DanishCrown
}

// Exact reports whether a quantity in u converts exactly into v. Months and
// years do among themselves but have no fixed number of days; a ton and a
// gallon are not of one size everywhere.
func (u Unit) Exact(v Unit) bool {
	if u == v || u.calendar() && v.calendar() {
		return true
	}
	return !u.measure().loose && !v.measure().loose
}

func (u Unit) calendar() bool { return Months <= u && u <= Millennia }

// convert counts v in another unit. A change of temperature has no zero to
// mind.
func convert(v numeral.Value, from, to Unit, change bool) (numeral.Value, bool) {
	if !from.Compatible(to) {
		return numeral.Value{}, false
	}
	if from == to {
		return v, true
	}
	if !change {
		v = v.Sub(from.zero())
	}
	v = v.Mul(from.Factor()).Div(to.Factor())
	if !change {
		v = v.Add(to.zero())
	}
	return v, true
}

// zero is what a thermometer in u shows at 0 °C.
func (u Unit) zero() numeral.Value {
	switch u {
	case Fahrenheit:
		return numeral.Int(32)
	case Kelvins:
		return numeral.Ratio(27315, 100)
	}
	return numeral.Int(0)
}
