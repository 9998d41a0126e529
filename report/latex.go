package report

import (
	"io"
	"strings"
)

// LaTeX writes a tabular for the booktabs package, the best value of a
// column in bold.
func LaTeX(w io.Writer, t *Table, s Style) error {
	var b strings.Builder
	b.WriteString(`\begin{tabular}{`)
	for c := range t.Columns {
		if t.numeric(c) {
			b.WriteByte('r')
		} else {
			b.WriteByte('l')
		}
	}
	b.WriteString("}\n\\toprule\n")
	line := func(cells []string) {
		b.WriteString(strings.Join(cells, " & ") + " \\\\\n")
	}
	heads := make([]string, len(t.Columns))
	for c, col := range t.Columns {
		heads[c] = escapeLaTeX(col.Name)
	}
	line(heads)
	b.WriteString("\\midrule\n")
	rows := make([][]string, len(t.Rows))
	for r := range rows {
		rows[r] = make([]string, len(t.Columns))
	}
	for c, col := range t.Columns {
		best := t.best(c, s)
		for r, row := range t.Rows {
			text := escapeLaTeX(s.show(row[c], col))
			if best[r] {
				text = `\textbf{` + text + `}`
			}
			if row[c].Marked {
				text += `\rlap{$^{*}$}`
			}
			rows[r][c] = text
		}
	}
	for _, row := range rows {
		line(row)
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

var escapeLaTeX = strings.NewReplacer(
	`\`, `\textbackslash{}`, `&`, `\&`, `%`, `\%`, `$`, `\$`, `#`, `\#`,
	`_`, `\_`, `{`, `\{`, `}`, `\}`, `~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`,
	`|`, `\textbar{}`, `<`, `\textless{}`, `>`, `\textgreater{}`,
).Replace
