package main

import (
	"fmt"
	"strings"

	"hed/analysis"
	"hed/cmd/hed/internal/cli"
	"hed/report"
	"hed/score"
	"hed/stat"
)

// A correlateResult is what -f json prints.
type correlateResult struct {
	Human   []humanResult `json:"human"`
	Items   []itemResult  `json:"items"`
	Systems []matchResult `json:"systems"`
}

type humanResult struct {
	Name      string `json:"name"`
	Headlines int    `json:"headlines"` // with a rating
	Ratings   int    `json:"ratings"`
}

type itemResult struct {
	matchResult
	Williams *float64 `json:"williams_p"`
	Why      string   `json:"williams_why,omitempty"`
}

type matchResult struct {
	Human    string            `json:"human"`
	Column   string            `json:"column"`
	N        int               `json:"n"`
	Pearson  coefficientResult `json:"pearson"`
	Spearman coefficientResult `json:"spearman"`
	Kendall  coefficientResult `json:"kendall"`
}

type coefficientResult struct {
	R    *float64 `json:"r"`
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
	P    *float64 `json:"p"`
	Why  string   `json:"why,omitempty"` // what is null is undefined
}

// ownWords says measure and ratings where stat, which does not know them, speaks
// of columns.
var ownWords = strings.NewReplacer("first column", "the measure", "second column", "the ratings", "both columns", "measure and ratings").Replace

func coefficientOf(c stat.Correlation) coefficientResult {
	out := coefficientResult{R: present(c.R), Low: present(c.Low), High: present(c.High), P: present(c.P)}
	if n := len(c.Warnings); n > 0 && (out.R == nil || out.Low == nil) {
		out.Why = ownWords(c.Warnings[n-1].Error()) // which ended the computation
	}
	return out
}

func (r *humanRating) result(run *finishedRun, m *analysis.Match) matchResult {
	return matchResult{r.name, run.table.Columns()[m.Column].Name, m.Pearson.N,
		coefficientOf(m.Pearson), coefficientOf(m.Spearman), coefficientOf(m.Kendall)}
}

func itemOf(match matchResult, w *stat.Williams) itemResult {
	if w == nil {
		return itemResult{match, nil, "the others are compared with this one"}
	}
	out := itemResult{match, present(w.P), ""}
	if n := len(w.Warnings); n > 0 && out.Williams == nil {
		out.Why = w.Warnings[n-1].Error()
	}
	return out
}

func (c *correlation) print(run *finishedRun, rated []*humanRating) error {
	res := correlateResult{Human: []humanResult{}, Items: []itemResult{}, Systems: []matchResult{}}
	for _, r := range rated {
		headlines, ratings := r.counts()
		res.Human = append(res.Human, humanResult{r.name, headlines, ratings})
		for _, m := range r.found.Items {
			res.Items = append(res.Items, itemOf(r.result(run, &m), m.Williams))
		}
		for _, m := range r.found.Systems {
			res.Systems = append(res.Systems, r.result(run, &m))
		}
	}
	switch c.As {
	case "json", "csv":
		return c.Output.Print(c.Stdout, res.all(), res)
	}
	return c.printTables(&res)
}

// all is one table with everything, for programs.
func (res *correlateResult) all() *report.Table {
	t := &report.Table{}
	head := []string{"level", "human", "column", "n"}
	for _, name := range []string{"pearson", "spearman", "kendall"} {
		head = append(head, name, name+"_low", name+"_high", name+"_p")
	}
	for _, name := range append(head, "williams_p") {
		t.Columns = append(t.Columns, report.Column{Name: name})
	}
	add := func(level string, m matchResult, williams *float64) {
		row := []report.Cell{report.Label(level), report.Label(m.Human), report.Label(m.Column), report.Count(m.N)}
		for _, k := range []coefficientResult{m.Pearson, m.Spearman, m.Kendall} {
			row = append(row, maybeNumber(k.R), maybeNumber(k.Low), maybeNumber(k.High), maybeNumber(k.P))
		}
		t.Rows = append(t.Rows, append(row, maybeNumber(williams)))
	}
	for _, m := range res.Items {
		add("item", m.matchResult, m.Williams)
	}
	for _, m := range res.Systems {
		add("system", m, nil)
	}
	return t
}

// of are the rows of one rating in a table for readers, which leaves out what
// is the same in all rows.
func (res *correlateResult) of(level, human string) *report.Table {
	names := []string{"column", "n", "pearson", "pearson_low", "pearson_high", "pearson_p", "spearman", "spearman_low", "spearman_high", "kendall", "kendall_low", "kendall_high"}
	if level == "item" {
		names = append(names, "williams_p")
	}
	all := res.all()
	part := &report.Table{Columns: all.Columns}
	for _, row := range all.Rows {
		if row[0].Label == level && row[1].Label == human {
			part.Rows = append(part.Rows, row)
		}
	}
	part = part.Only(names)
	for i := range part.Columns { // the heads are read beside each other
		_, short, ok := strings.Cut(part.Columns[i].Name, "_")
		if ok && names[i] != "williams_p" {
			part.Columns[i].Name = short
		}
	}
	return part
}

func (c *correlation) printTables(res *correlateResult) error {
	comment := ""
	if c.As == "latex" {
		comment = "% "
	}
	say := func(format string, args ...any) { fmt.Fprintf(c.Stdout, comment+format+"\n", args...) }
	for i, h := range res.Human {
		if i > 0 {
			fmt.Fprintln(c.Stdout)
		}
		say("%s: over %s with %s\n", h.Name, cli.Count(h.Headlines, "headline"), cli.Count(h.Ratings, "rating"))
		if err := c.Output.Print(c.Stdout, res.of("item", h.Name), nil); err != nil {
			return err
		}
		if t := res.of("system", h.Name); len(t.Rows) > 0 {
			fmt.Fprintln(c.Stdout)
			say("%s: over the means of %s\n", h.Name, cli.Count(int(t.Rows[0][1].Value), "system"))
			if err := c.Output.Print(c.Stdout, t, nil); err != nil {
				return err
			}
		}
	}
	fmt.Fprintln(c.Stdout)
	var doubts report.Doubts
	for _, m := range res.Items {
		doubts.Add(m.Pearson.Why, m.Column)
	}
	for _, m := range res.Systems {
		doubts.Add(m.Pearson.Why, m.Column)
	}
	for _, d := range doubts.Lines() {
		say("%s", d)
	}
	say("95%% confidence by Fisher (Pearson), Bonett and Wright (Spearman), Fieller, wider for ties (Kendall);")
	say("williams_p: of Williams' test against the first measure of the table")
	return nil
}

// maybeNumber is a cell that is empty for nil.
func maybeNumber(v *float64) report.Cell {
	if v == nil {
		return report.Number(score.Absent)
	}
	return report.Number(*v)
}
