package report_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hed/analysis"
	"hed/internal/golden"
	"hed/internal/option"
	"hed/report"
	"hed/score"
	"hed/stat"
)

// findings are of three systems with names that formats must escape, 60
// documents and one value that is absent.
func findings(t *testing.T) *analysis.Analysis {
	t.Helper()
	systems := []string{"a_b", "c|d*", "<e&f>"}
	tab := score.NewTable(systems, []score.Column{
		{Name: "rouge1_f", Title: "ROUGE-1 F1", Topic: score.Informativeness, Better: score.Higher, High: 1, Assume: "checked"},
		{Name: "fog", Title: "Gunning fog", Topic: score.Readability, Better: score.Lower, High: 20, Full: 20, Assume: "checked"},
	})
	r := rand.New(rand.NewPCG(3, 4))
	for d := range 60 {
		x := r.Float64()
		var row []float64
		for i := range systems {
			row = append(row, 0.1*float64(i)+x/2, 4+x*float64(i+1))
		}
		if d == 7 {
			row[3] = score.Absent
		}
		tab.Append(strconv.Itoa(d), row)
	}
	a, err := analysis.Of(t.Context(), tab, analysis.Options{
		Overall: score.Unit, Seed: 1, Intervals: stat.Resampling{Resamples: 100, Level: 0.95},
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The distributions behind p may differ in the last digits between processors,
// so what is compared is rounded.
func TestFindings(t *testing.T) {
	a := findings(t)
	var b strings.Builder
	for _, part := range []struct {
		name  string
		table *report.Table
	}{
		{"summary", report.Summary(a)}, {"intervals", report.Intervals(a)}, {"significance", report.Significance(a)},
		{"correlation", report.Correlations(a.Columns, a.Pearson)}, {"wins", report.Wins(a, []int{0, 1})},
	} {
		b.WriteString("-- " + part.name + " --\n")
		if err := report.Markdown(&b, part.table, report.Style{}); err != nil {
			t.Fatal(err)
		}
	}
	b.WriteString("-- paper --\n")
	if err := report.Paper(&b, a, report.PaperStyle{Percent: true}); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "findings.txt", b.String())
}

// Many measures stand below each other in one table, under what they are about.
func TestPaperOfManyMeasures(t *testing.T) {
	var cols []score.Column
	for i := range 20 {
		cols = append(cols, score.Column{Name: "m" + strconv.Itoa(i), Better: score.Higher, High: 1})
	}
	tab := score.NewTable([]string{"alone"}, cols)
	tab.Append("1", make([]float64, 20))
	a, err := analysis.Of(t.Context(), tab, analysis.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := report.Paper(&b, a, report.PaperStyle{}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), `\begin{table}`); n != 1 {
		t.Errorf("%d tables:\n%s", n, &b)
	}
	if !strings.Contains(b.String(), `\caption{Means over 1 document. $\uparrow$: higher is better. Overall score: mean of all measures, each mapped to 0--1.}`) || strings.Contains(b.String(), "significantly") || !strings.Contains(b.String(), "\n% We scored the headlines of 1 system (alone) for 1 document") {
		t.Errorf("got\n%s", &b)
	}
}

// Columns are chosen by name, in the order of their topics, and have the decimals that were asked for.
func TestPaperOfSome(t *testing.T) {
	a := findings(t)
	var b strings.Builder
	if err := report.Paper(&b, a, report.PaperStyle{Columns: []string{"fog"}, Precision: 1}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\nGunning fog $\\downarrow$ & 5.5 & 5.0 & \\textbf{4.5} \\\\\n", "On how many of 1 measure ", "Holm's correction for all pairs of systems; $p < 0.05$"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, &b)
		}
	}
	if table, _, _ := strings.Cut(b.String(), "\\end{tabular}"); strings.Contains(table, "ROUGE") || strings.Contains(table, "Overall") || strings.Contains(table, "multicolumn") {
		t.Errorf("more than was asked for in\n%s", table)
	}
	err := report.Paper(&b, a, report.PaperStyle{Columns: []string{"rogue1_f"}})
	if wrong, ok := errors.AsType[*option.Error](err); !ok || wrong.Option != "columns" || !strings.Contains(err.Error(), `no column "rogue1_f"; have rouge1_f, fog, overall`) {
		t.Errorf("got %v", err)
	}
}

// Many systems do not fit beside each other.
func TestWinsAreCut(t *testing.T) {
	var systems []string
	for s := range 11 {
		systems = append(systems, "system "+strconv.Itoa(s))
	}
	tab := score.NewTable(systems, []score.Column{{Name: "m", Better: score.Higher, High: 1}})
	for d := range 5 {
		var row []float64
		for s := range systems {
			row = append(row, float64(d+s)/20)
		}
		tab.Append(strconv.Itoa(d), row)
	}
	a, err := analysis.Of(t.Context(), tab, analysis.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := report.Paper(&b, a, report.PaperStyle{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`\label{tab:means1}`, `\label{tab:means2}`, " Part 2 of 2.}", `\label{tab:wins1}`, `\label{tab:wins2}`, `system & 11 \\`, `11 system 0 & `} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, &b)
		}
	}
}

