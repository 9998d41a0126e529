package outcome_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"hed/report"
	"hed/study"
	"hed/study/outcome"
)

// kept is a store that has a snapshot.
type kept struct {
	study.Store
	all study.Snapshot
}

func (k kept) Snapshot(context.Context) (*study.Snapshot, error) {
	all := k.all
	all.Judges, all.Tasks, all.Answers, all.Events = slices.Clone(all.Judges), slices.Clone(all.Tasks), slices.Clone(all.Answers), slices.Clone(all.Events)
	return &all, nil
}

// people are four judges who answer every question of a protocol, more or less alike.
func people(t *testing.T, protocol string) *made {
	m := newStudy(t, protocol, []string{"pn", "s2s", "lead"}, 12, 4)
	m.Study.Forms = [][]int{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}
	m.Study.Sources = []string{"north", "south"}
	for i := range m.Cases {
		c := &m.Cases[i]
		c.Source = m.Study.Sources[i%2]
		for k := range c.Headlines { // every system in every place
			c.Headlines[k] = study.Headline{System: m.Study.Systems[(k+i)%3], Text: "a headline"}
		}
		if m.Study.Protocol.Unit == study.Headlines {
			c.Headlines = c.Headlines[:1]
		}
		c.Article, c.Question, c.Gold = "It rained 5 days.", "Rain falls ____ days", "5"
	}
	for j := range 4 {
		for i := range m.Cases {
			m.answerAll(judge(j), i, j == i%7)
		}
	}
	return m
}

// answerAll answers all questions of a case: by systems, or else by other systems.
func (m *made) answerAll(judge string, number int, odd bool) {
	c := &m.Cases[number]
	good := func(place int) bool { return (c.Headlines[place].System == "pn") != odd }
	best := slices.IndexFunc(c.Headlines, func(h study.Headline) bool { return (h.System == "pn") != odd })
	for step := range m.Study.Protocol.Steps {
		for _, it := range m.Study.Protocol.Items(c, &study.Task{}, step) {
			value := ""
			switch q := it.Question; {
			case q.Kind == study.YesNo:
				value = map[bool]string{true: "yes", false: "no"}[len(it.Of) == 1 && good(it.Of[0])]
			case q.Kind == study.Scale:
				value = map[bool]string{true: "2", false: "1"}[good(it.Of[0])]
			case q.Kind == study.Rank:
				places := []string{study.Letter(best)}
				for k := range c.Headlines {
					if k != best {
						places = append(places, study.Letter(k))
					}
				}
				value = strings.Join(places, ">")
			case q.Kind == study.Choice && q.Of == study.OfHeadlines:
				value = study.Letter(best)
			case q.Kind == study.Choice:
				value = map[bool]string{true: c.Source, false: "south"}[!odd]
			case q.Kind == study.Numeral:
				value = "Copy( 5 )"
			}
			m.seq++
			m.Answers = append(m.Answers, study.Answer{Seq: m.seq, Judge: judge, Case: number, Question: it.Key, Value: value, At: begin})
		}
	}
}

