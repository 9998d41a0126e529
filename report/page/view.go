package page

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/url"
	"regexp"
	"slices"
	"strconv"

	"github.com/clipperhouse/displaywidth"

	"hed/analysis"
	"hed/chart"
	"hed/internal/option"
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

	Overview *figure // leads
	Overall  head
	Heads    []head
	Ordered  []head   // as in the summary, where those about the same stand together
	Topics   []topic  // of Ordered; nil where they are all about the same
	Rows     []row    // by rank
	Uneven   []string // systems whose overall score rests on fewer measures
	Compare  *comparison
	Kinds    []kind
	Maps     []colorMap
	Data     data
	Percent  string // the confidence of intervals, such as "95%"
	HasNear  bool
	HasOdd   bool // whether a cell of the summary is
	HasMixed bool // whether mean and ranks of a pair disagree
	HasSpan  bool // whether there is any interval
	Dense    bool // whether the headings of the summary stand upright
	Few      bool // whether the systems fit beside each other on paper
}

// Option is what the page calls an option.
func (v *view) Option(name string) string {
	if v.Words == nil {
		return option.Name(name)
	}
	return v.Words(option.Name(name))
}

// A topic is what some measures are about.
type topic struct {
	Name  string
	Count int
}

// A head is the heading of a column.
type head struct {
	score.Column
	ID        string // of its row in the list of columns
	Arrow     string // which way is better
	Range     string
	Signature string
	Formula   string // what it is in the overall score; empty where it does not count
	Digits    int
}

// A row is a system in the summary.
type row struct {
	Rank   int
	System string
	Mark   string // class of its colour and shape
	Cells  []cell // overall first
}

// A cell is a mean.
type cell struct {
	Text  string
	Value string // to sort by
	Span  string // the interval
	N     string // the values behind it
	Link  string // the documents behind it; for overall, what that is
	Best  bool
	Near  bool // not significantly worse than the best
	Odd   bool // worse than the best by its mean, but the test sides with it
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
	Systems   []string     `json:"systems"` // by rank
	Short     []string     `json:"short"`   // their names, where they stand upright
	Marks     []string     `json:"marks"`   // classes of their marks
	Columns   []dataColumn `json:"columns"`
	Main      int          `json:"main"` // the column that is shown first
	Documents int          `json:"documents"`
	Marked    int          `json:"marked,omitempty"` // 0 if that is all of them
}

type dataColumn struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
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

// newView decides everything that the templates show, so that they hold no logic but
// whether something is there.
func newView(r *Run) *view {
	a := r.Found
	v := &view{
		Run: r, Policy: policy(r.beside()), Style: template.CSS(style), Script: template.JS(script),
		Heading: r.Title, Finding: a.Finding(), Uneven: a.Uneven(),
		Percent: strconv.FormatFloat(100*a.Level, 'g', 4, 64) + "%",
		Facts: []string{
			Counted(a.Documents, "document"), Counted(len(a.Systems), "system"), Counted(len(a.Columns), "measure"),
		},
		Dense: len(a.Columns) > 7, Few: len(a.Systems) <= 9,
		Data: data{Systems: []string{}, Columns: []dataColumn{}, Documents: a.Documents},
	}
	if v.Heading == "" {
		v.Heading = "Headline evaluation"
	}
	v.Overall = v.head(a.OverallColumn(), "overall", func(s *analysis.System) stat.Interval { return s.Overall })
	standings := make([]analysis.Standing, len(a.Columns))
	titles := score.Titles(a.Columns)
	for c, col := range a.Columns {
		col.Title = titles[c]
		standings[c] = a.Standing(c)
		h := v.head(col, strconv.Itoa(c), func(s *analysis.System) stat.Interval { return s.Means[c] })
		h.Formula = a.Formula(c)
		v.Heads = append(v.Heads, h)
		v.Data.Columns = append(v.Data.Columns, dataColumn{col.Name, col.Title, int(col.Better), h.Digits})
	}
	v.Data.Main = max(0, slices.Index(a.Overall.Counts(a.Columns), true))
	v.Data.Marks = list(Marks(a, r.Baselines))
	order := v.byTopic()
	for s := range a.Systems {
		v.Data.Systems = append(v.Data.Systems, a.Systems[s].Name)
		v.Rows = append(v.Rows, v.row(s, order, standings))
	}
	v.Data.Short = chart.Shorten(v.Data.Systems, letters, upright)
	if r.Marked < a.Documents {
		v.Data.Marked = r.Marked
	}
	v.Compare = v.compare()
	v.charts()
	v.correlations()
	return v
}

