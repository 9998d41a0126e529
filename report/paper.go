package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"hed/analysis"
)

// perTable is how many columns stand beside each other in a table of a paper.
const perTable = 9

// Paper writes tables for a paper: the means of all systems, and who beats
// whom. Each is a floating table with a caption; the paper needs booktabs.
func Paper(w io.Writer, a *analysis.Analysis, s Style) error {
	var b strings.Builder
	b.WriteString("% \\usepackage{booktabs}\n")
	floats(&b, meansCaption(a, s), "tab:means", Summary(a), s)
	if len(a.Tests) > 0 {
		floats(&b, winsCaption, "tab:wins", Wins(a), Style{})
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// floats writes a table with a caption, in as many parts as it takes. Each
// has the column "system", and what follows that in the table.
func floats(b *strings.Builder, caption, label string, t *Table, s Style) {
	var names []string
	for _, col := range t.Columns {
		names = append(names, col.Name)
	}
	first := slices.Index(names, "system")
	parts := slices.Collect(slices.Chunk(names[first+1:], perTable))
	for i, part := range parts {
		number, of := "", ""
		if len(parts) > 1 {
			number, of = strconv.Itoa(i+1), fmt.Sprintf(" (%d of %d)", i+1, len(parts))
		}
		fmt.Fprintf(b, "\n\\begin{table}\n\\centering\n\\small\n\\setlength{\\tabcolsep}{4pt}\n\\caption{%s%s.}\n\\label{%s%s}\n", caption, of, label, number)
		LaTeX(b, t.Only(append([]string{"system"}, part...)), s) // a strings.Builder takes everything
		b.WriteString("\\end{table}\n")
	}
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
			strings.Join(tests, ", "), a.Alpha)
	}
	return caption
}

const winsCaption = "On how many measures the system of the row is significantly better / worse than that of the column, by mean and test"

// Wins lays out on how many columns each system beats each other one, and loses
// to it. Systems have numbers, since many names do not fit beside each other.
func Wins(a *analysis.Analysis) *Table {
	t := table("system")
	for i, s := range a.Systems {
		number := strconv.Itoa(i + 1)
		t.Columns = append(t.Columns, Column{Name: number})
		row := []Cell{Label(number + " " + s.Name)}
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
