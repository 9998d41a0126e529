package report

import (
	"strconv"

	"hed/corpus/split"
	"hed/score"
)

// shownStrata bounds the columns of a split; its record has all.
const shownStrata = 12

// Split lays out a row for each part, with the shares of the strata in it.
func Split(r *split.Record) *Table {
	strata := r.Strata[:min(len(r.Strata), shownStrata)]
	t := NewTable("fold", "part", "documents").Fractions("share")
	for _, name := range strata {
		if name == "" {
			name = "no value"
		}
		t.Fractions(name)
	}
	row := func(fold, part string, p *split.Tally) {
		cells := []any{fold, part, p.Documents, score.Share(p.Documents, r.Documents)}
		for _, name := range strata {
			cells = append(cells, score.Share(p.Strata[name], p.Documents))
		}
		t.Add(cells...)
	}
	for f := range r.Folds {
		for p := range split.Parts {
			row(strconv.Itoa(f+1), p.String(), r.Folds[f].Part(p))
		}
	}
	row("all", "", &r.All)
	return t
}
