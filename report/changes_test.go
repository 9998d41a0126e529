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
		changes = append(changes, analysis.Change{Column: score.Column{Name: string(v)[:2], High: 1}, Old: 0.5, New: 0.25, P: 0.5, Adjusted: 0.00001, Verdict: v, Gated: true})
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

// Margins have columns of their own, and what does not gate says so.
func TestChangesOfGate(t *testing.T) {
	changes := []analysis.Change{
		{Column: score.Column{Name: "f", High: 1}, Margin: 0.05, Bound: 0.0375, Verdict: analysis.WithinMargin, Gated: true},
		{Column: score.Column{Name: "fog"}, Bound: score.Absent, Verdict: analysis.Worse},
	}
	var out bytes.Buffer
	if err := report.WriteChanges(&out, changes, "text", report.Style{Percent: true}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(got, "5 3.75 within margin fog") || !strings.HasSuffix(got, "worse (not gated)") {
		t.Errorf("got\n%s", &out)
	}
}

func TestMoved(t *testing.T) {
	old, new, none := "Ferry | runs aground", "Ferry\nstuck", ""
	moves := []analysis.Move{{Column: "rouge1_f", Old: 0.5, New: 0.25}, {Column: "fog", Old: 8, New: 9}, {Column: "x", Old: 1, New: 2}}
	list := []report.Moved{
		{Mover: analysis.Mover{Moves: moves}, ID: "a", Old: &old, New: &new},
		{Mover: analysis.Mover{Moves: moves[:1]}, ID: "b", New: &none},
	}
	for format, want := range map[string]string{
		"text": `Got worse most:
  a: rouge1_f 0.5000 to 0.2500, fog 8.0000 to 9.0000
    old  Ferry | runs aground
    new  Ferry\nstuck
  b: rouge1_f 0.5000 to 0.2500
    old  (not known)
    new  (empty)
`,
		"markdown": `Got worse most:

| document | measures | old headline | new headline |
| --- | --- | --- | --- |
| a | rouge1\_f 0.5000 to 0.2500, fog 8.0000 to 9.0000 | Ferry \| runs aground | Ferry\\nstuck |
| b | rouge1\_f 0.5000 to 0.2500 | (not known) | (empty) |
`,
	} {
		var b strings.Builder
		if err := report.WriteMoved(&b, "Got worse most:", list, format); err != nil || b.String() != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", format, err, b.String(), want)
		}
	}
}
