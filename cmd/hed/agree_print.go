package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hed/cmd/hed/internal/cli"
	"hed/report"
	"hed/stat/agree"
)

// An agreeResult is what -f json prints.
type agreeResult struct {
	Krippendorff alphaResult   `json:"krippendorff"`
	Fleiss       kappaResult   `json:"fleiss"`
	Randolph     kappaResult   `json:"randolph"`
	Cohen        []cohenResult `json:"cohen"`
	ICC          *iccResult    `json:"icc,omitempty"`
	Percent      *float64      `json:"percent"`
	PercentRange agreeRange    `json:"percent_interval"`
	Items        int           `json:"items"`
	Raters       int           `json:"raters"`
}

// An agreeRange is what stands beside every coefficient.
type agreeRange struct {
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
	N    int      `json:"items"`         // that it rests on
	Why  string   `json:"why,omitempty"` // it is undefined
	Warn string   `json:"warning,omitempty"`
}

type alphaResult struct {
	Alpha *float64 `json:"alpha"`
	agreeRange
	Level string `json:"level"`
}

type kappaResult struct {
	Kappa *float64 `json:"kappa"`
	agreeRange
}

type cohenResult struct {
	A      string `json:"a"`
	B      string `json:"b"`
	Weight string `json:"weight"`
	kappaResult
}

type iccResult struct {
	All     []iccValue `json:"all"` // the six of Shrout and Fleiss
	Items   int        `json:"items"`
	Dropped int        `json:"dropped"` // items that not all raters rated
	Why     string     `json:"why,omitempty"`
}

type iccValue struct {
	Name  string   `json:"name"`
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
	P     *float64 `json:"p"`
}

func rangeOf(a agree.Agreement) agreeRange {
	r := agreeRange{Low: present(a.Low), High: present(a.High), N: a.Items}
	if a.Undefined != nil {
		r.Why = a.Undefined.Error()
	}
	if err := errors.Join(a.Warnings...); err != nil {
		r.Warn = strings.ReplaceAll(err.Error(), "\n", "; ")
	}
	return r
}

func kappaOf(a agree.Agreement) kappaResult { return kappaResult{present(a.Value), rangeOf(a)} }

func iccOf(icc agree.ICCs) *iccResult {
	out := &iccResult{All: []iccValue{}, Items: icc.Items, Dropped: icc.Dropped}
	if icc.Undefined != nil {
		out.Why = icc.Undefined.Error()
	}
	for _, c := range icc.All {
		out.All = append(out.All, iccValue{c.Name, present(c.Value), present(c.Low), present(c.High), present(c.P)})
	}
	return out
}

// An agreeLine is a coefficient as tables show it.
type agreeLine struct {
	measure, a, b string
	value         *float64
	agreeRange
}

// label is what text calls the coefficient.
func (l *agreeLine) label() string {
	if l.a == "" {
		return l.measure
	}
	return fmt.Sprintf("%s, %s and %s", l.measure, l.a, l.b)
}

func (r *agreeResult) tableLines() []agreeLine {
	k := r.Krippendorff
	lines := []agreeLine{
		{"krippendorff, " + k.Level, "", "", k.Alpha, k.agreeRange},
		{"fleiss", "", "", r.Fleiss.Kappa, r.Fleiss.agreeRange},
		{"randolph", "", "", r.Randolph.Kappa, r.Randolph.agreeRange},
		{"percent", "", "", r.Percent, r.PercentRange},
	}
	for _, c := range r.Cohen {
		name := "cohen"
		if c.Weight != string(agree.Unweighted) {
			name += ", " + c.Weight
		}
		lines = append(lines, agreeLine{name, c.A, c.B, c.Kappa, c.agreeRange})
	}
	if r.ICC != nil {
		for _, c := range r.ICC.All {
			lines = append(lines, agreeLine{c.Name, "", "", c.Value, agreeRange{Low: c.Low, High: c.High, N: r.ICC.Items}})
		}
		if r.ICC.Why != "" {
			lines = append(lines, agreeLine{"ICC", "", "", nil, agreeRange{N: r.ICC.Items, Why: r.ICC.Why}})
		}
	}
	return lines
}

// mostRaters is up to where text shows every two raters.
const mostRaters = 10

