package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/analysis"
	"hed/report"
	"hed/run"
	"hed/score"
)

func change(name string, v analysis.Verdict) analysis.Change {
	ch := analysis.Change{Column: score.Column{Name: name, Better: score.Higher}, P: 0.5, Adjusted: 0.5, Verdict: v}
	if v == analysis.Untested {
		ch.P = score.Absent
	}
	return ch
}

// What differs is bold and what does not steps back, also where the table is
// broken into parts.
func TestCompareTint(t *testing.T) {
	changes := []analysis.Change{change("a", analysis.Worse), change("b", analysis.NoDifference), change("c", analysis.Mixed)}
	var got []string
	for row := -1; row < len(changes); row++ {
		got = append(got, tint("x", changes, row))
	}
	want := []string{"\x1b[2mx\x1b[0m", "\x1b[1mx\x1b[0m", "\x1b[2mx\x1b[0m", "x"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	s := run.Comparison{Changes: changes}
	var text strings.Builder
	if err := report.Text(&text, s.Table(false), report.Style{Width: 40}); err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(text.String(), "\n") {
		at := i%(len(changes)+2) - 1
		name, _, _ := strings.Cut(line, " ")
		if want := append([]string{"measure", "a", "b", "c"}, ""); name != want[at+1] {
			t.Errorf("line %d is of %q, want %q", i, name, want[at+1])
		}
	}
}
