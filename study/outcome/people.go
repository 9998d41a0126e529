package outcome

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"hed/internal/option"
	"hed/report"
	"hed/stat"
	"hed/study"
)

// fewPeople is how many judges at least a table tells anything of: of fewer, somebody who knows them could learn what they said.
const fewPeople = 3

// A Group is judges who said the same of themselves, or who were too few and are counted together.
type Group struct {
	Question *study.Question
	Value    string // as the options have it; "" if merged
	Name     string // for readers
	Judges   []string
}

// People are the judges whose answers count, by what they said of themselves, for each question about them but texts. Groups of
// fewer than three are merged, also with the next larger one while they are still too few; where that leaves all answers together,
// or fewer than three, the question is left out.
func (d *Data) People() []Group {
	said := map[string]map[string]string{} // by question and judge
	for i := range d.Answers {
		a := &d.Answers[i]
		if a.Case != study.About {
			continue
		}
		if said[a.Question] == nil {
			said[a.Question] = map[string]string{}
		}
		said[a.Question][a.Judge] = a.Value
	}
	working := map[string]bool{}
	for i := range d.Answers {
		if a := &d.Answers[i]; d.Counts(a) {
			working[a.Judge] = true
		}
	}
	var all []Group
	for i := range d.Study.Protocol.About {
		q := &d.Study.Protocol.About[i]
		if q.Kind != study.FreeText && len(said[q.ID]) > 0 {
			all = append(all, d.grouped(q, said[q.ID], working)...)
		}
	}
	return all
}

// notSaid is what somebody said who did not answer.
const notSaid = "not said"

// grouped are the judges by their answer to a question, in the order of its answers.
func (d *Data) grouped(q *study.Question, said map[string]string, working map[string]bool) []Group {
	var groups []Group
	at := map[string]int{}
	put := func(value, name string) {
		at[value] = len(groups)
		groups = append(groups, Group{Question: q, Value: value, Name: name})
	}
	for _, o := range d.Study.Choices(nil, q) {
		put(o.Key, o.Text.In(d.Study.Lang))
	}
	if q.Kind == study.Scale {
		for v := q.From; v <= q.To; v++ {
			put(strconv.Itoa(v), strings.TrimSpace(strconv.Itoa(v)+" "+scaleEnd(q, v, d.Study.Lang)))
		}
	}
	put("", d.tongue().said(notSaid))
	for _, j := range d.Judges {
		if i, ok := at[said[j.ID]]; ok && working[j.ID] {
			groups[i].Judges = append(groups[i].Judges, j.ID)
		}
	}
	groups = slices.DeleteFunc(groups, func(g Group) bool { return len(g.Judges) == 0 })
	return merged(groups)
}

func scaleEnd(q *study.Question, v int, lang string) string {
	switch {
	case v == q.From && q.FromText != nil:
		return "(" + q.FromText.In(lang) + ")"
	case v == q.To && q.ToText != nil:
		return "(" + q.ToText.In(lang) + ")"
	}
	return ""
}

// merged puts groups of fewer than three together, and the next larger ones to them while they are still too few.
func merged(groups []Group) []Group {
	bySize := slices.Clone(groups)
	slices.SortStableFunc(bySize, func(a, b Group) int { return cmp.Compare(len(a.Judges), len(b.Judges)) })
	var rest Group
	var names []string
	for _, g := range bySize {
		if len(g.Judges) >= fewPeople && (len(rest.Judges) == 0 || len(rest.Judges) >= fewPeople) {
			break
		}
		rest.Question, rest.Judges = g.Question, append(rest.Judges, g.Judges...)
		names = append(names, g.Name)
	}
	if len(rest.Judges) == 0 {
		return groups
	}
	out := slices.DeleteFunc(slices.Clone(groups), func(g Group) bool { return slices.Contains(names, g.Name) })
	if len(rest.Judges) < fewPeople || len(out) == 0 && len(names) > 1 {
		return out // there are not three judges, or all answers together, which says nothing
	}
	// In the order of the groups.
	names = slices.DeleteFunc(namesOf(groups), func(n string) bool { return !slices.Contains(names, n) })
	rest.Name = strings.Join(names, ", ")
	return append(out, rest)
}

func namesOf(groups []Group) (names []string) {
	for _, g := range groups {
		names = append(names, g.Name)
	}
	return names
}

