package quantity

import "strings"

// A class says what a word may do in a number.
type class uint8

const (
	notNumber   class = iota
	ones              // one … nine
	teens             // zero, ten … nineteen
	tens              // twenty … ninety
	hundred           // hundred
	scale             // thousand, million, lakh, bn
	dozen             // dozen
	ordinal           // first … nineteenth, hundredth
	tenth             // twentieth … ninetieth
	denominator       // thirds, quarter, fifths
	half              // half
	pair              // pair, trio
	multiple          // twice, tripled
	double            // double, triple, halve: nouns and names as well
	vague             // dozens, millions
	article           // a, an
	month             // January, Jan
	code              // Rs, USD: a currency before its number
	minus             // minus, negative
	few               // few, several: before a scale
)

// A word is what the lexicon knows of it.
type word struct {
	class class
	n     int64 // the number; of a denominator, what one is divided by
	unit  Unit  // what it is as a unit behind a number, or as a code before it
	hedge Hedge // what it is as a hedge before a number
	dir   int8  // where verbs and nouns lead that are before a number: rise, fall
	after int8  // where words lead that are behind it: more, fewer, rise
	use   use
}

// A use is what else a word does.
type use uint16

const (
	function use = 1 << iota // of, the, said: not a noun that is counted
	state                    // dead, missing: counted as nouns are
	plural                   // people, women: plural without an s
	stops                    // to, from: what is behind is not what something rose by
	versus                   // beat, vote: a score is near
	modal                    // to, will: a verb follows
	named                    // Flight, iPhone: a number behind belongs to the name
	prefix                   // mid-, pre-, under-: not a name with digits
	before                   // in, since: a year follows
	size                     // high, tall, jump: metres are meant
	period                   // decade, fortnight: a number of its own behind "a"
	each                     // day, share: what a rate is for
)

var unknown word

// longest is the length of the longest word of the lexicon.
const longest = 16

// lexicon is read only.
var lexicon = buildLexicon()

type builder map[string]*word

func (l builder) each(words string, set func(w *word, i int64)) {
	i := int64(0)
	for s := range strings.FieldsSeq(words) {
		w := l[s]
		if w == nil {
			w = &word{}
			l[s] = w
		}
		set(w, i)
		i++
	}
}

// count gives words a class and the numbers from, from+step, …
func (l builder) count(c class, from, step int64, words string) {
	l.each(words, func(w *word, i int64) { w.class, w.n = c, from+i*step })
}

func (l builder) units(u Unit, words string) {
	l.each(words, func(w *word, _ int64) { w.unit = u })
}

func (l builder) hedges(h Hedge, words string) {
	l.each(words, func(w *word, _ int64) { w.hedge = h })
}

func (l builder) uses(u use, words string) {
	l.each(words, func(w *word, _ int64) { w.use |= u })
}

func buildLexicon() map[string]*word {
	l := builder{}
	l.numbers()
	l.measures()
	l.currencies()
	l.around()
	return l
}

