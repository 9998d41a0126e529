package study

import (
	"slices"
	"strings"
	"time"
)

// Check tells whether a value answers an item of a task, where before are the
// judge's answers to the case so far. NotFound if the case has no such item, Closed if
// its step or the whole task is, Invalid if the step is not reached, the item is not
// asked because of its condition, or the value is none of its answers. "" takes back
// the answer to an optional question.
//
// A task that was Returned takes answers as if it were Open.
func (s *Study) Check(c *Case, t *Task, key, value string, before map[string]string) error {
	it, step := s.Protocol.find(c, t, key)
	switch {
	case it == nil:
		return Errorf(NotFound, "case %d has no question %q", c.Number, short(key))
	case t.State == Finished:
		return Errorf(Closed, "case %d is finished, and its answers stay as they are", c.Number)
	case step < t.Step:
		return Errorf(Closed, "question %s belongs to a page that is closed, and its answer stays as it is", it.Key)
	case step > t.Step:
		return Errorf(Invalid, "question %s is not asked yet; finish the page before it first", it.Key)
	case !it.Asked(s.Protocol.Counted(c, t, before)):
		return Errorf(Invalid, "question %s is not asked, because of the answer to %s", it.Key, it.Question.When.Question)
	}
	return it.Question.checkValue(s, c, value)
}

// CheckAbout tells whether a value answers a question about the judge: NotFound if
// there is no such question, Invalid if the value is none of its answers.
func (s *Study) CheckAbout(key, value string) error {
	if s.Background {
		for i := range s.Protocol.About {
			if q := &s.Protocol.About[i]; q.ID == key {
				return q.checkValue(s, nil, value)
			}
		}
	}
	return Errorf(NotFound, "there is no question %q about you", short(key))
}

// find gives an item of a task by its key, and the step it is in; nil if there is
// none.
func (p *Protocol) find(c *Case, t *Task, key string) (*Item, int) {
	for step := range p.Steps {
		items := p.Items(c, t, step)
		if i := slices.IndexFunc(items, func(it Item) bool { return it.Key == key }); i >= 0 {
			return &items[i], step
		}
	}
	return nil, 0
}

// Counted are the answers that count of those a judge gave to a case: answers to
// items that are asked, given the others, and not taken back. An answer stays in the
// Store when its question is hidden by a later one to another question.
func (p *Protocol) Counted(c *Case, t *Task, answers map[string]string) map[string]string {
	counted := map[string]string{}
	for step := range p.Steps {
		for _, it := range p.Items(c, t, step) {
			if v := answers[it.Key]; v != "" && it.Asked(counted) {
				counted[it.Key] = v
			}
		}
	}
	return counted
}

// Missing are the keys of the shown step that are asked, required and unanswered, in
// order; none if the task is Finished.
func (s *Study) Missing(c *Case, t *Task, answers map[string]string) []string {
	if t.State == Finished {
		return nil
	}
	var keys []string
	counted := s.Protocol.Counted(c, t, answers)
	for _, it := range s.Protocol.Items(c, t, t.Step) {
		if counted[it.Key] == "" && !it.Question.Optional && it.Asked(counted) {
			keys = append(keys, it.Key)
		}
	}
	return keys
}

// CloseStep closes the shown step of a task, and with the last one finishes it.
// Invalid if answers are missing, Closed if the task is Finished.
func (s *Study) CloseStep(c *Case, t *Task, answers map[string]string, now time.Time) error {
	if t.State == Finished {
		return Errorf(Closed, "case %d is finished", c.Number)
	}
	if missing := s.Missing(c, t, answers); len(missing) > 0 {
		return Errorf(Invalid, "answer %s first", strings.Join(missing, ", "))
	}
	t.State, t.Touched = Open, now
	if t.Step++; t.Step == len(s.Protocol.Steps) {
		t.State, t.Done = Finished, now
	}
	return nil
}

// Choices are what a YesNo or a Choice may be answered with, in the order to show
// them and in the language of the study; none for other kinds. Keys are values of
// answers. The texts of headlines are their letters.
func (s *Study) Choices(c *Case, q *Question) []Option {
	switch {
	case q.Kind == YesNo:
		return []Option{
			{"yes", Text{"en": "Yes", "it": "Sì"}},
			{"no", Text{"en": "No", "it": "No"}},
		}
	case q.Kind != Choice || q.Of == "":
		return q.Options
	}
	var options []Option
	for _, k := range q.keys(s, c) {
		options = append(options, Option{k, Text{s.Lang: k}})
	}
	return options
}
