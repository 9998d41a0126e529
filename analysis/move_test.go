package analysis_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/analysis"
	"hed/score"
)

// Columns count in the size of their changes, turned the way that is better. What is
// absent, unchanged or of no direction moves nothing.
func TestMovers(t *testing.T) {
	nan := math.NaN()
	columns := []score.Column{{Name: "f", Better: score.Higher}, {Name: "fog", Better: score.Lower}, {Name: "words"}, {Name: "same", Better: score.Higher}, {Name: "other", Better: score.Higher}}
	old := samples([]float64{0.5, 0.5, 0.5, 0.5, nan}, []float64{10, 10, 10, 10, 10}, []float64{1, 1, 1, 1, 1}, []float64{1, 1, 1, 1, 1}, []float64{0, 0, 0, 0, 0})
	new := samples([]float64{0.4, 0.5, 0.6, 0.8, 0.1}, []float64{12, 10, 10, 8, 10}, []float64{9, 9, 9, 9, 9}, []float64{1, 1, 1, 1, 1}, []float64{9, 9, 9, 9, 9})
	some := func(c int) bool { return c != 4 }
	worse, better := analysis.Movers(columns, old, new, some, 10)
	type mover struct {
		Doc   int
		Moves []analysis.Move
	}
	short := func(list []analysis.Mover) (out []mover) {
		for _, m := range list {
			out = append(out, mover{m.Doc, m.Moves})
		}
		return out
	}
	if d := cmp.Diff([]mover{{0, []analysis.Move{{"fog", 10, 12}, {"f", 0.5, 0.4}}}}, short(worse)); d != "" {
		t.Errorf("worse:\n%s", d)
	}
	if d := cmp.Diff([]mover{{3, []analysis.Move{{"f", 0.5, 0.8}, {"fog", 10, 8}}}, {2, []analysis.Move{{"f", 0.5, 0.6}}}}, short(better)); d != "" {
		t.Errorf("better:\n%s", d)
	}
	// fog changes by √(8/5) on average, f by √(0.11/4).
	if got, want := worse[0].Change, -(2/math.Sqrt(8.0/5)+0.1/math.Sqrt(0.11/4))/2; math.Abs(got-want) > 1e-12 {
		t.Errorf("the change is %v, want %v", got, want)
	}
	if _, better := analysis.Movers(columns, old, new, some, 1); len(better) != 1 || better[0].Doc != 3 {
		t.Errorf("of one: %+v", better)
	}
	if worse, better := analysis.Movers(columns, old, new, func(c int) bool { return c == 2 || c == 3 }, 10); worse != nil || better != nil {
		t.Errorf("nothing moves, and yet: %+v, %+v", worse, better)
	}
}

func TestRequirement(t *testing.T) {
	tenth := 0.1
	for _, c := range []struct {
		sign  string
		value float64
		want  bool
	}{
		{">=", 0.31, true},
		{">=", tenth + 0.2, true}, // which is more than 0.3 by rounding
		{"<=", tenth + 0.2, true},
		{">", tenth + 0.2, false},
		{"<", tenth + 0.2, false},
		{">=", 0.29, false},
		{">", 0.31, true},
		{"<", 0.29, true},
		{"<=", 0.31, false},
		{">=", score.Absent, false},
		{"<", score.Absent, false},
	} {
		if r := (analysis.Requirement{Column: "f", Sign: c.sign, Limit: 0.3}); r.Met(c.value) != c.want {
			t.Errorf("%s of %v: %t", r, c.value, !c.want)
		}
	}
}
