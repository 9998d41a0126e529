package quantity

import "hed/numeral"

// inWords reads the number whose first word is token i.
func (p *parser) inWords(i int) (n number, ok bool) {
	w := p.tok(i).word
	n = number{next: i + 1, scale: whole(1)}
	n.set(whole(w.n), whole(1))
	switch w.class {
	case ones, teens, tens:
		if p.pronoun(i) || p.is(i, "zero") && p.any(i-1, "ground", "patient", "absolute", "net") {
			return n, false
		}
		p.cardinal(&n, w)
	case article:
		return n, p.articled(&n)
	case dozen:
		n.step = whole(12)
	case half:
		return n, p.halfOf(&n)
	case denominator:
		return n, p.is(i, "quarter") && p.quarter(&n)
	case ordinal, tenth:
		return n, p.ordinal(&n, w)
	case pair:
		return n, p.pair(&n)
	case multiple:
		return n, p.multiple(&n)
	case double:
		return n, p.double(&n)
	case vague:
		return n, p.vague(&n)
	case few:
		return n, p.few(&n)
	default:
		return n, false
	}
	return n, true
}

// pronoun reports whether the one at token i counts nothing: no one, one
// another, one-sided.
func (p *parser) pronoun(i int) bool {
	if !p.is(i, "one") {
		return false
	}
	if p.tok(i+1).mark == '\'' || p.is(i-1, "at") && p.is(i+1, "point") || p.is(i+1, "another") || p.is(i+1, "by") && p.is(i+2, "one") || p.is(i-1, "by") && p.is(i-2, "one") ||
		p.any(i-1, "no", "any", "every", "each", "this", "that", "which", "loved", "new", "old", "big", "small", "good", "bad", "last", "first") {
		return true
	}
	return p.tok(i+1).mark == '-' && p.any(i+2, "off", "sided", "way", "on", "liner", "handed", "upmanship")
}

// cardinal continues a number in words behind its first word w.
func (p *parser) cardinal(n *number, w *word) {
	total, group, least := whole(0), whole(w.n), int64(1)<<62
	low, step := w.class, whole(1)
	if w.class == tens {
		step = whole(10)
	}
	bare := true // no word has followed the first
	for {
		k := p.next(n.next)
		if k < 0 {
			break
		}
		e := p.tok(k).word
		if p.is(k, "and") {
			if f, end := p.andHalf(k + 1); end > 0 && (low == ones || low == teens || low == tens || low == scale) {
				if low == scale {
					f = f.Mul(whole(least))
				}
				group, step, n.next, low = group.Add(f), f, end, notNumber
				continue
			}
			k = p.next(k + 1)
			if k < 0 || low != hundred && low != scale || !p.tok(k).word.small() {
				break
			}
			e = p.tok(k).word
		}
		open := low == hundred || low == scale
		switch {
		case e.small() && open, e.class == ones && low == tens:
			group, step = group.Add(whole(e.n)), whole(1)
			if e.class == tens {
				step = whole(10)
			}
		case e.class == hundred && !open && group.Cmp(whole(100)) < 0:
			group, step = group.Mul(whole(100)), whole(100)
		case e.class == scale && low != scale && e.n < least || e.class == scale && low == scale && e.n >= 1e7: // lakh crore
			if group.Sign() == 0 {
				total, group = whole(0), total
			}
			total, group, least = total.Add(group.Mul(whole(e.n))), whole(0), e.n
			step, n.scale = step.Mul(whole(e.n)), n.scale.Mul(whole(e.n))
		case e.class == dozen && low != scale:
			n.set(group.Mul(whole(12)), whole(12))
			n.scale, n.next = whole(12), k+1
			return
		case e.class == ordinal && (e.n < 20 && open || e.n < 10 && low == tens && (e.n != 2 || p.tok(k-1).mark == '-')):
			n.set(total.Add(group).Add(whole(e.n)), whole(1))
			n.form, n.next = inOrder, k+1
			return
		case bare && low == ones && p.divides(group, e, k):
			n.set(group.Div(whole(e.n)), numeral.Ratio(1, e.n))
			n.form, n.next = fraction, k+1
			p.ofUnit(n)
			return
		default:
			n.set(total.Add(group), step)
			return
		}
		bare = false
		low, n.next = e.class, k+1
	}
	n.set(total.Add(group), step)
}