func (g *agreement) print(groups []*agreeGroup) error {
	if g.As == "json" {
		if g.by == "" {
			return cli.WriteJSON(g.Stdout, groups[0].agreeResult)
		}
		type groupResult struct {
			Value string `json:"value"`
			agreeResult
		}
		all := []groupResult{}
		for _, group := range groups {
			all = append(all, groupResult{group.value, group.agreeResult})
		}
		return cli.WriteJSON(g.Stdout, map[string]any{"by": g.by, "groups": all})
	}
	names := []string{"measure", "value", "low", "high", "items"}
	if g.As == "csv" {
		names = []string{"measure", "a", "b", "value", "low", "high", "items", "why"}
	}
	if g.by != "" {
		names = append([]string{g.by}, names...)
	}
	t := &report.Table{}
	for _, name := range names {
		t.Columns = append(t.Columns, report.Column{Name: name, Fraction: name == "value" || name == "low" || name == "high"})
	}
	for _, group := range groups {
		for _, l := range group.tableLines() {
			if !g.shows(group, l) {
				continue
			}
			var row []report.Cell
			if g.by != "" {
				row = append(row, report.Label(group.value))
			}
			if g.As == "csv" {
				row = append(row, report.Label(l.measure), report.Label(l.a), report.Label(l.b))
			} else {
				row = append(row, report.Label(l.label()))
			}
			row = append(row, maybeNumber(l.value), maybeNumber(l.Low), maybeNumber(l.High), report.Count(l.N))
			if g.As == "csv" {
				row = append(row, report.Label(l.Why))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	if err := g.Output.Print(g.Stdout, t, nil); err != nil || g.As == "csv" {
		return err
	}
	return g.explain(groups)
}

// shows says whether a table has the line.
func (g *agreement) shows(group *agreeGroup, l agreeLine) bool {
	return g.As != "text" || l.a == "" || group.Raters <= mostRaters
}

// explain says below the table what the numbers are and are not.
func (g *agreement) explain(groups []*agreeGroup) error {
	var said []string
	for _, group := range groups {
		of := ""
		if g.by != "" {
			of = g.by + " " + group.value + ": "
		}
		said = append(said, fmt.Sprintf("%s%s, %s", of, cli.Count(group.Items, "item"), cli.Count(group.Raters, "rater")))
		var doubts doubts
		for _, l := range group.tableLines() {
			switch {
			case !g.shows(group, l):
			case l.Why != "":
				doubts.add("undefined, "+l.Why, l.label())
			default:
				doubts.add(l.Warn, l.label())
			}
		}
		for _, d := range doubts.lines() {
			said = append(said, of+d)
		}
		if n := len(group.Cohen); n > 0 && g.As == "text" && group.Raters > mostRaters {
			said = append(said, fmt.Sprintf("%scohen is of %d pairs of raters, which -f csv and -f json show", of, n))
		}
	}
	how := "95% confidence by " + cli.Count(g.bootstrap, "bootstrap resample") + " of the items"
	if g.bootstrap == 0 {
		how = "no intervals, since --bootstrap is 0"
	}
	said = append(said, how,
		"1 is agreement on every item. But for percent, 0 is what chance alone would give.",
		"Krippendorff (2004) rests conclusions on an alpha of 0.8 and tentative ones on 0.667.")
	prefix := ""
	if g.As == "latex" {
		prefix = "% "
	} else {
		said = append([]string{""}, said...)
	}
	_, err := fmt.Fprintln(g.Stdout, prefix+strings.Join(said, "\n"+prefix))
	return err
}

// doubts are what is to be said of some results, once for all that it is true
// of.
type doubts struct {
	said  []string
	about map[string][]string
}

// add does nothing where there is nothing to say.
func (d *doubts) add(what, about string) {
	if what == "" || slices.Contains(d.about[what], about) {
		return
	}
	if d.about == nil {
		d.about = map[string][]string{}
	}
	if d.about[what] == nil {
		d.said = append(d.said, what)
	}
	d.about[what] = append(d.about[what], about)
}

func (d *doubts) lines() (lines []string) {
	for _, what := range d.said {
		lines = append(lines, strings.Join(d.about[what], "; ")+": "+what)
	}
	return lines
}
