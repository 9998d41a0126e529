package quantity

// leads returns where the words at token i and before it lead: what is behind
// them rose (1) or fell (-1) by something. Behind "by" it looks farther.
func (p *parser) leads(i int, k Kind) int8 {
	far := 4
	by := p.is(i, "by")
	switch {
	case by:
		far = 11
		i--
	case p.is(i, "of") && p.tok(i-1).word.dir != 0 && !p.is(i-2, "storm"):
		return p.tok(i - 1).word.dir
	}
	for j := i; j > i-far; j-- {
		t := p.tok(j)
		switch {
		case by && j == i && p.any(j, "up", "down") && !p.acts(j-1):
			return t.word.dir // births are up by 310
		case p.is(j, "up") && p.any(j-1, "give", "gives", "gave", "giving", "given"):
			return -1 // the Dow gave up 117 points
		case k == Money && j == i && p.any(j, "up", "down") && p.tok(j-1).mark == letters && !p.acts(j-1) && !p.pays(j-1):
			return t.word.dir // takings up £22,000
		case t.word.dir != 0 && p.any(j, "up", "down") && k != Share && k != Points && !p.moves(j-1): // turned down by 13 publishers
			return 0
		case p.any(j, "surge") && p.is(j-1, "storm"), p.is(j, "up") && p.any(j-1, "make", "makes", "made", "making"):
			return 0
		case t.word.dir != 0:
			return t.word.dir
		case t.mark == letters:
			if !by && (t.word.use&(stops|modal) != 0 || p.is(j, "of") || p.is(j, "over")) {
				return 0
			}
		case t.mark == '-' && t.glued, by && t.mark == digits, by && t.mark == '%', by && t.mark == ',', t.mark == '\'':
		default:
			return 0
		}
	}
	return 0
}

// acts reports whether token i is a verb that up or down belongs to: turned down by 13 publishers, blown up by rebels.
func (p *parser) acts(i int) bool {
	return p.participle(i) || p.any(i, "blown", "made", "taken", "broken", "held", "brought", "torn", "shot", "put", "set", "given", "thrown", "built",
		"cut", "run", "split", "struck", "shut", "bought", "beaten", "sent", "driven", "drawn", "lit", "written", "swept", "let", "caught", "fed", "gave")
}

// pays reports whether token i is a verb that up or down belongs to where money follows: puts up £5m, pays down $2bn.
func (p *parser) pays(i int) bool {
	return p.any(i, "dig", "digs", "give", "gives", "giving", "pay", "pays", "paying", "cough", "coughs", "put", "puts", "putting", "rack", "racks", "pick", "picks", "picking", "snap", "snaps", "set", "sets",
		"turn", "turns", "turning", "hand", "hands", "stump", "stumps", "pony", "run", "runs", "buy", "buys", "buying", "write", "writes", "take", "takes", "taking", "bring", "brings", "make", "makes",
		"making", "sum", "add", "adds", "end", "ends", "back", "backs", "step", "steps", "build", "builds", "hold", "holds", "offer", "offers", "gather", "eat", "eats", "use", "uses", "soak",
		"soaks", "free", "frees", "freed", "follow", "follows", "blow", "blows", "clean", "cleans", "is", "are", "was", "were", "come", "comes", "lay", "lays", "mark", "marks", "keep", "keeps")
}

// moves reports whether token i is what goes up and down, or a verb that leaves
// it to those words. Others make something else of them: blew up, turned down.
func (p *parser) moves(i int) bool {
	return p.any(i, "dow", "nasdaq", "ftse", "nikkei", "index", "shares", "stock", "stocks", "price", "prices", "closed", "closes", "close",
		"ended", "ends", "day", "finished", "finishes", "picks", "picked", "is", "are", "was", "were", "profit", "profits", "sales", "revenue",
		"costs", "cost", "deaths", "cases", "numbers")
}

// direction sets where q leads.
func (p *parser) direction(q *Quantity, first, end int) {
	switch q.Kind {
	case Count, Money, Share, Points, Vague, Mass, Area, Volume, Speed, Temperature, Measure, Distance, Duration, Group:
	default:
		return
	}
	if p.tok(first).mark == '+' {
		q.Direction = 1
		return
	}
	i := first - 1
	if q.HedgeEnd > 0 && q.HedgeEnd <= q.Start {
		if p.any(i, "below", "above", "under", "past", "near") && !p.is(i-1, "by") {
			return // it fell below that
		}
		for p.tok(i).start >= q.HedgeStart && p.tok(i).mark != 0 {
			i--
		}
	}
	if q.Kind == Duration && !p.is(i, "by") {
		return // it blew up 48 seconds after
	}
	if p.is(i, "in") && p.is(first, "half") { // cut in half
		i--
	}
	q.Direction = p.leads(i, q.Kind)
	if q.Kind == Share && q.Direction > 0 && p.is(end, "of") {
		q.Direction = 0 // it grows 38% of the world's coffee
	}
	if q.Direction != 0 || q.Kind == Distance {
		return
	}
	if p.tok(end).mark == '-' && p.tok(end).glued {
		end++
	}
	for k := end; k < end+3; k++ {
		t := p.tok(k)
		if t.mark != letters || t.apart {
			return
		}
		if t.word.after != 0 && p.compared(q.Kind, k, k == end) {
			q.Direction = t.word.after
			return
		}
		if t.word.use&(function|modal) != 0 {
			return
		}
	}
}

// compared reports whether the word at token i, behind a quantity, says where
// it leads. Nouns such as rise may be some words behind it ("a 6% pay rise"),
// others are next to it, and one in eight older people is not a rise.
func (p *parser) compared(k Kind, i int, next bool) bool {
	w := p.tok(i).word
	switch {
	case p.any(i, "more", "less") && p.tok(i+1).mark == '-' && p.tok(i+1).glued:
		return false // two less-obvious victors
	case w.dir != 0 && !p.any(i, "up", "down", "lower"):
		return true
	case !next:
		return false
	}
	return w.use&function != 0 || k == Share && p.tok(i-1).mark == '%' || p.any(i, "up", "down", "extra", "additional") || k != Count && p.any(i, "above", "below") ||
		p.is(i+1, "than") || k != Count && p.tok(i+1).mark != letters
}
