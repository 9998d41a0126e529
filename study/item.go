package study

import (
	"slices"
	"strings"
)

// An Item is one thing to answer: a question, of a headline or of a pair of them
// where it is asked of each.
type Item struct {
	Key      string // the question's id; and of which headlines: correct.B, same.A-C
	Question *Question
	Of       []int // headlines of the case, by their place; none if asked once
	// Answer is what is right, for a question of Attention; "" for all others.
	Answer string
}

// Letter is what the headline in a place is called: A for 0. A case has at most 26.
func Letter(place int) string { return string(rune('A' + place)) }

// Place is the place of the headline that a letter stands for: 0 for A.
func Place(letter string) int { return int(letter[0] - 'A') }

// Key is what answers to a question are kept under: its id, and where it is asked of each
// headline or pair which ones, by their places: correct.B for 1, same.A-C for 0 and 2.
func Key(question string, of ...int) string {
	sign := "."
	for _, place := range of {
		question += sign + Letter(place)
		sign = "-"
	}
	return question
}

// CutKey takes a Key apart. What does not end as a Key does is a question asked once.
func CutKey(key string) (question string, of []int) {
	question, letters, ok := strings.Cut(key, ".")
	if !ok {
		return key, nil
	}
	for letter := range strings.SplitSeq(letters, "-") {
		if len(letter) != 1 || letter < "A" || letter > "Z" {
			return key, nil
		}
		of = append(of, Place(letter))
	}
	return question, of
}

func newItem(q *Question, of ...int) Item { return Item{Key: Key(q.ID, of...), Question: q, Of: of} }

// Items are what a step of a task asks, in order, whatever the conditions.
func (p *Protocol) Items(c *Case, t *Task, step int) []Item {
	var items []Item
	for i := range p.Steps[step].Questions {
		q := &p.Steps[step].Questions[i]
		switch q.Each {
		case EachHeadline:
			for a := range c.Headlines {
				items = append(items, newItem(q, a))
			}
		case EachPair:
			for a := range c.Headlines {
				for b := a + 1; b < len(c.Headlines); b++ {
					items = append(items, newItem(q, a, b))
				}
			}
		default:
			items = append(items, newItem(q))
		}
	}
	if step == len(p.Steps)-1 {
		for i := range p.Attention {
			if a := &p.Attention[i]; t.Position%a.Every == a.Every-1 {
				items = append(items, Item{Key: a.Question.ID, Question: &a.Question, Answer: a.Answer})
			}
		}
	}
	return items
}

// AboutItems are the questions about the judge.
func (p *Protocol) AboutItems() []Item {
	var items []Item
	for i := range p.About {
		items = append(items, newItem(&p.About[i]))
	}
	return items
}

// Asked tells whether the condition of an item is met by the answers so far. A
// condition on a question that is asked of each headline is about the same one.
func (it *Item) Asked(answers map[string]string) bool {
	w := it.Question.When
	if w == nil {
		return true
	}
	if v, ok := answers[Key(w.Question, it.Of...)]; ok {
		return slices.Contains(w.Is, v)
	}
	return slices.Contains(w.Is, answers[w.Question])
}
