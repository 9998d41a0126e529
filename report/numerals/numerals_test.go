package numerals_test

import (
	"strings"
	"testing"

	"hed/corpus"
	"hed/internal/golden"
	"hed/metric/numacc"
	"hed/numeral"
	"hed/numeral/cloze"
	"hed/numeral/derive"
	"hed/numeral/lint"
	"hed/report"
	"hed/report/numerals"
)

const article = "(Mar 22, 2024 9:15 AM CDT) A fire in Lyon killed 19 men and 16 women and did $2.5 million in damage. The hotel opened in 1994. It is on 5th Avenue."

func tally() *numacc.Tally {
	t := &numacc.Tally{Articles: true}
	t.Add("19 Men Killed", article, cloze.Gold{Numeral: "19", Type: cloze.Copy, Op: numeral.Copy})
	t.Add("16 Killed", article, cloze.Gold{Numeral: "35", Type: cloze.Reasoning, Op: numeral.Add})
	t.Add("Fire Does $2.5M in Damage in 1994", article, cloze.Gold{Numeral: "2.5", Type: cloze.Copy})
	return t
}

// TestLayout compares all tables, and headlines as a terminal shows them.
func TestLayout(t *testing.T) {
	var b strings.Builder
	stats := func() *cloze.Statistics {
		var sum cloze.Tally
		sum.Add(&cloze.Row{Sentences: 3, Words: 30, Numerals: 6, Operator: "Add", Expr: &numeral.Expr{Op: numeral.Add}})
		sum.Add(&cloze.Row{Sentences: 1, Words: 9, Numerals: 1, Operator: cloze.Unanswerable})
		sum.Add(&cloze.Row{Sentences: 2, Words: 20, Numerals: 2})
		s := sum.Statistics()
		return &s
	}
	for _, table := range append(numerals.Tables(tally()), numerals.Tidy(tally()), numerals.Statistics(stats())) {
		if err := report.Formats["text"](&b, table, report.Style{}); err != nil {
			t.Fatal(err)
		}
		b.WriteByte('\n')
	}
	c := corpus.NewCase(&corpus.Document{ID: "x", Body: article}, "35 Killed in Fire in 30-Year-Old Hotel", "24 Killed on 5th Avenue", "Fire Kills Many")
	cases := func(yield func(*corpus.Case, error) bool) { yield(c, nil) }
	for headlines, err := range lint.Explain(t.Context(), derive.English(), cases, 1) {
		if err != nil {
			t.Fatal(err)
		}
		for _, color := range []bool{false, true} {
			text := numerals.Text{W: &b, Color: color}
			for i := range headlines {
				if err := text.Add(&headlines[i]); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	golden.Check(t, "layout.txt", b.String())
}
