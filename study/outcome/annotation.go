package outcome

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"hed/stat"
	"hed/stat/agree"
	"hed/study"
)

// An Annotation is what came of a protocol with consensus.
type Annotation struct {
	// Numeral: judges derived numerals. Nothing else is copied, needs reasoning or has
	// no answer.
	Numeral bool
	// Fleiss' kappa over all cases, those whose answer is copied and those that need
	// reasoning.
	All, Copy, Reasoning agree.Agreement
	// Cases has one for each of the study.
	Cases []Agreed
	// Approved have a value, Unanswerable are those of them that say there is none.
	Approved, Unanswerable int
	Right, Wrong           int // verdicts of the human validation
	// Operators are how each was used; none unless judges derived numerals.
	Operators []Operator
	// Quartiles are of the time a case took; 0 where it is not known.
	Quartiles [3]time.Duration

	answers, judges int
}

// Agreed is what the judges of a case agreed on.
type Agreed struct {
	Case      *study.Case
	Value     string // as the first judge wrote it; "" without consensus
	Round     int    // in which it was reached
	Answers   int    // that were given in all rounds
	Reasoning *bool  // what the corpus says, else whether Value is no Copy; nil if unknown
	Verdict   string // of the human validation: right, wrong or ""
	Note      string
}

func (d *Data) annotation(ctx context.Context, q *study.Question, o Options) (*Annotation, error) {
	ratings := d.Ratings(q)
	a := &Annotation{Numeral: q.Kind == study.Numeral}
	for i := range d.Cases {
		a.Cases = append(a.Cases, Agreed{Case: &d.Cases[i], Reasoning: d.Cases[i].Reasoning})
	}
	for i := range ratings {
		a.Cases[ratings[i].Case].Answers++
	}
	a.answers, a.judges = len(ratings), judges(ratings)
	a.quartiles(d.took())
	if a.Numeral {
		var err error
		if a.Operators, err = d.operators(ctx, q, ratings, o); err != nil {
			return nil, err
		}
	}
	a.decide(d.Verdicts())
	a.validate(d.Events)
	kind := func(reasoning bool) func(*Rating) bool {
		return func(r *Rating) bool { k := a.Cases[r.Case].Reasoning; return k != nil && *k == reasoning }
	}
	for _, k := range []struct {
		to   *agree.Agreement
		keep func(*Rating) bool
	}{
		{&a.All, func(*Rating) bool { return true }}, {&a.Copy, kind(false)}, {&a.Reasoning, kind(true)},
	} {
		got, err := o.agreement(ctx, agree.Nominal, filter(ratings, k.keep))
		if err != nil {
			return nil, err
		}
		*k.to = got.Fleiss
	}
	return a, nil
}

// quartiles finds how long cases took.
func (a *Annotation) quartiles(times []time.Duration) {
	var seconds []float64
	for _, t := range times {
		seconds = append(seconds, t.Seconds())
	}
	if slices.Sort(seconds); seconds == nil {
		return
	}
	for i := range a.Quartiles {
		a.Quartiles[i] = time.Duration(stat.Quantile(seconds, float64(i+1)/4) * float64(time.Second))
	}
}

// sentences say what was agreed on, how far annotators agree, and how long it took them.
func (a *Annotation) sentences(w *tongue, rule *study.Consensus, wanted int) (all []string) {
	if a.answers == 0 {
		return nil
	}
	text := w.say("%d of %s approved, which takes the same answer of %d of %s", a.Approved, w.of(len(a.Cases), "case")+w.said(was(a.Approved)), rule.Agree, w.of(wanted, "judge"))
	if a.Numeral && a.Approved > 0 {
		text += w.say("; %d of them cannot be answered from the article", a.Unanswerable)
	}
	all = append(all, text+".")
	text = w.say("Fleiss' kappa: %s over all cases", kappa(w, a.All))
	if a.Numeral {
		text += w.say(", %s where the numeral is copied, %s where it needs reasoning", kappa(w, a.Copy), kappa(w, a.Reasoning))
	}
	all = append(all, text+".")
	all = append(all, a.extremes(w)...)
	if q := a.Quartiles; q[1] > 0 {
		all = append(all, w.say("A case took %s (median; the middle half %s to %s).", w.clock(q[1]), w.clock(q[0]), w.clock(q[2])))
	}
	return all
}

