package page

import (
	"fmt"
	"html/template"
	"io"
	"math"
	"strconv"
	"strings"

	"hed/analysis"
	"hed/report"
	"hed/score"
	"hed/stat"
)

// A Comparison is two runs over the same documents, as WriteComparison shows them.
type Comparison struct {
	Version  string // of hed
	Old, New string // what the runs are called
	Finding  string // what was found, in a sentence
	// Gate says whether the comparison is a gate, and Failures why it says no.
	Gate      bool
	Failures  []string
	Documents int
	Systems   []ComparedSystem
	How       []string // how it was done, in sentences
	Warnings  []string
}

// A ComparedSystem is what became of a system.
type ComparedSystem struct {
	Name, Summary string
	Changes       []analysis.Change
	Required      []analysis.Required
	Worse, Better []report.Moved
}

// WriteComparison writes a page that opens from a disk without a network. It has
// no script.
func WriteComparison(w io.Writer, c *Comparison) error {
	css := style + source("compare.css")
	v := &compareView{
		Comparison: c, Style: template.CSS(css), Policy: "default-src 'none'; img-src data:; style-src " + hash(css) + "; base-uri 'none'; form-action 'none'",
		Facts: []string{Counted(c.Documents, "document"), Counted(len(c.Systems), "system")},
	}
	for i := range c.Systems {
		v.Parts = append(v.Parts, newComparePart(i, &c.Systems[i]))
	}
	if err := layout().ExecuteTemplate(w, "compare", v); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return nil
}

type compareView struct {
	*Comparison
	Policy string
	Style  template.CSS
	Facts  []string
	Parts  []comparePart
}

// A comparePart is a system.
type comparePart struct {
	*ComparedSystem
	ID        string
	HasMargin bool
	Rows      []ChangeRow
	Floors    []floor
	Lists     []movedList
}

// A ChangeRow is a measure.
type ChangeRow struct {
	Name, Arrow      string
	Old, New, Change string
	Span, P          string
	Margin, Bound    string
	Sign, Verdict    string
	Class            string
	Plot             *Plot // nil without an interval
}

// A Plot is the interval of a change, drawn so that right is better, with what may be
// lost to the left of no change.
type Plot struct{ From, To, At, Margin, Width, Middle string }

// A floor is a requirement.
type floor struct {
	Text, Value string
	Kept        bool
}

// A movedList is the documents that went one way.
type movedList struct {
	Title string
	Cards []Card
}

// A Card is a document with both headlines.
type Card struct {
	ID         string
	Moves      []string
	Sides      [2]Side
	References []string
}

// A Side is one of the two headlines.
type Side struct {
	Name      string
	Stretches []Stretch
	Lack      string // why there are none
}

// A Stretch is a part of a headline that the other one has too, or has not.
type Stretch struct {
	Text  string
	Other bool
}

func newComparePart(i int, s *ComparedSystem) comparePart {
	part := comparePart{ComparedSystem: s, ID: "system-" + strconv.Itoa(i+1)}
	for k := range s.Changes {
		part.Rows = append(part.Rows, NewChangeRow(&s.Changes[k]))
		part.HasMargin = part.HasMargin || s.Changes[k].Margin > 0
	}
	for _, r := range s.Required {
		f := floor{Text: r.String(), Value: Number(r.Value, 4), Kept: r.Kept()}
		if f.Value == "" {
			f.Value = "no value"
		}
		part.Floors = append(part.Floors, f)
	}
	for _, l := range []struct {
		title string
		moved []report.Moved
	}{{"Got worse most", s.Worse}, {"Got better most", s.Better}} {
		if len(l.moved) == 0 {
			continue
		}
		list := movedList{Title: l.title}
		for k := range l.moved {
			list.Cards = append(list.Cards, NewCard(&l.moved[k]))
		}
		part.Lists = append(part.Lists, list)
	}
	return part
}

// signs stand beside verdicts, so that no colour is needed to tell them apart.
var signs = map[analysis.Verdict]string{
	analysis.Better: "▲", analysis.Worse: "▼", analysis.NotShown: "?", analysis.WithinMargin: "✓", analysis.WorseWithin: "▽", analysis.Mixed: "≷",
}

