package page

import (
	"fmt"
	"html/template"
	"math"
	"strconv"

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
	Name string
	Mark template.HTMLAttr
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
	Contest    bool   // whether the measure says which way is better
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
func (r *Run) compare(heads []head) *comparison {
	if len(r.Tests) == 0 || len(r.Systems) < 2 {
		return nil
	}
	out := &comparison{}
	order := r.order()
	some := false
	for i, a := range order {
		out.Names = append(out.Names, named{r.Systems[a], mark(a)})
		line := compareRow{named: out.Names[i]}
		for j, b := range order {
			if i == j {
				line.Cells = append(line.Cells, nil)
				continue
			}
			tests := r.tests(heads, a, b)
			some = some || len(tests) > 0
			wins, losses, n := tally(tests)
			d := &duel{
				Text: result(wins, losses, n), Words: words(r.Systems[a], r.Systems[b], wins, losses, n),
				Pair: "pair-" + strconv.Itoa(min(i, j)+1) + "-" + strconv.Itoa(max(i, j)+1),
			}
			if wins > 0 {
				d.Class = "amount t" + strconv.Itoa(int(math.Ceil(10*float64(wins)/float64(n))))
			}
			line.Cells = append(line.Cells, d)
			if i < j {
				out.Pairs = append(out.Pairs, pair{d.Pair, r.Systems[a], r.Systems[b], d.Words, tests})
			}
		}
		out.Rows = append(out.Rows, line)
	}
	if !some {
		return nil
	}
	return out
}

// tests lists the columns on which a and b were compared.
func (r *Run) tests(heads []head, a, b int) (out []testRow) {
	for c, h := range heads {
		t, ok := r.test(c, a, b)
		if !ok {
			continue
		}
		row := testRow{
			Column: h.Name, ID: h.ID, Contest: h.Better != score.Unknown, Test: t.Test,
			Difference: number(t.Difference, h.Digits), P: probability(t.P), Adjust: probability(t.Adjusted),
			Why: r.Tests[c].Why,
		}
		if !score.IsAbsent(t.Effect) {
			row.Effect = number(t.Effect, 2)
			if t.EffectName != "" {
				row.Effect += " (" + t.EffectName + ")"
			}
		}
		for _, w := range t.Warnings {
			row.Warnings = append(row.Warnings, w.Error())
		}
		switch better := t.Difference * float64(h.Better); {
		case !t.Significant:
			row.Result = "no clear difference"
		case better > 0:
			row.Winner, row.Result = 1, r.Systems[a]
		case better < 0:
			row.Winner, row.Result = -1, r.Systems[b]
		default: // on a measure that does not say which way is better
			row.Result = "they differ"
		}
		out = append(out, row)
	}
	return out
}

// tally counts the columns that the first of a pair wins and loses, of n
// that can be won.
func tally(tests []testRow) (wins, losses, n int) {
	for _, t := range tests {
		if t.Contest {
			n++
		}
		switch t.Winner {
		case 1:
			wins++
		case -1:
			losses++
		}
	}
	return wins, losses, n
}

// result is short: wins and losses, but not those that there are none of.
func result(wins, losses, n int) string {
	switch {
	case n == 0:
		return "–"
	case wins == 0 && losses == 0:
		return "="
	case losses == 0:
		return fmt.Sprintf("+%d", wins)
	case wins == 0:
		return fmt.Sprintf("−%d", losses)
	}
	return fmt.Sprintf("+%d −%d", wins, losses)
}

func words(a, b string, wins, losses, n int) string {
	switch {
	case n == 0:
		return fmt.Sprintf("%s and %s were not compared", a, b)
	case wins == 0 && losses == 0:
		return fmt.Sprintf("%s and %s: no clear difference on %s", a, b, count(n, "measure"))
	case losses == 0:
		return fmt.Sprintf("%s beats %s on %d of %d, loses on none", a, b, wins, n)
	case wins == 0:
		return fmt.Sprintf("%s beats %s on none of %d, loses on %d", a, b, n, losses)
	}
	return fmt.Sprintf("%s beats %s on %d of %d, loses on %d", a, b, wins, n, losses)
}
