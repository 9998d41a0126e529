package numeral

// A run is a number being read word by word.
type run struct {
	total, group Value // finished scales, and what waits for the next
	low          class // what the last word of group was
	end          int
	parts        [4]Mention // numbers inside, where another number is made of them
	n            int
	kind         Kind
	unit         Unit
	least        int64 // the last scale; the next must be smaller
	digits       bool  // the number began in digits: words only multiply it
}

func (r *run) value() Value { return r.total.Add(r.group) }

// part adds a number inside, in the order of Find.
func (r *run) part(m Mention) {
	if r.n == len(r.parts) {
		return
	}
	m.Depth = 1
	i := r.n
	for ; i > 0 && (m.Start < r.parts[i-1].Start || m.Start == r.parts[i-1].Start && m.End > r.parts[i-1].End); i-- {
		r.parts[i] = r.parts[i-1]
	}
	r.parts[i] = m
	r.n++
}

// next returns the word behind a blank or a hyphen at i.
func (f *finder) next(i int) (e entry, start, end int) {
	if i >= len(f.text) || f.text[i] != ' ' && f.text[i] != '-' && f.text[i] != '\n' {
		return entry{}, 0, 0
	}
	start = i + 1
	end = start
	for end < len(f.text) && end <= start+longest && isLetter(f.text[end]) {
		end++
	}
	if start == end || end < len(f.text) && f.text[end] >= 0x80 && wordEnd(f.text, end) > end {
		return entry{}, 0, 0
	}
	return look(f.text[start:end]), start, end
}

// phrase reads the number whose first word is e, from pos to end, and
// reports whether there is one.
func (f *finder) phrase(e entry, end int) bool {
	r := run{total: Int(0), group: Int(e.n), low: e.class, end: end, least: 1 << 62}
	switch e.class {
	case ones, teens, tens:
		f.cardinal(&r)
	case article:
		if !f.articled(&r) {
			return false
		}
	case hundred: // "a few hundred"
		r.kind = Vague
		f.cardinal(&r)
	case scale:
		r.kind = Vague
	case dozen:
		if e.n != 12 { // a score is made in a game
			return false
		}
		r.kind = Vague
	case ordinal, tenth:
		r.kind = Ordinal
		if e.class == tenth {
			if o, _, end := f.next(r.end); o.class == ordinal && o.n < 10 {
				r.group, r.end = r.group.Add(Int(o.n)), end
			}
		}
	case half:
		r.kind, r.group = Fraction, Ratio(1, 2)
		f.multiplied(&r)
	case denominator:
		if e.n == 4 && !f.quarterCounts(end) {
			return false
		}
		r.kind, r.group = Fraction, Ratio(1, e.n)
		f.multiplied(&r)
	case period:
		r.unit = YearUnit
	case group:
		r.kind = Group
	case multiple:
		r.kind = Multiple
	case vague:
		if _, start, stop := f.next(end); e.n == 20 && f.text[start:stop] != "of" { // a team scores
			return false
		}
		r.kind = Vague
	default:
		return false
	}
	f.finish(&r, f.pos)
	return true
}

// quarterCounts reports whether a quarter that no number precedes is a
// fraction, and not a part of a game or a year: quarter-century, quarter
// of a million.
func (f *finder) quarterCounts(end int) bool {
	e, start, stop := f.next(end)
	if f.text[start:stop] == "of" {
		e, _, _ = f.next(stop)
	}
	return e.class == period || e.class == article
}

// articled reads what follows "a": a dozen, a third, a half million.
func (f *finder) articled(r *run) bool {
	e, start, end := f.next(r.end)
	switch e.class {
	case hundred, scale, dozen:
		r.group = Int(1)
		f.cardinal(r)
		return true
	case period:
		r.group, r.end, r.unit = Int(e.n), end, YearUnit
		return true
	case group:
		r.group, r.end, r.kind = Int(e.n), end, Group
		if d, _, stop := f.next(end); d.class == dozen { // a couple dozen
			r.part(Mention{Start: start, End: end, Value: r.group, Kind: Group})
			r.group, r.end = r.group.Mul(Int(d.n)), stop
		}
		return true
	case half:
		r.group, r.end, r.kind = Ratio(1, 2), end, Fraction
		f.multiplied(r)
		return true
	case denominator:
		r.group, r.end, r.kind = Ratio(1, e.n), end, Fraction
		f.multiplied(r)
		return true
	case ordinal:
		if 3 <= e.n && e.n <= 10 {
			r.group, r.end, r.kind = Ratio(1, e.n), end, Fraction
			r.part(Mention{Start: start, End: end, Value: Int(e.n), Kind: Ordinal})
			return true
		}
	}
	return false
}

// multiplied reads what a fraction is taken of: half a million,
// half-century, a quarter of a million.
func (f *finder) multiplied(r *run) {
	at := r.end
	e, start, end := f.next(at)
	if start > 0 && f.text[start:end] == "of" {
		e, _, end = f.next(end)
		if e.class != article {
			return
		}
	}
	if e.class == article {
		e, _, end = f.next(end)
	}
	switch e.class {
	case period:
		r.unit = YearUnit
	case scale, dozen, hundred:
	default:
		return
	}
	r.part(Mention{Start: f.pos, End: at, Value: r.group, Kind: Fraction})
	r.kind, r.group, r.end = Cardinal, r.group.Mul(Int(e.n)), end
}

