package look

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"hed/analysis"
	"hed/report/page"
	"hed/score"
	"hed/stat"
)

// A summaryPage is what was found.
type summaryPage struct {
	Facts    []string
	Finding  string
	Warnings int
	Chooser  *chooser
	Topics   []topic
	Heads    []head
	Rows     []row
	Versus   string // the system that others are compared with; "" is the best of each measure
	Others   []string
	HasNear  bool
	HasOdd   bool
	Percent  string
	Overall  string // what it is
	Uneven   []string
	Figure   string // address of the overview
	Duels    []duelRow
	Names    []pick
	HasMixed bool
	Alpha    float64
	Methods  string // in words, for a paper
}

// A topic is the heading of some columns.
type topic struct {
	Name  string
	Count int
}

// A head is the heading of a column, which orders the rows by it.
type head struct {
	Title, Doc, Arrow string
	Link              string
	About             string // address of what it is; empty for rank and name
	Sort              string // "ascending", "descending" or ""
	Name              bool
}

type row struct {
	Rank, System, Mark string
	Cells              []cell
}

// A cell is a mean. Sign and Words say how it compares.
type cell struct {
	Text, Span  string
	Link        string
	Best        bool
	Sign, Words string
}

type duelRow struct {
	pick
	Cells []*duel // nil on the diagonal
}

type duel struct{ Text, Words, Class, Link string }

func (l *looker) summary(v *view) error {
	q := v.r.URL.Query()
	ch, err := v.choose(q)
	if err != nil {
		return err
	}
	a := v.Found
	p := &summaryPage{
		Facts:   []string{counted(a.Documents, "document"), counted(len(a.Systems), "system"), counted(len(a.Columns), "measure")},
		Finding: a.Finding(), Warnings: len(v.Record.Warnings), Chooser: v.chooser("/", ch, q),
		Percent: strconv.FormatFloat(100*a.Level, 'g', 4, 64) + "%", Overall: a.OverallColumn().Doc, Uneven: a.Uneven(), Alpha: a.Alpha,
		Figure: v.at("/figure/overview.svg", v.query(ch)),
	}
	versus := -1
	if p.Versus = q.Get("vs"); p.Versus != "" {
		if versus, err = v.system(p.Versus); err != nil {
			return err
		}
	}
	for _, s := range a.Systems {
		p.Others = append(p.Others, s.Name)
	}
	order, err := v.sorted(ch, q, p)
	if err != nil {
		return err
	}
	marks := page.Marks(a, v.Record.Baselines())
	standings := make([]analysis.Standing, len(a.Columns))
	for _, c := range ch.columns {
		standings[c] = a.Standing(c)
	}
	for _, s := range order {
		r := row{System: a.Systems[s].Name, Mark: marks[s]}
		if rank := a.Systems[s].Rank; rank > 0 {
			r.Rank = strconv.Itoa(rank)
		}
		overall := newCell(a.Systems[s].Overall, digitsOf(a, -1))
		overall.Link = v.at("/made", nil) + "#overall"
		overall.Best = a.Systems[s].Rank == 1 && len(a.Systems) > 1
		r.Cells = append(r.Cells, overall)
		for _, c := range ch.columns {
			r.Cells = append(r.Cells, v.mean(p, s, c, versus, &standings[c]))
		}
		p.Rows = append(p.Rows, r)
	}
	v.duels(p, ch, marks)
	p.Methods = v.methods()
	l.show(v, "/", "summary.html", http.StatusOK, &scaffold{Wide: true, Body: p})
	return nil
}

// digitsOf is how many decimals a column has; -1 is the overall score.
func digitsOf(a *analysis.Analysis, column int) int {
	all := make([]stat.Interval, len(a.Systems))
	for i := range all {
		if all[i] = a.Systems[i].Overall; column >= 0 {
			all[i] = a.Systems[i].Means[column]
		}
	}
	return analysis.Digits(all)
}

func newCell(in stat.Interval, digits int) cell {
	c := cell{Text: page.Number(in.Mean, digits)}
	if !score.IsAbsent(in.Low) && !score.IsAbsent(in.High) {
		c.Span = page.Number(in.Low, digits) + " to\u00a0" + page.Number(in.High, digits)
	}
	return c
}

// mean is the cell of a system and a column, and how it compares with the best, or with a system that was chosen.
func (v *view) mean(p *summaryPage, s, c, versus int, st *analysis.Standing) cell {
	a, digits := v.Found, digitsOf(v.Found, c)
	one := newCell(a.Systems[s].Means[c], digits)
	if one.Text == "" {
		return one
	}
	worst := &list{by: "score", column: c, a: s, b: -1, up: a.Columns[c].Better != score.Lower}
	one.Link = v.at("/examples", v.values(worst))
	verdict := analysis.Untested
	if st.Next >= 0 {
		same := one.Text == page.Number(a.Systems[st.Best].Means[c].Mean, digits)
		one.Best = same && st.Against[s] != analysis.Better
		if verdict = st.Against[s]; one.Best {
			verdict = analysis.Untested
		}
	}
	if versus >= 0 {
		if versus == s {
			return one
		}
		other := a.Systems[versus].Name
		switch a.Verdict(c, s, versus) {
		case analysis.Better:
			one.Sign, one.Words = "▲", "significantly better than "+other
		case analysis.Worse:
			one.Sign, one.Words = "▼", "significantly worse than "+other
		case analysis.NoDifference:
			one.Sign, one.Words = "≈", "no clear difference to "+other
		case analysis.Mixed:
			one.Sign, one.Words = "≷", "mean and ranks disagree on whether it is better than "+other
		}
		return one
	}
	switch verdict {
	case analysis.NoDifference:
		one.Sign, one.Words, p.HasNear = "≈", "not significantly worse than the best", true
	case analysis.Mixed, analysis.Worse:
		one.Sign, one.Words, p.HasOdd = "≷", "worse than the best by its mean, but the test does not say so", true
	}
	return one
}

