package gloss

import (
	"slices"
	"strings"

	"hed/numeral/quantity"
	"hed/text/pos"
)

// A taken is what stands for a slot of a phrase: tokens, and their English.
type taken struct {
	form       string
	first, end int
	number     number // of N and P
	english    string // "" for a number, and for a word
	done       bool   // it was written
}

// phraseAt writes the longest phrase that begins with token i and returns the token behind it, and i where there is none.
func (w *writer) phraseAt(i int) int {
	t := w.tok(i)
	if n, ok := w.million(i); ok {
		w.gap(i)
		w.writeNumber(&n)
		w.done = w.tok(n.end - 1).end
		return n.end
	}
	firsts := [...]string{t.lower, "", "", ""}
	switch {
	case t.kind == numeral, t.spells:
		firsts[1], firsts[2] = "P", "N"
	case t.upper:
		firsts[3] = "R"
	}
	for _, first := range firsts {
		for _, p := range w.l.phrases[first] {
			if len(p.words) == 1 && i > 0 && t.upper && w.is(i, pos.PROPN) && !capitalised(p.english[0]) {
				continue // Grazie in the name of a bridge
			}
			if end, slots, ok := w.match(i, p); ok {
				w.gap(i)
				w.writePhrase(p, i, end, slots)
				w.done = w.tok(end - 1).end
				return end
			}
		}
	}
	return i
}

func capitalised(english string) bool { return 'A' <= english[0] && english[0] <= 'Z' }

// match sees whether a phrase is at token i.
func (w *writer) match(i int, p *phrase) (end int, slots []taken, ok bool) {
	for k, form := range p.words {
		t := w.tok(i)
		switch form {
		case ahead:
			return i, slots, w.ahead(i)
		case alone:
			_, unit := w.l.units[t.lower]
			return i, slots, !unit && p.parts(slots)
		case aged:
			return i, slots, w.aged(i)
		}
		if t.kind == none || k > 0 && t.kind == mark && form != t.lower {
			return i, nil, false
		}
		if !slot(form) {
			if t.lower != form {
				return i, nil, false
			}
			i++
			continue
		}
		got, ok := w.take(i, form)
		if !ok {
			return i, nil, false
		}
		if slots == nil {
			slots = w.slots[:0]
		}
		slots = append(slots, got)
		w.slots = slots[:0]
		i = got.end
	}
	return i, slots, true
}

// parts reports whether a part is not more than its whole, where a phrase has both: two of ten, but not 2,600 square metres on two floors.
func (p *phrase) parts(slots []taken) bool {
	if !slices.Contains(p.english, "out") {
		return true
	}
	part := 1.0
	if p.words[0] == "N" {
		part = slots[0].number.value
	}
	return part <= slots[len(slots)-1].number.value
}

// ahead reports whether a number is among the tokens from i on, before any mark but a sign.
func (w *writer) ahead(i int) bool {
	for k := i; k < i+3; k++ {
		if _, ok := w.number(k); ok {
			return true
		}
		if t := w.tok(k); t.kind == none || t.kind == mark && !strings.ContainsAny(t.lower, "$€£-+") {
			return false
		}
	}
	return false
}

// aged reports whether token i is a number with an ending that makes another word of it: cinquantenne, 50enne.
func (w *writer) aged(i int) bool {
	e := w.tok(i).ending
	if next := w.tok(i + 1); w.tok(i).kind == numeral && next.glued {
		e = w.l.endingOf(next.lower)
	}
	return e != nil && !e.order
}

// take reads what may stand for a slot at token i.
func (w *writer) take(i int, form string) (taken, bool) {
	t := w.tok(i)
	got := taken{form: form, first: i, end: i + 1}
	switch form {
	case "N":
		var ok bool
		got.number, ok = w.number(i)
		got.end = got.number.end
		return got, ok
	case "P":
		var ok bool
		got.number, ok = w.bare(i)
		return got, ok
	case "Y":
		got.english = t.lower
		return got, t.kind == numeral && len(t.lower) == 4 && (t.lower[0] == '1' || t.lower[0] == '2') && !strings.ContainsAny(t.lower, ".,")
	case "R":
		v := roman(w.source[t.start:t.end])
		got.english = nth(v)
		return got, t.kind == word && v > 0
	case "M":
		got.english = w.l.single(t.lower)
		return got, t.kind == word && months[got.english]
	case "S":
		s, ok := w.l.scales[t.lower]
		got.english = s.english
		return got, ok
	case "U", "T":
		got.english = w.l.single(t.lower)
		kind, ok := w.l.units[t.lower]
		return got, ok && (form == "U" || kind == quantity.Duration)
	case "C":
		return got, t.kind == word && t.upper
	case "W":
		return got, t.kind == word && !strings.HasSuffix(t.lower, "'") && !t.spells && w.l.stop.Filter(t.lower) != ""
	}
	return got, false
}

var months = func() map[string]bool {
	all := map[string]bool{}
	for m := range strings.FieldsSeq("January February March April May June July August September October November December") {
		all[m] = true
	}
	return all
}()

// single is the English of a word alone, "" where the language has none.
func (l *Language) single(lower string) string {
	for _, p := range l.phrases[lower] {
		if len(p.words) == 1 {
			return strings.Join(p.english, " ")
		}
	}
	return ""
}

// writePhrase writes the English of a phrase: its own words come from the whole of it, and what is taken over from where it is.
func (w *writer) writePhrase(p *phrase, i, end int, slots []taken) {
	start, stop := w.tok(i).start, w.tok(end-1).end
	if last := w.tok(end - 1).lower; slots == nil && end > i+1 && (slices.Contains(w.l.of, last) || slices.Contains(w.l.by, last)) {
		stop = w.tok(end - 2).end // una decina, of una decina di
	}
	upper := w.tok(i).upper
	for k, e := range p.english {
		if k > 0 && e != "," {
			w.blank()
		}
		got := -1
		for j := range slots {
			if slots[j].form == e && (got < 0 || slots[got].done) {
				got = j // the first of its letter, and the last again where all were written
			}
		}
		if got < 0 {
			w.put(capital(e, upper && k == 0), start, stop)
			continue
		}
		w.writeSlot(&slots[got])
	}
	if next := w.tok(end); next.kind == numeral && len(p.english) == 1 && months[p.english[0]] && (len(next.lower) != 4 || strings.ContainsAny(next.lower, ".,")) {
		w.piece(piece{at: w.out.Len(), blank: true}, ",") // a giugno 14 treni: no day, which English has there
	}
}

// writeSlot writes what stands for a slot.
func (w *writer) writeSlot(got *taken) {
	got.done = true
	t := w.tok(got.first)
	switch {
	case got.number.end > 0:
		w.writeNumber(&got.number)
	case got.english != "":
		w.put(got.english, t.start, w.tok(got.end-1).end)
	default:
		if english := w.l.single(t.lower); english != "" {
			w.put(english, t.start, t.end)
		} else {
			w.word(got.first)
		}
	}
}