// small reports whether a word is a number from one to ninety.
func (w *word) small() bool {
	return w.class == ones || w.class == teens && w.n > 0 || w.class == tens
}

// divides reports whether e is the denominator of a number: "two-thirds",
// "one fifth". Two third graders are no fraction, and two quarters a time.
func (p *parser) divides(num numeral.Value, e *word, k int) bool {
	switch {
	case e.class == half:
		return num == whole(1)
	case e.class == denominator && e.n == 4:
		return num == whole(1) && p.is(k, "quarter") || num == whole(3) && p.is(k, "quarters")
	case e.class == denominator:
		return e.n > 2
	case e.class == ordinal && num == whole(1):
		return 3 <= e.n && e.n <= 10 && (p.tok(k-1).mark == '-' || p.ends(k+1))
	}
	return false
}

// andHalf reads "a half" or "three quarters" at token i, behind "and".
func (p *parser) andHalf(i int) (f numeral.Value, end int) {
	switch w := p.tok(i).word; {
	case w.class == article || w.class == ones && w.n == 1:
		switch k := p.next(i + 1); {
		case k < 0:
		case p.tok(k).word.class == half:
			return numeral.Ratio(1, 2), k + 1
		case p.is(k, "quarter"):
			return numeral.Ratio(1, 4), k + 1
		}
	case w.class == half && !p.is(i+1, "of"):
		return numeral.Ratio(1, 2), i + 1
	case w.class == ones && w.n == 3:
		if k := p.next(i + 1); k > 0 && p.is(k, "quarters") {
			return numeral.Ratio(3, 4), k + 1
		}
	}
	return f, 0
}

// ends reports whether no noun is at token i: "a third of", "a fifth fewer".
func (p *parser) ends(i int) bool {
	t := p.tok(i)
	return t.mark != letters && t.mark != '-' || t.mark == letters && (t.word.use&function != 0 || t.word.after != 0)
}

// filled reports whether the word at token i says how far something is: a quarter full.
func (p *parser) filled(i int) bool {
	return p.any(i, "full", "empty", "complete", "finished", "done", "built", "ready", "way", "owned", "funded")
}

// ofUnit reads what a fraction is taken of where that makes it a number or a
// measure of its own: "half a million", "two-thirds of a mile", "half-hour".
func (p *parser) ofUnit(n *number) bool {
	k := n.next
	if p.is(k, "of") && p.tok(k+1).word.class == article {
		k++
	}
	switch t := p.tok(k); {
	case t.word.class == article && !t.glued:
		k++
	case t.mark == '-' && t.glued && k == n.next:
		if k = p.next(k); k < 0 {
			return false
		}
	case k == n.next && (t.word.class == scale || t.word.class == dozen) && !t.glued:
	default:
		return false
	}
	w := p.tok(k).word
	switch {
	case p.tok(k).mark != letters:
		return false
	case w.class == scale || w.class == dozen || w.class == hundred:
		n.multiply(w.n)
		n.next = k + 1
	case w.unit != NoUnit && w.class != code:
		if p.tok(n.next).mark != '-' {
			n.next = k
		}
	default:
		return false
	}
	n.form = cardinal
	return true
}

// halfOf reads half, and leaves the halves of games and years alone.
func (p *parser) halfOf(n *number) bool {
	i := n.next - 1
	n.set(numeral.Ratio(1, 2), numeral.Ratio(1, 2))
	n.form = fraction
	last := i - 1
	if p.tok(last).mark == '-' {
		last--
	}
	if c := p.tok(last).word.class; c == ordinal || p.any(last, "opening", "closing", "other", "latter", "better") {
		return false
	}
	if p.ofUnit(n) {
		return true
	}
	if p.is(n.next, "as") { // half as many
		n.form = times
		return true
	}
	if p.next(n.next) == n.next && p.tok(n.next).word.unit != NoUnit && p.any(n.next, "mile", "hour", "point", "inch", "percent", "pint", "century") {
		n.form = cardinal // half mile
		return true
	}
	return p.tok(n.next).mark != '-' && !p.any(n.next, "time", "past", "marathon", "term", "century", "back", "brother", "sister")
}

