package analysis

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hed"
	"hed/internal/count"
	"hed/score"
	"hed/stat"
)

// A paragraph is sentences, one after another.
type paragraph []string

func (p *paragraph) say(format string, args ...any) { *p = append(*p, fmt.Sprintf(format, args...)) }

func (p paragraph) String() string { return strings.Join(p, " ") }

// Methods is a paragraph on how the systems were compared and why so, for a paper.
func (a *Analysis) Methods() string {
	var p paragraph
	p.say("We scored the headlines of %s for %s by %s with hed %s.", a.systems(), count.Of(a.Documents, "document"), count.Of(len(a.Columns), "measure"), hed.Version)
	level := strconv.FormatFloat(100*a.Level, 'g', 4, 64) + "%"
	if how := a.intervals(); len(how) > 0 {
		p.say("Means have %s intervals by %s.", level, enumerate(how))
	}
	if a.tested() {
		a.compared(&p)
		a.effects(&p)
	}
	p.say("The overall score is the %s; it is not tested.", a.OverallColumn().Doc)
	return p.String()
}

// intervals are the methods by which means have intervals.
func (a *Analysis) intervals() (how []string) {
	used := map[stat.Method]bool{}
	for c := range a.Columns {
		for _, in := range a.Means(c) {
			used[in.Method] = true
		}
	}
	if used[stat.MethodBCa] {
		how = append(how, fmt.Sprintf("the bias-corrected and accelerated bootstrap over documents (%s)", count.Of(a.Resamples, "resample")))
	}
	switch {
	case used[stat.MethodT] && a.Resamples > 0:
		how = append(how, "Student's t corrected for skewness (Hall 1992)")
	case used[stat.MethodT]:
		how = append(how, "Student's t")
	}
	if used[stat.MethodExact] {
		how = append(how, "the exact limits of Gaffke (2005)")
	}
	return how
}

// systems is how many there are, with their names where those are few.
func (a *Analysis) systems() string {
	const most = 8
	text := count.Of(len(a.Systems), "system")
	if len(a.Systems) == 0 || len(a.Systems) > most {
		return text
	}
	names := make([]string, len(a.Systems))
	for i, s := range a.Systems {
		names[i] = s.Name
	}
	return text + " (" + count.List(names) + ")"
}

// tested reports whether any pair of systems was.
func (a *Analysis) tested() bool {
	return slices.ContainsFunc(a.Tests, func(c stat.Comparisons) bool { return c.Pairs[0].Test != "" })
}

// compared says which test compared the systems on which measures, and why, and how p
// was adjusted.
func (a *Analysis) compared(p *paragraph) {
	var tests []string
	columns := map[string][]string{} // by test
	titles := score.Titles(a.Columns)
	pairs, holm, tukey := len(a.Tests[0].Pairs), false, false
	for c, t := range a.Tests {
		test := a.chosen(c)
		if columns[test] == nil {
			tests = append(tests, test)
		}
		columns[test] = append(columns[test], titles[c])
		by := t.Pairs[0].Test
		holm, tukey = holm || by != "" && by != stat.ByTukey, tukey || by == stat.ByTukey
	}
	// What most measures have comes last, for "the others".
	slices.SortStableFunc(tests, func(x, y string) int { return len(columns[x]) - len(columns[y]) })
	var each []string
	for i, test := range tests {
		switch {
		case len(tests) == 1:
			each = append(each, "on every measure "+test)
		case i == len(tests)-1:
			each = append(each, "on the others "+test)
		default:
			each = append(each, "on "+count.List(columns[test])+" "+test)
		}
	}
	if pairs == 1 {
		p.say("The two systems were compared %s.", strings.Join(each, "; "))
		p.say("A difference is called significant where p is below %g; p is not adjusted for the number of measures.", a.Alpha)
		return
	}
	p.say("All %d pairs of systems were compared %s.", pairs, strings.Join(each, "; "))
	how := "by Holm's method"
	switch {
	case tukey && holm:
		how += ", or by Tukey's test itself,"
	case tukey:
		how = "by Tukey's test itself"
	}
	p.say("A difference is called significant where p, adjusted %s for the pairs of a measure and not for the number of measures, is below %g.", how, a.Alpha)
}

// chosen is the test of a column and why it is that one. The words are the same for all
// columns that have the same test for the same reason.
func (a *Analysis) chosen(column int) string {
	t := a.Tests[column]
	test := t.Pairs[0].Test
	if test == "" {
		return "by their exact values, without a test"
	}
	text := "by " + test.Words()
	if test.Resamples() {
		text += " (" + count.Of(a.Resamples, "resample") + ")"
	}
	switch {
	case a.Columns[column].Pool != nil:
		text += ", since the value of a system is of all documents together"
	case test == stat.BySign:
		text += ", since scores are one of two values"
	case t.Checked && t.Normal && test == stat.ByTukey:
		text += ", since scores are near normal"
	case t.Checked && t.Normal:
		text += ", since systems are good where others are bad, and Tukey's HSD then finds too many differences"
	case t.Checked:
		text += ", since scores are not normal, or too few to tell"
	case test == stat.BySignedRank:
		text += " on the differences by document, which does not assume that they are normal"
	}
	return text
}

