package outcome

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"hed/study"
)

// Methods is a paragraph on how the study was done, with its figures, for a paper.
func (o *Outcome) Methods() string {
	w, s, p := o.tongue(), o.Study, &o.Progress
	var b strings.Builder
	say := func(format string, args ...any) { b.WriteString(w.say(format, args...) + " ") }

	say("We drew %s at random (seed %d)%s.", w.of(len(o.Cases), unit(s.Protocol.Unit)), s.Seed, from(w, s.Inputs))
	if d := s.Dropped; d.Cases > 0 {
		why := w.why(&d)
		say("Of %s, %d (%s) were left out%s.", w.of(d.Looked, "case"), d.Cases, w.percent(float64(d.Cases)/float64(d.Looked)), why)
		if each := o.unfit(); each != nil {
			say("The share of headlines that were empty or had an unknown word was %s.", w.list(each))
		}
	}
	switch s.Protocol.Unit {
	case study.Documents:
		say("A case is an article and the headlines of %s; their order was %s over cases and the same for all judges of a case, and judges did not know the systems.", w.list(s.Systems), w.said(string(s.Protocol.Order)))
	case study.Headlines:
		say("A case is one headline of %s, without its article.", w.either(s.Systems))
	case study.Blanks:
		say("A case is an article and its headline with one numeral left out, which judges derived from the article with the operators of NumHG; each derivation was validated at once.")
	}
	if len(s.Forms) > 1 && s.Numbers.PerJudge == 1 {
		say("Cases were put into %s of up to %d, each for %s.", w.of(len(s.Forms), "form"), s.Numbers.Cases, w.of(s.Numbers.Judges, "judge"))
	} else {
		say("Each case was for %s.", w.of(s.Numbers.Judges, "judge"))
	}
	if asked := o.asked(); asked != "" {
		say("%s", asked)
	}
	say("%s gave %s%s, which complete %d of %s.", capital(w.of(p.Judges, "judge")), w.of(p.Answers, "answer"), when(w, p), p.Complete, w.of(p.Cases, "case"))
	if p.Excluded > 0 {
		say("%s excluded.", capital(w.of(p.Excluded, "judge")+w.said(was(p.Excluded))))
	}
	if open := p.Tasks - p.Finished; open > 0 {
		say("%d of %s %s not finished.", open, w.of(p.Tasks, "judgement"), w.said(is(open)))
	}
	if who := o.described(); who != "" {
		say("%s", who)
	}
	grain := time.Second
	if p.Median < 10*time.Second {
		grain = time.Second / 10
	}
	if took := p.Median.Round(grain); took > 0 {
		say("A case took %s (median).", w.Decimals(took.String()))
	}
	for _, m := range o.Models {
		say("The model %s answered %d of %s, page by page in the words of the protocol and without knowing the systems; its answers are compared with those of people and count in no other figure.", m.Name, m.Finished(), w.of(p.Cases, "case"))
	}
	var agreed []string
	for _, f := range o.Findings {
		if f.Question.Kind == study.FreeText || f.Question.Kind == study.Numeral {
			continue
		}
		if f.Alpha.Undefined == nil {
			agreed = append(agreed, w.say("%s for %s (%s)", w.statistic(f.Alpha.Value), o.quoted(f), w.said(string(f.Level))))
		}
	}
	if agreed != nil {
		say("Krippendorff's alpha is %s.", w.list(agreed))
	}
	if a := o.Annotation; a != nil {
		rule := s.Protocol.Consensus
		none, kinds := "", ""
		if a.Numeral {
			none = w.say(", %d of them as unanswerable", a.Unanswerable)
			kinds = w.say(", %s where the numeral is copied and %s where it needs reasoning", w.statistic(a.Copy.Value), w.statistic(a.Reasoning.Value))
		}
		say("A case was approved when %d of %d judges of a round agreed, and given to others when not: %d of %s were approved%s.", rule.Agree, s.Numbers.Judges, a.Approved, w.of(len(a.Cases), "case"), none)
		if a.All.Undefined == nil {
			say("Fleiss' kappa is %s over all cases%s.", w.statistic(a.All.Value), kinds)
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

func from(w *tongue, inputs []study.Input) string {
	if len(inputs) == 0 {
		return ""
	}
	return w.say(" from %s", inputs[0].Name)
}

// unfit says for how many of the cases each system was the reason.
func (o *Outcome) unfit() (each []string) {
	w, d := o.tongue(), o.Study.Dropped
	for _, s := range o.Study.Systems {
		if n := d.Systems[s]; n > 0 {
			each = append(each, w.say("%s for %s", w.percent(float64(n)/float64(d.Looked)), s))
		}
	}
	return each
}

// asked quotes the questions, those before and those after the article is shown.
func (o *Outcome) asked() string {
	w := o.tongue()
	var first, second []string
	shown := false
	for _, step := range o.Study.Protocol.Steps {
		shown = shown || step.Article
		for i := range step.Questions {
			text := "“" + step.Questions[i].Text.In(o.Study.Lang) + "” (" + answered(w, o.Study, &step.Questions[i]) + ")"
			if shown {
				second = append(second, text)
			} else {
				first = append(first, text)
			}
		}
	}
	switch {
	case first == nil:
		return w.say("With the article%s in view, judges were asked %s.", cut(w, o.Study.Protocol), w.list(second))
	case second == nil:
		return w.say("Judges were asked %s.", w.list(first))
	}
	return w.say("Judges were asked %s before they saw the article%s, and %s after.", w.list(first), cut(w, o.Study.Protocol), w.list(second))
}

// answered says how a question is answered, and how often it is asked.
func answered(w *tongue, s *study.Study, q *study.Question) string {
	how := map[study.Kind]string{
		study.YesNo: w.said("yes or no"), study.Choice: w.said("one of the headlines"), study.Rank: w.said("a ranking"), study.FreeText: w.said("in words"),
		study.Numeral: w.said("a derivation, or why there is none"), study.Scale: w.say("%d to %d", q.From, q.To),
	}[q.Kind]
	if q.Kind == study.Choice && q.Of != study.OfHeadlines {
		var options []string
		for _, o := range s.Choices(nil, q) {
			options = append(options, o.Text.In(s.Lang))
		}
		how = w.either(options)
	}
	switch q.Each {
	case study.EachHeadline:
		how += w.said(", for each headline")
	case study.EachPair:
		how += w.said(", for each pair of headlines")
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
		about = append(about, "“"+q.Text.In(o.Study.Lang)+"” "+strings.Join(groups, ", "))
	}
	if about == nil {
		return ""
	}
	return o.tongue().say("Of themselves judges said (answers of fewer than three are counted together): %s.", strings.Join(about, "; "))
}

func cut(w *tongue, p *study.Protocol) string {
	if p.Tokens == 0 {
		return ""
	}
	return w.say(" (its first %d tokens)", p.Tokens)
}

func when(w *tongue, p *Progress) string {
	if p.First.IsZero() {
		return ""
	}
	a, b := w.Day(p.First), w.Day(p.Last)
	if a == b {
		return w.say(" on %s", a)
	}
	return w.say(" from %s to %s", a, b)
}

func was(n int) string {
	if n == 1 {
		return " was"
	}
	return " were"
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// why says how many cases were passed over for each reason, behind a colon.
func (w *tongue) why(d *study.Dropped) string {
	var each []string
	for _, why := range slices.Sorted(maps.Keys(d.Reasons)) {
		each = append(each, fmt.Sprintf("%d %s", d.Reasons[why], w.said(why)))
	}
	if each == nil {
		return ""
	}
	return ": " + strings.Join(each, ", ")
}

// notes are those of the study, which were written in English when it was made: in another language they are written again, of the same
// facts.
func (o *Outcome) notes() (all []string) {
	w, s := o.tongue(), o.Study
	if w.words == nil || len(s.Notes) == 0 {
		return s.Notes
	}
	say := func(format string, args ...any) { all = append(all, w.say(format, args...)) }
	say("Drawn by the seed %d: %s in %s; of %d looked at, %d passed over%s.", s.Seed, w.of(len(o.Cases), "case"), w.of(len(s.Forms), "form"), s.Dropped.Looked, s.Dropped.Cases, w.why(&s.Dropped))
	for _, system := range s.Systems {
		if k := s.Dropped.Systems[system]; k > 0 {
			say("Of the headlines of %s %d (%s) were empty or had an unknown word.", system, k, w.percent(float64(k)/float64(s.Dropped.Looked)))
		}
	}
	switch p := s.Protocol; {
	case p.Unit == study.Documents && p.Order == "balanced":
		say("The order of headlines is fixed for each case by Latin squares, so that every system is in every place equally often.")
	case p.Unit == study.Documents:
		say("The order of headlines is random and fixed for each case.")
	case p.Unit == study.Headlines:
		say("All systems have headlines of the same documents, a form for each system.")
	}
	if s.Protocol.Tokens > 0 && s.Protocol.Unit != study.Headlines {
		say("Articles are shown up to %d tokens of treebanks of their language, marks included.", s.Protocol.Tokens)
	}
	return all
}