// upright is how many letters of a name have room where it stands upright.
const upright = 22

// letters is the width of a text in letters; wide ones count twice.
func letters(text string) float64 { return float64(displaywidth.String(text)) }

// head describes a column, whose means are those.
func (v *view) head(col score.Column, id string, mean func(*analysis.System) stat.Interval) head {
	means := make([]stat.Interval, len(v.Found.Systems))
	for s := range means {
		means[s] = mean(&v.Found.Systems[s])
	}
	h := head{
		Column: col, ID: "column-" + id, Range: Bound(col.Low) + " to " + Bound(col.High),
		Signature: col.String(), Digits: analysis.Digits(means),
	}
	switch col.Better {
	case score.Higher:
		h.Arrow = "↑"
	case score.Lower:
		h.Arrow = "↓"
	}
	return h
}

// byTopic is the order of columns in the summary, and fills in Ordered and Topics.
func (v *view) byTopic() (order []int) {
	for _, about := range append(slices.Clone(score.Topics), "") {
		t := topic{Name: string(cmp.Or(about, "other"))}
		for c, h := range v.Heads {
			if h.Topic == about || about == "" && !slices.Contains(score.Topics, h.Topic) {
				order = append(order, c)
				v.Ordered = append(v.Ordered, h)
				t.Count++
			}
		}
		if t.Count > 0 {
			v.Topics = append(v.Topics, t)
		}
	}
	if len(v.Topics) < 2 {
		v.Topics = nil
	}
	return order
}

// row is system s in the summary, with columns in that order.
func (v *view) row(s int, order []int, standings []analysis.Standing) row {
	sys := &v.Found.Systems[s]
	out := row{Rank: sys.Rank, System: sys.Name, Mark: v.Data.Marks[s]}
	overall := v.cell(sys.Overall, v.Overall.Digits)
	overall.Link = "#" + v.Overall.ID
	overall.Best = sys.Rank == 1 && len(v.Found.Systems) > 1
	out.Cells = append(out.Cells, overall)
	for _, c := range order {
		h := v.Heads[c]
		one := v.cell(sys.Means[c], h.Digits)
		at := url.Values{"sort": {"score"}, "column": {h.Name}, "system": {sys.Name}, "order": {"asc"}}
		if h.Better == score.Lower {
			at.Set("order", "desc") // the worst first: they are what a reader looks for
		}
		one.Link = "#" + at.Encode()
		if st := standings[c]; st.Next >= 0 && one.Text != "" { // there are others to be best of
			verdict := st.Against[s]
			// What looks the same is marked alike, unless it is known to differ.
			same := one.Text == Number(v.Found.Systems[st.Best].Means[c].Mean, h.Digits)
			one.Best = same && verdict != analysis.Better
			one.Near = !one.Best && verdict == analysis.NoDifference
			one.Odd = !one.Best && (verdict == analysis.Mixed || verdict == analysis.Worse)
			v.HasNear, v.HasOdd = v.HasNear || one.Near, v.HasOdd || one.Odd
		}
		out.Cells = append(out.Cells, one)
	}
	return out
}

