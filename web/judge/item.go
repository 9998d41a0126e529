package judge

import (
	"encoding/json"
	"strings"

	"hed/numeral"
	"hed/study"
)

// Values are the values of a condition, for scripts.
func (c *condition) Values() string {
	text, err := json.Marshal(c.Is)
	if err != nil {
		panic("web: " + err.Error()) // strings can be marshalled
	}
	return string(text)
}

// Said is the answer as it was shown.
func (it item) Said() string {
	for _, o := range it.Options {
		if o.Key == it.Value && it.Kind != study.Rank && len(o.Text) < 40 {
			return o.Text
		}
	}
	return it.Value
}

// Runes are the characters of a text.
func (it item) Runes() []rune { return []rune(it.Value) }

// Short tells whether the options of a choice fit beside each other.
func (it item) Short() bool {
	n := 0
	for _, o := range it.Options {
		n += len(o.Text) + 6
	}
	return n < 50
}

// PlaceOf is the place that a ranking gives a letter; 0 if there is none.
func (it item) PlaceOf(letter string) int {
	for l, place := range study.Places(it.Value) {
		if l == letter {
			return place
		}
	}
	return 0
}

// Ranked are the options in the order of the ranking, or as they are shown.
func (it item) Ranked() []option {
	list := make([]option, 0, len(it.Options))
	for letter := range strings.SplitSeq(it.Value, ">") {
		for _, o := range it.Options {
			if o.Key == letter {
				list = append(list, o)
			}
		}
	}
	if len(list) != len(it.Options) {
		return it.Options
	}
	return list
}

// Unanswerable tells whether a numeral was said not to follow from the article.
func (it item) Unanswerable() bool { _, ok := study.CutUnanswerable(it.Value); return ok }

// Why is the reason for that; "" if it was not said.
func (it item) Why() string {
	reason, _ := study.CutUnanswerable(it.Value)
	return reason
}

// Expression is how a numeral was derived.
func (it item) Expression() string {
	if it.Unanswerable() {
		return ""
	}
	return it.Value
}

// An operator is what annotators derive numerals with: its key, how it is written
// with _ for what it takes, and a sign if it has one.
type operator struct{ Name, Key, Form, Sign string }

// operators are those of package numeral, in its order, with keys that their names
// suggest as far as they differ.
func operators() []operator {
	const keys = "ctprsbandm"
	signs := map[numeral.Op]string{numeral.Subtract: "\u2212", numeral.Add: "+", numeral.Divide: "\u00f7", numeral.Multiply: "\u00d7"}
	var all []operator
	for i, op := range numeral.Ops() {
		all = append(all, operator{op.String(), keys[i : i+1], op.Form(), signs[op]})
	}
	return all
}
