package gloss

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hed/numeral/quantity"
)

// A part is a word for a number, which longer words may be made of: duecentoventi.
type part struct {
	form  string
	value int64
	opens bool // it is never the end of a word: vent- of ventuno
	joins bool // it is never the beginning: -mila
}

// An ending makes another word of a number: 45enne is 45-year-old.
type ending struct {
	form, english string
	order         bool // it makes an ordinal
}

// A scale is a word that multiplies the number before it.
type scale struct {
	english string
	value   int64
}

// A phrase is a run of words with its English. Capital letters stand for what is taken over: N for a number, P for one without its scale, Y for a year in digits,
// R for a Roman numeral, M for a month, S for a scale, U for a unit, T for one of time, C for a word with a capital, and W for any word. Behind all others, the sign ahead wants a number
// among the next words, the sign alone no unit, and the sign aged a word that an ending makes of a number; they take none of them.
type phrase struct {
	words   []string
	english []string
}

const (
	ahead = "~" // the sign for a number that follows
	alone = "!" // the sign for a number that no unit follows
	aged  = "^" // the sign for a word that an ending makes of a number, which follows
)

func slot(w string) bool { return len(w) == 1 && 'A' <= w[0] && w[0] <= 'Z' }

// slots counts what a phrase takes over.
func (p *phrase) slots() (n int) {
	for _, w := range p.words {
		if slot(w) {
			n++
		}
	}
	return n
}

// parse reads the data of a language. A line is a key, a colon, and what the language has for it: settings first, in brackets,
// then English words with those of the language, separated by commas.
func parse(data string) (*Language, error) {
	l := &Language{clock: map[string]bool{}, scales: map[string]scale{}, phrases: map[string][]*phrase{}, units: map[string]quantity.Kind{}}
	n := 0
	for line := range strings.Lines(data) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		key, value, ok := strings.Cut(line, ": ")
		if !ok {
			return nil, fmt.Errorf("line %d: %q has no colon", n, line)
		}
		if err := l.line(key, strings.TrimSpace(value)); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if l.decimal == 0 || len(l.parts) == 0 {
		return nil, errors.New("there is no [decimal], or no [number]")
	}
	slices.SortFunc(l.parts, func(a, b part) int { return cmp.Compare(len(b.form), len(a.form)) })
	for first, all := range l.phrases {
		slices.SortStableFunc(all, func(a, b *phrase) int {
			return cmp.Or(cmp.Compare(len(b.words), len(a.words)), cmp.Compare(a.slots(), b.slots()))
		})
		if kind, ok := measures(l.single(first)); ok {
			l.units[first] = kind
		}
	}
	return l, nil
}