// extremes says on which operators annotators agree most and least, of those with enough answers for an interval.
func (a *Annotation) extremes(w *tongue) []string {
	known := slices.DeleteFunc(slices.Clone(a.Operators), func(p Operator) bool { return p.Agreed.Method == "" })
	if len(known) < 2 {
		return nil
	}
	byMean := func(x, y Operator) int { return cmp.Compare(x.Agreed.Mean, y.Agreed.Mean) }
	most, least := slices.MaxFunc(known, byMean).Agreed.Mean, slices.MinFunc(known, byMean).Agreed.Mean
	if most == least {
		return []string{w.say("Of the answers of others to the same case, %s have the same operator, whichever it is.", w.percent(most))}
	}
	named := func(mean float64) string {
		var names []string
		for _, p := range known {
			if p.Agreed.Mean == mean {
				names = append(names, p.Name)
			}
		}
		return w.list(names)
	}
	return []string{w.say("Annotators agree most on %s, which %s of the answers of others to the same case have too, and least on %s (%s).",
		named(most), w.percent(most), named(least), w.percent(least))}
}

// kappa is an agreement in a sentence.
func kappa(w *tongue, a agree.Agreement) string {
	if a.Undefined != nil {
		return w.said("no value")
	}
	text := w.statistic(a.Value)
	if a.Method != "" {
		text += w.say(" (%g%% interval %s to %s)", 100*confidence, w.statistic(a.Low), w.statistic(a.High))
	}
	return text
}

// decide takes over what the judges of each case agreed on.
func (a *Annotation) decide(verdicts []study.Verdict) {
	for i, v := range verdicts {
		if !v.Agreed {
			continue
		}
		c := &a.Cases[i]
		c.Value, c.Round = v.Value, v.Round
		a.Approved++
		if !a.Numeral {
			continue
		}
		if _, none := study.CutUnanswerable(c.Value); none {
			a.Unanswerable++
		} else if c.Reasoning == nil {
			reasoning := !strings.HasPrefix(c.Value, "Copy")
			c.Reasoning = &reasoning
		}
	}
}

// validate reads what the coordinator said of what was agreed; the last word counts.
// What was said of another value, which judges agreed on before, does not.
func (a *Annotation) validate(events []study.Event) {
	for _, e := range events {
		n, err := strconv.Atoi(e.Of)
		if e.What != "verdict" || err != nil || n < 0 || n >= len(a.Cases) {
			continue
		}
		c := &a.Cases[n]
		found, value, note := readVerdict(e.Note)
		if c.Value == "" || value != "" && value != c.Value {
			continue
		}
		c.Verdict, c.Note = found, note
	}
	for i := range a.Cases {
		switch a.Cases[i].Verdict {
		case "right":
			a.Right++
		case "wrong":
			a.Wrong++
		}
	}
}

// NoteVerdict is the note of an event that says what the coordinator found of a value
// that judges agreed on, right or wrong, and why, as in: right "Copy( 5 )": see line 2.
func NoteVerdict(found, value, why string) string {
	text := found + " " + strconv.Quote(value)
	if why != "" {
		text += ": " + why
	}
	return text
}

// readVerdict reads what NoteVerdict wrote. An older hed wrote no value, as in: right: see
// line 2. That is of whatever the judges agree on.
func readVerdict(text string) (found, value, why string) {
	found, rest, _ := strings.Cut(text, " ")
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil || strings.HasSuffix(found, ":") {
		found, why, _ = strings.Cut(text, ": ")
		return found, "", why
	}
	value, _ = strconv.Unquote(quoted) // QuotedPrefix has seen to it
	return found, value, strings.TrimPrefix(rest[len(quoted):], ": ")
}
