package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"hed/analysis"
	"hed/chart"
	"hed/internal/count"
	"hed/internal/option"
	"hed/internal/plain"
	"hed/score"
	"hed/stat"
)

// Points of a page: how wide a table may be in LaTeX's article, and what stands
// to either side of every column.
const (
	textWidth = 345
	columnSep = 3
)

const commentWidth = 100 // letters of a line

// A PaperStyle is how the tables of a paper are written.
type PaperStyle struct {
	Percent   bool     // fractions times 100
	Columns   []string // the measures, by the names of their columns, and overall; nil for all
	Precision int      // decimals; 0 for those that the intervals justify
}

// Paper writes tables for a paper: the means of all systems, with measures under what they are about, and who beats
// whom. Each is a floating table with a caption; the paper needs booktabs. Methods and
// results in words follow as comments, for who wants them in the text.
func Paper(w io.Writer, a *analysis.Analysis, s PaperStyle) error {
	columns, overall, err := s.columns(a)
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString("% \\usepackage{booktabs}\n")
	means(&b, a, s, columns, overall)
	if len(a.Tests) > 0 && len(columns) > 0 {
		floats(&b, winsCaption(a, columns), "tab:wins", Wins(a, columns))
	}
	for _, text := range []string{a.Methods(), a.Results()} {
		b.WriteString("\n")
		for _, line := range Wrap(plain.Line(text), commentWidth) {
			b.WriteString("% " + escapeLaTeX(line) + "\n")
		}
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// columns are the places of those that were asked for, and whether the overall score was.
func (s PaperStyle) columns(a *analysis.Analysis) (columns []int, overall bool, err error) {
	names := score.Names(a.Columns)
	if s.Columns == nil {
		for c := range names {
			columns = append(columns, c)
		}
		return columns, true, nil
	}
	for _, name := range s.Columns {
		c := slices.Index(names, name)
		switch {
		case name == a.OverallColumn().Name:
			overall = true
		case c < 0:
			return nil, false, option.Errorf("columns", ": there is no column %q; have %s", name, strings.Join(append(names, a.OverallColumn().Name), ", "))
		default:
			columns = append(columns, c)
		}
	}
	return columns, overall, nil
}

// means writes the table of means: a row for each measure, with its name as papers have it and the way that is better, a
// column for each system, in as many parts as it takes.
func means(b *strings.Builder, a *analysis.Analysis, s PaperStyle, columns []int, overall bool) {
	titles := score.Titles(a.Columns)
	var groups []meanGroup
	if overall {
		groups = append(groups, meanGroup{rows: []meanRow{overallRow(a, s)}})
	}
	topics := 0
	for _, topic := range append(slices.Clone(score.Topics), "") {
		g := meanGroup{title: string(cmp.Or(topic, "other"))}
		for _, c := range columns {
			if a.Columns[c].Topic == topic || topic == "" && !slices.Contains(score.Topics, a.Columns[c].Topic) {
				g.rows = append(g.rows, columnRow(a, s, c, titles[c]))
			}
		}
		if g.rows != nil {
			groups = append(groups, g)
			topics++
		}
	}
	label := 0.0
	for _, g := range groups {
		for i := range g.rows {
			g.rows[i].title = chart.Shorten([]string{g.rows[i].title}, points, textWidth/2)[0]
			label = max(label, points(g.rows[i].title+" x"))
		}
	}
	label += 2 * columnSep
	names := make([]string, len(a.Systems))
	for i, sys := range a.Systems {
		names[i] = sys.Name
	}
	const beside = 3 // systems at least, however long their names are
	names = chart.Shorten(names, points, (textWidth-label)/float64(max(1, min(beside, len(names))))-2*columnSep)
	wide := make([]float64, len(names))
	for i, name := range names {
		wide[i] = points(name)
		for _, g := range groups {
			for _, r := range g.rows {
				wide[i] = max(wide[i], points(r.cells[i].text))
			}
		}
		wide[i] += 2 * columnSep
	}
	parts := even(wide, textWidth-label)
	for k, part := range parts {
		caption, number := meansCaption(a, s, groups, columns, overall), ""
		if len(parts) > 1 {
			caption, number = caption+fmt.Sprintf(" Part %d of %d.", k+1, len(parts)), strconv.Itoa(k+1)
		}
		begin(b, caption, "tab:means"+number)
		fmt.Fprintf(b, "\\begin{tabular}{l%s}\n\\toprule\nMeasure", strings.Repeat("r", len(part)))
		for _, i := range part {
			b.WriteString(" & " + escapeLaTeX(names[i]))
		}
		b.WriteString(" \\\\\n")
		for i, g := range groups {
			g.write(b, part, i > 0 && groups[i-1].title != "", topics > 1)
		}
		b.WriteString("\\bottomrule\n\\end{tabular}\n\\end{table}\n")
	}
}

// A meanGroup is measures about the same. The one without a title is the overall score.
type meanGroup struct {
	title string
	rows  []meanRow
}

// write writes the rows of some systems, below a line, or some space where others are above it.
func (g meanGroup) write(b *strings.Builder, part []int, follows, titled bool) {
	if follows {
		b.WriteString("\\addlinespace\n")
	} else {
		b.WriteString("\\midrule\n")
	}
	if titled && g.title != "" {
		fmt.Fprintf(b, "\\multicolumn{%d}{l}{\\textit{%s}} \\\\\n", len(part)+1, strings.ToUpper(g.title[:1])+g.title[1:])
	}
	for _, r := range g.rows {
		line := r.label()
		for _, i := range part {
			line += " & " + r.cells[i].latex()
		}
		b.WriteString(line + " \\\\\n")
	}
}

// A meanRow is a measure with a cell for each system.
type meanRow struct {
	title  string
	better score.Better
	cells  []meanCell
}

func (r meanRow) label() string {
	return escapeLaTeX(r.title) + map[score.Better]string{score.Higher: ` $\uparrow$`, score.Lower: ` $\downarrow$`}[r.better]
}

type meanCell struct {
	text       string
	best, near bool // near is not significantly worse than the best
	behind     bool // significantly
}

func (c meanCell) latex() string {
	text := strings.Replace(escapeLaTeX(c.text), "-", "$-$", 1)
	switch {
	case c.text == "":
		return "--"
	case c.best:
		return `\textbf{` + text + `}`
	case c.near: // without width, so that figures stay aligned
		return text + `\rlap{$^{\dagger}$}`
	}
	return text
}

// write writes a value with the decimals of its column, of which papers have four at most unless more are asked for.
func (s PaperStyle) write(v float64, share bool, digits int) string {
	digits = min(digits, 4)
	switch {
	case score.IsAbsent(v):
		return ""
	case s.Percent && share:
		v, digits = 100*v, max(0, digits-2)
	}
	if s.Precision > 0 {
		digits = s.Precision
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// share reports whether values go from 0 to 1, and so make sense times 100.
func share(c *score.Column) bool { return c.Low == 0 && c.High == 1 }

func columnRow(a *analysis.Analysis, s PaperStyle, column int, title string) meanRow {
	col := &a.Columns[column]
	r := meanRow{title: title, better: col.Better}
	means, st := a.Means(column), a.Standing(column)
	for i, in := range means {
		c := meanCell{text: s.write(in.Mean, share(col), analysis.Digits(means))}
		if st.Next >= 0 && c.text != "" { // there are others to be best of
			verdict := st.Against[i]
			// What looks the same is marked alike, unless it is known to differ.
			c.best = verdict != analysis.Better && c.text == s.write(means[st.Best].Mean, share(col), analysis.Digits(means))
			c.behind = verdict == analysis.Better
			c.near = !c.best && verdict != analysis.Better && verdict != analysis.Untested
		}
		r.cells = append(r.cells, c)
	}
	return r
}

func overallRow(a *analysis.Analysis, s PaperStyle) meanRow {
	col := a.OverallColumn()
	r := meanRow{title: col.Title, better: col.Better}
	all := make([]stat.Interval, len(a.Systems))
	for i, sys := range a.Systems {
		all[i] = sys.Overall
	}
	for i, sys := range a.Systems {
		c := meanCell{text: s.write(all[i].Mean, share(&col), analysis.Digits(all))}
		c.best = len(a.Systems) > 1 && sys.Rank == 1
		r.cells = append(r.cells, c)
	}
	return r
}

// even cuts columns into as few parts as fit, with about as many in each.
func even(widths []float64, room float64) (parts [][]int) {
	fits := func(per int) bool {
		for part := range slices.Chunk(widths, per) {
			sum := 0.0
			for _, w := range part {
				sum += w
			}
			if sum > room {
				return false
			}
		}
		return true
	}
	per := len(widths)
	for per > 1 && !fits(per) {
		per--
	}
	many := (len(widths) + max(per, 1) - 1) / max(per, 1)
	for less := per - 1; less > 0 && (len(widths)+less-1)/less == many && fits(less); less-- {
		per = less
	}
	at := make([]int, len(widths))
	for i := range at {
		at[i] = i
	}
	for part := range slices.Chunk(at, max(per, 1)) {
		parts = append(parts, part)
	}
	return parts
}

// begin begins a floating table.
func begin(b *strings.Builder, caption, label string) {
	fmt.Fprintf(b, "\n\\begin{table}\n\\centering\n\\small\n\\setlength{\\tabcolsep}{%dpt}\n\\caption{%s}\n\\label{%s}\n\\smallskip\n", columnSep, caption, label)
}

// floats writes a table with a caption, in as many parts as it takes. Each
// has the first column. Names take half of the width at most.
func floats(b *strings.Builder, caption, label string, t *Table) {
	t = t.shorten(0, points, textWidth/2)
	parts := t.pages()
	for i, part := range parts {
		number, of := "", ""
		if len(parts) > 1 {
			number, of = strconv.Itoa(i+1), fmt.Sprintf(" Part %d of %d.", i+1, len(parts))
		}
		begin(b, caption+of, label+number)
		LaTeX(b, t.Only(append([]string{t.Columns[0].Name}, part...)), Style{}) // a strings.Builder takes everything
		b.WriteString("\\end{table}\n")
	}
}

// pages are the names of the columns after the first, by the page that they fit
// on beside the first. There is at least one on each.
func (t *Table) pages() (pages [][]string) {
	width := func(c int) float64 {
		widest := points(t.Columns[c].Name)
		for _, row := range t.Rows {
			widest = max(widest, points(Style{}.show(row[c], t.Columns[c])))
		}
		return widest + 2*columnSep
	}
	room := 0.0
	for c := 1; c < len(t.Columns); c++ {
		w := width(c)
		if len(pages) == 0 || w > room {
			pages, room = append(pages, nil), textWidth-width(0)
		}
		last := len(pages) - 1
		pages[last], room = append(pages[last], t.Columns[c].Name), room-w
	}
	return pages
}

// meansCaption says what the figures are, and what bold, the dagger and the arrows mean, with the tests
// by name: which one a column had depends on its values.
func meansCaption(a *analysis.Analysis, s PaperStyle, groups []meanGroup, columns []int, overall bool) string {
	var p []string
	text := "Means over " + count.Of(a.Documents, "document")
	if s.Percent {
		text += ", fractions times 100"
	}
	p = append(p, text+".")
	any := func(what func(r meanRow) bool) bool {
		return slices.ContainsFunc(groups, func(g meanGroup) bool { return slices.ContainsFunc(g.rows, what) })
	}
	cell := func(what func(c meanCell) bool) bool {
		return any(func(r meanRow) bool { return slices.ContainsFunc(r.cells, what) })
	}
	var ways []string
	if any(func(r meanRow) bool { return r.better == score.Higher }) {
		ways = append(ways, `$\uparrow$: higher is better`)
	}
	if any(func(r meanRow) bool { return r.better == score.Lower }) {
		ways = append(ways, `$\downarrow$: lower is better`)
	}
	if ways != nil {
		p = append(p, strings.Join(ways, ", ")+".")
	}
	if cell(func(c meanCell) bool { return c.best }) {
		p = append(p, "The best is bold.")
	}
	switch how := tested(a, columns); {
	case how == "":
	case cell(func(c meanCell) bool { return c.near }):
		p = append(p, `$^{\dagger}$: not significantly worse than the best (`+how+").")
	case cell(func(c meanCell) bool { return c.behind }):
		p = append(p, "Systems that were tested and are not bold are significantly worse than the best ("+how+").")
	}
	if overall {
		p = append(p, "Overall score: "+escapeLaTeX(a.OverallColumn().Doc)+".")
	}
	return strings.Join(p, " ")
}

// tested names the tests of some columns, the commonest first and the others with the measures that had them, and how p was
// corrected; "" where nothing was tested.
func tested(a *analysis.Analysis, columns []int) string {
	titles := score.Titles(a.Columns)
	had := map[stat.Test][]string{}
	var tests []stat.Test
	pairs := 0
	for _, c := range columns {
		if c >= len(a.Tests) || a.Tests[c].Pairs[0].Test == "" {
			continue
		}
		t := a.Tests[c].Pairs[0].Test
		if had[t] == nil {
			tests = append(tests, t)
		}
		had[t] = append(had[t], titles[c])
		pairs = len(a.Tests[c].Pairs)
	}
	slices.SortStableFunc(tests, func(x, y stat.Test) int { return cmp.Compare(len(had[y]), len(had[x])) })
	var each []string
	holm := false
	for i, t := range tests {
		text := escapeLaTeX(t.Words())
		if i > 0 {
			text += " for " + escapeLaTeX(count.List(had[t]))
		}
		each = append(each, text)
		holm = holm || t != stat.ByTukey
	}
	if each == nil {
		return ""
	}
	if holm && pairs > 1 {
		each = append(each, "Holm's correction for all pairs of systems")
	}
	return fmt.Sprintf("%s; $p < %g$", strings.Join(each, "; "), a.Alpha)
}

func winsCaption(a *analysis.Analysis, columns []int) string {
	text := fmt.Sprintf("On how many of %s the system of the row is significantly better / worse than that of the column, by mean and test", count.Of(len(columns), "measure"))
	if how := tested(a, columns); how != "" {
		text += " (" + how + ")"
	}
	return text + "."
}

// Wins lays out on how many of some columns each system beats each other one, and loses
// to it. Systems have numbers, since many names do not fit beside each other.
func Wins(a *analysis.Analysis, columns []int) *Table {
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
			wins, losses := 0, 0
			for _, c := range columns {
				switch a.Verdict(c, i, k) {
				case analysis.Better:
					wins++
				case analysis.Worse:
					losses++
				}
			}
			row = append(row, Label(fmt.Sprintf("%d / %d", wins, losses)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