// quarter reads a quarter that no number or article precedes.
func (p *parser) quarter(n *number) bool {
	n.set(numeral.Ratio(1, 4), numeral.Ratio(1, 4))
	n.form = fraction
	if p.tok(n.next-2).word.class == ordinal {
		return false
	}
	return p.ofUnit(n)
}

// articled reads what follows "a": a dozen, a third, a decade.
func (p *parser) articled(n *number) bool {
	i := n.next
	if p.tok(i).glued || p.tok(i).mark != letters {
		return false
	}
	w := p.tok(i).word
	switch {
	case w.class == hundred || w.class == scale || w.class == dozen:
		p.cardinal(n, &word{class: ones, n: 1})
		return true
	case w.class == half:
		n.next++
		return !p.is(i-2, "and") && p.halfOf(n) // a game and a half
	case (w.unit.Kind() == Duration || w.unit.Kind() == Distance) && p.is(i+1, "and"):
		f, end := p.andHalf(i + 2)
		if end == 0 {
			if m, ok := p.number(i + 2); !ok || !m.plain() || w.unit.Kind() != Duration || p.tok(m.next).word.unit.Kind() != Duration || p.tok(m.next).word.unit == NoUnit {
				return false
			}
			n.unit, n.next = w.unit, i+1 // an hour and 40 minutes
			return true
		}
		n.set(f.Add(whole(1)), f) // an hour and a half
		n.unit, n.next = w.unit, end
		return true
	case p.is(i, "full") && p.any(i+1, "percentage", "point") && p.tok(i+1).word.unit != NoUnit:
		n.next++
		return true
	case w.class == denominator && w.n == 4 && p.is(i, "quarter"):
		n.next++
		n.set(numeral.Ratio(1, 4), numeral.Ratio(1, 4))
		n.form = fraction
		return p.ofUnit(n) || p.tok(i+1).mark != '-' && (p.ends(i+1) || p.filled(i+1))
	case w.class == ordinal && w.n == 2:
		return p.any(i+1, "ahead", "behind", "later", "faster", "slower", "apart", "clear", "adrift")
	case w.class == ordinal && 3 <= w.n && (w.n <= 10 || w.n >= 100) && (p.ends(i+1) || p.filled(i+1)):
		n.next++
		n.set(numeral.Ratio(1, w.n), numeral.Ratio(1, w.n))
		n.form = fraction
		p.ofUnit(n)
		return true
	case w.class == pair:
		n.next++
		n.set(whole(w.n), whole(1))
		return p.pair(n)
	case w.class == few:
		n.next++
		return p.few(n)
	case w.use&period != 0:
		return !p.any(n.next-2, "hit", "hits", "made", "makes", "scored", "scores", "struck", "smashed", "with", "of") || w.unit != Centuries
	case p.any(i, "percentage", "basis") && p.is(i+1, "point"):
		return true
	}
	return false
}

// ordinal reads third, twenty-first and fortieth.
func (p *parser) ordinal(n *number, w *word) bool {
	n.form = inOrder
	i := n.next - 1
	if w.class == tenth {
		return true
	}
	if p.tok(i-1).mark == '-' && p.tok(i).glued && p.tok(i-2).mark == digits || p.is(i-1, "at") && w.n == 1 {
		return false
	}
	if k := p.next(i + 1); k > 0 && w.n <= 2 && p.any(k, "hand", "class", "rate", "lady", "minister", "aid", "nations", "responders") {
		return false
	}
	return true
}

