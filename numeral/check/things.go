package check

import (
	"slices"
	"strings"

	"hed/numeral/quantity"
)

// findThings adds the lists of things without names: a rifle, a pistol and a crossbow; clover, borage and oxeye daisy.
func (a *article) findThings() {
	for k := 1; k+1 < len(a.words); k++ {
		if w := a.word(k); w == "and" || w == "or" {
			a.lists = append(a.lists, a.thingsAt(k)...)
		}
	}
}

// longestThing is how many words an item of such a list may have.
const longestThing = 4

// thingsAt reads the list of three or more whose last item stands behind word k, which joins it. Where its items are counted, two
// violins and a cello, it is of as many as they are together.
func (a *article) thingsAt(k int) (all []list) {
	s := a.words[k].sentence
	end := a.thingEnd(k+1, s)
	if end == k+1 || a.words[k+1].name && a.words[k-1].capital {
		return nil // names are lists of their own
	}
	items := [][2]int{{k + 1, end}}
	from := k // the first word of what was read
	for i := k - 1; i >= 0 && a.words[i].sentence == s; i-- {
		first := i == 0 || a.words[i-1].sentence != s || strings.ContainsAny(a.between(i-1), ".;:()—“”\"") || verb(a.word(i-1)) || leadsIn(a.word(i-1)) || from-i >= longestThing
		comma := !first && strings.Contains(a.between(i-1), ",")
		if !first && !comma && (!determines(a.word(i)) && !a.numbers(i)) {
			continue
		}
		if leadsIn(a.word(i)) || verb(a.word(i)) {
			break // in the lake, salmon, trout and pike
		}
		if k := a.figureAt(i); k >= 0 && (a.figures[k].Kind != quantity.Count || a.figures[k].last == from) {
			return nil // Ada Lund, 34, and Tor Lund, 29
		}
		items = append(items, [2]int{i, from})
		from = i
		if !comma && !(i > 0 && strings.Contains(a.between(i-1), ",")) {
			break
		}
	}
	if slices.ContainsFunc(items, func(item [2]int) bool {
		return item[1]-item[0] > 1 && strings.HasSuffix(a.word(item[0]), "ing") || slices.ContainsFunc(a.words[item[0]:item[1]], func(w word) bool { return verb(strings.ToLower(a.text[w.start:w.end])) })
	}) {
		return nil // making threats, and violating a law; police said
	}
	if last := items[len(items)-1]; a.word(last[0]) == "the" && strings.HasSuffix(a.word(last[1]-1), "s") && a.word(k+1) != "the" {
		items = items[:len(items)-1] // the cubs, a male and a female
	}
	if len(items) < 3 || a.determined(items[0]) != a.determined(items[1]) && !a.words[k+1].capital {
		return nil
	}
	n := len(items)
	if slices.ContainsFunc(items, func(item [2]int) bool { return a.numbers(item[0]) }) {
		n = a.together(items)
	}
	return append(all, list{count: n, sentence: s, first: from, last: end, things: true})
}

// thingEnd is the first word behind the item that begins with word i, which is i where none begins there.
func (a *article) thingEnd(i, sentence int) int {
	end := i
	for end < len(a.words) && a.words[end].sentence == sentence && end-i < longestThing {
		w := a.word(end)
		if verb(w) || leadsIn(w) || end > i && strings.TrimSpace(a.between(end-1)) != "" || w == "and" || pronoun(w) {
			break
		}
		end++
	}
	return end
}

// determined reports whether an item begins with a word that says how many there are.
func (a *article) determined(item [2]int) bool {
	return determines(a.word(item[0])) || a.numbers(item[0])
}

// together is how many the items of a list are, 0 where one of them has no number.
func (a *article) together(items [][2]int) (n int) {
	for _, item := range items {
		switch {
		case a.numbers(item[0]):
			f := &a.figures[a.figureAt(item[0])]
			if f.Kind != quantity.Count || !(f.low >= 1 && f.low <= 20) || f.low != float64(int(f.low)) {
				return 0
			}
			n += int(f.low)
		case determines(a.word(item[0])) || !strings.HasSuffix(a.word(item[1]-1), "s"):
			n++
		default:
			return 0
		}
	}
	return n
}

// joinLists adds lists of which two stand side by side in a sentence: Ann, Bea and Cy for the boy, Dee and Eve for the girl.
func (a *article) joinLists() {
	for i, n := 0, len(a.lists); i+1 < n; i++ {
		l, m := &a.lists[i], &a.lists[i+1]
		if l.sentence == m.sentence && m.first >= l.last && m.first-l.last <= longestGap && !l.days && !m.days && !a.numbers(l.first) && a.sideLists(l, m) {
			a.lists = append(a.lists, list{count: l.count + m.count, sentence: l.sentence, first: l.first, last: m.last})
		}
	}
}

// sideLists reports whether nothing between two lists says that they are of other things: no verb, nor another preposition before the second.
func (a *article) sideLists(l, m *list) bool {
	for k := l.last; k < m.first; k++ {
		if verb(a.word(k)) {
			return false
		}
	}
	return !leadsIn(a.word(m.first-1)) || a.word(m.first-1) == a.word(l.first-1)
}

// roles lists how often a sentence has the noun that h counts, in the singular: finance minister Dana Kolar and interior minister Pavel Hruby.
func (c *checker) roles(h *figure) (all []list) {
	if h.Of == "" || h.Kind != quantity.Count {
		return nil
	}
	places := c.a.places[meaning(h.Of)]
	for i := 0; i < len(places); {
		j := i
		l := list{sentence: c.a.words[places[i]].sentence, first: places[i], last: places[i] + 1}
		for ; j < len(places) && c.a.words[places[j]].sentence == l.sentence; j++ {
			if k := places[j] + 1; !strings.HasSuffix(c.a.word(k-1), "s") && k < len(c.a.words) && c.a.words[k].capital {
				l.count++
				l.last = places[j] + 1
			}
		}
		if l.count >= 2 {
			all = append(all, l)
		}
		i = j
	}
	return all
}

// othersThan reports whether a list of things cannot be what h counts: persons, or one of the things themselves: three barns, of a barn, a tractor and a cottage.
func (c *checker) othersThan(h *figure, l *list) bool {
	of := meaning(h.Of)
	if !l.things || of == "" {
		return l.things && c.head.fate(h) != ""
	}
	return people[of] && of != "ill" || slices.ContainsFunc(c.a.places[of], func(k int) bool { return l.first <= k && k < l.last })
}

// leadsIn reports whether a word leads to an item of a list or away from it, and is not part of one.
func leadsIn(w string) bool {
	switch w {
	case "of", "in", "on", "at", "for", "from", "with", "by", "into", "onto", "over", "under", "between", "through", "during", "about", "against", "as", "than", "like", "including", "among", "then",
		"also", "not", "if", "though", "although", "since", "until", "before", "whose", "where", "so", "yet", "either", "both", "out", "off", "up", "down":
		return true
	}
	return false
}

func pronoun(w string) bool {
	switch w {
	case "he", "she", "it", "they", "we", "i", "you", "them", "him", "us", "me", "there", "this", "these", "those":
		return true
	}
	return false
}
