package outcome

import (
	"fmt"
	"strings"
	"time"

	"hed/internal/count"
	"hed/study"
)

// Methods is a paragraph on how the study was done, with its figures, for a paper.
func (o *Outcome) Methods() string {
	s, p := o.Study, &o.Progress
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+" ", args...) }

	say("We drew %s at random (seed %d)%s.", count.Of(len(o.Cases), unit(s.Protocol.Unit)), s.Seed, from(s.Inputs))
	if d := s.Dropped; d.Cases > 0 {
		why := d.Why()
		if why != "" {
			why = ": " + why
		}
		say("Of %s, %d (%.1f%%) were left out%s.", count.Of(d.Looked, "case"), d.Cases, 100*float64(d.Cases)/float64(d.Looked), why)
		if each := o.unfit(); each != nil {
			say("The share of headlines that were empty or had an unknown word was %s.", count.List(each))
		}
	}
	switch s.Protocol.Unit {
	case study.Documents:
		say("A case is an article and the headlines of %s; their order was %s over cases and the same for all judges of a case, and judges did not know the systems.", count.List(s.Systems), s.Protocol.Order)
	case study.Headlines:
		say("A case is one headline of %s, without its article.", count.Either(s.Systems))
	case study.Blanks:
		say("A case is an article and its headline with one numeral left out, which judges derived from the article with the operators of NumHG; each derivation was validated at once.")
	}
	if len(s.Forms) > 1 && s.Numbers.PerJudge == 1 {
		say("Cases were put into %s of up to %d, each for %s.", count.Of(len(s.Forms), "form"), s.Numbers.Cases, count.Of(s.Numbers.Judges, "judge"))
	} else {
		say("Each case was for %s.", count.Of(s.Numbers.Judges, "judge"))
	}
	if asked := o.asked(); asked != "" {
		say("%s", asked)
	}
	say("%s gave %s%s, which complete %d of %s.", capital(count.Of(p.Judges, "judge")), count.Of(p.Answers, "answer"), when(p), p.Complete, count.Of(p.Cases, "case"))
	if p.Excluded > 0 {
		say("%s excluded.", capital(count.Of(p.Excluded, "judge")+was(p.Excluded)))
	}
	if open := p.Tasks - p.Finished; open > 0 {
		say("%d of %s %s not finished.", open, count.Of(p.Tasks, "judgement"), is(open))
	}
	if who := o.described(); who != "" {
		say("%s", who)
	}
	grain := time.Second
	if p.Median < 10*time.Second {
		grain = time.Second / 10
	}
	if took := p.Median.Round(grain); took > 0 {
		say("A case took %s (median).", took)
	}
	for _, m := range o.Models {
		say("The model %s answered %d of %s, page by page in the words of the protocol and without knowing the systems; its answers are compared with those of people and count in no other figure.", m.Name, m.Finished(), count.Of(p.Cases, "case"))
	}
	var agreed []string
	for _, f := range o.Findings {
		if f.Question.Kind == study.FreeText || f.Question.Kind == study.Numeral {
			continue
		}
		if f.Alpha.Undefined == nil {
			agreed = append(agreed, fmt.Sprintf("%s for %s (%s)", statistic(f.Alpha.Value), o.quoted(f), f.Level))
		}
	}
	if agreed != nil {
		say("Krippendorff's alpha is %s.", count.List(agreed))
	}
	if a := o.Annotation; a != nil {
		rule := s.Protocol.Consensus
		none, kinds := "", ""
		if a.Numeral {
			none = fmt.Sprintf(", %d of them as unanswerable", a.Unanswerable)
			kinds = fmt.Sprintf(", %s where the numeral is copied and %s where it needs reasoning", statistic(a.Copy.Value), statistic(a.Reasoning.Value))
		}
		say("A case was approved when %d of %d judges of a round agreed, and given to others when not: %d of %s were approved%s.", rule.Agree, s.Numbers.Judges, a.Approved, count.Of(len(a.Cases), "case"), none)
		if a.All.Undefined == nil {
			say("Fleiss' kappa is %s over all cases%s.", statistic(a.All.Value), kinds)
		}
	}
	return strings.TrimSpace(b.String())
}

