package report_test

import (
	"strings"
	"testing"

	"hed/internal/golden"
	"hed/report"
	"hed/score"
)

func table() *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "rank"}, {Name: "system"},
		{Name: "rouge1_f", Better: score.Higher, Fraction: true},
		{Name: "fog", Better: score.Lower},
		{Name: "tie", Better: score.Higher, Fraction: true},
	}}
	add := func(rank int, system string, values ...float64) {
		row := []report.Cell{report.Count(rank), report.Label(system)}
		for _, v := range values {
			row = append(row, report.Number(v))
		}
		t.Rows = append(t.Rows, row)
	}
	add(1, "big_model", 0.51234567, 9.25, 0.5)
	add(2, `a,b & "c"`, 0.512345, 10.5, 0.5)
	add(10, "日本", score.Absent, 123.456, 0.5)
	return t
}

func TestFormats(t *testing.T) {
	for name, c := range map[string]struct {
		format string
		style  report.Style
	}{
		"plain.txt":   {"text", report.Style{}},
		"percent.txt": {"text", report.Style{Percent: true}},
		"colour.txt":  {"text", report.Style{Color: true}},
		"narrow.txt":  {"text", report.Style{Width: 30}},
		"table.csv":   {"csv", report.Style{Percent: true}},
		"table.tex":   {"latex", report.Style{Percent: true}},
	} {
		format, err := report.FormatNamed(c.format)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := format(&b, table(), c.style); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, name, b.String())
	}
}

func TestUnknownFormat(t *testing.T) {
	if _, err := report.FormatNamed("yaml"); err == nil || !strings.Contains(err.Error(), "have text, json, csv, latex") {
		t.Errorf("got %v", err)
	}
}

// A table without rows has its heads at least.
func TestEmpty(t *testing.T) {
	for name, format := range report.Formats {
		var b strings.Builder
		if err := format(&b, &report.Table{Columns: []report.Column{{Name: "name"}}}, report.Style{}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), "name") {
			t.Errorf("%s: %q", name, b.String())
		}
	}
}

func TestOnly(t *testing.T) {
	var b strings.Builder
	if err := report.CSV(&b, table().Only([]string{"system", "tie", "none", "rank"}), report.Style{}); err != nil {
		t.Fatal(err)
	}
	if got, want := b.String(), "system,tie,rank\nbig_model,0.5,1\n\"a,b & \"\"c\"\"\",0.5,2\n日本,0.5,10\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A value that looks like the best is not shown as such where it is known to be
// behind.
func TestMarkedIsNotBest(t *testing.T) {
	tab := &report.Table{Columns: []report.Column{{Name: "m", Better: score.Higher}}, Rows: [][]report.Cell{
		{report.Number(0.50001)}, {{Value: 0.5, Marked: true}}, {report.Number(0.49999)},
	}}
	var b strings.Builder
	if err := report.Markdown(&b, tab, report.Style{}); err != nil {
		t.Fatal(err)
	}
	if got, want := b.String(), "| m |\n| ---: |\n| **0.5000** |\n| 0.5000\\* |\n| **0.5000** |\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
