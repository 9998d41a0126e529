package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"hed/analysis"
)

// perTable is how many measures stand beside each other in a table of a paper.
const perTable = 9

// Paper writes tables for a paper: the means of all systems, and who beats
// whom. Each is a floating table with a caption; the paper needs booktabs.
func Paper(w io.Writer, a *analysis.Analysis, s Style) error {
	var b strings.Builder
	b.WriteString("% \\usepackage{booktabs}\n")
	summary := Summary(a)
	names := make([]string, len(summary.Columns))
	for c, col := range summary.Columns {
		names[c] = col.Name
	}
	parts := slices.Collect(slices.Chunk(names[2:], perTable))
	for i, part := range parts {
		label, caption := "tab:means", meansCaption(a, s)
		if len(parts) > 1 {
			label = fmt.Sprintf("tab:means%d", i+1)
			caption = fmt.Sprintf("%s (%d of %d)", caption, i+1, len(parts))
		}
		float(&b, caption, label, summary.Only(append([]string{"system"}, part...)), s)
	}
	if len(a.Tests) > 0 {
		float(&b, winsCaption, "tab:wins", Wins(a), Style{})
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// float writes a table with a caption.
func float(b *strings.Builder, caption, label string, t *Table, s Style) {
	fmt.Fprintf(b, "\n\\begin{table}\n\\centering\n\\small\n\\setlength{\\tabcolsep}{4pt}\n\\caption{%s.}\n\\label{%s}\n", caption, label)
	LaTeX(b, t, s) // a strings.Builder takes everything
	b.WriteString("\\end{table}\n")
}

func meansCaption(a *analysis.Analysis, s Style) string {
	caption := fmt.Sprintf("Means over %d documents", a.Documents)
	if s.Percent {
		caption += ", fractions times 100"
	}
	if len(a.Systems) > 1 {
		caption += ", the best in bold"
	}
	if len(a.Tests) > 0 {
		var tests []string
		for _, c := range a.Tests {
			for _, p := range c.Pairs {
				if p.Test != "" && !slices.Contains(tests, p.Test) {
					tests = append(tests, p.Test)
				}
			}
		}
		slices.Sort(tests)
		caption += fmt.Sprintf("; $^{*}$ significantly behind the best (%s, $p < %g$ for all pairs of a column)",
			strings.Join(tests, ", "), round(1-a.Level))
	}
	return caption
}

// round takes off the digits that 1 - 0.95 has behind 0.05.
func round(x float64) float64 { return math.Round(x*1e9) / 1e9 }

const winsCaption = "On how many measures the system of the row is significantly better / worse than that of the column"

// Wins lays out on how many columns each system beats each other one, and loses
// to it.
func Wins(a *analysis.Analysis) *Table {
	t := table("system")
	for i, s := range a.Systems {
		t.Columns = append(t.Columns, Column{Name: s.Name})
		row := []Cell{Label(s.Name)}
		for k := range a.Systems {
			if i == k {
				row = append(row, Label("-"))
				continue
			}
			r := a.Between(i, k)
			row = append(row, Label(fmt.Sprintf("%d / %d", r.Wins, r.Losses)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
