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

// Letter is what the headline in a place is called: A for 0.
func Letter(place int) string { return string(rune('A' + place)) }

// Items are what a step of a task asks, in order, whatever the conditions.
func (p *Protocol) Items(c *Case, t *Task, step int) []Item {
	var items []Item
	for i := range p.Steps[step].Questions {
		q := &p.Steps[step].Questions[i]
		switch q.Each {
		case EachHeadline:
			for a := range c.Headlines {
				items = append(items, Item{Key: q.ID + "." + Letter(a), Question: q, Of: []int{a}})
			}
		case EachPair:
			for a := range c.Headlines {
				for b := a + 1; b < len(c.Headlines); b++ {
					items = append(items, Item{Key: q.ID + "." + Letter(a) + "-" + Letter(b), Question: q, Of: []int{a, b}})
				}
			}
		default:
			items = append(items, Item{Key: q.ID, Question: q})
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
		items = append(items, Item{Key: p.About[i].ID, Question: &p.About[i]})
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
	key := w.Question
	if _, of, ok := strings.Cut(it.Key, "."); ok {
		if v, ok := answers[key+"."+of]; ok {
			return slices.Contains(w.Is, v)
		}
	}
	return slices.Contains(w.Is, answers[key])
}
