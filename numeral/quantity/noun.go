package quantity

// noun finds what q counts and what it is a rate for.
func (p *parser) noun(q *Quantity, first, end int) {
	i := end
	switch q.Kind {
	case Count, Vague, Group, Ordinal, Share:
		i = p.counts(q, first, end)
	case Money, Duration, Distance, Mass, Area, Volume, Measure, Points:
	default:
		return
	}
	for p.any(i, "more", "extra", "less") {
		i++
	}
	if t := p.tok(i); t.mark == '-' && t.glued && p.any(i+1, "a", "an", "per") && p.tok(i+2).mark == '-' {
		q.Per = p.stem(i + 3) // £2bn-a-year
		return
	}
	switch {
	case p.any(i, "a", "an", "per", "each", "every") && p.tok(i+1).mark == letters && !p.tok(i).glued:
		w := p.tok(i + 1).word
		share := w.use&each != 0 || q.Kind == Money && i == end && w.use&function == 0 && w.class == notNumber
		if share && !p.any(i+2, "earlier", "ago", "later", "before") {
			q.Per = p.stem(i + 1)
		}
	case p.tok(i).mark == '/' && p.tok(i+1).word.use&each != 0:
		q.Per = p.stem(i + 1)
	case p.is(i, "daily"):
		q.Per = "day"
	case p.is(i, "weekly"):
		q.Per = "week"
	case p.is(i, "monthly"):
		q.Per = "month"
	case p.any(i, "annually", "yearly"):
		q.Per = "year"
	}
}

// counts sets Of and returns the token behind the noun.
func (p *parser) counts(q *Quantity, first, end int) int {
	i := end
	if q.Of != "" { // Game 7
		return end
	}
	if t := p.tok(i); t.mark == '-' && t.glued {
		if k := p.next(i); k > 0 && !p.any(k, "plus", "odd", "strong") { // 2,300-person, third-largest
			q.Of = p.stem(k)
			return k + 1
		}
		return i
	}
	if p.is(first-1, "magnitude") || !q.Low.IsInt() && p.any(end, "earthquake", "quake", "aftershock", "tremor", "temblor") {
		q.Of = stemmer.Filter("magnitude")
		return end
	}
	of := p.is(i, "of")
	if of {
		i++
	} else if q.Total.OK() && q.Kind == Count && p.is(i, "out") {
		i += 2
	}
	if q.Kind == Share {
		if !of && !q.Total.OK() && !p.any(i, "more", "fewer", "less") {
			return end
		}
		of = true
	}
	for p.any(i, "the", "its", "their", "his", "her", "all", "our", "those", "these", "that", "more", "fewer", "less", "other") {
		i++
	}
	if q.Total.OK() && q.Kind == Count { // 68 of the 150 seats
		if n, ok := p.number(i); ok {
			i = n.next
		}
	}
	return p.head(q, i, end, of)
}

// head sets Of to the noun of the phrase that begins at token i: the first
// plural, or behind "of" its last word. It returns the token behind it, or
// end.
func (p *parser) head(q *Quantity, i, end int, of bool) int {
	last := -1
	for k := i; k < i+7; k++ {
		t := p.tok(k)
		switch {
		case t.mark == '-' && t.glued && p.tok(k+1).glued, t.mark == '.' && p.initial(k-1), p.initial(k):
			continue
		case t.mark == '\'' && t.glued && of && last >= 0: // 45 of the city's 690 officers
			if p.is(k+1, "s") && p.tok(k+1).glued {
				k++
			}
			last = -1
			if n, ok := p.number(k + 1); ok && n.plain() && !p.yearDigits(k+1) {
				if q.Kind == Count && n.value.Cmp(q.High) > 0 {
					q.Total = n.value
				}
				k = n.next - 1
			}
			continue
		}
		if t.mark != letters || t.apart || t.word.use&function != 0 || t.word.class == month ||
			k > i && t.word.dir != 0 && !of || last >= 0 && p.participle(k) && p.tok(k-1).mark != '-' {
			break
		}
		if t.word.small() && (q.Kind == Ordinal || k == i) {
			break // the first two days; 952 ten years ago
		}
		if q.Kind == Ordinal && k == i && p.any(k, "straight", "consecutive", "successive", "annual", "ever") {
			i++
			continue // the fourth straight weekend
		}
		last = k
		if t.word.use&state != 0 && p.isPlural(k+1) {
			continue // three missing girls
		}
		if q.Kind == Ordinal || p.isPlural(k) && !(p.tok(k+1).mark == '\'' && of) {
			q.Of = p.stem(k)
			return k + 1
		}
	}
	if last >= 0 && (of || q.Low == whole(1) && q.Kind == Count) {
		q.Of = p.stem(last)
		return last + 1
	}
	return end
}

// initial reports whether token i is the U of U.S.
func (p *parser) initial(i int) bool {
	t, next := p.tok(i), p.tok(i+1)
	return t.mark == letters && t.upper && t.end-t.start == 1 && next.mark == '.' && next.glued
}

// participle reports whether token i ends as covered does.
func (p *parser) participle(i int) bool {
	s := p.string(i)
	return len(s) > 4 && s[len(s)-2:] == "ed"
}
