package page

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"hed/analysis"
	"hed/score"
)

// A comparison is the tests in words: a matrix of systems by rank, and a
// list of pairs with the tests of every column.
type comparison struct {
	Names []named
	Rows  []compareRow
	Pairs []pair
}

type named struct {
	Name  string
	Short string // where names stand upright
	Mark  string
}

type compareRow struct {
	named
	Cells []*duel // nil on the diagonal
}

// A duel is a cell: how often the row beats the column of the matrix.
type duel struct {
	Text, Words string
	Class       string
	Pair        string // id of the pair
}

// A pair is two systems, the better ranked first, on all columns.
type pair struct {
	ID    string
	A, B  string
	Words string
	Tests []testRow
}

// A testRow is a test of a pair on one column.
type testRow struct {
	Column, ID string // the measure, and where it is explained
	Winner     int    // significantly better: 1 the first, -1 the second, 0 neither
	Result     string // the same in words
	Test       string
	Difference string
	P, Adjust  string
	Effect     string
	Why        string
	Warnings   []string
}

// compare is nil where nothing was compared.
func (v *view) compare() *comparison {
	out := &comparison{}
	systems := v.Found.Systems
	some := false
	for i, a := range systems {
		out.Names = append(out.Names, named{a.Name, v.Data.Short[i], v.Data.Marks[i]})
		line := compareRow{named: out.Names[i]}
		for k, b := range systems {
			if i == k {
				line.Cells = append(line.Cells, nil)
				continue
			}
			r := v.Found.Between(i, k)
			d := &duel{
				Text: Result(r), Words: Words(a.Name, b.Name, r),
				Pair: "pair-" + strconv.Itoa(min(i, k)+1) + "-" + strconv.Itoa(max(i, k)+1),
			}
			if r.Wins > 0 {
				// From t1, one column won, to t10, all; the style sheet has a tint for each.
				d.Class = "amount t" + strconv.Itoa(int(math.Ceil(10*float64(r.Wins)/float64(r.Columns))))
			}
			line.Cells = append(line.Cells, d)
			v.HasMixed = v.HasMixed || r.Mixed > 0
			if i < k { // each pair is listed once, while the matrix has it from both sides
				tests := v.tests(i, k)
				some = some || len(tests) > 0
				out.Pairs = append(out.Pairs, pair{d.Pair, a.Name, b.Name, d.Words, tests})
			}
		}
		out.Rows = append(out.Rows, line)
	}
	if !some {
		return nil
	}
	return out
}

// tests lists the columns on which systems i and k were compared.
func (v *view) tests(i, k int) (out []testRow) {
	for c, h := range v.Heads {
		t, ok := v.Found.Pair(c, i, k)
		if !ok {
			continue
		}
		row := testRow{
			Column: h.Title, ID: h.ID, Test: string(t.Test),
			Difference: Number(t.Difference, h.Digits), P: Probability(t.P), Adjust: Probability(t.Adjusted),
			Why: v.Found.Tests[c].Why,
		}
		if !score.IsAbsent(t.Effect) {
			row.Effect = Number(t.Effect, 2)
			if t.EffectName != "" {
				row.Effect += " (" + string(t.EffectName) + ", " + t.EffectName.Word(t.Effect) + ")"
			}
		}
		for _, w := range t.Warnings {
			row.Warnings = append(row.Warnings, w.Error())
		}
		switch v.Found.Verdict(c, i, k) {
		case analysis.Better:
			row.Winner, row.Result = 1, v.Found.Systems[i].Name
		case analysis.Worse:
			row.Winner, row.Result = -1, v.Found.Systems[k].Name
		case analysis.Mixed:
			row.Result = "mean and ranks disagree"
		case analysis.Different: // on a measure that does not say which way is better
			row.Result = "they differ"
		default:
			row.Result = "no clear difference"
		}
		out = append(out, row)
	}
	return out
}

// Result is short: wins, losses and what is mixed, but not those that there
// are none of.
func Result(r analysis.Record) string {
	if r.Columns == 0 {
		return "–"
	}
	var parts []string
	for _, p := range []struct {
		sign string
		n    int
	}{{"+", r.Wins}, {"−", r.Losses}, {"≷", r.Mixed}} {
		if p.n > 0 {
			parts = append(parts, p.sign+strconv.Itoa(p.n))
		}
	}
	if parts == nil {
		return "="
	}
	return strings.Join(parts, " ")
}

// Words is a record as a sentence, for those who hear the matrix read.
func Words(a, b string, r analysis.Record) string {
	switch {
	case r.Columns == 0:
		return fmt.Sprintf("%s and %s were not compared", a, b)
	case r.Wins == 0 && r.Losses == 0 && r.Mixed == 0:
		return fmt.Sprintf("%s and %s: no clear difference on %s", a, b, Counted(r.Columns, "measure"))
	}
	some := func(n int) string {
		if n == 0 {
			return "none"
		}
		return strconv.Itoa(n)
	}
	text := fmt.Sprintf("%s beats %s on %s of %d, loses on %s", a, b, some(r.Wins), r.Columns, some(r.Losses))
	if r.Mixed > 0 {
		text += fmt.Sprintf(", mean and ranks disagree on %d", r.Mixed)
	}
	return text
}