func NewChangeRow(ch *analysis.Change) ChangeRow {
	d := ch.Difference
	digits := max(analysis.Digits([]stat.Interval{d}), 2)
	row := ChangeRow{
		Name: ch.Column.Name, Old: Number(ch.Old, digits), New: Number(ch.New, digits), Change: Signed(d.Mean, digits),
		Sign: signs[ch.Verdict], Verdict: report.Judged(ch),
	}
	if !score.IsAbsent(ch.Adjusted) {
		row.P = Probability(ch.Adjusted)
	}
	switch ch.Column.Better {
	case score.Higher:
		row.Arrow = "↑"
	case score.Lower:
		row.Arrow = "↓"
	}
	if ch.Margin > 0 {
		row.Margin, row.Bound = strconv.FormatFloat(ch.Margin, 'g', 6, 64), Number(ch.Bound, digits)
	}
	switch {
	case ch.TooManyLost && ch.Gated:
		row.Class, row.Verdict = "down", "lost the values of "+Counted(ch.OnlyOld, "document")+"; "+row.Verdict
	case !ch.Gated:
		row.Class = "unclear"
	case ch.Verdict == analysis.Better:
		row.Class = "up"
	case ch.Fails():
		row.Class = "down"
	}
	if !score.IsAbsent(d.Low) {
		row.Span = Signed(d.Low, digits) + " to\u00a0" + Signed(d.High, digits)
		row.Plot = newPlot(ch)
	}
	return row
}

func newPlot(ch *analysis.Change) *Plot {
	const width, edge = 160.0, 6.0
	d := ch.Difference
	way := 1.0
	if ch.Column.Better == score.Lower {
		way = -1
	}
	size := max(math.Abs(d.Low), math.Abs(d.High), ch.Margin)
	at := func(v float64) string {
		x := width / 2
		if size > 0 {
			x += float64(v/size) * (width/2 - edge)
		}
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	p := &Plot{From: at(way * d.Low), To: at(way * d.High), At: at(way * d.Mean), Middle: at(0), Width: strconv.Itoa(int(width))}
	if ch.Margin > 0 {
		p.Margin = at(-ch.Margin)
	}
	return p
}

// Signed writes a change, which has a sign either way.
func Signed(v float64, digits int) string {
	text := Number(v, digits)
	if v > 0 && strings.Trim(text, "0.") != "" {
		return "+" + text
	}
	return text
}

func NewCard(m *report.Moved) Card {
	const most = 4 // measures
	c := Card{ID: m.ID, References: m.References}
	for _, v := range m.Moves[:min(len(m.Moves), most)] {
		c.Moves = append(c.Moves, fmt.Sprintf("%s %s → %s", v.Column, Number(v.Old, 4), Number(v.New, 4)))
	}
	c.Sides = [2]Side{{Name: "old"}, {Name: "new"}}
	texts := [2]*string{m.Old, m.New}
	for i, text := range texts {
		switch {
		case text == nil:
			c.Sides[i].Lack = "not known"
		case strings.TrimSpace(*text) == "":
			c.Sides[i].Lack = "empty"
		default:
			c.Sides[i].Stretches = []Stretch{{Text: *text}}
		}
	}
	if m.Old != nil && m.New != nil {
		c.Sides[0].Stretches, c.Sides[1].Stretches = Stretches(*m.Old, *m.New)
	}
	return c
}

// Stretches cuts two headlines into what they share, as the longest common sequence
// of words, and what they do not. Very long ones are left as they are.
func Stretches(a, b string) (x, y []Stretch) {
	v, w := strings.Fields(a), strings.Fields(b)
	if len(v)*len(w) > 1<<20 {
		return []Stretch{{Text: a}}, []Stretch{{Text: b}}
	}
	common := make([][]int, len(v)+1) // words that the ends from there on share
	for i := range common {
		common[i] = make([]int, len(w)+1)
	}
	for i := len(v) - 1; i >= 0; i-- {
		for k := len(w) - 1; k >= 0; k-- {
			common[i][k] = max(common[i+1][k], common[i][k+1])
			if v[i] == w[k] {
				common[i][k] = common[i+1][k+1] + 1
			}
		}
	}
	add := func(to *[]Stretch, word string, other bool) {
		if n := len(*to); n > 0 && (*to)[n-1].Other == other {
			(*to)[n-1].Text += " " + word
			return
		}
		*to = append(*to, Stretch{word, other})
	}
	i, k := 0, 0
	for i < len(v) || k < len(w) {
		switch {
		case i < len(v) && k < len(w) && v[i] == w[k]:
			add(&x, v[i], false)
			add(&y, w[k], false)
			i, k = i+1, k+1
		case k == len(w) || i < len(v) && common[i+1][k] >= common[i][k+1]:
			add(&x, v[i], true)
			i++
		default:
			add(&y, w[k], true)
			k++
		}
	}
	return x, y
}
