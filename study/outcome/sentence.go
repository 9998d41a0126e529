package outcome

import (
	"cmp"
	"slices"

	"hed/score"
	"hed/stat/agree"
)

// Incomplete says how far a study is that is not complete; "" of one that is. It stands before everything else, since
// whatever follows may change.
func (o *Outcome) Incomplete() string {
	w, p := o.tongue(), &o.Progress
	if p.Done() {
		return ""
	}
	text := w.say("The study is not complete: %d of %s all their judges", p.Complete, w.of(p.Cases, "case")+w.said(has(p.Cases)))
	if open := p.Tasks - p.Finished; open > 0 {
		text += w.say(", and %s begun or given out %s not finished", w.of(open, "judgement"), w.said(is(open)))
	}
	return text + w.said(". What follows may change.")
}

func has(n int) string {
	if n == 1 {
		return " has"
	}
	return " have"
}

func is(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// Sentences say what was found: of sources that were guessed and numerals that were derived first, then one for each
// question about systems or pairs of them.
func (o *Outcome) Sentences() []string {
	w := o.tongue()
	var all []string
	if g := o.Guess; g != nil {
		all = append(all, g.sentences(w)...)
		if text := g.judged(w); text != "" {
			all = append(all, text)
		}
	}
	if a := o.Annotation; a != nil {
		all = append(all, a.sentences(w, o.Study.Protocol.Consensus, o.Study.Numbers.Judges)...)
	}
	for _, f := range o.Findings {
		switch {
		case f.Answers == 0:
		case f.Systems != nil:
			all = append(all, o.quoted(f)+": "+o.standing(f)+"; "+agreed(w, f.Alpha)+".")
		case f.Pairs != nil:
			all = append(all, o.quoted(f)+": "+f.together(w)+"; "+agreed(w, f.Alpha)+".")
		}
	}
	return all
}

// quoted is the question as judges read it.
func (o *Outcome) quoted(f *Finding) string { return "“" + f.Question.Text.In(o.Study.Lang) + "”" }

// standing says who leads, and before whom.
func (o *Outcome) standing(f *Finding) string {
	w, best := o.tongue(), f.Best()
	var lead, behind, level []string
	tested := false
	for _, t := range f.Tests {
		tested = tested || !score.IsAbsent(t.Adjusted)
	}
	for _, s := range best {
		switch {
		case s.Value == best[0].Value:
			lead = append(lead, s.Name)
		case score.IsAbsent(s.Value):
		case !slices.ContainsFunc(lead, func(first string) bool { return !f.differ(first, s.Name) }):
			behind = append(behind, s.Name)
		default:
			level = append(level, s.Name)
		}
	}
	value := f.value(w, best[:max(1, len(lead))])
	switch {
	case len(best) == 1:
		return w.say("%s has %s", best[0].Name, value)
	case len(lead) == len(best):
		return w.say("all have %s", value)
	}
	text := w.say("%s leads with %s", w.list(lead), value)
	if len(lead) > 1 {
		text = w.say("%s lead with %s", w.list(lead), value)
	}
	switch {
	case behind == nil && level == nil:
		return text + w.said("; nobody judged the others yet")
	case !tested:
		return text + w.said("; there are too few cases for a test")
	case behind == nil:
		return text + w.said(", not significantly")
	case level == nil:
		return text + w.said(", significantly before all others")
	}
	return text + w.say(", significantly before %s but not before %s", w.list(behind), w.list(level))
}

func (f *Finding) differ(a, b string) bool {
	for _, t := range f.Tests {
		if t.A == a && t.B == b || t.A == b && t.B == a {
			return t.Adjusted < level05
		}
	}
	return false
}

// together says which pairs were said most often and which least often to go together.
func (f *Finding) together(w *tongue) string {
	pairs := slices.DeleteFunc(slices.Clone(f.Pairs), func(p Pair) bool { return score.IsAbsent(p.Value) })
	byValue := func(a, b Pair) int { return cmp.Compare(a.Value, b.Value) }
	most, least := slices.MaxFunc(pairs, byValue), slices.MinFunc(pairs, byValue)
	said := func(of Pair) string {
		var names []string
		for _, p := range pairs {
			if p.Value == of.Value {
				names = append(names, w.say("%s with %s", p.A, p.B))
			}
		}
		text := w.say("%s: %s yes", w.list(names), w.percent(of.Value))
		if in := w.span(of.Interval, w.percent); in != "" && len(names) == 1 {
			text += " (" + in + ")"
		}
		return text
	}
	if most.Value == least.Value {
		return said(most)
	}
	return w.say("most often %s; least often %s", said(most), said(least))
}

// agreed says how far judges agree.
func agreed(w *tongue, a agree.Agreement) string {
	switch a.Undefined {
	case nil:
		return w.say("Krippendorff's alpha is %s", w.statistic(a.Value))
	case agree.ErrNoOverlap:
		return w.said("nobody answered what another judge did, so that their agreement is not known")
	case agree.ErrOneValue:
		return w.said("all answers are the same, so that alpha has no value")
	}
	return w.say("alpha has no value (%s)", a.Undefined)
}

// value is what some systems have, which have the same, as a reader says it, with the interval of each.
func (f *Finding) value(w *tongue, of []System) string {
	text, end := "", w.percent
	switch s := &of[0]; {
	case score.IsAbsent(s.Value):
		return w.said("no rating")
	case !score.IsAbsent(s.Total) && f.Better == score.Lower:
		end = w.decimals(2)
		text = w.say("a mean place of %s", end(s.Value))
	case !score.IsAbsent(s.Total):
		end = w.decimals(2)
		text = w.say("a mean of %s", end(s.Value))
	case s.Shares == nil:
		text = w.say("%s of choices", w.percent(s.Value))
	default:
		text = w.say("%s yes", w.percent(s.Value))
	}
	var each []string
	for i := range of {
		if in := w.span(of[i].Interval, end); in != "" && !slices.Contains(each, in) {
			each = append(each, in)
		}
	}
	if each == nil {
		return text
	}
	return text + " (" + w.list(each) + ")"
}
