package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"hed/analysis"
	"hed/internal/count"
	"hed/internal/plain"
)

// Points of a page: how wide a table may be in LaTeX's article, and what stands
// to either side of every column.
const (
	textWidth = 345
	columnSep = 4
)

const commentWidth = 100 // letters of a line

// Paper writes tables for a paper: the means of all systems, and who beats
// whom. Each is a floating table with a caption; the paper needs booktabs. Methods and
// results in words follow as comments, for who wants them in the text.
func Paper(w io.Writer, a *analysis.Analysis, s Style) error {
	var b strings.Builder
	b.WriteString("% \\usepackage{booktabs}\n")
	floats(&b, meansCaption(a, s), "tab:means", Summary(a), s)
	if len(a.Tests) > 0 {
		floats(&b, winsCaption, "tab:wins", Wins(a), Style{})
	}
	for _, text := range []string{a.Methods(), a.Results()} {
		b.WriteString("\n")
		for _, line := range Wrap(plain.Line(text), commentWidth) {
			b.WriteString("% " + escapeLaTeX(line) + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// floats writes a table with a caption, in as many parts as it takes. Each
// has the column "system", and what follows that in the table. Names take half
// of the width at most.
func floats(b *strings.Builder, caption, label string, t *Table, s Style) {
	first := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == "system" })
	t = t.shorten(first, points, textWidth/2)
	parts := t.pages(first, s)
	for i, part := range parts {
		number, of := "", ""
		if len(parts) > 1 {
			number, of = strconv.Itoa(i+1), fmt.Sprintf(" (%d of %d)", i+1, len(parts))
		}
		fmt.Fprintf(b, "\n\\begin{table}\n\\centering\n\\small\n\\setlength{\\tabcolsep}{%dpt}\n\\caption{%s%s.}\n\\label{%s%s}\n",
			columnSep, caption, of, label, number)
		LaTeX(b, t.Only(append([]string{"system"}, part...)), s) // a strings.Builder takes everything
		b.WriteString("\\end{table}\n")
	}
}

// pages are the names of the columns after the first, by the page that they fit
// on beside the first. There is at least one on each.
func (t *Table) pages(first int, s Style) (pages [][]string) {
	width := func(c int) float64 {
		widest := points(t.Columns[c].Name)
		for _, row := range t.Rows {
			widest = max(widest, points(s.show(row[c], t.Columns[c])))
		}
		return widest + 2*columnSep
	}
	room := 0.0
	for c := first + 1; c < len(t.Columns); c++ {
		w := width(c)
		if len(pages) == 0 || w > room {
			pages, room = append(pages, nil), textWidth-width(first)
		}
		last := len(pages) - 1
		pages[last], room = append(pages[last], t.Columns[c].Name), room-w
	}
	return pages
}

// meansCaption says what the figures are, and what bold and the star mean, with the tests
// by name: which one a column had depends on its values.
func meansCaption(a *analysis.Analysis, s Style) string {
	caption := "Means over " + count.Of(a.Documents, "document")
	if s.Percent {
		caption += ", fractions times 100"
	}
	if len(a.Systems) > 1 {
		caption += ", the best in bold"
	}
	caption += "; overall is the " + escapeLaTeX(a.OverallColumn().Doc)
	if len(a.Tests) > 0 {
		var tests []string
		for _, c := range a.Tests {
			for _, p := range c.Pairs {
				if name := string(p.Test); name != "" && !slices.Contains(tests, name) {
					tests = append(tests, name)
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
	t := NewTable("system")
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
