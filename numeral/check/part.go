package check

// leaves reports whether a headline speaks of what is left of something: 15 ministries keep their press office.
func (p *passage) leaves() bool {
	return p.has("still", "not", "no", "without", "left", "other", "others", "rest", "keep", "keeps", "kept", "remain", "remains", "remaining", "survive", "survives", "survived", "survivors", "yet",
		"unpaid", "never", "spared", "spare", "empty", "against", "oppose", "lack", "lacks", "missing", "refuse", "unsold", "undecided", "unable", "unhurt", "safe", "escape", "saved", "rescued", "free")
}

// counterparts are stems of which one is what the other leaves.
var counterparts = map[string]string{"women": "men", "men": "women", "die": "surviv", "surviv": "die", "back": "oppos", "oppos": "back"}

// counterpart reports whether the headline names what figure i, a part, leaves of its whole: men, where the article counts the women.
func (c *checker) counterpart(i int) bool {
	a := &c.a.figures[i]
	for k := a.last; k < min(a.last+5, len(c.a.words)) && c.a.words[k].sentence == a.sentence; k++ {
		if s := c.a.words[k].stem; s != "" && counterparts[s] != "" {
			return c.inHeadline(counterparts[s]) && !c.inHeadline(s)
		}
	}
	return false
}

// saidOf reports whether the headline has a word that the article says of figure i, a part, and so not of what the part leaves: closed,
// where 12 of 30 factories closed.
func (c *checker) saidOf(i int) bool {
	a := &c.a.figures[i]
	said := func(k int) bool {
		w := &c.a.words[k]
		return w.stem != "" && !w.capital && !digit(w.stem[0]) && w.stem != meaning(a.Of) && w.stem != meaning(c.a.figures[a.whole].Of)
	}
	behind := a.last
	if whole := &c.a.figures[a.whole]; whole.sentence == a.sentence {
		behind = max(behind, whole.last)
	}
	for k, n := behind, 0; k < min(behind+8, len(c.a.words)) && n < 2 && c.a.words[k].sentence == a.sentence; k++ {
		if said(k) {
			if c.inHeadline(c.a.words[k].stem) {
				return true
			}
			n++
		}
	}
	for k := a.first - 1; k >= max(0, a.first-4) && c.a.words[k].sentence == a.sentence; k-- {
		if said(k) {
			return c.inHeadline(c.a.words[k].stem)
		}
	}
	return false
}

// otherWinner reports whether the headline gives a win to another side than the sentence of a score does: Tide beat Stars, of Stars beat Tide.
func (c *checker) otherWinner(a *figure) bool {
	from := 0
	for from < len(c.a.words) && c.a.words[from].sentence < a.sentence {
		from++
	}
	to := from
	for to < len(c.a.words) && c.a.words[to].sentence == a.sentence {
		to++
	}
	won, lost := c.a.sidesOf(from, to)
	first, second := c.head.sidesOf(0, len(c.head.words))
	for stem := range won {
		if second[stem] && !first[stem] && !lost[stem] {
			return true
		}
	}
	for stem := range lost {
		if first[stem] && !second[stem] && !won[stem] {
			return true
		}
	}
	return false
}

// sidesOf are the stems of names before and behind the word that says who won, and the other way round where it says who lost.
func (p *passage) sidesOf(from, to int) (won, lost map[string]bool) {
	won, lost = map[string]bool{}, map[string]bool{}
	side, said, lose := won, false, false
	for i := from; i < to; i++ {
		switch p.word(i) {
		case "beat", "beats", "win", "wins", "won", "defeat", "defeats", "defeated", "edge", "edges", "edged":
			side, said = lost, true
		case "lose", "loses", "lost":
			side, said, lose = lost, true, true
		default:
			if p.words[i].capital && p.words[i].stem != "" {
				side[p.words[i].stem] = true
			}
		}
	}
	switch {
	case !said:
		return nil, nil
	case lose:
		return lost, won
	}
	return won, lost
}
