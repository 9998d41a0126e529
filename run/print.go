package run

import (
	"fmt"
	"strings"

	"hed/internal/count"
	"hed/report"
	"hed/report/page"
	"hed/score"
)

// Print writes what was found, as json, html or in one of report's formats: all of it for
// programs, and for people a sentence, a table and the documents that changed most for
// each system. gate says that it is one, and failures what it says no to.
func (p *Pair) Print(to *report.Printer, found []Comparison, gate bool, failures []string) error {
	switch to.As {
	case "json", "csv":
		return to.Print(ComparisonTable(found), p.Result(found))
	case "html":
		return page.WriteComparison(to.W, p.Page(found, gate, failures))
	}
	var b strings.Builder // nothing is printed where a part fails
	into := &report.Printer{W: &b, As: to.As, Style: to.Style}
	if gate {
		said := "gate: passed"
		if len(failures) > 0 {
			said = "gate: failed; " + strings.Join(failures, "; ")
		}
		into.Line(said)
		into.Space()
	}
	for i := range found {
		if err := found[i].print(into); err != nil {
			return err
		}
	}
	for _, how := range p.How(found) {
		into.Line(how)
	}
	_, err := fmt.Fprint(to.W, b.String())
	return err
}

func (c *Comparison) print(to *report.Printer) error {
	to.Line(c.Summary())
	to.Space()
	if c.Same() {
		return nil
	}
	if err := report.WriteChanges(to.W, c.Changes, to.As, to.Style); err != nil {
		return err
	}
	to.Space()
	if to.As == "latex" {
		return nil
	}
	for _, l := range []struct {
		title string
		moved []report.Moved
	}{{"Got worse most:", c.Worse}, {"Got better most:", c.Better}} {
		if len(l.moved) == 0 {
			continue
		}
		if err := report.WriteMoved(to.W, l.title, l.moved[:min(len(l.moved), Shown)], to.As); err != nil {
			return err
		}
		to.Space()
	}
	return nil
}

// Print writes the result: all of it for programs, and for people a table for each rating
// and level, and how the numbers were made.
func (res *HumanResult) Print(to *report.Printer) error {
	if to.ForPrograms() {
		return to.Print(res.Table(), res)
	}
	var b strings.Builder // nothing is printed where a part fails
	into := &report.Printer{W: &b, As: to.As, Style: to.Style}
	say := func(format string, args ...any) { into.Line(fmt.Sprintf(format, args...)) }
	for i, h := range res.Human {
		for _, level := range []string{"item", "within", "system"} {
			t := res.Of(level, h.Name)
			if len(t.Rows) == 0 {
				continue
			}
			if i > 0 || level != "item" {
				fmt.Fprintln(&b)
			}
			switch level {
			case "item":
				say("%s: over %s with %s", h.Name, count.Of(h.Headlines, "headline"), count.Of(h.Ratings, "rating"))
			case "within":
				say("%s: within documents that have several headlines", h.Name)
			case "system":
				say("%s: over the means of %s", h.Name, count.Of(int(t.Rows[0][1].Value), "system"))
			}
			fmt.Fprintln(&b)
			if err := into.Print(t, nil); err != nil {
				return err
			}
		}
	}
	fmt.Fprintln(&b)
	for _, d := range res.Doubts() {
		say("%s", d)
	}
	if len(res.Within) > 0 {
		say("95%% confidence and p of headlines by the jackknife over documents")
	}
	if len(res.Within) == 0 || len(res.Systems) > 0 {
		say("95%% confidence by Fisher (Pearson), Bonett and Wright (Spearman), Fieller, wider for ties (Kendall); longer where few pairs vary more")
	}
	say("best_p: below 0.05 another measure agrees better with the ratings (model confidence set)")
	_, err := fmt.Fprint(to.W, b.String())
	return err
}

// Print writes the means. It leaves the signatures out of tables for readers, where they
// would push the numbers off the page, and says below what they have in common.
func (m *ScoreMeans) Print(to *report.Printer) error {
	if to.As != "text" && to.As != "latex" {
		return to.Print(m.Table(), m)
	}
	if err := to.Print(m.Table().Only([]string{"measure", "system", "mean", "low", "high"}), nil); err != nil {
		return err
	}
	how := fmt.Sprintf("%s, 95%% confidence (ci:%s)", count.Of(m.N, "headline"), m.How)
	return to.Notes(append([]string{how}, score.Shared(m.Columns)...))
}