// sorted are the chosen systems in the order that the address asks for, and makes the headings.
func (v *view) sorted(ch *choice, q url.Values, p *summaryPage) ([]int, error) {
	a := v.Found
	by, down := cmp.Or(q.Get("sort"), "rank"), q.Get("down") != ""
	titles := score.Titles(a.Columns)
	key := func(s int) float64 { return float64(s) } // which is by rank
	known := by == "rank" || by == "system"
	add := func(h head, name string, first bool, value func(s int) float64) {
		on := by == name
		next := clone(q)
		next.Set("sort", name)
		next.Del("down")
		if on && !down || !on && first {
			next.Set("down", "1")
		}
		if h.Link = v.at("/", next); on {
			h.Sort = map[bool]string{false: "ascending", true: "descending"}[down]
			if known = true; value != nil {
				key = value
			}
		}
		p.Heads = append(p.Heads, h)
	}
	add(head{Title: "rank"}, "rank", false, nil)
	add(head{Title: "system", Name: true}, "system", false, nil)
	add(head{Title: "overall", Arrow: "↑", Doc: a.OverallColumn().Doc, About: v.at("/made", nil) + "#overall"}, "overall", true, func(s int) float64 { return a.Systems[s].Overall.Mean })
	for _, c := range ch.columns {
		col := &a.Columns[c]
		if name := string(cmp.Or(topicOf(col), "other")); len(p.Topics) > 0 && p.Topics[len(p.Topics)-1].Name == name {
			p.Topics[len(p.Topics)-1].Count++
		} else {
			p.Topics = append(p.Topics, topic{name, 1})
		}
		h := head{Title: titles[c], Doc: col.Doc, Arrow: arrow(col.Better), About: v.at("/made", nil) + "#column-" + strconv.Itoa(c)}
		add(h, col.Name, col.Better != score.Lower, func(s int) float64 { return a.Systems[s].Means[c].Mean })
	}
	if !known {
		return nil, refuse(fmt.Sprintf("The table cannot be ordered by %q.", by))
	}
	order := slices.Clone(ch.systems)
	slices.SortStableFunc(order, func(x, y int) int {
		if none, other := score.IsAbsent(key(x)), score.IsAbsent(key(y)); none || other {
			return map[bool]int{true: 1}[none] - map[bool]int{true: 1}[other]
		}
		way := cmp.Compare(key(x), key(y))
		if by == "system" {
			way = cmp.Compare(a.Systems[x].Name, a.Systems[y].Name)
		}
		if down {
			way = -way
		}
		return way
	})
	return order, nil
}

func arrow(b score.Better) string {
	switch b {
	case score.Higher:
		return "↑"
	case score.Lower:
		return "↓"
	}
	return ""
}

// duels are how often one system is significantly better than another, on the measures that are shown.
func (v *view) duels(p *summaryPage, ch *choice, marks []string) {
	a := v.Found
	if len(a.Tests) == 0 || len(ch.systems) < 2 {
		return
	}
	for _, s := range ch.systems {
		p.Names = append(p.Names, pick{Name: a.Systems[s].Name, Mark: marks[s]})
	}
	for i, s := range ch.systems {
		r := duelRow{pick: p.Names[i]}
		for _, k := range ch.systems {
			if s == k {
				r.Cells = append(r.Cells, nil)
				continue
			}
			record := a.Between(s, k)
			d := &duel{Text: page.Result(record), Words: page.Words(a.Systems[s].Name, a.Systems[k].Name, record), Link: v.at("/systems", url.Values{"a": {a.Systems[s].Name}, "b": {a.Systems[k].Name}})}
			if record.Wins > 0 {
				d.Class = "look-amount look-t" + strconv.Itoa((10*record.Wins+record.Columns-1)/record.Columns)
			}
			p.HasMixed = p.HasMixed || record.Mixed > 0
			r.Cells = append(r.Cells, d)
		}
		p.Duels = append(p.Duels, r)
	}
}

// with is a query with one more.
func with(q url.Values, key, value string) url.Values {
	q = clone(q)
	q.Set(key, value)
	return q
}

// counted and grouped write numbers as the report does.
func counted(n int, thing string) string { return page.Counted(n, thing) }
func grouped(n int) string               { return page.Grouped(n) }
