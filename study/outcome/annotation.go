package outcome

import (
	"context"
	"strconv"
	"strings"

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
