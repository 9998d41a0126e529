package derive_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"hed/internal/race"

	"github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/corpus/numhg"
	"hed/internal/shared"
	"hed/numeral"
	"hed/numeral/derive"
)

// held returns questions of NumHG that the English model never saw, every
// nth of them.
func held(t *testing.T, nth int) (all []derive.Question) {
	n := 0
	for doc, err := range numhg.Format.Documents(corpus.File(shared.File(t, "numhg/annotated.csv.gz")), corpus.Options{}).Documents(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		if derive.Test(doc.Body) {
			if n%nth == 0 {
				all = append(all, derive.Question{Article: doc.Body, Cloze: *doc.Cloze})
			}
			n++
		}
	}
	return all
}

// A share counts how often something holds.
type share struct{ yes, all float64 }

func (s *share) add(yes bool) {
	s.all++
	if yes {
		s.yes++
	}
}

func (s share) atLeast(t *testing.T, what string, floor float64) {
	t.Helper()
	t.Logf("%s: %.4f of %.0f", what, s.yes/s.all, s.all)
	if s.yes < floor*s.all {
		t.Errorf("%s: %.4f of %.0f, want at least %.4f", what, s.yes/s.all, s.all, floor)
	}
}

// TestNumHG measures a fifth of the test part; english.json has the figures
// of all of it. Floors are a little below what this fifth gave, which is
// harder than the rest. The race detector makes all ten times slower; a few
// questions tell it as much as many.
func TestNumHG(t *testing.T) {
	every := 5
	if race.Enabled {
		every = 100
	}
	m := derive.English()
	var reach, overall, copied, reasoning, operator, operands, alarm share
	var caught [3]share
	questions := held(t, every)
	for i := range questions {
		q := &questions[i]
		reach.add(derive.Reach(q))
		a := derive.Read(q.Article)
		answers, err := m.Solve(a, q.Cloze.Question, 1)
		if err != nil {
			t.Fatal(err)
		}
		right := len(answers) > 0 && answers[0].Text == q.Answer
		overall.add(right)
		if *q.Reasoning {
			reasoning.add(right)
		} else {
			copied.add(right)
		}
		e, ok := explain(m, a, q, q.Answer)
		alarm.add(!ok || !e.Supported)
		if op, exact, known := follows(e, q.Derivation); known {
			operator.add(op)
			operands.add(exact)
		}
		for c, text := range derive.Changed(q, &questions[(i+7)%len(questions)], uint64(i)) {
			if text != "" {
				e, _ := explain(m, a, q, text)
				caught[c].add(!e.Supported)
			}
		}
	}
	if race.Enabled {
		return // too few to judge
	}
	reach.atLeast(t, "answers within reach", 0.98)
	overall.atLeast(t, "solved", 0.83)
	copied.atLeast(t, "solved, copy", 0.86)
	reasoning.atLeast(t, "solved, reasoning", 0.72)
	operator.atLeast(t, "operator", 0.95)
	operands.atLeast(t, "operands", 0.95)
	caught[0].atLeast(t, "foreign numbers caught", 0.94)
	caught[1].atLeast(t, "changes by a fifth caught", 0.92)
	caught[2].atLeast(t, "swapped numbers caught", 0.80)
	if rate := alarm.yes / alarm.all; rate > 0.055 {
		t.Errorf("false alarms: %.4f", rate)
	}
}

// explain explains the numeral in the blank of a question.
func explain(m *derive.Model, a *derive.Article, q *derive.Question, text string) (derive.Explanation, bool) {
	left, right, _ := strings.Cut(q.Cloze.Question, corpus.Blank)
	for _, e := range m.Explain(a, left+text+right) {
		if e.Numeral.Start == len(left) {
			return e, true
		}
	}
	return derive.Explanation{}, false
}

// follows compares the first derivation with what annotators wrote.
func follows(e derive.Explanation, annotation string) (op, exact, known bool) {
	readings, err := numeral.ParseExpr(annotation)
	if err != nil {
		return false, false, false
	}
	if len(e.Answer.Derivations) == 0 {
		return false, false, true
	}
	got := e.Answer.Derivations[0].Expr.Canonical()
	for _, want := range readings {
		want = want.Canonical()
		op = op || want.Op == got.Op
		exact = exact || want.String() == got.String()
	}
	return op, exact, true
}

// TestRecord checks that english.json tells of english.model.
func TestRecord(t *testing.T) {
	data, err := os.ReadFile("english.json")
	if err != nil {
		t.Fatal(err)
	}
	var record struct {
		About derive.About `json:"about"`
	}
	if err := json.Unmarshal(data, &record); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(record.About, derive.English().About); d != "" {
		t.Error(d)
	}
}

func BenchmarkSolve(b *testing.B) {
	m := derive.English()
	for b.Loop() {
		if _, err := m.Solve(derive.Read(fire), "____ Killed in Lyon Hotel Fire", 3); err != nil {
			b.Fatal(err)
		}
	}
}