// effects says how the sizes of effects are called.
func (a *Analysis) effects(p *paragraph) {
	var kinds []stat.Effect
	for _, t := range a.Tests {
		if kind := t.Pairs[0].EffectName; kind != "" && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	var each []string
	for _, kind := range kinds {
		small, medium, large := kind.Thresholds()
		each = append(each, fmt.Sprintf("%s (negligible below %g, small below %g, medium below %g, else large)", kind.Words(), small, medium, large))
	}
	if each != nil {
		p.say("The size of an effect is %s, in the words of Cohen (1988).", count.List(each))
	}
}

// Results is a paragraph on what was found, measure by measure, for a paper. Of columns
// that are Aside it has only those that count in the overall score.
func (a *Analysis) Results() string {
	if len(a.Systems) == 0 || !slices.ContainsFunc(a.Systems, measured) {
		return a.Finding()
	}
	var p paragraph
	if best := a.Systems[0]; best.Rank > 0 {
		words := "The best overall score is that of %s, %s%s."
		if len(a.Systems) == 1 {
			words = "The overall score of %s is %s%s."
		}
		p.say(words, best.Name, a.best(), a.span(best.Overall, a.overallDigits()))
	}
	counts, titles := a.Overall.Counts(a.Columns), score.Titles(a.Columns)
	var same, untested, means []string
	for c, col := range a.Columns {
		if col.Aside && !counts[c] {
			continue
		}
		if len(a.Systems) == 1 {
			if in := a.Systems[0].Means[c]; !score.IsAbsent(in.Mean) {
				d := Digits([]stat.Interval{in})
				means = append(means, titles[c]+" "+strconv.FormatFloat(in.Mean, 'f', d, 64)+a.span(in, d))
			}
			continue
		}
		switch differ, of := a.differ(c); {
		case of == 0:
			untested = append(untested, titles[c])
		case differ == 0:
			same = append(same, titles[c])
		default:
			a.found(&p, titles[c], c, differ, of)
		}
	}
	if means != nil {
		p.say("Its means are %s.", count.List(means))
	}
	if same != nil {
		p.say("No difference between systems is significant on %s.", count.List(same))
	}
	if untested != nil {
		p.say("No pair of systems was tested on %s, where scores are equal, too few or exact.", count.List(untested))
	}
	return p.String()
}

// span is an interval behind its mean; "" where there is none.
func (a *Analysis) span(in stat.Interval, digits int) string {
	if score.IsAbsent(in.Low) || score.IsAbsent(in.High) {
		return ""
	}
	return fmt.Sprintf(" (%g%% interval %.*f to %.*f)", 100*a.Level, digits, in.Low, digits, in.High)
}

// differ is how many pairs of systems differ significantly on a column, of those that
// were tested.
func (a *Analysis) differ(column int) (differ, of int) {
	if len(a.Tests) == 0 {
		return 0, 0
	}
	for _, p := range a.Tests[column].Pairs {
		if score.IsAbsent(p.P) {
			continue
		}
		of++
		if p.Significant {
			differ++
		}
	}
	return differ, of
}

// found says who leads on a column on which systems differ, and before whom significantly.
func (a *Analysis) found(p *paragraph, title string, column, differ, of int) {
	st := a.Standing(column)
	if st.Best < 0 {
		p.say("On %s %d of %s differ significantly.", title, differ, count.Of(of, "pair"))
		return
	}
	means := make([]stat.Interval, len(a.Systems))
	for i, s := range a.Systems {
		means[i] = s.Means[column]
	}
	var first []string // those with the best mean
	var behind, level, mixed []int
	for s, verdict := range st.Against {
		switch {
		case means[s].Mean == means[st.Best].Mean:
			first = append(first, a.Systems[s].Name)
		case verdict == Better:
			behind = append(behind, s)
		case verdict == NoDifference:
			level = append(level, s)
		case verdict == Mixed || verdict == Worse:
			mixed = append(mixed, s)
		}
	}
	have, then := "has", ", "
	if len(first) > 1 {
		have, then = "have", "; "+first[0]+" is " // which alone was compared
	}
	text := fmt.Sprintf("On %s %s %s the best mean, %.*f", title, count.List(first), have, Digits(means), means[st.Best].Mean)
	for _, part := range []struct {
		words string
		of    []int
	}{
		{"significantly better than", behind}, {"not significantly better than", level}, {"better by the mean but worse by ranks than", mixed},
	} {
		if part.of != nil {
			text += then + part.words + " " + a.against(column, st.Best, part.of)
			then = ", "
		}
	}
	if of > len(behind)+len(level)+len(mixed) {
		text += fmt.Sprintf("; %d of %s differ significantly", differ, count.Of(of, "pair"))
	}
	p.say("%s.", text)
}

// against are systems that one was compared with on a column: each with p and the effect
// where they are few, else their number and the range of the effects.
func (a *Analysis) against(column, best int, others []int) string {
	const few = 3
	var each []string
	least, most := math.Inf(1), math.Inf(-1)
	var kind stat.Effect
	for _, s := range others {
		t, _ := a.Pair(column, best, s) // it has a verdict, and so a test
		effect := t.Effect * float64(a.Columns[column].Better)
		words := "p = " + strconv.FormatFloat(t.Adjusted, 'f', 3, 64)
		if t.Adjusted < 0.001 {
			words = "p < 0.001"
		}
		if !score.IsAbsent(effect) {
			words += fmt.Sprintf(", %s = %.2f, %s", t.EffectName.Symbol(), effect, t.EffectName.Word(effect))
			least, most, kind = min(least, effect), max(most, effect), t.EffectName
		}
		each = append(each, a.Systems[s].Name+" ("+words+")")
	}
	if len(others) <= few {
		return count.List(each)
	}
	text := count.Of(len(others), "system")
	if len(others) == len(a.Systems)-1 {
		text = "all others"
	}
	if kind == "" {
		return text
	}
	low := ""
	if kind.Word(least) != kind.Word(most) {
		low = ", " + kind.Word(least) + ","
	}
	return fmt.Sprintf("%s (%s from %.2f%s to %.2f, %s)", text, kind.Symbol(), least, low, most, kind.Word(most))
}
