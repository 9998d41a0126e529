package outcome_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/internal/golden"
	"hed/report"
	"hed/study"
	"hed/study/outcome"
)

// TestPeople: of fewer than three judges nothing is told, and results are split by the same groups.
func TestPeople(t *testing.T) {
	m := newStudy(t, "suitability", []string{"gold", "pn"}, 2, 8)
	m.Study.Background = true
	said := map[string][]string{
		"gender":     {"female", "female", "female", "female", "male", "male", "other"},
		"education":  {"degree", "degree", "degree", "degree", "degree", "school", "doctorate"}, // all together, so nothing is told
		"age":        {"25-39", "25-39", "25-39", "40-59", "40-59", "40-59"},                    // one did not say
		"journalist": {"no", "no", "no", "no", "no", "no", "no"},
	}
	for question, values := range said {
		for j, value := range values {
			m.say(j, study.About, question, value)
		}
	}
	for j := range 7 { // the eighth judge has not answered a case
		for c := range 2 {
			m.say(j, c, "correct.A", map[bool]string{true: "yes", false: "no"}[j < 4])
		}
	}
	for j := range 2 { // two of four alone would be told from a group
		m.say(j, 0, "correct.B", "yes")
	}
	m.say(7, study.About, "gender", "other")
	o, err := outcome.Of(t.Context(), m.Data, outcome.Options{Resamples: 100, Seed: 1, Workers: 1, By: "gender"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range o.People {
		got = append(got, fmt.Sprintf("%s: %s %d", g.Question.ID, g.Name, len(g.Judges)))
	}
	want := []string{"age: 40 to 59 3", "age: 25 to 39, not said 4", "gender: Female 4", "gender: Male, Another 3", "journalist: No 7"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("the judges (-want +got):\n%s", d)
	}
	var parts []string
	for _, p := range o.Parts {
		parts = append(parts, fmt.Sprintf("%s %s %s %s %g", p.Name, p.Question.ID, p.System, p.What, p.Interval.Mean))
	}
	if d := cmp.Diff([]string{"Female correct gold yes 1", "Male, Another correct gold yes 0"}, parts); d != "" {
		t.Errorf("split (-want +got):\n%s", d)
	}
	if text := o.Methods(); !strings.Contains(text, "“What is your gender?” 4 Female, 3 Male, Another;") {
		t.Errorf("the methods say %s", text)
	}
	if _, err := outcome.Of(t.Context(), m.Data, outcome.Options{By: "shoes"}); err == nil || !strings.Contains(err.Error(), "shoes: judges were not asked that; have age, gender,") {
		t.Errorf("by shoes: %v", err)
	}
	m.Study.Background = false
	if _, err := outcome.Of(t.Context(), m.Data, outcome.Options{By: "gender"}); err == nil || !strings.Contains(err.Error(), "were not asked about themselves") {
		t.Errorf("by gender, without a question: %v", err)
	}
	var b strings.Builder
	if err := o.Print(&b, "text", report.Style{}, 80); err != nil || !strings.Contains(b.String(), "Who the judges are") {
		t.Errorf("%v:\n%s", err, &b)
	}
}

// TestFigures draws the figures of the human evaluation for docs/human.md.
func TestFigures(t *testing.T) {
	m, _ := paper(t)
	figures, err := m.find(t).Draw()
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[string]string{}
	for _, f := range figures {
		drawn[f.Name] = string(f.SVG)
	}
	for _, name := range []string{"answers_correct", "chosen_attract", "answers_appropriate", "places_rank", "mean_rank"} {
		golden.Check(t, "../../../docs/figures/human_"+name+".svg", drawn[name])
	}
}