// TeX itself says whether a table fits and whether names break it.
func TestPaperInTeX(t *testing.T) {
	tex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("pdflatex is not here")
	}
	named := func(n int, format string) (names []string) {
		for i := range n {
			names = append(names, fmt.Sprintf(format, i))
		}
		return names
	}
	var b strings.Builder
	b.WriteString("\\documentclass{article}\\usepackage{booktabs}\\begin{document}\n")
	for _, systems := range [][]string{
		{"a"}, {"[b]", "*c"}, {"first", "random", "tfidf", "wtextrank", "stextrank"},
		named(40, "transformer-large-finetuned-on-numhg-with-copy-%d"), named(5, "MWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMW%d"),
	} {
		for _, s := range []report.PaperStyle{{}, {Percent: true}, {Precision: 3}} {
			if err := report.Paper(&b, made(t, systems), s); err != nil {
				t.Fatal(err)
			}
			b.WriteString("\\clearpage\n")
		}
	}
	b.WriteString("\\end{document}\n")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "paper.tex"), []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(tex, "-halt-on-error", "-interaction=nonstopmode", "paper.tex")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil || bytes.Contains(out, []byte("Overfull")) {
		t.Errorf("%v\n%s", err, out)
	}
}

// made are findings on the columns of HEvAS, which are many, for any systems.
func made(t *testing.T, systems []string) *analysis.Analysis {
	t.Helper()
	var cols []score.Column
	for _, name := range strings.Fields("rouge1_r rouge2_r rougeSU_r rougeWSU_r kl_c kl_s lda_c lda_s lsi_c lsi_s we_c we_s pnr nr pr fog awl") {
		cols = append(cols, score.Column{Name: name, Better: score.Higher, High: 1, Assume: "checked"})
	}
	tab := score.NewTable(systems, cols)
	r := rand.New(rand.NewPCG(5, 6))
	for d := range 12 {
		var row []float64
		for s := range systems {
			for c := range cols {
				row = append(row, 10*float64(c%2)+float64(s%3)/2+r.Float64())
			}
		}
		tab.Append(strconv.Itoa(d), row)
	}
	a, err := analysis.Of(t.Context(), tab, analysis.Options{Intervals: stat.Resampling{Level: 0.95}})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// A first cell that begins as an option of the end of a row does is not one.
func TestLaTeXFirstCell(t *testing.T) {
	tab := &report.Table{Columns: []report.Column{{Name: "system"}}, Rows: [][]report.Cell{{report.Label("[b]")}, {report.Label("*c")}}}
	var b strings.Builder
	if err := report.LaTeX(&b, tab, report.Style{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "\n{}[b] \\\\\n{}*c \\\\\n") {
		t.Errorf("got\n%s", &b)
	}
}

// The plain overall score is no fraction unless all columns are.
func TestPlainOverall(t *testing.T) {
	a := findings(t)
	last := len(a.Columns) + 2
	a.Overall = score.Plain
	if report.Summary(a).Columns[last].Fraction {
		t.Error("a plain mean with the fog index is taken for a fraction")
	}
	a.Columns[1].High = 1
	if !report.Summary(a).Columns[last].Fraction {
		t.Error("a plain mean of fractions is taken for something else")
	}
}

func TestWriteErrors(t *testing.T) {
	a := findings(t)
	r, w := io.Pipe()
	r.Close()
	for name, err := range map[string]error{
		"markdown": report.Markdown(w, report.Summary(a), report.Style{}), "paper": report.Paper(w, a, report.PaperStyle{}),
	} {
		if err == nil {
			t.Errorf("%s: no error from a closed pipe", name)
		}
	}
}
