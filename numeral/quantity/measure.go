package quantity

// measure reads the unit behind a number and returns it with the token behind
// it.
func (p *parser) measure(n *number) (Unit, int) {
	j := n.next
	if n.unit != NoUnit {
		if n.unit.Kind() == Distance {
			return p.speed(n.unit, j)
		}
		return n.unit, j
	}
	t := p.tok(j)
	switch t.mark {
	case '%':
		if p.any(j+1, "point", "points") {
			return PercentagePoints, j + 2
		}
		return Percent, j + 1
	case '°':
		return p.degrees(j + 1)
	case '¢':
		return Cent, j + 1
	case '\'': // 5'11"
		if t.glued && p.tok(j+1).mark == digits && p.tok(j+1).glued && p.tok(j+2).mark == '"' {
			return Feet, j + 1
		}
	case '"':
		if last := p.tok(j - 2); last.mark == '\'' && last.glued && t.glued && p.tok(j-3).mark == digits {
			return Inches, j + 1
		}
	}
	var k int
	if t.mark == letters && t.glued { // 40mph
		k = j
	} else if k = p.next(j); k < 0 {
		return NoUnit, j
	}
	if k == j && p.any(k, "more", "extra", "additional", "further", "full", "consecutive", "straight", "successive") && p.next(k+1) == k+1 &&
		p.tok(k+1).word.unit != NoUnit {
		k++ // 30 more years
	}
	w := p.tok(k).word
	glued := p.tok(k).glued && p.tok(k-1).mark == digits
	switch {
	case p.is(k, "per") && p.is(k+1, "cent"):
		return Percent, k + 2
	case p.is(k, "metric") && p.any(k+1, "ton", "tons", "tonne", "tonnes"):
		return Tonnes, k + 2
	case p.any(k, "percentage", "percent", "basis", "light", "nautical", "square", "sq", "cubic"):
		return p.twoWords(k, j)
	case w.class == code && p.tok(k).upper:
		return w.unit, k + 1
	case p.is(k, "m") && !p.tok(k).upper && k == j && !n.words && p.ends(k+1): // 23 m
		return p.speed(Metres, k+1)
	case w.unit == NoUnit && p.any(k, "straight", "consecutive", "long", "short", "full", "whole", "solid", "more", "fewer", "extra", "additional", "further") && p.lasts(k+1):
		return p.tok(k + 1).word.unit, k + 2 // 113 straight months
	case w.unit == NoUnit:
		return p.foreign(k, j)
	case glued:
	case p.tok(k).end-p.tok(k).start == 1 || p.any(k, "in", "mo", "mi", "ha", "kt", "ms", "nm", "pc", "celsius", "centigrade", "fahrenheit", "min"):
		if w.unit != Minutes && w.unit != Celsius && w.unit != Fahrenheit {
			return NoUnit, j
		}
	case w.unit == Won && (n.value.Cmp(whole(100)) < 0 || p.tok(k+1).mark == '\''), p.is(k, "real") && n.scale == whole(1):
		return NoUnit, j
	case p.is(k, "second") && k == j && n.value != whole(1) && n.value.IsInt(): // the two second places
		return NoUnit, j
	case w.class == month, w.class == code:
		return NoUnit, j
	case k == j && n.value != whole(1) && p.tok(k+1).mark == '-' && p.tok(k+1).glued && p.isPlural(k+2) && p.tok(k+2).glued && !p.isPlural(k): // 2,000 day-trippers
		return NoUnit, j
	}
	switch u := w.unit; {
	case u == Pound && p.heavy(n, k):
		return Lbs, k + 1
	case u == Euro && p.any(k+1, "cent", "cents"):
		return EuroCent, k + 2
	case u == Degrees:
		return p.degrees(k + 1)
	case u.Kind() == Distance:
		return p.speed(u, k+1)
	default:
		return u, k + 1
	}
}

// lasts reports whether token i is a unit of time, length or weight, as a word.
func (p *parser) lasts(i int) bool {
	w, t := p.tok(i).word, p.tok(i)
	if t.mark != letters || t.glued || t.end-t.start < 3 || w.class == month || w.class == code {
		return false
	}
	k := w.unit.Kind()
	return w.unit != NoUnit && (k == Duration || k == Distance || k == Mass)
}