// peopleTable has a row for each group of judges.
func (o *Outcome) peopleTable() *report.Table {
	t := table("about", "answer", "judges", "%share")
	totals := map[string]int{}
	for i := range o.People {
		totals[o.People[i].Question.ID] += len(o.People[i].Judges)
	}
	for i := range o.People {
		g := &o.People[i]
		add(t, report.Label(g.Question.ID), report.Label(g.Name), report.Count(len(g.Judges)), report.Number(ratio(len(g.Judges), totals[g.Question.ID])))
	}
	return t
}

// A Part is what a group of judges said of a system.
type Part struct {
	*Group
	Question *study.Question
	System   string // "" where the question is not about systems
	What     string // which share or mean it is
	Share    bool
	Ratings  int
	Interval stat.Interval
}

// Splits are the questions about judges that answers can be split by; nil if judges were asked none.
func Splits(s *study.Study) (ids []string) {
	if !s.Background {
		return nil
	}
	for i := range s.Protocol.About {
		if q := &s.Protocol.About[i]; q.Kind != study.FreeText {
			ids = append(ids, q.ID)
		}
	}
	return ids
}

// split finds what the groups of one question about judges said, each for itself.
func (o *Outcome) split(ctx context.Context, by string, options Options) error {
	known := Splits(o.Study)
	if known == nil {
		return option.Errorf("by", " %s: judges of this study were not asked about themselves", by)
	}
	if !slices.Contains(known, by) {
		return option.Errorf("by", " %s: judges were not asked that; have %s", by, strings.Join(known, ", "))
	}
	for i := range o.People {
		g := &o.People[i]
		if g.Question.ID != by {
			continue
		}
		for _, f := range o.Findings {
			if err := o.splitQuestion(ctx, g, f, options); err != nil {
				return err
			}
		}
	}
	return nil
}

func (o *Outcome) splitQuestion(ctx context.Context, g *Group, f *Finding, options Options) error {
	q := f.Question
	all := filter(o.Ratings(q), func(r *Rating) bool { return slices.Contains(g.Judges, r.Judge) })
	put := func(system, what string, of []Rating, value func(*Rating) float64, bounds within) error {
		if judges(of) < fewPeople {
			return nil // also of a group of more, of whom few have answered this yet
		}
		in, err := options.interval(ctx, of, value, bounds)
		if err == nil {
			o.Parts = append(o.Parts, Part{g, q, system, what, bounds == share && q.Kind != study.Scale, len(of), in})
		}
		return err
	}
	if q.Kind == study.Choice && q.Of == study.OfSources {
		for _, name := range o.Study.Systems {
			of := filter(all, func(r *Rating) bool { return r.System == name })
			if err := put(name, "right", of, func(r *Rating) float64 { return truth(r.Value == o.Cases[r.Case].Source) }, share); err != nil {
				return err
			}
		}
	}
	if o.Annotation != nil && q == o.Consensus() {
		of := filter(all, func(r *Rating) bool { return o.Annotation.Cases[r.Case].Value != "" })
		agreed := func(r *Rating) float64 {
			c := &o.Annotation.Cases[r.Case]
			return truth(r.Value == c.Value || q.Kind == study.Numeral && r.Value == study.DeriveResult(c.Case, c.Value).Canonical)
		}
		if err := put("", "as agreed", of, agreed, share); err != nil {
			return err
		}
	}
	for _, s := range f.Systems {
		var err error
		switch q.Kind {
		case study.Choice:
			err = put(s.Name, "chosen", all, func(r *Rating) float64 { return truth(r.Value == s.Name) }, share)
		default:
			low, high := ends(o.Study, q)
			of := filter(all, func(r *Rating) bool { return r.System == s.Name })
			what := map[study.Kind]string{study.YesNo: "yes", study.Rank: "mean place"}[q.Kind]
			err = put(s.Name, cmp.Or(what, "mean"), of, worth(number(q)), within{float64(low), float64(high)})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// partTable has the shares, or the means, of each group of judges.
func (o *Outcome) partTable(shares bool) *report.Table {
	t := table("judges", "count", "question", "system", "of", "answers", "mean", "low", "high")
	if shares {
		t = table("judges", "count", "question", "system", "of", "answers", "%share", "%low", "%high")
	}
	for i := range o.Parts {
		p := &o.Parts[i]
		if p.Share != shares {
			continue
		}
		add(t, report.Label(p.Name), report.Count(len(p.Judges)), report.Label(p.Question.ID), report.Label(p.System), report.Label(p.What), report.Count(p.Ratings),
			report.Number(p.Interval.Mean), report.Number(p.Interval.Low), report.Number(p.Interval.High))
	}
	return t
}