// pair reads pair, trio and "couple of". A couple alone is married.
func (p *parser) pair(n *number) bool {
	n.form = grouped
	if p.is(n.next-1, "hat") {
		k := p.next(n.next)
		n.next = k + 1
		return k > 0 && p.any(k, "trick", "tricks")
	}
	if !p.is(n.next-1, "couple") {
		return true
	}
	k := n.next
	if p.is(k, "of") {
		k++
	}
	if w := p.tok(k).word; w.class == dozen || w.class == hundred || w.class == scale {
		n.form = cardinal
		n.multiply(w.n)
		n.next = k + 1
		return true
	}
	return k > n.next
}

// multiple reads twice, doubled, halved and fourfold.
func (p *parser) multiple(n *number) bool {
	n.form = times
	i := n.next - 1
	if p.is(n.next, "down") {
		return false // he doubled down
	}
	p.divisor(n)
	if p.any(i, "twice", "thrice") && !p.any(i+1, "as", "the", "its", "their", "his", "her", "what", "that", "our", "more") {
		n.form = cardinal
	}
	return true
}

// divisor turns the -2 of the lexicon into a half.
func (p *parser) divisor(n *number) {
	if n.value.Sign() < 0 {
		n.set(whole(-1).Div(n.value), whole(1))
	}
}

// double reads double and triple as verbs, and as what is before a noun with
// an article. Players have doubles, and people leap in triple jumps.
func (p *parser) double(n *number) bool {
	n.form = times
	i := n.next - 1
	p.divisor(n)
	next := p.tok(n.next)
	switch {
	case p.any(i, "halve", "halves"):
		return p.tok(i-1).word.class != ones
	case p.string(i)[len(p.string(i))-1] == 's':
		return next.word.use&versus == 0 && !p.any(i-1, "the", "s", "in", "men", "women", "mixed") && !p.any(n.next, "champion", "champions", "title", "match", "team", "pair", "specialist", "gold")
	case next.mark == '-' && next.glued, p.is(n.next, "down"), p.any(n.next, "gives", "gave", "takes", "took", "makes", "made", "sees", "saw", "gets", "got"):
		return false // a player's double
	case next.mark == letters && next.word.use&function == 0:
		return p.tok(i-1).word.use&modal != 0 || p.hedged(i)
	}
	return !p.any(i-1, "a", "the", "an", "late", "his", "her") || p.any(n.next, "the", "its", "their", "that")
}

// vague reads dozens, scores of, tens of thousands.
func (p *parser) vague(n *number) bool {
	i := n.next - 1
	base := n.value
	of := p.is(n.next, "of")
	switch {
	case of && p.tok(n.next+1).word.class == vague:
		base = base.Mul(whole(p.tok(n.next + 1).word.n))
		n.next += 2
	case base == whole(10), base == whole(20) && !of && p.tok(n.next).word.use&state == 0:
		return false // a team scores, and tens are a school's
	}
	if p.tok(i-1).word.class == article || p.tok(n.next).mark == '-' {
		return false
	}
	if p.is(n.next, "of") && p.tok(n.next+1).word.unit.Kind() == Money && p.tok(n.next+1).word.class != code {
		n.unit = p.tok(n.next + 1).word.unit
		n.next += 2
	}
	n.bounds(base)
	return true
}

// bounds makes n a vague number of some times base. Hundreds are at least 200;
// more than 2,000 would be thousands.
func (n *number) bounds(base numeral.Value) {
	n.form = vaguely
	n.value, n.high, n.step = base.Mul(whole(2)), base.Mul(whole(20)).Sub(whole(1)), base
}

// few reads "few hundred", "several dozen".
func (p *parser) few(n *number) bool {
	w := p.tok(n.next).word
	if w.class != dozen && w.class != hundred && w.class != scale || p.tok(n.next).glued {
		return false
	}
	n.next++
	base := whole(w.n)
	if s := p.tok(n.next).word; w.class == hundred && s.class == scale {
		base = base.Mul(whole(s.n))
		n.next++
	}
	n.bounds(base)
	return true
}
