package outcome

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"hed/internal/count"
	"hed/score"
	"hed/stat/agree"
)

// Incomplete says how far a study is that is not complete; "" of one that is. It stands before everything else, since
// whatever follows may change.
func (o *Outcome) Incomplete() string {
	p := &o.Progress
	if p.Done() {
		return ""
	}
	text := fmt.Sprintf("The study is not complete: %d of %s all their judges", p.Complete, count.Of(p.Cases, "case")+has(p.Cases))
	if open := p.Tasks - p.Finished; open > 0 {
		text += fmt.Sprintf(", and %s begun or given out %s not finished", count.Of(open, "judgement"), is(open))
	}
	return text + ". What follows may change."
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
	var all []string
	if g := o.Guess; g != nil {
		all = append(all, g.sentences()...)
		if text := g.judged(); text != "" {
			all = append(all, text)
		}
	}
	if a := o.Annotation; a != nil {
		all = append(all, a.sentences(o.Study.Protocol.Consensus, o.Study.Numbers.Judges)...)
	}
	for _, f := range o.Findings {
		switch {
		case f.Answers == 0:
		case f.Systems != nil:
			all = append(all, o.quoted(f)+": "+o.standing(f)+"; "+agreed(f.Alpha)+".")
		case f.Pairs != nil:
			all = append(all, o.quoted(f)+": "+f.together()+"; "+agreed(f.Alpha)+".")
		}
	}
	return all
}

// quoted is the question as judges read it.
func (o *Outcome) quoted(f *Finding) string { return "“" + f.Question.Text.In(o.Study.Lang) + "”" }

// standing says who leads, and before whom.
func (o *Outcome) standing(f *Finding) string {
	best := f.Best()
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
	value := f.value(best[:max(1, len(lead))])
	switch {
	case len(best) == 1:
		return best[0].Name + " has " + value
	case len(lead) == len(best):
		return "all have " + value
	}
	text := count.List(lead) + " leads with " + value
	if len(lead) > 1 {
		text = count.List(lead) + " lead with " + value
	}
	switch {
	case behind == nil && level == nil:
		return text + "; nobody judged the others yet"
	case !tested:
		return text + "; there are too few cases for a test"
	case behind == nil:
		return text + ", not significantly"
	case level == nil:
		return text + ", significantly before all others"
	}
	return text + ", significantly before " + count.List(behind) + " but not before " + count.List(level)
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
func (f *Finding) together() string {
	pairs := slices.DeleteFunc(slices.Clone(f.Pairs), func(p Pair) bool { return score.IsAbsent(p.Value) })
	byValue := func(a, b Pair) int { return cmp.Compare(a.Value, b.Value) }
	most, least := slices.MaxFunc(pairs, byValue), slices.MinFunc(pairs, byValue)
	said := func(of Pair) string {
		var names []string
		for _, p := range pairs {
			if p.Value == of.Value {
				names = append(names, p.A+" with "+p.B)
			}
		}
		text := fmt.Sprintf("%s: %s yes", count.List(names), percent(of.Value))
		if in := span(of.Interval, percent); in != "" && len(names) == 1 {
			text += " (" + in + ")"
		}
		return text
	}
	if most.Value == least.Value {
		return said(most)
	}
	return "most often " + said(most) + "; least often " + said(least)
}

// agreed says how far judges agree.
func agreed(a agree.Agreement) string {
	switch a.Undefined {
	case nil:
		return "Krippendorff's alpha is " + statistic(a.Value)
	case agree.ErrNoOverlap:
		return "nobody answered what another judge did, so that their agreement is not known"
	case agree.ErrOneValue:
		return "all answers are the same, so that alpha has no value"
	}
	return "alpha has no value (" + a.Undefined.Error() + ")"
}

// value is what some systems have, which have the same, as a reader says it, with the interval of each.
func (f *Finding) value(of []System) string {
	text, end := "", percent
	switch s := &of[0]; {
	case score.IsAbsent(s.Value):
		return "no rating"
	case !score.IsAbsent(s.Total) && f.Better == score.Lower:
		end = decimals(2)
		text = "a mean place of " + end(s.Value)
	case !score.IsAbsent(s.Total):
		end = decimals(2)
		text = "a mean of " + end(s.Value)
	case s.Shares == nil:
		text = percent(s.Value) + " of choices"
	default:
		text = percent(s.Value) + " yes"
	}
	var each []string
	for i := range of {
		if in := span(of[i].Interval, end); in != "" && !slices.Contains(each, in) {
			each = append(each, in)
		}
	}
	if each == nil {
		return text
	}
	return text + " (" + count.List(each) + ")"
}

func decimals(n int) func(float64) string {
	return func(v float64) string { return strconv.FormatFloat(v, 'f', n, 64) }
}

// percent is a share as people say it.
func percent(v float64) string { return strconv.FormatFloat(100*v, 'f', 1, 64) + "%" }

// probability is a p, which is never 0.
func probability(p float64) string {
	if p < 0.001 {
		return "< 0.001"
	}
	return "= " + strconv.FormatFloat(p, 'f', 3, 64)
}