// twoWords reads units of two words, the first of which is at k. j is where
// the number ends.
func (p *parser) twoWords(k, j int) (Unit, int) {
	next := p.next(k + 1)
	if next < 0 {
		next = k + 1
		if p.is(k, "sq") && p.tok(next).mark == '.' {
			next++
		}
	}
	unit := p.tok(next).word.unit
	switch {
	case p.any(k, "percentage", "percent") && unit == AnyPoints:
		return PercentagePoints, next + 1
	case p.is(k, "percent"):
		return Percent, k + 1
	case p.is(k, "basis") && unit == AnyPoints:
		return BasisPoints, next + 1
	case p.is(k, "light") && unit == Years:
		return LightYears, next + 1
	case p.is(k, "nautical") && unit == Miles:
		return NauticalMiles, next + 1
	case p.any(k, "square", "sq"):
		switch unit {
		case Metres:
			return SquareMetres, next + 1
		case Kilometres:
			return SquareKilometres, next + 1
		case Miles:
			return SquareMiles, next + 1
		case Feet:
			return SquareFeet, next + 1
		}
		if p.is(next, "m") {
			return SquareMetres, next + 1
		}
	case p.is(k, "cubic"):
		switch unit {
		case Metres:
			return CubicMetres, next + 1
		case Kilometres:
			return CubicKilometres, next + 1
		case Feet:
			return CubicFeet, next + 1
		}
	}
	return NoUnit, j
}

// degrees reads the scale of a temperature at token i.
func (p *parser) degrees(i int) (Unit, int) {
	switch w := p.tok(i).word; {
	case w.unit == Celsius || p.is(i, "C") && p.tok(i).upper:
		return Celsius, i + 1
	case w.unit == Fahrenheit || p.is(i, "F") && p.tok(i).upper:
		return Fahrenheit, i + 1
	}
	return Degrees, i
}

// speed reads "an hour", "per second" or "/h" behind a length.
func (p *parser) speed(u Unit, i int) (Unit, int) {
	if t := p.tok(i); t.mark == '²' || t.mark == digits && t.glued && p.string(i) == "2" { // km², km2
		return square(u), i + 1
	} else if t.mark == '³' && u == Metres {
		return CubicMetres, i + 1
	}
	if !p.any(i, "a", "an", "per") && p.tok(i).mark != '/' {
		return u, i
	}
	switch per := p.tok(i + 1).word.unit; {
	case per == Hours && u == Miles:
		return MilesPerHour, i + 2
	case per == Hours && u == Kilometres:
		return KilometresPerHour, i + 2
	case per == Seconds && u == Metres:
		return MetresPerSecond, i + 2
	}
	return u, i
}

// square returns the unit of an area whose side is in u.
func square(u Unit) Unit {
	switch u {
	case Kilometres:
		return SquareKilometres
	case Feet:
		return SquareFeet
	case Miles:
		return SquareMiles
	}
	return SquareMetres
}

// foreign reads a currency behind the name of its country: 150 million Kenyan
// shillings. The country is at k, and the number ends at j.
func (p *parser) foreign(k, j int) (Unit, int) {
	if !p.tok(k).upper || k != j || p.tok(k+1).upper && nation(Dollar, p.string(k)) == Dollar {
		return NoUnit, j // not the verb of "60 Strikes Pound Gaza"
	}
	at := k + 1
	if p.any(k, "Hong", "New") {
		at++
	}
	w := p.tok(at).word
	if w.unit.Kind() != Money || w.class == code || p.tok(at).mark != letters || p.tok(at).glued {
		return NoUnit, j
	}
	return nation(w.unit, p.string(k)), at + 1
}

// nation returns the dollar or crown of a country.
func nation(u Unit, country string) Unit {
	switch u {
	case Dollar:
		switch country {
		case "US", "American":
			return USDollar
		case "Australian":
			return AustralianDollar
		case "Canadian":
			return CanadianDollar
		case "New":
			return NewZealandDollar
		case "Hong":
			return HongKongDollar
		case "Singapore":
			return SingaporeDollar
		case "Taiwan", "Taiwanese":
			return TaiwanDollar
		}
	case Crown:
		switch country {
		case "Swedish":
			return SwedishCrown
		case "Norwegian":
			return NorwegianCrown
		case "Danish":
			return DanishCrown
		}
	}
	return u
}

// heavy reports whether the pounds at token k are a weight: of a plain number
// below a thousand in a text without a pound sign, or where a word says so.
func (p *parser) heavy(n *number, k int) bool {
	switch {
	case n.scale != whole(1) || p.is(k, "quid") || p.is(k+1, "sterling"):
		return false
	case p.tok(k-1).mark == '-' || p.is(k+1, "of") || p.any(k+1, "heavier", "lighter"):
		return true
	}
	for i := n.first - 4; i < n.first; i++ {
		if p.any(i, "weigh", "weighs", "weighed", "weighing", "weight") {
			return true
		}
	}
	return n.value.Cmp(whole(1000)) < 0 && !p.sterling()
}