// cell is a mean with its interval, where it has one.
func (v *view) cell(in stat.Interval, digits int) cell {
	out := cell{Text: Number(in.Mean, digits), Value: value(in.Mean), N: Grouped(in.N)}
	if !score.IsAbsent(in.Low) && !score.IsAbsent(in.High) {
		out.Span = Number(in.Low, digits) + " to\u00a0" + Number(in.High, digits)
		v.HasSpan = true
	}
	return out
}

// Marks are the classes of the systems' colours and shapes: eight colours, then the same with another shape. A system has the
// same ones whatever its rank, and baselines are grey.
func Marks(found *analysis.Analysis, baselines []string) (all []string) {
	var names []string
	for _, s := range found.Systems {
		if !slices.Contains(baselines, s.Name) {
			names = append(names, s.Name)
		}
	}
	slices.Sort(names)
	for _, s := range found.Systems {
		if slices.Contains(baselines, s.Name) {
			all = append(all, "mark base")
			continue
		}
		i := slices.Index(names, s.Name)
		all = append(all, fmt.Sprintf("mark k%d s%d", i%8, i/8%4))
	}
	return all
}

// value is a number for the module to sort by, with all its digits; "" sorts last.
func value(x float64) string {
	if score.IsAbsent(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// viewBox finds the size of a figure in whole units, which is enough for
// its shape.
var viewBox = regexp.MustCompile(`<svg\b[^>]*\bviewBox\s*=\s*["']\s*\S+\s+\S+\s+(\d+)(?:\.\d+)?\s+(\d+)`)

// kindWords are what readers call the kinds of figures.
var kindWords = map[string]string{
	"bar": "Means with intervals, one chart per measure", "box": "Spread of scores, one chart per measure", "metrics": "All measures of a system",
	"scatter": "Two measures against each other", "correlation": "Correlation map", "critical": "Mean ranks, and which systems do not differ",
}

// charts groups the figures by kind, both in order of appearance; the overview stands alone. A figure
// is an image, so that its ids meet no others and nothing in it runs.
func (v *view) charts() {
	at := map[string]int{}
	for _, c := range v.Run.Charts {
		f := figure{
			Title: c.Title,
			File:  "charts/" + url.PathEscape(c.File),
			Data:  template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(c.SVG)),
		}
		if m := viewBox.FindSubmatch(c.SVG); m != nil {
			f.Width, f.Height = string(m[1]), string(m[2])
		}
		if c.Kind == "overview" && v.Overview == nil {
			v.Overview = &f
			continue
		}
		i, ok := at[c.Kind]
		if !ok {
			i = len(v.Kinds)
			at[c.Kind] = i
			v.Kinds = append(v.Kinds, kind{Name: cmp.Or(kindWords[c.Kind], c.Kind)})
		}
		v.Kinds[i].Figures = append(v.Kinds[i].Figures, f)
	}
}

// correlations colours the matrices; the diagonal is left blank.
func (v *view) correlations() {
	for _, m := range []struct {
		name   string
		values [][]stat.Correlation
	}{{"Pearson", v.Found.Pearson}, {"Spearman", v.Found.Spearman}} {
		if len(m.values) == 0 {
			continue
		}
		cm := colorMap{Name: m.name}
		for i, row := range m.values {
			line := make([]tint, len(row))
			for j, x := range row {
				if i != j && !score.IsAbsent(x.R) {
					line[j] = tint{Number(x.R, 2), Shade(x.R)}
				}
			}
			cm.Rows = append(cm.Rows, line)
		}
		v.Maps = append(v.Maps, cm)
	}
}

// Shade is the class of a colour between -1 and 1, in tenths.
func Shade(x float64) string {
	k := int(min(max(x, -1), 1)*10 + 10.5) // from 0 to 20
	switch {
	case k < 10:
		return "minus t" + strconv.Itoa(10-k)
	case k > 10:
		return "plus t" + strconv.Itoa(k-10)
	}
	return ""
}
