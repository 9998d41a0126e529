package page

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"net/url"
	"regexp"
	"strconv"

	"hed/score"
	"hed/stat"
)

// A view is what the templates see: a Run in the order and the words in
// which it is shown.
type view struct {
	*Run
	Policy  string
	Style   template.CSS
	Script  template.JS
	Heading string
	Facts   []string
	Finding string

	Heads   []head
	Rows    []row // by rank
	Compare *comparison
	Kinds   []kind
	Maps    []colorMap
	Data    data
	Alpha   string
	Percent string // the confidence of intervals, such as "95%"
	HasNear bool
	HasSpan bool // whether there is any interval
	Dense   bool // whether the headings of the summary stand upright
}

// A head is the heading of a column.
type head struct {
	score.Column
	ID        string // of its row in the list of columns
	Arrow     string // which way is better
	Range     string
	Signature string
	Digits    int
}

// A row is a system in the summary.
type row struct {
	Rank   int
	System string
	Mark   template.HTMLAttr // class of its colour and shape
	Cells  []cell            // overall first
}

// A cell is a mean.
type cell struct {
	Text  string
	Value string // to sort by
	Span  string // the interval
	N     string // the values behind it
	Link  string // the documents behind it; empty for overall, which has no column
	Best  bool
	Near  bool
}

// A kind is the charts of one kind.
type kind struct {
	Name    string
	Figures []figure
}

type figure struct {
	Title         string
	File          string
	Data          template.URL
	Width, Height string // keep its place until it is drawn; empty if not known
}

// A colorMap is a correlation matrix as a table.
type colorMap struct {
	Name string
	Rows [][]tint
}

// A tint is a number and the class of its colour.
type tint struct{ Text, Class string }

// data is what the module needs to know of the run.
type data struct {
	Systems   []string     `json:"systems"`
	Order     []int        `json:"order"` // systems by rank
	Columns   []dataColumn `json:"columns"`
	Documents int          `json:"documents"`
}

type dataColumn struct {
	Name   string `json:"name"`
	Better int    `json:"better"`
	Digits int    `json:"digits"`
}

// list is what the module can count: [] rather than null.
func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

func newView(r *Run) *view {
	v := &view{
		Run: r, Policy: policy(), Style: template.CSS(style), Script: template.JS(script),
		Heading: r.Title,
		Alpha:   strconv.FormatFloat(1-r.Level, 'g', 2, 64),
		Percent: strconv.FormatFloat(100*r.Level, 'g', 4, 64) + "%",
		Facts: []string{
			count(r.Documents, "document"), count(len(r.Systems), "system"), count(len(r.Columns), "measure"),
		},
		Data: data{Systems: list(r.Systems), Order: r.order(), Columns: []dataColumn{}, Documents: r.Documents},
	}
	if v.Heading == "" {
		v.Heading = "Headline evaluation"
	}
	standings := make([]standing, len(r.Columns))
	for c, col := range r.Columns {
		standings[c] = r.standing(c)
		means := make([]stat.Interval, len(r.Systems))
		for s := range means {
			means[s] = r.Means[s][c]
		}
		h := head{
			Column: col, ID: "column-" + strconv.Itoa(c), Range: bound(col.Low) + " to " + bound(col.High),
			Signature: col.String(), Digits: digits(means),
		}
		switch col.Better {
		case score.Higher:
			h.Arrow = "↑"
		case score.Lower:
			h.Arrow = "↓"
		}
		v.Heads = append(v.Heads, h)
		v.Data.Columns = append(v.Data.Columns, dataColumn{col.Name, int(col.Better), h.Digits})
	}
	v.Finding = r.finding(standings)
	v.Dense = len(r.Columns) > 12
	for _, s := range r.order() {
		v.Rows = append(v.Rows, v.row(s, standings))
	}
	v.Compare = r.compare(v.Heads)
	v.charts()
	v.correlations()
	return v
}

func (v *view) row(s int, standings []standing) row {
	r := v.Run
	out := row{Rank: r.Ranks[s], System: r.Systems[s], Mark: mark(s)}
	overall := v.cell(r.Overall[s], digits(r.Overall))
	overall.Best = r.Ranks[s] == 1 && len(r.Systems) > 1
	out.Cells = append(out.Cells, overall)
	for c, h := range v.Heads {
		one := v.cell(r.Means[s][c], h.Digits)
		at := url.Values{"sort": {"score"}, "column": {h.Name}, "system": {r.Systems[s]}, "order": {"asc"}}
		if h.Better == score.Lower {
			at.Set("order", "desc") // the worst first: they are what a reader looks for
		}
		one.Link = "#" + at.Encode()
		if st := standings[c]; st.next >= 0 && one.Text != "" {
			// What looks the same is marked alike.
			one.Best = one.Text == number(r.Means[st.best][c].Mean, h.Digits)
			one.Near = !one.Best && st.near[s]
			v.HasNear = v.HasNear || one.Near
		}
		out.Cells = append(out.Cells, one)
	}
	return out
}

func (v *view) cell(in stat.Interval, digits int) cell {
	out := cell{Text: number(in.Mean, digits), Value: value(in.Mean), N: grouped(in.N)}
	if !score.IsAbsent(in.Low) && !score.IsAbsent(in.High) {
		out.Span = number(in.Low, digits) + " to\u00a0" + number(in.High, digits)
		v.HasSpan = true
	}
	return out
}

// mark is the class of a system's colour and shape: eight colours, then
// the same with another shape.
func mark(s int) template.HTMLAttr {
	return template.HTMLAttr(fmt.Sprintf(`class="mark k%d s%d"`, s%8, s/8%4))
}

func value(x float64) string {
	if score.IsAbsent(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// viewBox finds the size of a figure in whole units, which is enough for
// its shape.
var viewBox = regexp.MustCompile(`<svg\b[^>]*\bviewBox\s*=\s*["']\s*\S+\s+\S+\s+(\d+)(?:\.\d+)?\s+(\d+)`)

// charts groups the figures by kind, both in order of appearance. A figure
// is an image, so that its ids meet no others and nothing in it runs.
func (v *view) charts() {
	at := map[string]int{}
	for _, c := range v.Run.Charts {
		i, ok := at[c.Kind]
		if !ok {
			i = len(v.Kinds)
			at[c.Kind] = i
			v.Kinds = append(v.Kinds, kind{Name: c.Kind})
		}
		f := figure{
			Title: c.Title,
			File:  "charts/" + url.PathEscape(c.File),
			Data:  template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(c.SVG)),
		}
		if m := viewBox.FindSubmatch(c.SVG); m != nil {
			f.Width, f.Height = string(m[1]), string(m[2])
		}
		v.Kinds[i].Figures = append(v.Kinds[i].Figures, f)
	}
}

// correlations colours the matrices; the diagonal is left blank.
func (v *view) correlations() {
	for _, m := range v.Run.Correlations {
		cm := colorMap{Name: m.Name}
		for i, values := range m.Values {
			line := make([]tint, len(values))
			for j, x := range values {
				if i != j && !score.IsAbsent(x) {
					line[j] = tint{number(x, 2), shade(x)}
				}
			}
			cm.Rows = append(cm.Rows, line)
		}
		v.Maps = append(v.Maps, cm)
	}
}

// shade is the class of a colour between -1 and 1, in tenths.
func shade(x float64) string {
	k := int(min(max(x, -1), 1)*10 + 10.5) // from 0 to 20
	switch {
	case k < 10:
		return "minus t" + strconv.Itoa(10-k)
	case k > 10:
		return "plus t" + strconv.Itoa(k-10)
	}
	return ""
}
