package look

import (
	"fmt"
	"net/http"
	"net/url"

	"hed/report/page"
	"hed/score"
	"hed/stat"
)

// A correlationPage is how the measures agree.
type correlationPage struct {
	Chooser *chooser
	Kinds   []option // as links
	Map     shown
	Kind    string
	Heads   []string
	Rows    []correlationRow
	Pair    *correlated
	Few     bool // whether there is nothing to correlate
}

type correlationRow struct {
	Title string
	Cells []tint
}

// A tint is a number, the class of its colour, and where its points are.
type tint struct{ Text, Class, Link, Words string }

// correlated is a pair of measures.
type correlated struct {
	X, Y      string
	Figure    shown
	Numbers   []labelled
	Documents string // address of the documents
}

func (l *looker) correlations(v *view) error {
	q := v.r.URL.Query()
	ch, err := v.choose(url.Values{"c": q["c"]}) // the correlations are of all systems
	if err != nil {
		return err
	}
	a := v.Found
	keep := url.Values{}
	matrix, kind := a.Pearson, "Pearson"
	switch q.Get("kind") {
	case "":
	case "spearman":
		matrix, kind = a.Spearman, "Spearman"
		keep.Set("kind", "spearman")
	default:
		return refuse(fmt.Sprintf("There is no correlation %q.", q.Get("kind")))
	}
	p := &correlationPage{Chooser: v.chooser("/correlations", ch, keep), Kind: kind, Few: len(ch.columns) < 2}
	p.Chooser.Systems = nil
	chosen := v.query(ch)
	p.Map = v.shown("correlation", "Correlation of measures over all headlines", chosen)
	other := clone(chosen)
	p.Kinds = append(p.Kinds, option{v.at("/correlations", other), "Pearson", kind == "Pearson"}, option{v.at("/correlations", with(other, "kind", "spearman")), "Spearman", kind == "Spearman"})
	titles := score.Titles(a.Columns)
	for _, c := range ch.columns {
		p.Heads = append(p.Heads, titles[c])
		row := correlationRow{Title: titles[c]}
		for _, k := range ch.columns {
			cell := tint{}
			if c != k && !score.IsAbsent(matrix[c][k].R) {
				here := clone(chosen)
				for key := range keep {
					here.Set(key, keep.Get(key))
				}
				here.Set("x", a.Columns[k].Name)
				here.Set("y", a.Columns[c].Name)
				cell = tint{page.Number(matrix[c][k].R, 2), page.Shade(matrix[c][k].R), v.at("/correlations", here) + "#pair", titles[c] + " and " + titles[k]}
			}
			row.Cells = append(row.Cells, cell)
		}
		p.Rows = append(p.Rows, row)
	}
	if q.Get("x") != "" || q.Get("y") != "" {
		if p.Pair, err = v.correlated(q.Get("x"), q.Get("y"), titles); err != nil {
			return err
		}
	}
	l.show(v, "/correlations", "correlations.html", http.StatusOK, &scaffold{Wide: true, Body: p})
	return nil
}

// correlated is a pair of measures with its points.
func (v *view) correlated(xName, yName string, titles []string) (*correlated, error) {
	x, err := v.column(xName)
	if err != nil {
		return nil, err
	}
	y, err := v.column(yName)
	if err != nil {
		return nil, err
	}
	if x == y {
		return nil, refuse("A measure always agrees with itself. Choose two.")
	}
	a := v.Found
	q := url.Values{"x": {a.Columns[x].Name}, "y": {a.Columns[y].Name}}
	p := &correlated{X: titles[x], Y: titles[y], Figure: v.shown("scatter", titles[y]+" against "+titles[x], q)}
	add := func(label string, pearson, spearman [][]stat.Correlation) {
		p.Numbers = append(p.Numbers, labelled{label, "Pearson " + orNone(page.Number(pearson[y][x].R, 3)) + ", Spearman " + orNone(page.Number(spearman[y][x].R, 3))})
	}
	add("all systems", a.Pearson, a.Spearman)
	if len(a.Systems) > 1 {
		for _, s := range a.Systems {
			add(s.Name, s.Pearson, s.Spearman)
		}
	}
	p.Documents = v.at("/examples", v.values(&list{by: "score", column: y, a: -1, b: -1}))
	return p, nil
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}
