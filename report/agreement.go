package report

import (
	"fmt"
	"slices"
	"strings"

	"hed/internal/count"
	"hed/score"
	"hed/stat/agree"
)

// A coefficient of agreement is a line of a table.
type coefficient struct {
	measure, a, b string // a and b are the raters of a kappa of two
	value         score.Value
	agree.Range
}

// label is what readers call the coefficient.
func (c *coefficient) label() string {
	if c.a == "" {
		return c.measure
	}
	return fmt.Sprintf("%s, %s and %s", c.measure, c.a, c.b)
}

// mostRaters is up to where readers see every two raters.
const mostRaters = 10

// coefficients are those of a group, less the pairs of raters where readers would be
// shown too many of them.
func coefficients(g *agree.Group, pairs bool) []coefficient {
	k := g.Krippendorff
	all := []coefficient{
		{"krippendorff, " + string(k.Level), "", "", k.Alpha, k.Range},
		{"fleiss", "", "", g.Fleiss.Kappa, g.Fleiss.Range},
		{"randolph", "", "", g.Randolph.Kappa, g.Randolph.Range},
		{"percent", "", "", g.Percent, g.PercentRange},
	}
	for _, c := range g.Cohen {
		if !pairs && g.Raters > mostRaters {
			break
		}
		name := "cohen"
		if c.Weight != agree.Unweighted {
			name += ", " + string(c.Weight)
		}
		all = append(all, coefficient{name, c.A, c.B, c.Kappa, c.Range})
	}
	if g.ICC == nil {
		return all
	}
	for _, c := range g.ICC.All {
		all = append(all, coefficient{c.Name, "", "", c.Value, agree.Range{Low: c.Low, High: c.High, CI: c.CI, N: g.ICC.Items, Warn: c.Warn}})
	}
	if g.ICC.Why != "" {
		none := score.Value(score.Absent)
		all = append(all, coefficient{"ICC", "", "", none, agree.Range{Low: none, High: none, N: g.ICC.Items, Why: g.ICC.Why}})
	}
	return all
}

// Agreement lays out the coefficients of groups, which the column by tells apart;
// "" for one group alone. pairs asks for the kappas of every two raters, however
// many they are.
func Agreement(groups []*agree.Group, by string, pairs bool) *Table {
	t := agreementTable(by, "measure")
	t.Fractions("value", "low", "high")
	t.Columns = append(t.Columns, Column{Name: "items"})
	for _, g := range groups {
		for _, c := range coefficients(g, pairs) {
			t.group(by, g, c.label(), c.value, c.Low, c.High, c.N)
		}
	}
	return t
}

// FullAgreement is Agreement for programs: raters have columns of their own, and
// there is a reason for what is undefined.
func FullAgreement(groups []*agree.Group, by string) *Table {
	t := agreementTable(by, "measure", "a", "b", "value", "low", "high", "items", "why")
	for _, g := range groups {
		for _, c := range coefficients(g, true) {
			t.group(by, g, c.measure, c.a, c.b, c.value, c.Low, c.High, c.N, c.Why)
		}
	}
	return t
}

func agreementTable(by string, names ...string) *Table {
	if by != "" {
		names = append([]string{by}, names...)
	}
	return NewTable(names...)
}

func (t *Table) group(by string, g *agree.Group, cells ...any) {
	if by != "" {
		cells = append([]any{g.Value}, cells...)
	}
	t.Add(cells...)
}

// AgreementNotes say what the numbers of Agreement are of, and which of them are
// undefined or to be doubted. elsewhere says where the kappas of many raters are
// shown, such as "which the file has"; "" where they are in the table.
func AgreementNotes(groups []*agree.Group, by, elsewhere string) []string {
	pairs := elsewhere == ""
	var said []string
	for _, g := range groups {
		of := ""
		if by != "" {
			of = by + " " + g.Value + ": "
		}
		said = append(said, fmt.Sprintf("%s%s, %s", of, count.Of(g.Items, "item"), count.Of(g.Raters, "rater")))
		var doubts Doubts
		for _, c := range coefficients(g, pairs) {
			if c.Why != "" {
				doubts.Add("undefined, "+c.Why, c.label())
			} else {
				doubts.Add(c.Warn, c.label())
			}
		}
		for _, d := range doubts.Lines() {
			said = append(said, of+d)
		}
		if g.CohenLimit != "" {
			said = append(said, of+"cohen is left out: "+g.CohenLimit)
		}
		if n := len(g.Cohen); n > 0 && !pairs && g.Raters > mostRaters {
			said = append(said, fmt.Sprintf("%scohen is of %d pairs of raters, %s", of, n, elsewhere))
		}
	}
	return said
}

// PrintAgreement writes how far raters agree: all of it for programs, and for people tables
// with notes below. elsewhere says where text has no room for every two raters, and how
// is how intervals were made.
func PrintAgreement(to *Printer, groups []*agree.Group, by, elsewhere, how string) error {
	if to.ForPrograms() {
		if by == "" {
			return to.Print(FullAgreement(groups, by), groups[0].Result)
		}
		return to.Print(FullAgreement(groups, by), map[string]any{"by": by, "groups": groups})
	}
	if to.As != "text" {
		elsewhere = ""
	}
	if err := to.Print(Agreement(groups, by, elsewhere == ""), nil); err != nil {
		return err
	}
	return to.Notes(append(AgreementNotes(groups, by, elsewhere), how,
		"1 is agreement on every item. Except for percent, 0 is what chance alone would give.",
		"Krippendorff (2004) draws conclusions from an alpha of 0.8 on, and tentative ones from 0.667."))
}

// Doubts are what is to be said of some results, once for all that it is true of.
type Doubts struct {
	said  []string
	about map[string][]string
}

// Add notes what is to be said about something. It does nothing where there is nothing
// to say.
func (d *Doubts) Add(what, about string) {
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

// Lines are the doubts in the order in which they arose.
func (d *Doubts) Lines() (lines []string) {
	for _, what := range d.said {
		lines = append(lines, strings.Join(d.about[what], "; ")+": "+what)
	}
	return lines
}
