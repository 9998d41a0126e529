package experiment_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"hed/style/experiment"
)

// TestPeople: what people guess, as a study's export has it.
func TestPeople(t *testing.T) {
	var lines strings.Builder
	for _, system := range []string{"setting3-init", "gold"} {
		for judge := range 3 {
			for doc := range 8 {
				value := []string{"A", "B"}[doc%2]
				if doc < judge*2 { // the first judge is always right, the third half of the time
					value = []string{"B", "A"}[doc%2]
				}
				fmt.Fprintf(&lines, `{"judge":"j%d","case":%d,"doc":"d%d","question":"source","value":%q,"systems":{"A":%q},"at":"2026-01-01"}`+"\n", judge, doc, doc, value, system)
			}
		}
	}
	lines.WriteString(`{"judge":"j0","case":-1,"doc":"","question":"age","value":"25-39"}` + "\n")
	lines.WriteString(`{"judge":"j0","case":9,"doc":"other","question":"source","value":"A","systems":{"A":"gold"}}` + "\n")
	guesses, err := experiment.ReadGuesses("answers.jsonl", strings.NewReader(lines.String()))
	if err != nil || len(guesses) != 49 {
		t.Fatalf("got %d guesses, %v", len(guesses), err)
	}
	papers := map[string]int{}
	for doc := range 8 {
		papers[fmt.Sprint("d", doc)] = doc % 2
	}
	r := &experiment.Results{Papers: [2]string{"A", "B"}, Seed: 1, Resamples: 200}
	other, err := r.People(t.Context(), guesses, papers)
	if err != nil || other != 1 || len(r.Human) != 2 {
		t.Fatalf("got %+v, %d of others, %v", r.Human, other, err)
	}
	gold, cross := r.Human[0], r.Human[1]
	if gold.System != "gold" || gold.Items != 8 || fmt.Sprint(gold.Judges) != "[{j0 8 1 [1 1]} {j1 8 0.75 [0.75 0.75]} {j2 8 0.5 [0.5 0.5]}]" || math.Abs(gold.Average-0.75) > 1e-12 {
		t.Errorf("gold: got %+v", gold)
	}
	// The headlines of a cross setting should have the style of the other newspaper.
	if cross.System != "setting3-init" || cross.Judges[0].Accuracy != 0 || cross.Judges[2].Accuracy != 0.5 {
		t.Errorf("cross: got %+v", cross)
	}
	// The program krippendorff 0.9.0 has this alpha of these rows.
	if a := gold.Alpha; a.Undefined != nil || math.Abs(a.Value-0.36111111111111116) > 1e-12 || a.Items != 8 {
		t.Errorf("alpha is %+v", a)
	}
	if got := r.Guess("gold", "d0") + r.Guess("gold", "d7") + r.Guess("gold", "x") + r.Guess("setting1", "d0"); got != "BB" {
		t.Errorf("people take them for %q", got)
	}
}

func TestNoPeople(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "answers.jsonl: has no guess of a newspaper; export a study with the protocol style-guess",
		"{\"judge\":\"j\"}\nx\n": "answers.jsonl:2: is not an answer of a study's export",
		`{"question":"clear"}`:   "has no guess",
	} {
		if _, err := experiment.ReadGuesses("answers.jsonl", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	r := &experiment.Results{Papers: [2]string{"A", "B"}, Seed: 1, Resamples: 10}
	for _, c := range []struct {
		guess experiment.Guess
		want  string
	}{
		{experiment.Guess{Judge: "j", Doc: "d", System: "gold", Value: "C"}, `a guess is "C", and the newspapers are "A" and "B"`},
		{experiment.Guess{Judge: "j", Doc: "x", System: "gold", Value: "A"}, "none of 1 guesses is about an article of the test set"},
	} {
		if _, err := r.People(t.Context(), []experiment.Guess{c.guess}, map[string]int{"d": 0}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
