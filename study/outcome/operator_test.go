package outcome_test

import (
	"math"
	"testing"
	"time"

	"hed/study"
)

// TestOperators: an answer that means the same by another operator does not have the operator, and nobody's times count who is excluded.
func TestOperators(t *testing.T) {
	m := newStudy(t, "numeral-annotation", nil, 2, 4)
	for i := range m.Cases {
		m.Cases[i].Article, m.Cases[i].Question, m.Cases[i].Gold = "The city has 5.2 million people.", "____ million live here", "5.2"
	}
	const numeral = "derive"
	for j := range 3 {
		for c := range 2 {
			m.say(j, c, numeral, "Copy( 5.2 million )")
		}
	}
	m.Answers[2].Value = "Paraphrase( 5.2 million , M )" // of the second judge to the first case
	m.Judges[3].State = study.Excluded
	for i := range m.Tasks {
		if m.Tasks[i].Judge == judge(3) {
			m.Tasks[i].Done = begin.Add(time.Duration(m.Tasks[i].Case+1) * 10 * time.Hour)
		}
	}
	a := m.find(t).Annotation
	if want := [3]time.Duration{time.Minute, time.Minute, time.Minute}; a.Quartiles != want {
		t.Errorf("cases took %v, want %v", a.Quartiles, want)
	}
	// Copy: of four pairs of the first case two have it too, of six of the second all.
	for _, want := range []struct {
		name         string
		answers      int
		agreed, same float64
	}{{"Copy", 5, 0.8, 1}, {"Paraphrase", 1, 0, 1}} {
		found := false
		for _, p := range a.Operators {
			if p.Name != want.name {
				continue
			}
			found = true
			if p.Answers != want.answers || math.Abs(p.Agreed.Mean-want.agreed) > 1e-9 || math.Abs(p.Same.Mean-want.same) > 1e-9 {
				t.Errorf("%s: %d answers, %g have it too and %g mean the same; want %+v", p.Name, p.Answers, p.Agreed.Mean, p.Same.Mean, want)
			}
		}
		if !found {
			t.Errorf("%s is not there", want.name)
		}
	}
}
