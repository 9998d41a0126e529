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
// an article: no narrower than TeX makes it. Figures may be bold.
func points(text string) (sum float64) {
	const em = 9.25
	for _, r := range text {
		w, ok := wide[r]
		if !ok {
			w = 1.05
		}
		sum += w * em
	}
	return sum
}

// wide is how wide letters of Computer Modern are, in parts of an em.
var wide = func() map[rune]float64 {
	all := map[rune]float64{}
	for width, letters := range map[float64]string{
		0.28: "il.,:;!'|[]", 0.34: "fj- ", 0.4: "rst()", 0.45: "cez", 0.51: "agoJ/*_", 0.54: "kqvxy", 0.57: "bdhnpuSI", 0.58: "0123456789",
		0.67: "LZF", 0.7: "EP", 0.75: "wCRTB", 0.8: "ADGHKNOQUVXY", 0.84: "m",
	} {
		for _, r := range letters {
			all[r] = width
		}
	}
	return all
}()