// cardinal reads on behind the first word or the digits of a number, of
// which r.group, r.low and r.end tell.
func (f *finder) cardinal(r *run) {
	first := Mention{Start: f.pos, End: r.end, Value: r.group}
	for {
		e, start, end := f.next(r.end)
		if e.class == and {
			if f.andHalf(r, end) {
				continue
			}
			if e, start, end = f.next(end); !e.small() && e.class != ordinal || r.low != hundred && r.low != scale {
				return
			}
		}
		open := r.low == hundred || r.low == scale // tens and ones may follow
		switch {
		case r.digits && (r.low == scale || e.small() || e.class == ordinal):
			return
		case e.small() && open, e.class == ones && r.low == tens:
			r.group = r.group.Add(Int(e.n))
		case e.class == hundred && !open && r.group.Cmp(Int(100)) < 0:
			r.group = r.group.Mul(Int(100))
		case e.class == scale && r.low != scale && e.n < r.least:
			r.scaled(first, e.n)
		case e.class == dozen && (e.n == 12 && r.low != scale || r.low == ones): // two dozen, four score
			if r.scaled(first, e.n); r.low != article {
				r.part(Mention{Start: start, End: end, Value: Int(e.n)})
			}
			r.end = end
			return
		case e.class == ordinal && (e.n < 20 && open || e.n < 10 && r.low == tens && (e.n != 2 || f.text[r.end] == '-')): // not thirty second
			r.group, r.end, r.kind = r.group.Add(Int(e.n)), end, Ordinal
			return
		case e.class == period && r.low != article:
			r.part(first)
			r.part(Mention{Start: start, End: end, Value: Int(e.n), Unit: YearUnit})
			r.total, r.group, r.end, r.unit = Int(0), r.value().Mul(Int(e.n)), end, YearUnit
			return
		case r.divides(e, first):
			r.part(first)
			r.part(Mention{Start: start, End: end, Value: Int(e.n), Kind: Ordinal})
			r.group, r.end, r.kind = r.group.Div(Int(e.n)), end, Fraction
			f.multiplied(r)
			return
		default:
			return
		}
		r.low, r.end = e.class, end
	}
}

// small reports whether a word is a number from one to ninety.
func (e entry) small() bool {
	return e.class == ones || e.class == teens && e.n > 0 || e.class == tens
}

// divides reports whether e is the denominator of the number so far:
// "two-thirds", "one fifth". "Two third graders" are no fraction.
func (r *run) divides(e entry, first Mention) bool {
	if r.low != ones || r.end != first.End {
		return false
	}
	if r.group == Int(1) {
		return e.class == half || e.class == denominator && (e.n == 4 || e.n == 100) || e.class == ordinal && 3 <= e.n && e.n <= 10
	}
	return e.class == denominator
}

// scaled finishes a group with thousand, million or dozen.
func (r *run) scaled(first Mention, n int64) {
	if r.low != article && r.total.isZero() {
		first.End, first.Value = r.end, r.group
		r.part(first)
	}
	r.total, r.group, r.least = r.total.Add(r.group.Mul(Int(n))), Int(0), n
}

// andHalf reads "and a half", "and a quarter" behind "and", before or
// after a scale: two and a half million.
func (f *finder) andHalf(r *run, end int) bool {
	e, _, end := f.next(end)
	if e.class == article || e.class == ones && e.n == 1 {
		e, _, end = f.next(end)
	} else if e.class != half && !(e.class == ones && e.n == 3) {
		return false
	}
	var frac Value
	switch {
	case e.class == half:
		frac = Ratio(1, 2)
	case e.class == denominator && e.n == 4:
		frac = Ratio(1, 4)
	case e.class == ones: // three
		if e, _, end = f.next(end); e.class != denominator || e.n != 4 {
			return false
		}
		frac = Ratio(3, 4)
	default:
		return false
	}
	switch r.low {
	case scale:
		r.total = r.total.Add(frac.Mul(Int(r.least)))
	case ones, teens, tens:
		r.group = r.group.Add(frac)
	default:
		return false
	}
	r.low, r.end = notNumber, end
	return true
}

func (v Value) isZero() bool { return v.num == 0 && v.den == 1 }

// finish emits a run that began at pos, with its parts.
func (f *finder) finish(r *run, pos int) {
	m := Mention{Start: pos, End: r.end, Value: r.value(), Kind: r.kind, Unit: r.unit}
	f.context(&m)
	f.emit(m)
	for _, p := range r.parts[:r.n] {
		if p.Value != m.Value || p.End-p.Start != m.End-m.Start {
			if r.unit == NoUnit && p.Kind != Ordinal { // what the context says of the whole
				p.Unit = m.Unit
			}
			f.emit(p)
		}
	}
	f.done(r.end)
}
