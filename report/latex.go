package report

import (
	"io"
	"strings"
)

// LaTeX writes a tabular for the booktabs package, the best value of a
// column in bold.
func LaTeX(w io.Writer, t *Table, s Style) error {
	t = t.plain()
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
		// After the end of a row, [ begins its option and * is one.
		if strings.HasPrefix(cells[0], "[") || strings.HasPrefix(cells[0], "*") {
			b.WriteString("{}")
		}
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
			if row[c].Marked { // without width, so that figures stay aligned
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
	`–`, `--`, `|`, `\textbar{}`, `<`, `\textless{}`, `>`, `\textgreater{}`,
).Replace

// points is about how wide a text is in Computer Modern of 9 points, \small of
// an article: no narrower than TeX makes it. A bold figure is as wide as a
// letter.
func points(text string) (sum float64) {
	const em = 9.25
	for _, r := range text {
		switch {
		case strings.ContainsRune("fijlrst.,:;!'|()[]- ", r):
			sum += 0.4 * em
		case '0' <= r && r <= '9', 'a' <= r && r <= 'z' && r != 'm' && r != 'w', strings.ContainsRune("_/*", r):
			sum += 0.58 * em
		case 'A' <= r && r <= 'Z' && r != 'M' && r != 'W':
			sum += 0.8 * em
		default:
			sum += 1.05 * em
		}
	}
	return sum
}