func (l *Language) line(key, value string) error {
	setting, isSetting := strings.CutPrefix(key, "[")
	setting = strings.TrimSuffix(setting, "]")
	name, rest, _ := strings.Cut(setting, " ")
	switch {
	case !isSetting:
		english, changes := strings.CutPrefix(key, "*")
		for form := range strings.SplitSeq(strings.ReplaceAll(value, `\,`, "\x00"), ",") {
			form = strings.TrimSpace(strings.ReplaceAll(form, "\x00", ","))
			if !strings.Contains(english, "/") {
				l.word(english, form, changes)
			} else if err := l.conjugate(strings.Split(english, "/"), form, changes); err != nil {
				return err
			}
		}
	case name == "decimal" && len(value) == 1:
		l.decimal = value[0]
	case name == "clock":
		for w := range strings.FieldsSeq(value) {
			l.clock[w] = true
		}
	case name == "plural":
		l.plurals = strings.Fields(value)
	case name == "singular":
		l.singular = strings.Fields(value)
	case name == "of":
		l.of = strings.Fields(value)
	case name == "and":
		l.and = strings.Fields(value)
	case name == "by":
		l.by = strings.Fields(value)
	case name == "follows":
		for w := range strings.SplitSeq(value, ",") {
			l.follows = append(l.follows, strings.ReplaceAll(strings.TrimSpace(w), "_", " "))
		}
	case name == "verb":
		var c conjugation
		c.infinitive = rest
		for forms := range strings.SplitSeq(value, ",") {
			c.endings = append(c.endings, strings.Fields(forms))
		}
		l.verbs = append(l.verbs, c)
	case name == "number":
		v, err := strconv.ParseInt(rest, 10, 64)
		if err != nil {
			return fmt.Errorf("%q is not a number", rest)
		}
		for form := range strings.FieldsSeq(value) {
			p := part{form: strings.Trim(form, "-"), value: v, opens: strings.HasSuffix(form, "-"), joins: strings.HasPrefix(form, "-")}
			l.parts = append(l.parts, p)
		}
	case name == "scale":
		v, err := strconv.ParseInt(rest, 10, 64)
		if err != nil || spell(v) == "" {
			return fmt.Errorf("%q is not a scale", rest)
		}
		_, english, _ := strings.Cut(spell(v), " ")
		for form := range strings.FieldsSeq(value) {
			l.scales[form] = scale{english, v}
		}
	case name == "order":
		for form := range strings.FieldsSeq(value) {
			l.ends = append(l.ends, ending{form: form, order: true})
		}
	case name == "ending":
		for form := range strings.FieldsSeq(value) {
			l.ends = append(l.ends, ending{form: form, english: rest})
		}
	default:
		return fmt.Errorf("%q is not a setting", key)
	}
	return nil
}

// A conjugation has the endings of the verbs whose infinitive ends alike, in groups: one for each English form behind the infinitive.
type conjugation struct {
	infinitive string
	endings    [][]string
}

// conjugate adds the forms of a verb, whose infinitive is given: rise/rises/rose/risen.
func (l *Language) conjugate(english []string, infinitive string, changes bool) error {
	var verb *conjugation
	for i := range l.verbs {
		if c := &l.verbs[i]; strings.HasSuffix(infinitive, c.infinitive) && (verb == nil || len(c.infinitive) > len(verb.infinitive)) {
			verb = c
		}
	}
	if verb == nil || len(verb.endings) != len(english)-1 {
		return fmt.Errorf("no [verb] says what forms %q has for %s", infinitive, strings.Join(english, "/"))
	}
	l.word(english[0], infinitive, changes)
	stem := strings.TrimSuffix(infinitive, verb.infinitive)
	for i, endings := range verb.endings {
		for _, e := range endings {
			if l.single(stem+e) == "" { // what is said of a form itself counts
				l.word(english[i+1], stem+e, changes)
			}
		}
	}
	return nil
}

// word adds a phrase, and for what rises and falls the same with "by".
func (l *Language) word(english, form string, changes bool) {
	l.phrase(english, form)
	for _, b := range l.by {
		if changes {
			l.phrase(english+" by", form+" "+b+" "+ahead)
		}
	}
}

// phrase adds a phrase.
func (l *Language) phrase(english, form string) {
	p := &phrase{english: strings.Fields(english)}
	for _, f := range strings.Fields(form) {
		if slot(f) || len(f) > 1 && strings.HasSuffix(f, "'") {
			p.words = append(p.words, f)
			continue
		}
		w := writer{source: f}
		w.cut(0, len(f))
		for _, t := range w.tokens { // all'ora is all' ora, km/h is km / h
			p.words = append(p.words, t.lower)
		}
	}
	if len(p.words) > 0 {
		l.phrases[p.words[0]] = append(l.phrases[p.words[0]], p)
	}
}

// measures is what an English word measures as a unit behind a number; ok is false for other words.
func measures(english string) (kind quantity.Kind, ok bool) {
	if english == "" {
		return kind, false
	}
	all := quantity.Read(nil, "2 "+english)
	return all[0].Kind, len(all) == 1 && all[0].Unit != quantity.NoUnit
}
