package report

import (
	"io"
	"strings"
)

// Markdown writes a table as GitHub and GitLab show it, the best value of a
// column in bold.
func Markdown(w io.Writer, t *Table, s Style) error {
	var b strings.Builder
	line := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	heads, rule := make([]string, len(t.Columns)), make([]string, len(t.Columns))
	best := make([]map[int]bool, len(t.Columns))
	for c, col := range t.Columns {
		heads[c], rule[c] = escapeMarkdown(col.Name), "---"
		if t.numeric(c) {
			rule[c] = "---:"
		}
		best[c] = t.best(c, s)
	}
	line(heads)
	line(rule)
	for r, row := range t.Rows {
		cells := make([]string, len(row))
		for c, cell := range row {
			cells[c] = escapeMarkdown(s.show(cell, t.Columns[c]))
			if best[c][r] {
				cells[c] = "**" + cells[c] + "**"
			}
			if cell.Marked {
				cells[c] += `\*`
			}
		}
		line(cells)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// escapeMarkdown keeps names from being taken for markup.
var escapeMarkdown = strings.NewReplacer(
	`\`, `\\`, `|`, `\|`, `*`, `\*`, `_`, `\_`, "`", "\\`", `<`, `&lt;`, `>`, `&gt;`, `&`, `&amp;`,
	`[`, `\[`, `]`, `\]`, "\n", " ", "\r", " ",
).Replace