func unit(u study.Unit) string {
	switch u {
	case study.Headlines:
		return "headline"
	case study.Blanks:
		return "question"
	}
	return "article"
}

func from(inputs []study.Input) string {
	if len(inputs) == 0 {
		return ""
	}
	return " from " + inputs[0].Name
}

// unfit says for how many of the cases each system was the reason.
func (o *Outcome) unfit() (each []string) {
	d := o.Study.Dropped
	for _, s := range o.Study.Systems {
		if n := d.Systems[s]; n > 0 {
			each = append(each, fmt.Sprintf("%.1f%% for %s", 100*float64(n)/float64(d.Looked), s))
		}
	}
	return each
}

// asked quotes the questions, those before and those after the article is shown.
func (o *Outcome) asked() string {
	var first, second []string
	shown := false
	for _, step := range o.Study.Protocol.Steps {
		shown = shown || step.Article
		for i := range step.Questions {
			text := "“" + step.Questions[i].Text.In(o.Study.Lang) + "” (" + answered(o.Study, &step.Questions[i]) + ")"
			if shown {
				second = append(second, text)
			} else {
				first = append(first, text)
			}
		}
	}
	switch {
	case first == nil:
		return "With the article" + cut(o.Study.Protocol) + " in view, judges were asked " + count.List(second) + "."
	case second == nil:
		return "Judges were asked " + count.List(first) + "."
	}
	return "Judges were asked " + count.List(first) + " before they saw the article" + cut(o.Study.Protocol) + ", and " + count.List(second) + " after."
}

// answered says how a question is answered, and how often it is asked.
func answered(s *study.Study, q *study.Question) string {
	how := map[study.Kind]string{
		study.YesNo: "yes or no", study.Choice: "one of the headlines", study.Rank: "a ranking", study.FreeText: "in words",
		study.Numeral: "a derivation, or why there is none", study.Scale: fmt.Sprintf("%d to %d", q.From, q.To),
	}[q.Kind]
	if q.Kind == study.Choice && q.Of != study.OfHeadlines {
		var options []string
		for _, o := range s.Choices(nil, q) {
			options = append(options, o.Text.In(s.Lang))
		}
		how = count.Either(options)
	}
	switch q.Each {
	case study.EachHeadline:
		how += ", for each headline"
	case study.EachPair:
		how += ", for each pair of headlines"
	}
	return how
}

// described says who the judges are, by what they said of themselves; "" if nothing can be told.
func (o *Outcome) described() string {
	var about []string
	for i := 0; i < len(o.People); {
		q := o.People[i].Question
		var groups []string
		for ; i < len(o.People) && o.People[i].Question == q; i++ {
			groups = append(groups, fmt.Sprintf("%d %s", len(o.People[i].Judges), o.People[i].Name))
		}
		about = append(about, "“"+q.Text.In("en")+"” "+strings.Join(groups, ", "))
	}
	if about == nil {
		return ""
	}
	return "Of themselves judges said (answers of fewer than three are counted together): " + strings.Join(about, "; ") + "."
}

func cut(p *study.Protocol) string {
	if p.Tokens == 0 {
		return ""
	}
	return fmt.Sprintf(" (its first %d tokens)", p.Tokens)
}

func when(p *Progress) string {
	if p.First.IsZero() {
		return ""
	}
	a, b := p.First.UTC().Format(time.DateOnly), p.Last.UTC().Format(time.DateOnly)
	if a == b {
		return " on " + a
	}
	return " from " + a + " to " + b
}

func was(n int) string {
	if n == 1 {
		return " was"
	}
	return " were"
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
