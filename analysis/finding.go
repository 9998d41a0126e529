package analysis

import (
	"fmt"
	"slices"
	"strconv"

	"hed/internal/count"
	"hed/score"
	"hed/stat"
)

// Finding says in a sentence or two what came out. A system leads on a column
// if its mean is better than that of all others, and the lead is significant
// if the test against the next system says so.
func (a *Analysis) Finding() string {
	switch {
	case len(a.Systems) == 0:
		return "No system was evaluated."
	case !slices.ContainsFunc(a.Systems, measured):
		return "No measure has a value for any system."
	case len(a.Systems) == 1:
		return fmt.Sprintf("%s was evaluated alone; its overall score is %s.", a.Systems[0].Name, a.best())
	}
	standings := make([]Standing, len(a.Columns))
	leads := make([][]int, len(a.Systems)) // columns, by system
	contested := 0
	for c := range a.Columns {
		st := a.Standing(c)
		standings[c] = st
		if st.Next < 0 {
			continue
		}
		contested++
		if st.Lead {
			leads[st.Best] = append(leads[st.Best], c)
		}
	}
	if contested == 0 {
		return "No measure tells the systems apart."
	}
	top := 0 // of those with as many leads, the best ranked
	for s := range leads {
		if len(leads[s]) > len(leads[top]) {
			top = s
		}
	}
	if len(leads[top]) == 0 {
		return fmt.Sprintf("No system leads on any of %s.", count.Of(contested, "measure"))
	}
	text := fmt.Sprintf("%s leads on %d of %s%s.", a.Systems[top].Name, len(leads[top]), count.Of(contested, "measure"), a.doubt(leads[top], standings))
	if a.Systems[top].Rank != 1 {
		text += fmt.Sprintf(" The best overall score is that of %s, %s.", a.Systems[0].Name, a.best())
	}
	return text
}

// measured reports whether a system has a mean.
func measured(s System) bool {
	return slices.ContainsFunc(s.Means, func(in stat.Interval) bool { return !score.IsAbsent(in.Mean) })
}

// best is the overall score of the first system, as it is shown.
func (a *Analysis) best() string {
	return strconv.FormatFloat(a.Systems[0].Overall.Mean, 'f', a.overallDigits(), 64)
}

// overallDigits are the Digits of the overall scores.
func (a *Analysis) overallDigits() int {
	all := make([]stat.Interval, len(a.Systems))
	for i, s := range a.Systems {
		all[i] = s.Overall
	}
	return Digits(all)
}

// doubt says of which leads the tests are not sure.
func (a *Analysis) doubt(columns []int, standings []Standing) string {
	var sure, weak, mixed []string
	titles := score.Titles(a.Columns)
	for _, c := range columns {
		name := titles[c]
		switch standings[c].Against[standings[c].Next] {
		case Untested: // no test, no doubt
		case Better:
			sure = append(sure, name)
		case NoDifference:
			weak = append(weak, name)
		default:
			mixed = append(mixed, name)
		}
	}
	switch tested := len(sure) + len(weak) + len(mixed); {
	case tested == 0:
		return ""
	case len(sure) == tested && tested == 1:
		return "; the lead is significant"
	case len(sure) == tested:
		return "; these leads are significant"
	case len(weak) == tested && tested == 1:
		return "; the lead is not significant"
	case len(weak) == tested:
		return "; none of these leads is significant"
	}
	text := ""
	if len(weak) > 0 {
		text += "; on " + enumerate(weak) + " the lead is not significant"
	}
	if len(mixed) > 0 {
		text += "; on " + enumerate(mixed) + " the test does not agree with the mean"
	}
	return text
}

// enumerate joins names as a sentence does, "a, b and c", where they are few.
func enumerate(names []string) string {
	const few = 3
	if len(names) > few {
		return fmt.Sprintf("%d of them", len(names))
	}
	return count.List(names)
}

// Digits is the number of decimals of a column's means, see stat.Decimals. It is
// 6 at most, and 4 where there is no interval that has a width.
func Digits(column []stat.Interval) int {
	const plain, most = 4, 6 // beyond which a table is not read
	var halves []float64
	for _, in := range column {
		if !score.IsAbsent(in.Mean) {
			halves = append(halves, (in.High-in.Low)/2)
		}
	}
	if d, ok := stat.Decimals(halves); ok {
		return min(d, most)
	}
	return plain
}
