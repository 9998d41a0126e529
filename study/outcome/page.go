package outcome

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"slices"
	"strconv"

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
		Title    string `json:"title"`
		Protocol string `json:"protocol"`
		Methods  string `json:"methods"`
		// Incomplete is a sentence on how far the study is; absent once it is complete.
		Incomplete string   `json:"incomplete,omitempty"`
		Findings   []string `json:"findings"`
		Doubts     string   `json:"doubts,omitempty"`
		Tables     []table  `json:"tables"`
	}{o.Study.Title, o.Study.Protocol.Name, o.Methods(), o.Incomplete(), o.findings(), doubts(o.tongue(), o.Records), nil}
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

// PagePolicy is the content security policy of the page of WriteHTML, for a server that sends one.
func PagePolicy() string {
	sum := sha256.Sum256([]byte(pageStyle))
	return "default-src 'none'; img-src data:; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// WriteHTML writes the outcome as one page that opens offline: the finding first, then
// the figures and tables, then how it was made.
func (o *Outcome) WriteHTML(to io.Writer, figures []Drawn) error {
	w := o.tongue()
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
		Say                  func(string) string
		Doubts, Incomplete   string
		Policy               string
		Style                template.CSS
		Findings             []string
		Figures              []image
		Questions            []keyed
		Tables               []shown
		Notes                []string
	}{
		Lang: o.Study.Lang, Say: w.said, Title: o.Study.Title, Methods: o.Methods(), Doubts: doubts(o.tongue(), o.Records), Incomplete: o.Incomplete(), Style: template.CSS(pageStyle),
		Policy:   PagePolicy(),
		Findings: o.findings(), Notes: o.notes(), Questions: o.key(),
	}
	for _, f := range figures {
		view.Figures = append(view.Figures, image{f.Caption, template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(f.SVG))})
	}
	for _, t := range o.Tables() {
		t.Table = w.table(t.Table.Filled())
		s := shown{Caption: t.Caption}
		for _, r := range t.Rows {
			s.Rows = append(s.Rows, w.cells(t.Columns, r))
		}
		for i, c := range t.Columns {
			number := func(row []cell) bool { return row[i].Number }
			s.Head = append(s.Head, cell{c.Name, slices.ContainsFunc(s.Rows, number)})
		}
		view.Tables = append(view.Tables, s)
	}
	return page.Execute(to, view)
}

// findings are all sentences on what was found, of people first.
func (o *Outcome) findings() []string { return slices.Concat(o.Sentences(), o.ModelSentences()) }

// A keyed question is one with the name that tables call it by.
type keyed struct{ ID, Text string }

// key are the questions that tables name.
func (o *Outcome) key() (all []keyed) {
	for _, f := range o.Findings {
		all = append(all, keyed{f.Question.ID, f.Question.Text.In(o.Study.Lang)})
	}
	return all
}

// A cell is a cell of a table on the page.
type cell struct {
	Text   string
	Number bool
}

func (w *tongue) cells(columns []report.Column, row []report.Cell) []cell {
	var out []cell
	for i, c := range row {
		switch {
		case c.Label != "" || score.IsAbsent(c.Value):
			out = append(out, cell{Text: c.Label})
		case c.Whole:
			out = append(out, cell{strconv.Itoa(int(c.Value)), true})
		case c.Chance && c.Value < 0.001:
			out = append(out, cell{"<" + w.Number(0.001, 3), true})
		case columns[i].Fraction:
			out = append(out, cell{w.percent(c.Value), true})
		default:
			out = append(out, cell{w.Number(c.Value, 3), true})
		}
	}
	return out
}