// printed is all that is shown and written of people's answers.
func printed(t *testing.T, all study.Snapshot) string {
	t.Helper()
	d, err := outcome.Load(t.Context(), kept{all: all})
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(d.Answers, func(a study.Answer) bool { return study.IsModel(a.Judge) }) {
		t.Error("answers of a model are among those of people")
	}
	var b bytes.Buffer
	for _, write := range []func() error{
		func() error { return d.WriteCSV(&b, true) }, func() error { return d.WriteJSON(&b) }, func() error { return d.WriteRatings(&b, true) },
	} {
		if err := write(); err != nil {
			t.Fatal(err)
		}
	}
	status := d.Status()
	status.Models = nil
	o, err := outcome.Of(t.Context(), d, outcome.Options{Resamples: 50, Seed: 1, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, tab := range o.Tables() {
		switch tab.Name {
		case "models", "model_systems", "positions":
			continue
		}
		b.WriteString(tab.Name + "\n")
		if err := report.CSV(&b, tab.Table, report.Style{}); err != nil {
			t.Fatal(err)
		}
	}
	if o.Annotation != nil {
		if err := o.WriteNumHG(&b); err != nil {
			t.Fatal(err)
		}
	}
	enc := json.NewEncoder(&b)
	for _, v := range []any{status, o.Progress, d.Verdicts(), o.Sentences(), len(o.Records), outcome.Doubts(o.Records)} {
		if err := enc.Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// With a model that says something else, everything that is printed of people is the same to the byte: agreement, means,
// ranks, tests, guesses, consensus, progress, status, doubts, exports.
func TestModelsCountNowhere(t *testing.T) {
	for _, protocol := range []string{"suitability", "numhg-rating", "style-guess", "numeral-annotation"} {
		m := people(t, protocol)
		alone := printed(t, m.Snapshot)
		withModel(m)
		if both := printed(t, m.Snapshot); both != alone {
			t.Errorf("%s: alone\n%s\nwith a model\n%s", protocol, alone, both)
		}
		if !strings.Contains(alone, "j004") {
			t.Errorf("%s: people are not in\n%s", protocol, alone)
		}
	}
}

// withModel adds a model that disagrees with everybody, and is done before them.
func withModel(m *made) {
	m.Judges = append(m.Judges, study.Judge{ID: "m005", State: study.Active})
	m.Events = append(m.Events, study.Event{What: "model", Of: "m005", Note: "qwen3 at http://127.0.0.1:8000/v1"})
	for i := range m.Cases {
		m.Tasks = append(m.Tasks, study.Task{Judge: "m005", Case: i, Position: i, State: study.Finished, Given: begin, Done: begin})
		m.answerAll("m005", i, true)
	}
}

// The report shows how far a model agrees with people, what it says of systems, and that nothing depends on places where
// that is so.
func TestModels(t *testing.T) {
	m := people(t, "suitability")
	m.Judges = append(m.Judges, study.Judge{ID: "m005", State: study.Active}, study.Judge{ID: "m006", State: study.Active}, study.Judge{ID: "m007", State: study.Excluded})
	for i := range m.Cases {
		for _, id := range []string{"m005", "m006", "m007"} {
			m.Tasks = append(m.Tasks, study.Task{Judge: id, Case: i, Position: i, State: study.Finished, Given: begin, Done: begin})
		}
		m.answerAll("m005", i, false) // as most people do
		m.always("m006", i)
		m.always("m007", i)
	}
	m.Events = append(m.Events, study.Event{What: "model", Of: "m005", Note: "good at http://a"}, study.Event{What: "model", Of: "m006", Note: "lazy at http://b"})
	d, err := outcome.Load(t.Context(), kept{all: m.Snapshot})
	if err != nil {
		t.Fatal(err)
	}
	o, err := outcome.Of(t.Context(), d, outcome.Options{Resamples: 100, Seed: 1, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Models) != 2 || d.Models[0].Finished() != 12 || d.Models[1].Name != "lazy at http://b" {
		t.Fatalf("the models are %+v", d.Models)
	}
	biased := map[string]bool{}
	for _, p := range o.Positions {
		biased[p.Who] = biased[p.Who] || p.Biased()
		if p.Who == "m006" && !p.Biased() {
			t.Errorf("%s of m006 is not biased: %+v", p.Question.ID, p)
		}
		if p.Cases != 12 || len(p.Means) != 3 {
			t.Errorf("got %+v", p)
		}
	}
	if biased["people"] || biased["m005"] || !biased["m006"] {
		t.Errorf("biased are %v", biased)
	}
	for _, b := range o.Beside {
		alpha := b.With.Alpha.Value
		switch {
		case b.Cases != 12 || b.With.Alpha.Items != 12*4*len(d.Cases[0].Headlines) && b.Question.ID != "attract" && b.Question.ID != "same":
			t.Errorf("%s: %d cases, %d pairs", b.Question.ID, b.Cases, b.With.Alpha.Items)
		case b.Question.ID == "same": // everybody says no
		case b.Model.ID == "m005" && !(alpha > b.People.Value):
			t.Errorf("%s: m005 agrees by %g, people by %g", b.Question.ID, alpha, b.People.Value)
		case b.Model.ID == "m006" && !(alpha < 0.5): // people rank what is alike by places too
			t.Errorf("%s: m006 agrees by %g", b.Question.ID, alpha)
		}
		for _, v := range b.Systems {
			if b.Model.ID == "m006" && b.Question.ID == "attract" && math.Abs(v.Model-1.0/3) > 1e-9 {
				t.Errorf("attract: m006 gives %s %g", v.System, v.Model)
			}
		}
	}
	said := strings.Join(o.ModelSentences(), "\n")
	for _, want := range []string{
		"Model m005 (good at http://a) agrees with people by alpha",
		"Model m006 (lazy at http://b) is biased by position: where a headline stands decides correct (best for A), attract (best for A), appropriate (best for A) and rank (best for A).",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in %s", want, said)
		}
	}
	if strings.Contains(said, "m005 (good at http://a) is biased") || !strings.Contains(o.Methods(), "The model lazy at http://b answered 12 of 12 cases") {
		t.Errorf("%s\n%s", said, o.Methods())
	}
	var page, csv bytes.Buffer
	if err := o.WriteHTML(&page, nil); err != nil || !strings.Contains(page.String(), "is biased by position") {
		t.Errorf("the page lacks it, %v", err)
	}
	if err := d.WriteModels(&csv, true); err != nil || strings.Count(csv.String(), "\nm005,good at http://a,") != len(d.Models[0].Answers) || strings.Contains(csv.String(), "j001") || strings.Contains(csv.String(), "m007") {
		t.Errorf("models.csv is %v\n%s", err, csv.String())
	}
	if s := d.Status(); len(s.Models) != 2 || s.Models[1].Finished != 12 || len(s.Judges) != 4 {
		t.Errorf("the status is %+v", s)
	}
}

// always answers by places: A is right, chosen and first.
func (m *made) always(judge string, number int) {
	c := &m.Cases[number]
	for step := range m.Study.Protocol.Steps {
		for _, it := range m.Study.Protocol.Items(c, &study.Task{}, step) {
			value := "no"
			switch {
			case it.Question.Kind == study.Rank:
				value = "A>B>C"
			case it.Question.Kind == study.Choice:
				value = "A"
			case len(it.Of) == 1 && it.Of[0] == 0:
				value = "yes"
			}
			m.seq++
			m.Answers = append(m.Answers, study.Answer{Seq: m.seq, Judge: judge, Case: number, Question: it.Key, Value: value, At: begin})
		}
	}
}
