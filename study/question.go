package study

import (
	"fmt"
	"regexp"
	"slices"
)

// checkQuestion reports what is wrong with a question, whatever its conditions.
func (r *reader) checkQuestion(path string, p *Protocol, q *Question, ids map[string]bool) {
	switch {
	case !idForm.MatchString(q.ID):
		r.errorf(path+".id", "id must begin with a letter and have letters, digits and _ only, 40 at most; it is %q", short(q.ID))
	case ids[q.ID]:
		r.errorf(path+".id", "another question has the id %s; call this one something else", q.ID)
	}
	ids[q.ID] = true
	r.checkText(path+".text", q.Text, p, true)
	r.checkText(path+".hint", q.Hint, p, false)
	r.checkText(path+".from_text", q.FromText, p, false)
	r.checkText(path+".to_text", q.ToText, p, false)
	r.oneOf(path+".kind", string(q.Kind), string(YesNo), string(Choice), string(Scale), string(Rank), string(FreeText), string(Numeral))
	if q.Each != Once {
		r.oneOf(path+".each", string(q.Each), string(EachHeadline), string(EachPair))
	}
	r.checkUnit(path, p, q)
	r.onlyFor(path+".options", q, len(q.Options) > 0, Choice)
	r.onlyFor(path+".of", q, q.Of != "", Choice, Rank)
	r.onlyFor(path+".from", q, q.From != 0, Scale)
	r.onlyFor(path+".to", q, q.To != 0, Scale)
	r.onlyFor(path+".from_text", q, len(q.FromText) > 0, Scale)
	r.onlyFor(path+".to_text", q, len(q.ToText) > 0, Scale)
	r.onlyFor(path+".ties", q, q.Ties, Rank)
	r.onlyFor(path+".pattern", q, q.Pattern != "", FreeText)
	r.onlyFor(path+".most", q, q.Most != 0, FreeText)
	switch q.Kind {
	case Choice:
		r.checkChoice(path, p, q)
	case Scale:
		if q.From >= q.To || q.To-q.From >= mostPoints {
			r.errorf(path, "question %s: a scale goes from a smaller number to a greater one, over %d numbers at most, not from %d to %d", q.ID, mostPoints, q.From, q.To)
		}
	case FreeText:
		if _, err := regexp.Compile(whole(q.Pattern)); err != nil {
			r.errorf(path+".pattern", "question %s: pattern is not a regular expression: %v", q.ID, err)
		}
		if q.Most < 0 || q.Most > mostChars {
			r.errorf(path+".most", "question %s: most must be from 1 to %d characters", q.ID, mostChars)
		}
	}
}

// mostPoints is how many numbers a scale may have; people cannot tell more apart.
const mostPoints = 101

// checkUnit refuses questions about headlines where a case does not have them.
func (r *reader) checkUnit(path string, p *Protocol, q *Question) {
	several := q.Each == EachPair || q.Kind == Rank || q.Of == OfHeadlines
	switch {
	case several && p.Unit != Documents:
		r.errorf(path, "question %s is about several headlines, which only a case of the unit %s has", q.ID, Documents)
	case q.Each == EachHeadline && p.Unit == Blanks:
		r.errorf(path+".each", "question %s is asked of each headline, and a case of the unit %s has none", q.ID, Blanks)
	case q.Kind == Numeral && (p.Unit != Blanks || q.Each != Once || q.Optional):
		r.errorf(path+".kind", "question %s: numeral asks for the blank of a case of the unit %s, once and always", q.ID, Blanks)
	case q.Kind == Rank && q.Each != Once:
		r.errorf(path+".each", "question %s ranks all headlines of a case, so it is asked once; remove each", q.ID)
	}
}

// onlyFor refuses a key that means nothing for the kind of the question.
func (r *reader) onlyFor(path string, q *Question, set bool, kinds ...Kind) {
	if set && !slices.Contains(kinds, q.Kind) {
		r.errorf(path, "question %s: this key is for the kind %v, not %s; remove it", q.ID, kinds[0], short(string(q.Kind)))
	}
}

func (r *reader) checkChoice(path string, p *Protocol, q *Question) {
	switch {
	case q.Of != "":
		r.oneOf(path+".of", q.Of, OfHeadlines, OfSources)
		if len(q.Options) > 0 {
			r.errorf(path+".options", "question %s has options and of; keep one of them", q.ID)
		}
		if q.Of == OfSources && !p.Strata {
			r.errorf(path+".of", "question %s is among sources, which are known if cases are drawn from each; write strata: true", q.ID)
		}
		if q.Of == OfHeadlines && q.Each != Once {
			r.errorf(path+".each", "question %s is among all headlines of a case, so it is asked once; remove each", q.ID)
		}
		return
	case len(q.Options) < 2:
		r.errorf(path, "question %s: a choice needs two options or more, or of: headlines or sources", q.ID)
	}
	var keys []string
	for i, o := range q.Options {
		at := fmt.Sprintf("%s.options[%d]", path, i)
		switch {
		case !keyForm.MatchString(o.Key):
			r.errorf(at+".key", "question %s: the key of an option has letters, digits, _ and - only, 40 at most; it is %q", q.ID, short(o.Key))
		case slices.Contains(keys, o.Key):
			r.errorf(at+".key", "question %s: another option has the key %s; call this one something else", q.ID, o.Key)
		}
		keys = append(keys, o.Key)
		r.checkText(at+".text", o.Text, p, true)
	}
}

// checkWhen reports conditions that cannot be met.
func (r *reader) checkWhen(path string, q *Question, asked []*Question) {
	w := q.When
	if w == nil {
		return
	}
	i := slices.IndexFunc(asked, func(o *Question) bool { return o.ID == w.Question })
	if i < 0 {
		r.errorf(path+".question", "question %s depends on %q, which is not asked before it; move that one up, or correct the id", q.ID, short(w.Question))
		return
	}
	on := asked[i]
	if on.Each != Once && on.Each != q.Each {
		r.errorf(path+".question", "question %s depends on %s, which is asked of each %s; ask it of each %[3]s too", q.ID, on.ID, on.Each)
	}
	if on.Kind != YesNo && on.Kind != Choice && on.Kind != Scale {
		r.errorf(path+".question", "question %s depends on %s, whose kind is %s; only a yesno, a choice or a scale can be depended on", q.ID, on.ID, on.Kind)
		return
	}
	if len(w.Is) == 0 {
		r.errorf(path, "question %s: when has no values; list in is what %s must be answered with", q.ID, on.ID)
	}
	for j, v := range w.Is {
		if on.Of == "" && (v == "" || on.checkValue(nil, nil, v) != nil) {
			r.errorf(fmt.Sprintf("%s.is[%d]", path, j), "question %s: %q is not an answer to %s, so it would never be asked", q.ID, short(v), on.ID)
		}
	}
}
