package outcome

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"hed/internal/count"
	"hed/report"
	"hed/score"
)

// JSON is the outcome for programs: the methods, and the rows of all tables as
// objects, absent numbers as null.
func (o *Outcome) JSON() any {
	type table struct {
		Name    string           `json:"name"`
		Caption string           `json:"caption"`
		Rows    []map[string]any `json:"rows"`
	}
	out := struct {
		Title    string  `json:"title"`
		Protocol string  `json:"protocol"`
		Methods  string  `json:"methods"`
		Doubts   string  `json:"doubts,omitempty"`
		Tables   []table `json:"tables"`
	}{o.Study.Title, o.Study.Protocol.Name, o.Methods(), Doubts(o.Records), nil}
	for _, t := range o.Tables() {
		rows := []map[string]any{}
		for _, r := range t.Rows {
			row := map[string]any{}
			for i, c := range r {
				var v any = c.Value
				if c.Label != "" || score.IsAbsent(c.Value) {
					v = c.Label
				}
				if v == "" {
					v = nil
				}
				row[t.Columns[i].Name] = v
			}
			rows = append(rows, row)
		}
		out.Tables = append(out.Tables, table{t.Name, t.Caption, rows})
	}
	return out
}

// A Drawn figure is one as SVG.
type Drawn struct {
	Name, Caption string
	SVG           []byte
}

//go:embed page.html
var pageSource string

//go:embed page.css
var pageStyle string

var page = template.Must(template.New("page").Parse(pageSource))

// WriteHTML writes the outcome as one page that opens offline: the finding first, then
// the figures and tables, then how it was made.
func (o *Outcome) WriteHTML(w io.Writer, figures []Drawn) error {
	sum := sha256.Sum256([]byte(pageStyle))
	type shown struct {
		Caption string
		Head    []cell
		Rows    [][]cell
	}
	type image struct {
		Caption string
		Source  template.URL
	}
	view := struct {
		Lang, Title, Methods string
		Doubts               string
		Policy               string
		Style                template.CSS
		Findings             []string
		Figures              []image
		Tables               []shown
		Notes                []string
	}{
		Lang: "en", Title: o.Study.Title, Methods: o.Methods(), Doubts: Doubts(o.Records), Style: template.CSS(pageStyle),
		Policy:   "default-src 'none'; img-src data:; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'",
		Findings: slices.Concat(o.Sentences(), o.ModelSentences()), Notes: o.Study.Notes,
	}
	for _, f := range figures {
		view.Figures = append(view.Figures, image{f.Caption, template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(f.SVG))})
	}
	for _, t := range o.Tables() {
		s := shown{Caption: t.Caption}
		for _, r := range t.Rows {
			s.Rows = append(s.Rows, cells(t.Columns, r))
		}
		for i, c := range t.Columns {
			number := func(row []cell) bool { return row[i].Number }
			s.Head = append(s.Head, cell{c.Name, slices.ContainsFunc(s.Rows, number)})
		}
		view.Tables = append(view.Tables, s)
	}
	return page.Execute(w, view)
}

// A cell is a cell of a table on the page.
type cell struct {
	Text   string
	Number bool
}

func cells(columns []report.Column, row []report.Cell) []cell {
	var out []cell
	for i, c := range row {
		switch {
		case c.Label != "" || score.IsAbsent(c.Value):
			out = append(out, cell{Text: c.Label})
		case c.Whole:
			out = append(out, cell{strconv.Itoa(int(c.Value)), true})
		case columns[i].Fraction:
			out = append(out, cell{strconv.FormatFloat(100*c.Value, 'f', 1, 64) + "%", true})
		default:
			out = append(out, cell{strconv.FormatFloat(c.Value, 'f', 3, 64), true})
		}
	}
	return out
}

// Sentences say what was found, one for each question about systems.
func (o *Outcome) Sentences() []string {
	var all []string
	for _, f := range o.Findings {
		if f.Systems == nil || f.Answers == 0 {
			continue
		}
		best := f.Best()
		var lead, behind, level []string
		for _, s := range best {
			switch {
			case s.Value == best[0].Value:
				lead = append(lead, s.Name)
			case !slices.ContainsFunc(lead, func(first string) bool { return !f.differ(first, s.Name) }):
				behind = append(behind, s.Name)
			default:
				level = append(level, s.Name)
			}
		}
		text := f.Question.ID + ": "
		switch {
		case len(lead) == len(best):
			all = append(all, text+"all have "+o.value(f, &best[0])+"; "+agreement(f)+".")
			continue
		case len(lead) > 1:
			text += count.List(lead) + " lead with " + o.value(f, &best[0])
		default:
			text += best[0].Name + " leads with " + o.value(f, &best[0])
		}
		switch {
		case behind == nil:
			text += ", not significantly"
		case level == nil:
			text += ", significantly before all others"
		default:
			text += ", significantly before " + count.List(behind) + " but not before " + count.List(level)
		}
		all = append(all, text+"; "+agreement(f)+".")
	}
	return all
}

func (f *Finding) differ(a, b string) bool {
	for _, t := range f.Tests {
		if t.A == a && t.B == b || t.A == b && t.B == a {
			return t.Adjusted < level05
		}
	}
	return false
}

func agreement(f *Finding) string {
	if f.Alpha.Undefined != nil {
		return "agreement is undefined (" + f.Alpha.Undefined.Error() + ")"
	}
	return "alpha " + statistic(f.Alpha.Value)
}

// value is what a system has, as a reader says it.
func (o *Outcome) value(f *Finding, s *System) string {
	switch {
	case score.IsAbsent(s.Value):
		return "no rating"
	case !score.IsAbsent(s.Total) && f.Better == score.Lower:
		return "a mean place of " + strconv.FormatFloat(s.Value, 'f', 3, 64)
	case !score.IsAbsent(s.Total):
		return "a mean of " + strconv.FormatFloat(s.Value, 'f', 2, 64)
	}
	word := " yes"
	if s.Shares == nil {
		word = " of choices"
	}
	return strings.TrimSpace(strconv.FormatFloat(100*s.Value, 'f', 1, 64)+"%") + word
}
