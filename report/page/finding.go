package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hed/score"
	"hed/stat"
)

// A standing is how the systems of one column compare. Systems without a
// value take no part.
type standing struct {
	best   int    // has the best mean; -1 if no system can be called that
	lead   bool   // whether no other has the same mean
	next   int    // the best of the others; -1 without others
	near   []bool // by system: the test finds them no worse than the best
	tested bool   // whether best and next were compared
	sure   bool   // whether their difference is significant
}

// standing finds the best of column c. A column that does not say which
// way is better has none.
func (r *Run) standing(c int) standing {
	st := standing{best: -1, next: -1, near: make([]bool, len(r.Systems))}
	better := float64(r.Columns[c].Better)
	if better == 0 {
		return st
	}
	above := func(a, b int) bool {
		return b < 0 || better*r.Means[a][c].Mean > better*r.Means[b][c].Mean
	}
	for s := range r.Systems {
		switch {
		case score.IsAbsent(r.Means[s][c].Mean):
		case above(s, st.best):
			st.best, st.next = s, st.best
		case above(s, st.next):
			st.next = s
		}
	}
	if st.next < 0 {
		return st
	}
	st.lead = above(st.best, st.next)
	for s := range r.Systems {
		if test, ok := r.test(c, st.best, s); ok {
			st.near[s] = !test.Significant
			if s == st.next {
				st.tested, st.sure = true, test.Significant
			}
		}
	}
	return st
}

// test returns the comparison of a with b on column c, turned so that its
// difference and effect are positive where a is higher. A test that is
// undefined is none.
func (r *Run) test(c, a, b int) (stat.Comparison, bool) {
	if len(r.Tests) == 0 {
		return stat.Comparison{}, false
	}
	for _, t := range r.Tests[c].Pairs {
		if math.IsNaN(t.P) {
			continue
		}
		if t.A == a && t.B == b {
			return t, true
		}
		if t.A == b && t.B == a {
			t.A, t.B = a, b
			t.Difference, t.Effect = -t.Difference, -t.Effect
			return t, true
		}
	}
	return stat.Comparison{}, false
}

// finding says in a sentence or two what came out. A system leads on a
// column if its mean is better than that of all others, and the lead is
// significant if the test against the next system says so.
func (r *Run) finding(standings []standing) string {
	if len(r.Systems) == 0 {
		return "No system was evaluated."
	}
	if !r.measured() {
		return "No measure has a value for any system."
	}
	if len(r.Systems) == 1 {
		text := fmt.Sprintf("%s was evaluated alone, on %s with %s", r.Systems[0], count(r.Documents, "document"), count(len(r.Columns), "measure"))
		if v := r.Overall[0].Mean; !score.IsAbsent(v) {
			text += "; its overall score is " + number(v, digits(r.Overall))
		}
		return text + "."
	}
	leads := make([][]int, len(r.Systems)) // columns, by system
	contested := 0
	for c, st := range standings {
		if st.next < 0 {
			continue
		}
		contested++
		if st.lead {
			leads[st.best] = append(leads[st.best], c)
		}
	}
	if contested == 0 {
		return "No measure tells the systems apart."
	}
	first := r.order()[0]
	top := first
	for s := range leads {
		if len(leads[s]) > len(leads[top]) {
			top = s
		}
	}
	if len(leads[top]) == 0 {
		return fmt.Sprintf("No system leads on any of %s.", count(contested, "measure"))
	}
	text := fmt.Sprintf("%s leads on %d of %s%s.", r.Systems[top], len(leads[top]), count(contested, "measure"), r.doubt(leads[top], standings))
	if v := r.Overall[first].Mean; top != first && !score.IsAbsent(v) {
		text += fmt.Sprintf(" The best overall score is that of %s, %s.", r.Systems[first], number(v, digits(r.Overall)))
	}
	return text
}

// doubt says of how many leads the tests are not sure, and names them where they are few.
func (r *Run) doubt(columns []int, standings []standing) string {
	var weak []string
	tested := 0
	for _, c := range columns {
		if standings[c].tested {
			tested++
			if !standings[c].sure {
				weak = append(weak, r.Columns[c].Name)
			}
		}
	}
	const few = 3
	switch n := len(weak); {
	case tested == 0:
		return ""
	case n == 0 && tested == 1:
		return "; the lead is significant"
	case n == 0:
		return "; these leads are significant"
	case n == tested && n == 1:
		return "; the lead is not significant"
	case n == tested:
		return "; none of these leads is significant"
	case n <= few:
		return "; on " + enumerate(weak) + " the lead is not significant"
	default:
		return fmt.Sprintf("; on %d of them the lead is not significant", n)
	}
}

// measured reports whether there is any mean at all.
func (r *Run) measured() bool {
	for _, row := range r.Means {
		if slices.ContainsFunc(row, func(in stat.Interval) bool { return !score.IsAbsent(in.Mean) }) {
			return true
		}
	}
	return false
}

// order is the systems by rank.
func (r *Run) order() []int {
	all := make([]int, len(r.Systems))
	for s := range all {
		all[s] = s
	}
	slices.SortStableFunc(all, func(a, b int) int { return r.Ranks[a] - r.Ranks[b] })
	return all
}

// enumerate joins names as a sentence does: "a, b and c".
func enumerate(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
