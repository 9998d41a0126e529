package check

import (
	"math"
	"sort"
	"strings"

	"hed/numeral/quantity"
)

// A list is people or things that a sentence names one after the other.
type list struct {
	count       int
	sentence    int
	first, last int  // words
	days        bool // of the week
	years       bool
	things      bool // without names
}

// findLists finds the lists of names: "Austin, Denver, Dublin and Singapore", also where each has a few words of
// its own, "Daniel Aske in the hammer, Priya Nair in the javelin", or an age.
func (a *article) findLists() {
	for i := 0; i < len(a.words); {
		if !a.words[i].capital || !a.words[i].name && (a.numbers(i) || determines(a.word(i)) && i+1 < len(a.words) && !a.words[i+1].capital) || pronoun(a.word(i)) {
			i++
			continue // the officers, Ann Ash and Bo Bell
		}
		l, next := a.listAt(i)
		if l.count >= 2 {
			a.lists = append(a.lists, l)
		}
		i = max(next, i+1)
	}
	a.joinLists()
	a.findYears()
	a.findLabels()
	a.findThings()
}

// otherList reports whether the article names others than as many of what a trio or a pair is of: a trio of parrots, of the parrots Bonnie and Clyde.
func (c *checker) otherList(h *figure) bool {
	noun := meaning(c.head.stemAt(h.last + 1))
	if c.head.word(h.last) != "of" || noun == "" {
		return false
	}
	least := 0 // where a list has others too, the noun stands for the first of them
	for i := range c.a.lists {
		if l := &c.a.lists[i]; c.a.stemAt(l.first-1) == noun && strings.HasSuffix(c.a.word(l.first-1), "s") && (least == 0 || l.count < least) {
			least = l.count
		}
	}
	return least > 0 && !near(float64(least), h.low)
}

// rowEnd is the first figure behind a row of figures of one sentence that begins with figure i. All figures of the row fit, and each continues the one before.
func (p *passage) rowEnd(i int, fits func(f *figure) bool, goesOn func(f, next *figure) bool) int {
	j := i
	for j < len(p.figures) && fits(&p.figures[j]) && p.figures[j].sentence == p.figures[i].sentence && (j == i || goesOn(&p.figures[j-1], &p.figures[j])) {
		j++
	}
	return j
}

// findYears adds the lists of years in which something happened: in 1999, 2001 and 2004.
func (a *article) findYears() {
	year := func(f *figure) bool { return f.Kind == quantity.Year }
	shortlyBehind := func(f, next *figure) bool { return next.first-f.last <= 2 }
	for i := 0; i < len(a.figures); {
		j := a.rowEnd(i, year, shortlyBehind)
		if j-i >= 2 && (j-i >= 3 || a.word(a.figures[j-1].first-1) == "and" && a.word(a.figures[i].first-1) != "between") {
			a.lists = append(a.lists, list{count: j - i, sentence: a.figures[i].sentence, first: a.figures[i].first, last: a.figures[j-1].last, years: true})
		}
		i = max(j, i+1)
	}
}

// findLabels adds the lists of what has a number for a name: buses 4, 17 and 29.
func (a *article) findLabels() {
	plain := func(f *figure) bool {
		return (bare(f) || f.Kind == quantity.Label || f.Kind == quantity.Ordinal) && !f.Words && f.low == math.Trunc(f.low)
	}
	ascends := func(f, next *figure) bool { return next.first-f.last <= 1 && next.low > f.low }
	for i := 0; i < len(a.figures); {
		j := a.rowEnd(i, plain, ascends)
		if k := a.figures[i].first - 1; j-i >= 2 && a.word(a.figures[j-1].first-1) == "and" && strings.HasSuffix(a.word(k), "s") && a.stemAt(k) != "" && a.between(k) == " " {
			a.lists = append(a.lists, list{count: j - i, sentence: a.figures[i].sentence, first: a.figures[i].first, last: a.figures[j-1].last, things: true})
		}
		i = max(j, i+1)
	}
}

// numbers reports whether word i is part of a figure: Three airlines, Skylink, Norjet and Air Vasa.
func (p *passage) numbers(i int) bool { return p.figureAt(i) >= 0 }

