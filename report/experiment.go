package report

import (
	"encoding/json"
	"fmt"
	"math"

	"hed/internal/count"
	"hed/score"
	"hed/style/experiment"
)

// An Experiment is what the experiment on style came to.
type Experiment struct {
	*experiment.Results
	Rows         []experiment.Row
	Expectations []experiment.Expectation
}

// Table lays out a row for each set of headlines, as tables 1 and 5 of De Mattei et al. (2020), those of people last, whose F1 are means over
// judges.
func (x *Experiment) Table() *Table {
	t := NewTable("judge", "headlines", "setting", "begun", "n").Fractions("f1_a", "f1_b", "f1", "low", "high", "accuracy")
	t.add(Column{}, []string{"a_as_a", "a_as_b", "b_as_a", "b_as_b"})
	for _, r := range x.Rows {
		setting := Label("")
		if n := r.Setting(); n > 0 {
			setting = Count(n)
		}
		c := r.Confusion()
		t.Add(r.Train, r.Headlines, setting, r.Init, r.N, r.F1[0], r.F1[1], r.Average, r.Low, r.High, r.Accuracy, c[0][0], c[0][1], c[1][0], c[1][1])
	}
	none := Label("")
	for _, h := range x.Human {
		t.Add("people", h.System, none, none, h.Items, h.F1[0], h.F1[1], h.Average, none, none, h.Accuracy(), none, none, none, none)
	}
	return t
}

// Shown is the table for a terminal, without what is in files alone.
func (x *Experiment) Shown() *Table {
	return x.Table().Only([]string{"judge", "headlines", "begun", "n", "f1_a", "f1_b", "f1", "low", "high"})
}

// Persons lays out a row for each person and set of headlines, and one for all of them with their agreement, as table 4.
func (x *Experiment) Persons() *Table {
	t := NewTable("headlines", "person", "n").Fractions("accuracy", "f1_a", "f1_b", "alpha", "low", "high")
	none := Label("")
	for _, h := range x.Human {
		for _, j := range h.Judges {
			t.Add(h.System, j.Name, j.N, j.Accuracy, j.F1[0], j.F1[1], none, none, none)
		}
		t.Add(h.System, "all", h.Items, h.Accuracy(), h.F1[0], h.F1[1], h.Alpha.Value, h.Alpha.Low, h.Alpha.High)
	}
	return t
}

// Print prints the table, what people say if there are some, and the expectations in words; all of it as JSON.
func (x *Experiment) Print(p *Printer) error {
	if err := p.Print(x.Shown(), x); err != nil || p.ForPrograms() {
		return err
	}
	if len(x.Human) > 0 {
		if err := p.Space(); err != nil {
			return err
		}
		if err := p.Print(x.Persons(), nil); err != nil {
			return err
		}
	}
	var claims, words []string
	found := map[string][]string{}
	for _, e := range x.Expectations {
		claim := e.Name + ": " + e.Claim
		if found[claim] == nil {
			claims = append(claims, claim)
		}
		found[claim] = append(found[claim], "  "+e.Sentence())
	}
	for _, claim := range claims {
		words = append(append(words, claim), found[claim]...)
	}
	return p.Notes(words)
}

// Expected lays out a row for each expectation.
func (x *Experiment) Expected() *Table {
	t := NewTable("expectation", "claim", "about", "begun", "measure", "value", "low", "high", "null", "n", "test", "p", "p_adjusted", "verdict")
	for _, e := range x.Expectations {
		t.Add(e.Name, e.Claim, e.About, e.Init, e.Measure, e.Value, e.Low, e.High, e.Null, e.N, e.Test, P(e.P), P(e.Adjusted), string(e.Verdict))
	}
	return t
}

// Finding says in a sentence or two what was found.
func (x *Experiment) Finding() string {
	var parts []string
	for _, init := range x.Inits {
		held, all := 0, 0
		for _, e := range x.Expectations {
			if e.Name == "E1" && e.Test == "binomial" && e.Init == init {
				if all++; e.Verdict == experiment.Holds {
					held++
				}
			}
		}
		parts = append(parts, fmt.Sprintf("in %d of %d settings (%s)", held, all, init))
	}
	text := "Generated headlines are told apart better than by chance " + count.List(parts) + "."
	best := math.Inf(-1)
	for _, r := range x.Rows {
		if r.Headlines == experiment.Gold {
			best = max(best, r.Average)
		}
	}
	if !math.IsInf(best, 0) {
		text += fmt.Sprintf(" The newspapers' own headlines of the same articles have an F1 of %.3f.", best)
	}
	return text
}

// MarshalJSON has the rows of all tables as objects, whose keys are the columns.
func (x *Experiment) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"table": x.Table().objects(), "people": x.Persons().objects(), "expectations": x.Expected().objects()})
}

// objects are the rows by the names of columns.
func (t *Table) objects() []map[string]any {
	all := make([]map[string]any, len(t.Rows))
	for i, row := range t.Rows {
		all[i] = map[string]any{}
		for k, c := range row {
			all[i][t.Columns[k].Name] = score.Value(c.Value)
			if c.Label != "" {
				all[i][t.Columns[k].Name] = c.Label
			}
		}
	}
	return all
}