func (l builder) numbers() {
	l.count(ones, 1, 1, "one two three four five six seven eight nine")
	l.count(teens, 10, 1, "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	l.count(teens, 0, 0, "zero nil")
	l.count(tens, 20, 10, "twenty thirty forty fifty sixty seventy eighty ninety")
	l.count(hundred, 100, 0, "hundred")
	l.count(scale, 1e3, 0, "thousand")
	l.count(scale, 1e5, 0, "lakh lakhs lac lacs")
	l.count(scale, 1e6, 0, "million mn mln mil mio")
	l.count(scale, 1e7, 0, "crore crores")
	l.count(scale, 1e9, 0, "billion bn bln bil")
	l.count(scale, 1e12, 0, "trillion tn trn tr")
	l.count(scale, 1e15, 0, "quadrillion")
	l.count(dozen, 12, 0, "dozen")
	l.count(ordinal, 1, 1, "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "+
		"thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth")
	l.count(tenth, 20, 10, "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth")
	l.count(ordinal, 100, 0, "hundredth")
	l.count(ordinal, 1e3, 0, "thousandth")
	l.count(ordinal, 1e6, 0, "millionth")
	l.count(ordinal, 1e9, 0, "billionth")
	l.count(denominator, 2, 0, "halves")
	l.count(denominator, 3, 1, "thirds fourths fifths sixths sevenths eighths ninths tenths")
	l.count(denominator, 4, 0, "quarter quarters")
	l.count(denominator, 100, 0, "hundredths")
	l.count(half, 2, 0, "half")
	l.count(pair, 2, 0, "pair couple duo twins")
	l.count(pair, 3, 0, "trio hat triplets threesome")
	l.count(pair, 4, 0, "quartet quadruplets foursome")
	l.count(pair, 5, 0, "quintet quintuplets")
	l.count(pair, 6, 0, "sextet sextuplets")
	l.count(pair, 8, 0, "octet octuplets")
	l.count(multiple, 2, 0, "twice doubled doubling twofold")
	l.count(multiple, 3, 0, "thrice tripled tripling threefold trebled trebling")
	l.count(multiple, 4, 0, "quadrupled quadrupling fourfold")
	l.count(multiple, 5, 1, "fivefold sixfold sevenfold eightfold ninefold tenfold")
	l.count(multiple, 20, 0, "twentyfold")
	l.count(multiple, 100, 0, "hundredfold")
	l.count(multiple, -2, 0, "halved halving") // divided by
	l.count(double, 2, 0, "double doubles")
	l.count(double, 3, 0, "triple triples treble trebles")
	l.count(double, 4, 0, "quadruple quadruples")
	l.count(double, 5, 0, "quintuple quintuples")
	l.count(double, -2, 0, "halve halves")
	l.count(vague, 10, 0, "tens")
	l.count(vague, 12, 0, "dozens")
	l.count(vague, 20, 0, "scores")
	l.count(vague, 100, 0, "hundreds")
	l.count(vague, 1e3, 0, "thousands")
	l.count(vague, 1e6, 0, "millions")
	l.count(vague, 1e9, 0, "billions")
	l.count(vague, 1e12, 0, "trillions")
	l.count(article, 1, 0, "a an")
	l.count(few, 0, 0, "few several")
	l.count(minus, 0, 0, "minus negative")
	l.count(month, 1, 1, "january february march april may june july august september october november december")
	l.count(month, 1, 1, "jan feb mar apr may jun jul aug sep oct nov dec")
	l.count(month, 9, 0, "sept")
}

func (l builder) measures() {
	l.units(Percent, "percent pct pc percentage")
	l.units(AnyPoints, "point points pts")
	l.units(PercentagePoints, "pp ppt ppts")
	l.units(BasisPoints, "bp bps basis")
	l.units(Milliseconds, "ms millisecond milliseconds")
	l.units(Seconds, "second seconds sec secs s")
	l.units(Minutes, "minute minutes min mins")
	l.units(Hours, "hour hours hr hrs h")
	l.units(Days, "day days")
	l.units(Weeks, "week weeks wk wks")
	l.units(Fortnights, "fortnight fortnights")
	l.units(Months, "month months mo mos mths")
	l.units(Years, "year years yr yrs")
	l.units(Decades, "decade decades")
	l.units(Centuries, "century centuries")
	l.units(Millennia, "millennium millennia")
	l.units(Metres, "metre metres meter meters")
	l.units(Micrometres, "micron microns micrometre micrometres micrometer micrometers")
	l.units(Nanometres, "nm nanometre nanometres nanometer nanometers")
	l.units(Millimetres, "mm millimetre millimetres millimeter millimeters")
	l.units(Centimetres, "cm centimetre centimetres centimeter centimeters")
	l.units(Kilometres, "km kms kilometre kilometres kilometer kilometers")
	l.units(Inches, "inch inches in")
	l.units(Feet, "foot feet ft")
	l.units(Yards, "yard yards yd yds")
	l.units(Miles, "mile miles mi")
	l.units(LightYears, "light")
	l.units(NauticalMiles, "nautical")
	l.units(Kilograms, "kilogram kilograms kilogramme kilogrammes kg kgs kilo kilos")
	l.units(Milligrams, "mg milligram milligrams")
	l.units(Grams, "gram grams gramme grammes g")
	l.units(Tonnes, "tonne tonnes")
	l.units(Tons, "ton tons")
	l.units(Kilotonnes, "kilotonne kilotonnes")
	l.units(Megatonnes, "megatonne megatonnes")
	l.units(Ounces, "ounce ounces oz")
	l.units(Lbs, "lb lbs")
	l.units(Stones, "stone stones")
	l.units(SquareMetres, "sqm")
	l.units(Hectares, "hectare hectares ha")
	l.units(Acres, "acre acres")
	l.units(Litres, "litre litres liter liters")
	l.units(Millilitres, "ml millilitre millilitres milliliter milliliters")
	l.units(Centilitres, "cl centilitre centilitres centiliter centiliters")
	l.units(Hectolitres, "hl hectolitre hectolitres hectoliter hectoliters")
	l.units(Megalitres, "megalitre megalitres megaliter megaliters")
	l.units(Gigalitres, "gigalitre gigalitres gigaliter gigaliters")
	l.units(Pints, "pint pints")
	l.units(Gallons, "gallon gallons")
	l.units(Barrels, "barrel barrels bbl")
	l.units(MilesPerHour, "mph")
	l.units(KilometresPerHour, "kph kmh kmph")
	l.units(Knots, "knot knots kt kts")
	l.units(Degrees, "degree degrees")
	l.units(Celsius, "celsius centigrade")
	l.units(Fahrenheit, "fahrenheit")
	l.units(Kelvins, "kelvin kelvins")
	l.units(Watts, "watt watts")
	l.units(Kilowatts, "kw kilowatt kilowatts")
	l.units(Megawatts, "mw megawatt megawatts")
	l.units(Gigawatts, "gw gigawatt gigawatts")
	l.units(KilowattHours, "kwh")
	l.units(MegawattHours, "mwh")
	l.units(GigawattHours, "gwh")
	l.units(TerawattHours, "twh")
	l.units(Kilobytes, "kb kilobyte kilobytes")
	l.units(Megabytes, "mb megabyte megabytes")
	l.units(Gigabytes, "gb gigabyte gigabytes")
	l.units(Terabytes, "tb terabyte terabytes")
	l.units(Petabytes, "pb petabyte petabytes")
	l.uses(period, "decade century fortnight millennium")
	l.uses(each, "second minute hour day night week fortnight month quarter year decade season game match head person share "+
		"time barrel tonne ton gallon litre liter kilo kilogram pound ounce mile household unit capita")
}

func (l builder) currencies() {
	l.units(Dollar, "dollar dollars buck bucks")
	l.units(Cent, "cent cents")
	l.units(Pound, "pound pounds quid")
	l.units(Penny, "pence penny")
	l.units(Euro, "euro euros")
	l.units(Yen, "yen")
	l.units(Yuan, "yuan renminbi")
	l.units(Rupee, "rupee rupees")
	l.units(Paisa, "paise paisa")
	l.units(Rupiah, "rupiah rupiahs")
	l.units(Won, "won")
	l.units(Rand, "rand")
	l.units(Real, "real reais reals")
	l.units(Peso, "peso pesos")
	l.units(Zloty, "zloty zlotys zlotych")
	l.units(Lira, "lira liras")
	l.units(Rouble, "rouble roubles ruble rubles")
	l.units(Hryvnia, "hryvnia hryvnias")
	l.units(Crown, "crown crowns krona kronor krone kroner koruna korunas")
	l.units(Franc, "franc francs")
	l.units(Shekel, "shekel shekels")
	l.units(Dirham, "dirham dirhams")
	l.units(Riyal, "riyal riyals rial rials")
	l.units(Dinar, "dinar dinars")
	l.units(Shilling, "shilling shillings")
	l.units(Naira, "naira")
	l.units(Baht, "baht")
	l.units(Dong, "dong")
	l.units(Ringgit, "ringgit")
	l.units(Forint, "forint forints")
	l.units(Taka, "taka")
	l.units(Cedi, "cedi cedis")
	l.units(Leu, "leu lei")
	l.units(Lev, "lev leva levs")
	l.units(Kuna, "kuna kunas")
	l.units(Tenge, "tenge")
	l.units(Birr, "birr birrs")
	l.units(Kwacha, "kwacha kwachas")
	l.units(Bolivar, "bolivar bolivars bolivares")
	l.units(Kyat, "kyat kyats")
	l.units(Manat, "manat manats")
	l.units(Lari, "lari laris")
	l.units(Guilder, "guilder guilders")
	l.units(Florin, "florin florins")
	l.units(Drachma, "drachma drachmas")
	l.units(Peseta, "peseta pesetas")
	l.units(Escudo, "escudo escudos")
	l.units(Bitcoin, "bitcoin bitcoins btc")
	for u, codes := range map[Unit]string{Rupee: "rs inr pkr", Dollar: "", USDollar: "usd", AustralianDollar: "aud", CanadianDollar: "cad",
		NewZealandDollar: "nzd", HongKongDollar: "hkd", SingaporeDollar: "sgd", TaiwanDollar: "twd", Pound: "gbp", Euro: "eur",
		Yen: "jpy", Yuan: "cny rmb", Rupiah: "rp idr", Won: "krw", Rand: "r zar", Real: "brl", Peso: "mxn php", Zloty: "pln",
		Lira: "tl", Rouble: "rub", Hryvnia: "uah", Crown: "kr czk", SwedishCrown: "sek skr", NorwegianCrown: "nok nkr",
		DanishCrown: "dkk dkr", Franc: "chf sfr", Shekel: "nis ils", Dirham: "aed", Riyal: "sar", Shilling: "ksh kes sh ush tsh",
		Naira: "ngn", Baht: "thb", Ringgit: "rm myr", Forint: "huf", Taka: "tk", Leu: "ron", Lev: "bgn"} {
		l.each(codes, func(w *word, _ int64) { w.class, w.unit = code, u })
	}
}

// around has the words about a number.
func (l builder) around() {
	l.hedges(About, "about around roughly approximately approx circa some estimated perhaps barely")
	l.hedges(Nearly, "nearly almost nears near nearing approaching approaches approach approached virtually practically")
	l.hedges(Under, "under below")
	l.hedges(Over, "over above exceed exceeds exceeded exceeding top tops topped topping pass passes passed passing "+
		"surpass surpasses surpassed surpassing cross crosses crossed crossing past beyond")
	l.hedges(Record, "record")
	dir := func(d int8, words string) { l.each(words, func(w *word, _ int64) { w.dir = d }) }
	after := func(d int8, words string) { l.each(words, func(w *word, _ int64) { w.after = d }) }
	dir(1, "rise rises rose risen rising gain gains gained gaining grow grows grew grown growing growth increase increases "+
		"increased increasing jump jumps jumped jumping climb climbs climbed climbing add adds added adding soar soars soared "+
		"soaring surge surges surged surging up lift lifts lifted lifting raise raises raised raising boost boosts boosted expand "+
		"expands expanded expanding advance advances advanced rallied hike hikes hiked leap leaps leapt strengthen "+
		"strengthens strengthened swell swells swelled improve improves improved accelerate rebound rebounds rebounded ups upped")
	dir(-1, "fall falls fell fallen falling lose loses lost losing loss losses drop drops dropped dropping decline declines declined "+
		"declining down cut cuts cutting shrink shrinks shrank shrunk shrinking slash slashes slashed slashing decrease decreases "+
		"decreased decreasing slump slumps slumped slumping plunge plunges plunged plunging tumble tumbles tumbled slide slides slid "+
		"sliding slip slips slipped slipping dip dips dipped dipping sink sinks sank sunk shed sheds shedding reduce reduces reduced "+
		"reducing lower lowers lowered lowering contracted contracting weaken weakens weakened ease eases eased "+
		"retreat retreats retreated slow slows slowed narrow narrows narrowed plummet plummets plummeted axe axes axed trim trims trimmed reduction")
	after(1, "more higher up above rise increase gain jump growth larger bigger taller longer faster hike surge extra additional "+
		"improvement boost climb upturn heavier older greater richer warmer hotter dearer costlier pricier wider deeper stronger")
	after(-1, "fewer less lower down below fall drop decline decrease cut loss reduction slump plunge smaller shorter slower dip "+
		"downturn contraction slide lighter younger colder cooler cheaper narrower shallower weaker")
	l.uses(stops, "to from at in since on for within after before until with against than and or but while when as per was were is are between")
	l.uses(function, "a an the of to in on at by for from with and or but as is are was were be been being has have had will would could may "+
		"might can should must that which who whom whose this these those it its their his her our your they he she we you i not no so "+
		"than then when where while if because after before since until over under more less fewer up down said says say him them "+
		"about around per each every both all other another any some such only just also still even once again ago earlier later "+
		"last next past behind ahead out off into onto across through during within without against between among despite s t "+
		"saw took take takes get gets got give gives gave make makes made see sees go goes went come comes came do does did want wants")
	l.uses(state, "dead killed missing injured wounded hurt ill infected homeless arrested died homes")
	l.uses(plural, "people men women children police aircraft crew staff cattle sheep fish feet teeth mice media data lives dead")
	l.uses(versus, "beat beats beaten beating win wins won winning lose loses lost losing lead leads led leading defeat defeats defeated vote votes "+
		"voted voting score scores scored draw draws drew victory loss thrash thrashed down edge edges edged approve approved approves reject rejected "+
		"split ruled ruling favour favor favoured favored margin ballot passed aggregate final tied tie rout routed record majority")
	l.uses(modal, "to will would could may might can should must")
	l.uses(named, "iphone ipad ios ipod section route flight boeing airbus interstate highway article chapter title proposition prop "+
		"windows galaxy playstation xbox apollo area channel room studio formula psalm measure pier voyager android firefox nexus russell "+
		"fortune nikkei ftse amendment resolution soyuz rule exit gate terminal model kindle note type class group division district block "+
		"ward lane stage phase unit platform page lot junction motorway nasdaq radio opus level category grade tier form appendix bus train")
	l.uses(prefix, "mid pre post under over top sub non early late since")
	l.uses(before, "in since by of from until till after before during to for through early late mid spring summer autumn fall winter fiscal "+
		"christmas easter the and between or back circa")
	l.uses(size, "high height tall wide width length deep depth clearance cleared clears threw altitude elevation diameter freestyle hurdles "+
		"sprint race relay butterfly backstroke breaststroke medley dash swim metres meters metre steeplechase heats champion wave waves dive")
	l.uses(stops, "kill kills killed killing injure injures injured injuring leave leaves left hit hits hitting cause causes caused cost costs")
}

// look returns what the lexicon knows of a word, whatever its case.
func look(s string) *word {
	if len(s) > longest {
		return &unknown
	}
	var lower [longest]byte
	for i := range len(s) {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		lower[i] = c
	}
	if w := lexicon[string(lower[:len(s)])]; w != nil {
		return w
	}
	return &unknown
}