// figureAt is the figure that has word i, -1 for none.
func (p *passage) figureAt(i int) int {
	k := sort.Search(len(p.figures), func(k int) bool { return p.figures[k].last > i })
	if k < len(p.figures) && p.figures[k].first <= i {
		return k
	}
	return -1
}

// longestGap is how many words may stand between two names of a list.
const longestGap = 5

// listAt reads the list that begins with word i, a name.
func (a *article) listAt(i int) (l list, next int) {
	l = list{count: 1, sentence: a.words[i].sentence, first: i}
	end := a.nameEnd(i)
	joined := false // by and
	var first list  // those before an item with words of its own, of which alone the noun before the list may speak
	open := false   // such an item came, and no and behind it
	for {
		comma, and := false, false
		k := end
		for ; k < len(a.words) && k-end <= longestGap && a.words[k].sentence == l.sentence; k++ {
			gap := a.between(k - 1)
			comma = comma || strings.ContainsAny(gap, ",;&")
			if a.words[k].capital && !digit(a.text[a.words[k].start]) {
				break
			}
			if w := a.word(k); w == "and" || w == "or" {
				and = true
			} else if k == end && w == "couple" {
				l.count++ // a Belgian couple and a French guide
			} else if pronoun(w) || and && strings.HasSuffix(w, "ed") || verb(w) && !(w == "to" && k+1 < len(a.words) && a.words[k+1].capital) || and && !comma && l.count == 1 && !determines(w) {
				k = len(a.words)
			} else if strings.ContainsAny(gap, ".():—") && !digit(a.text[a.words[k].start]) {
				k = len(a.words)
			}
		}
		if k < len(a.words) && (weekday(a.word(i)) != weekday(a.word(k)) || pronoun(a.word(k))) {
			break // on Monday and Tuesday, the Dow
		}
		if k >= len(a.words) || k-end > longestGap || a.words[k].sentence != l.sentence || !a.words[k].capital || !comma && !and {
			break
		}
		others := joined && comma && (!and && determines(a.word(end)) || and && determines(a.word(end+1))) // parrots Bonnie and Clyde, a rabbit called Thumper and Doris the donkey
		if joined && !and && l.count > 2 && !others {
			break
		}
		if others && first.count == 0 {
			first = list{count: l.count, sentence: l.sentence, first: i, last: end}
		}
		open = (open || others) && !and
		l.count++
		joined = joined || and
		end = a.nameEnd(k)
	}
	if k := a.figureAt(i - 1); k >= 0 && a.figures[k].sentence == l.sentence && a.figures[k].Kind == quantity.Count && a.figures[k].low > 1 {
		joined = false // two Toms River men, Ann Ash and Bo Bell
	}
	if open {
		l.count, end = first.count, first.last
	} else if first.count > 0 && joined {
		a.lists = append(a.lists, first)
	}
	l.last = end
	l.days = weekday(a.word(i))
	if !joined {
		l.count = 1
	}
	return l, end
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// nameEnd is the first word behind the name that begins with word i.
func (a *article) nameEnd(i int) int {
	k := i + 1
	for k < len(a.words) && a.words[k].sentence == a.words[i].sentence {
		gap := a.between(k - 1)
		if strings.Trim(gap, " -–.'’") != "" {
			break
		}
		if a.words[k].capital {
			k++
			continue
		}
		// A House in Kandy
		if k+1 < len(a.words) && a.words[k+1].capital && small(a.word(k)) && strings.TrimSpace(a.between(k)) == "" {
			k += 2
			continue
		}
		break
	}
	return k
}

// small reports whether a word may stand inside a name.
func small(w string) bool {
	switch w {
	case "of", "the", "in", "de", "van", "von", "al", "bin", "la", "du", "del":
		return true
	}
	return false
}

func weekday(w string) bool {
	switch w {
	case "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday":
		return true
	}
	return false
}

// verb reports whether a word shows that what it stands in is a clause and not a list.
func verb(w string) bool {
	switch w {
	case "was", "were", "is", "are", "be", "had", "has", "have", "said", "says", "will", "would", "who", "which", "that", "but", "because", "when", "after", "while", "to", "where", "report", "reports",
		"reported", "told", "tells", "notes", "per", "according":
		return true
	}
	return false
}

// determines reports whether a word may begin an item of a list.
func determines(w string) bool {
	switch w {
	case "a", "an", "the", "his", "her", "its", "their", "one", "another":
		return true
	}
	return false
}
