package report

import (
	"io"
	"strings"

	"hed/internal/plain"
)

// Markdown writes a table as GitHub and GitLab show it, the best value of a
// column in bold.
func Markdown(w io.Writer, t *Table, s Style) error {
	var b strings.Builder
	line := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	heads, rule := make([]string, len(t.Columns)), make([]string, len(t.Columns))
	best := make([]map[int]bool, len(t.Columns))
	for c, col := range t.Columns {
		heads[c], rule[c] = EscapeMarkdown(col.Name), "---"
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
			cells[c] = EscapeMarkdown(s.show(cell, t.Columns[c]))
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

// EscapeMarkdown keeps what is in a text, such as the name of a system, from
// being taken for markup.
func EscapeMarkdown(text string) string { return markdown.Replace(plain.Line(text)) }

var markdown = strings.NewReplacer(
	`\`, `\\`, `|`, `\|`, `*`, `\*`, `_`, `\_`, "`", "\\`", `<`, `&lt;`, `>`, `&gt;`, `&`, `&amp;`,
	`[`, `\[`, `]`, `\]`,
)
