package quantity

// hedge finds the words before q or behind it that say on what side the true
// value lies.
func (p *parser) hedge(q *Quantity, first, end int) {
	switch q.Kind {
	case Label, Score, Ordinal:
		return
	}
	if q.Hedge == Between {
		if p.is(first-1, "between") {
			q.HedgeStart, q.HedgeEnd = p.tok(first-1).start, p.tok(first-1).end
		}
		return
	}
	if h, from := p.hedgeBefore(first, q.Kind); h != None && !p.spurious(q, first, end) {
		q.Hedge, q.HedgeStart, q.HedgeEnd = h, p.tok(from).start, p.tok(first-1).end
		return
	}
	p.hedgeBehind(q, end)
}

// spurious reports whether the word before q that may be a hedge is none: the
// top 3 officials, a deal over 62-year-old cells.
func (p *parser) spurious(q *Quantity, first, end int) bool {
	switch {
	case p.is(first-1, "top"):
		return q.Kind == Count && q.Low.Cmp(whole(100)) <= 0
	case p.any(first-1, "over", "under"):
		return q.Kind == Age && p.any(end-1, "old", "olds")
	case p.is(first-1, "about"):
		return q.Kind == Year || p.any(first-2, "told", "know", "knew", "talk", "talks", "talked", "talking", "learn", "learned", "worry",
			"worried", "think", "thinks", "warn", "warned", "ask", "asked", "joke", "jokes", "lie", "lied", "facts", "truth", "questions",
			"concerns", "all", "story", "film", "book", "says", "said", "wrote", "writes")
	}
	return false
}

// hedged reports whether a hedge is before token i.
func (p *parser) hedged(i int) bool {
	h, _ := p.hedgeBefore(i, Multiple)
	return h != None
}

// hedgeBefore returns the hedge that ends before token i, and its first token.
func (p *parser) hedgeBefore(i int, k Kind) (Hedge, int) {
	last := i - 1
	t := p.tok(last)
	switch t.mark {
	case '~', '≈':
		return About, last
	case '>':
		return Over, last
	case '≥':
		return AtLeast, last
	case '<':
		return Under, last
	case '≤':
		return UpTo, last
	case '-':
		if t.glued && p.any(last-1, "under", "sub") {
			return Under, last - 1
		}
		if t.glued && p.is(last-1, "over") {
			return Over, last - 1
		}
		return None, i
	}
	if p.tok(i).apart || t.mark != letters {
		return None, i
	}
	start := last
	extend := func(words ...string) {
		for p.any(start-1, words...) {
			start--
		}
	}
	switch {
	case p.is(last, "than"):
		negated := p.any(last-2, "no", "not")
		start = last - 1
		if negated {
			start--
		}
		switch {
		case p.any(last-1, "more", "greater"):
			if negated {
				return UpTo, start
			}
			extend("far", "much", "slightly", "little", "a", "well", "any")
			return Over, start
		case p.any(last-1, "less", "fewer"):
			if negated {
				return AtLeast, start
			}
			extend("far", "much", "slightly", "little", "a", "well")
			return Under, start
		}
	case p.is(last, "to"):
		switch {
		case p.is(last-1, "up"):
			return UpTo, last - 1
		case p.is(last-1, "close"):
			return About, last - 1
		}
	case p.is(last, "on") && p.is(last-1, "in") && p.any(last-2, "closes", "closing", "close", "closed"):
		return Nearly, last - 2
	case p.is(last, "least") && p.is(last-1, "at"):
		return AtLeast, last - 1
	case p.is(last, "most") && p.is(last-1, "at"):
		return UpTo, last - 1
	case p.is(last, "of"):
		switch {
		case p.any(last-1, "excess", "north", "upwards", "upward"):
			return Over, last - 1
		case p.any(last-1, "short", "shy") && !(p.is(last-1, "short") && k == Count && !p.any(last-2, "just", "well", "far", "little", "bit", "shade", "whisker", "fall", "falls", "fell", "falling", "stop", "stops", "stopped", "inches", "seats", "votes", "points", "runs")):
			return Under, last - 1 // a hospital that is short of 69 nurses lacks them
		case p.is(last-1, "maximum"):
			return UpTo, last - 1
		case p.is(last-1, "minimum"):
			return AtLeast, last - 1
		case p.any(last-1, "region", "order"):
			return About, last - 1
		}
	case p.is(last, "as") && p.is(last-2, "as") && !p.any(last-3, "twice", "times", "half", "thrice", "just"):
		switch {
		case p.any(last-1, "many", "much", "high"):
			return UpTo, last - 2
		case p.any(last-1, "few", "little", "low", "young"):
			return AtLeast, last - 2
		}
	case p.any(last, "maximum", "max"):
		return UpTo, last
	case p.any(last, "minimum", "min"):
		return AtLeast, last
	case t.word.hedge != None:
		return p.wordHedge(t.word.hedge, last, k)
	}
	return None, i
}

// wordHedge judges the hedge of one word at token i, which other words before
// it may change or show to be none.
func (p *parser) wordHedge(h Hedge, i int, k Kind) (Hedge, int) {
	start := i
	switch {
	case p.is(i+1, "twice"):
		return None, i // we cross twice a day
	case p.any(i, "over", "past") && (k == Duration || k == Area || k == Year || k == Date || k == Time):
		return None, i // over five years, over six hectares
	case p.is(i, "past") && (p.any(i-1, "half", "quarter", "minutes") || p.tok(i-1).word.small()):
		return None, i // half past nine
	case p.any(i, "some", "top", "pass", "cross", "record", "near", "crossing", "passing", "past", "beyond", "approach"):
		if k == Year || k == Date || k == Time {
			return None, i
		}
		named := p.tok(i-1).mark == '\'' || p.any(i-1, "the", "a", "its", "their", "his", "her", "in", "world", "of", "s")
		if named && !p.any(i, "some", "record") {
			return None, i // the top 10
		}
	case (h == Under || h == Over) && (k == Date || k == Time):
		return None, i
	}
	switch {
	case p.any(i-1, "just", "slightly", "fractionally", "marginally"):
		if start--; h == Under {
			h = Nearly
		}
	case p.any(i-1, "well", "far", "an", "very", "only"):
		start--
	}
	return h, start
}

// hedgeBehind reads "or more", "-plus", "or so" at token i, or behind the noun.
func (p *parser) hedgeBehind(q *Quantity, i int) {
	t := p.tok(i)
	switch {
	case t.mark == '+' && t.glued:
		q.hedge(AtLeast, t, t)
	case t.mark == '-' && t.glued && p.is(i+1, "plus"):
		q.hedge(AtLeast, t, p.tok(i+1))
	case t.mark == '-' && t.glued && p.is(i+1, "odd"):
		q.hedge(About, t, p.tok(i+1))
	default:
		if t.mark == letters && t.word.use&function == 0 && p.isPlural(i) {
			i++
		}
		if !p.is(i, "or") && !(p.is(i, "and") && q.Kind == Age) {
			return
		}
		switch t, last := p.tok(i), p.tok(i+1); {
		case p.any(i+1, "more", "over", "above", "up", "older", "better", "longer", "higher", "greater"):
			q.hedge(AtLeast, t, last)
		case p.any(i+1, "less", "fewer", "under", "below", "younger", "lower"):
			q.hedge(UpTo, t, last)
		case p.is(i+1, "so"):
			q.hedge(About, t, last)
		}
	}
}

func (q *Quantity) hedge(h Hedge, first, last *token) {
	q.Hedge, q.HedgeStart, q.HedgeEnd = h, first.start, last.end
}
