package report_test

import (
	"bytes"
	"strings"
	"testing"

	"hed/analysis"
	"hed/report"
	"hed/score"
)

// What differs is bold and what does not steps back, also where the table is
// broken into parts.
func TestChanges(t *testing.T) {
	var changes []analysis.Change
	for _, v := range []analysis.Verdict{analysis.Worse, analysis.NoDifference, analysis.Mixed} {
		changes = append(changes, analysis.Change{Column: score.Column{Name: string(v)[:2], High: 1}, Old: 0.5, New: 0.25, P: 0.5, Adjusted: 0.00001, Verdict: v})
	}
	var out bytes.Buffer
	if err := report.WriteChanges(&out, changes, "text", report.Style{Width: 40, Color: true, Percent: true}); err != nil {
		t.Fatal(err)
	}
	starts := []string{"\x1b[2mmeasure", "\x1b[1mwo", "\x1b[2mno", "mi", ""}
	lines := strings.Split(out.String(), "\n")
	if len(lines) <= len(starts) {
		t.Fatalf("the table is not broken:\n%s", &out)
	}
	for i, line := range lines {
		if want := starts[i%len(starts)]; !strings.HasPrefix(line, want) {
			t.Errorf("line %d is %q, want %q at its beginning", i, line, want)
		}
	}
	for _, want := range []string{"50.00", "<0.0001", "none found"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("there is no %s:\n%s", want, &out)
		}
	}
	out.Reset()
	if err := report.WriteChanges(&out, changes, "csv", report.Style{Color: true}); err != nil || !strings.Contains(out.String(), "wo,0.5,0.25,0,0,0,<0.0001,worse\n") {
		t.Errorf("%v\n%s", err, &out)
	}
}
