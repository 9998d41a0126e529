package run

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hed"
	"hed/analysis"
	"hed/internal/count"
	"hed/internal/option"
	"hed/report"
	"hed/report/page"
	"hed/score"
	"hed/stat"
)

// Comparisons are what was found, for programs.
type Comparisons struct {
	Documents int              `json:"documents"`
	Test      string           `json:"test"`
	Level     float64          `json:"level"`
	Mode      string           `json:"margin_mode"`
	Missing   float64          `json:"missing"`
	Passed    bool             `json:"passed"` // whether there are no failures
	Failures  []string         `json:"failures"`
	Systems   []ComparedSystem `json:"systems"`
	// Lost are systems and measures that only the old run has.
	LostSystems []string `json:"lost_systems"`
	LostColumns []string `json:"lost_columns"`
}

type ComparedSystem struct {
	System  string           `json:"system"`
	Old     string           `json:"old_system"` // another name only where each run has one system
	Summary string           `json:"summary"`
	Columns []ComparedColumn `json:"columns"`
	// Required are the bounds of the new values.
	Required []ComparedBound `json:"required"`
	// Worse and Better are the documents that lost and gained most, the most first.
	Worse  []ComparedDocument `json:"worse"`
	Better []ComparedDocument `json:"better"`
}

type ComparedBound struct {
	Require string      `json:"require"`
	Value   score.Value `json:"value"`
	Kept    bool        `json:"kept"`
}

type ComparedDocument struct {
	ID     string  `json:"id"`
	Change float64 `json:"change"` // see analysis.Mover
	Old    *string `json:"old"`    // headlines; null where they are not known
	New    *string `json:"new"`
}

type ComparedColumn struct {
	Column     string      `json:"column"`
	Better     string      `json:"better"`
	N          int         `json:"n"`
	OnlyOld    int         `json:"only_old"` // documents with a value in that run only
	OnlyNew    int         `json:"only_new"`
	Old        score.Value `json:"old"`
	New        score.Value `json:"new"`
	Difference score.Value `json:"difference"`
	Low        score.Value `json:"low"`
	High       score.Value `json:"high"`
	Test       stat.Test   `json:"test"`
	Statistic  score.Value `json:"statistic"`
	P          score.Value `json:"p"`
	Adjusted   score.Value `json:"p_adjusted"`
	Effect     score.Value `json:"effect"`
	Margin     float64     `json:"margin"`
	Bound      score.Value `json:"bound"`
	Beyond     score.Value `json:"p_margin"`
	Gated      bool        `json:"gated"`
	Verdict    string      `json:"verdict"`
}

// ComparisonTable is everything that was found, of all systems.
func ComparisonTable(found []Comparison) *report.Table {
	t := report.NewTable("system", "column", "n", "only_old", "only_new", "old", "new", "difference", "low", "high",
		"statistic", "p", "p_adjusted", "effect", "margin", "bound", "p_margin", "gated", "verdict")
	for _, s := range found {
		for _, ch := range s.Changes {
			d, gated := ch.Difference, "yes"
			if !ch.Gated {
				gated = "no"
			}
			t.Add(s.New, ch.Column.Name, d.N, ch.OnlyOld, ch.OnlyNew, ch.Old, ch.New, d.Mean, d.Low, d.High,
				ch.Statistic, report.P(ch.P), report.P(ch.Adjusted), ch.Effect, ch.Margin, ch.Bound, report.P(ch.Beyond), gated, string(ch.Verdict))
		}
	}
	return t
}

// Result is what was found, for programs.
func (p *Pair) Result(found []Comparison) Comparisons {
	out := Comparisons{
		Documents: p.New.Record.Documents, Test: string(stat.BySignedRank), Level: 0.05,
		Mode: string(p.gate.mode), Missing: p.gate.missing, Failures: append(append([]string{}, p.Regressions(found)...), p.Unmet(found)...),
		LostSystems: p.LostSystems(), LostColumns: p.LostColumns(),
	}
	out.Passed = len(out.Failures) == 0
	for _, s := range found {
		sys := ComparedSystem{
			System: s.New, Old: s.Old, Summary: s.Summary(), Required: []ComparedBound{},
			Worse: comparedDocuments(s.Worse), Better: comparedDocuments(s.Better),
		}
		for _, r := range s.Required {
			sys.Required = append(sys.Required, ComparedBound{r.String(), score.Value(r.Value), r.Kept()})
		}
		for _, ch := range s.Changes {
			d := ch.Difference
			sys.Columns = append(sys.Columns, ComparedColumn{
				ch.Column.Name, ch.Column.Better.String(), d.N, ch.OnlyOld, ch.OnlyNew, score.Value(ch.Old), score.Value(ch.New), score.Value(d.Mean), score.Value(d.Low), score.Value(d.High),
				ch.Test, score.Value(ch.Statistic), score.Value(ch.P), score.Value(ch.Adjusted), score.Value(ch.Effect), ch.Margin,
				score.Value(ch.Bound), score.Value(ch.Beyond), ch.Gated, string(ch.Verdict),
			})
		}
		out.Systems = append(out.Systems, sys)
	}
	return out
}

func comparedDocuments(moved []report.Moved) []ComparedDocument {
	all := []ComparedDocument{} // [] rather than null
	for _, m := range moved {
		all = append(all, ComparedDocument{m.ID, m.Change, m.Old, m.New})
	}
	return all
}

// Tested says by which tests there are p. All systems have the same columns.
func Tested(found []Comparison) string {
	var pooled []string
	for _, ch := range found[0].Changes {
		if ch.Test == stat.ByRandomisation {
			pooled = append(pooled, ch.Column.Name)
		}
	}
	switch {
	case len(pooled) == 0:
		return stat.BySignedRank.Words()
	case len(pooled) == len(found[0].Changes):
		return stat.ByRandomisation.Words()
	}
	return "Wilcoxon's signed-rank test, for " + strings.Join(pooled, ", ") + " by approximate randomisation"
}

// said is how a summary puts a verdict, what is bad first.
var said = []struct {
	verdict analysis.Verdict
	words   string
}{
	{analysis.Worse, "significantly worse"}, {analysis.NotShown, "not shown to be within the margin"}, {analysis.Better, "significantly better"},
	{analysis.WithinMargin, "within the margin"}, {analysis.WorseWithin, "significantly worse within margin"},
	{analysis.Mixed, "significantly mixed"}, {analysis.Different, "significantly different"}, {analysis.Untested, "not tested"},
}

// Summary says in a sentence what was found of a system.
func (s *Comparison) Summary() string {
	gated := len(s.Changes) - s.number(func(ch *analysis.Change) bool { return !ch.Gated })
	parts := s.parts(true, gated)
	text := s.New + " is " + strings.Join(parts, ", ")
	if len(parts) == 0 {
		text = fmt.Sprintf("%s: no difference found on %s", s.New, count.Of(gated, "measure"))
		if s.Same() {
			text += "; every score is the same"
		}
	}
	if others := s.parts(false, len(s.Changes)-gated); len(others) > 0 {
		text += "; not gated: " + strings.Join(others, ", ")
	}
	return text
}

// parts are the verdicts of the measures that gate, or of the others.
func (s *Comparison) parts(gated bool, of int) (parts []string) {
	for _, v := range said {
		var names []string
		for _, ch := range s.Changes {
			if ch.Verdict == v.verdict && ch.Gated == gated {
				names = append(names, ch.Column.Name)
			}
		}
		if len(names) == 0 {
			continue
		}
		words, n := v.words, strconv.Itoa(len(names))
		if len(parts) == 0 {
			n += " of " + count.Of(of, "measure")
		} else {
			words = strings.TrimPrefix(words, "significantly ")
		}
		parts = append(parts, fmt.Sprintf("%s on %s (%s)", words, n, Few(names)))
	}
	return parts
}

// number counts measures.
func (s *Comparison) number(of func(*analysis.Change) bool) (n int) {
	for i := range s.Changes {
		if of(&s.Changes[i]) {
			n++
		}
	}
	return n
}

// Few names the first of them.
func Few(names []string) string {
	const most = 4
	if len(names) > most+1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// sentence says what was found of a measure.
func sentence(ch *analysis.Change) string {
	d := ch.Difference
	switch {
	case ch.FewResamples:
		return fmt.Sprintf("%s: %.4f became %.4f (%+.4f), and there are too few resamples to test that: use more; %s is better",
			ch.Verdict, ch.Old, ch.New, d.Mean, ch.Column.Better)
	case ch.Verdict == analysis.Untested || d.N < 2:
		return fmt.Sprintf("%s: %s with a value in both runs", ch.Verdict, count.Of(d.N, "document"))
	case ch.Verdict == analysis.NoDifference && score.IsAbsent(ch.P):
		return fmt.Sprintf("%s: every score is the same, with a mean of %.4f", ch.Verdict, ch.New)
	}
	interval := ""
	if !score.IsAbsent(d.Low) {
		interval = fmt.Sprintf(", 95%% interval %.4f to %.4f", d.Low, d.High)
	}
	text := fmt.Sprintf("%s: %.4f became %.4f (%+.4f%s)", ch.Verdict, ch.Old, ch.New, d.Mean, interval)
	if !score.IsAbsent(ch.Adjusted) {
		text += fmt.Sprintf(", adjusted p %.4g", ch.Adjusted)
	}
	switch {
	case !score.IsAbsent(ch.Bound):
		text += fmt.Sprintf(", loses %.4f at most with 95%% confidence, margin %g", ch.Bound, ch.Margin)
	case !score.IsAbsent(ch.Beyond):
		text += fmt.Sprintf(", p of losing more than %g %.4g", ch.Margin, ch.Beyond)
	}
	return fmt.Sprintf("%s; %s is better", text, ch.Column.Better)
}

// Suites are the comparisons as checks for CI systems. What fails is what a gate
// says no to: a measure that is worse or not shown to be within its margin, what the new
// evaluation lost, and requirements that it does not keep.
func (p *Pair) Suites(found []Comparison) []report.Suite {
	var suites []report.Suite
	for _, s := range found {
		suites = append(suites, s.suite(p))
	}
	for _, name := range p.LostSystems() {
		suites = append(suites, report.Suite{Name: name, Cases: lostCases(p, p.gating(p.Old.columnNames()), "system")})
	}
	return suites
}

// suite fails on what the gate says no to.
func (s *Comparison) suite(p *Pair) report.Suite {
	out := report.Suite{Name: s.New}
	for i := range s.Changes {
		ch := &s.Changes[i]
		check, text := report.Check{Name: ch.Column.Name}, sentence(ch)
		if ch.OnlyOld > 0 {
			text = fmt.Sprintf("lost the values of %s; %s", count.Of(ch.OnlyOld, "document"), text)
		}
		switch {
		case !ch.Gated:
			check.Skipped = "not gated: " + text
		case ch.Fails():
			check.Failure = text
			var b strings.Builder
			report.WriteMoved(&b, "The documents that lost most:", s.losers[i], "text") // memory takes everything
			check.Detail = b.String()
		case ch.Verdict == analysis.Untested:
			check.Skipped = text
		default:
			check.Output = text
		}
		out.Cases = append(out.Cases, check)
	}
	out.Cases = append(out.Cases, lostCases(p, p.gating(p.LostColumns()), "measure")...)
	for _, r := range s.Required {
		check := report.Check{Name: r.String(), Output: valueOf(r.Value)}
		if !r.Kept() {
			check = report.Check{Name: r.String(), Failure: "not kept: " + valueOf(r.Value)}
		}
		out.Cases = append(out.Cases, check)
	}
	return out
}

// lostCases are measures that cannot be compared any more, since the new run
// lacks what.
func lostCases(p *Pair, columns []string, what string) (cases []report.Check) {
	for _, name := range columns {
		cases = append(cases, report.Check{Name: name, Failure: fmt.Sprintf("%s lacks the %s, which %s has", p.New.Folder, what, p.Old.Folder)})
	}
	return cases
}

// Notes are what is in one evaluation only, or goes by another name.
func (p *Pair) Notes() (all []string) {
	if s := p.Systems[0]; p.Renamed() {
		all = append(all, fmt.Sprintf("comparing %s of %s with %s of %s: no system has the same name", s.New, p.New.Folder, s.Old, p.Old.Folder))
	}
	for _, only := range []struct {
		what, folder string
		names        []string
	}{
		{"system", p.Old.Folder, p.LostSystems()}, {"system", p.New.Folder, p.NewSystems()},
		{"measure", p.Old.Folder, p.LostColumns()}, {"measure", p.New.Folder, p.NewColumns()},
	} {
		if len(only.names) > 0 {
			all = append(all, fmt.Sprintf("only %s has the %s", only.folder, listed(only.what, only.names)))
		}
	}
	for _, folder := range p.unseen {
		all = append(all, fmt.Sprintf("%s has no %s, so its headlines are not shown", folder, PageFile))
	}
	return all
}

// How says how it was done.
func (p *Pair) How(found []Comparison) []string {
	all := []string{
		fmt.Sprintf("%s; p by %s, corrected by Holm", count.Of(p.New.Record.Documents, "document"), Tested(found)),
		fmt.Sprintf("95%% confidence (ci:%s)", Methods(found)),
	}
	if slices.ContainsFunc(p.gate.margins, func(m float64) bool { return m > 0 }) && p.gate.mode != analysis.MarginBeyond {
		all = append(all, "bound: the most that the mean loses, with 95% confidence (the end of its 90% interval)")
	}
	return all
}

// Page is what was found, for people who look at headlines. failures are what a gate
// says no to, if it is one.
func (p *Pair) Page(found []Comparison, gate bool, failures []string) *page.Comparison {
	c := &page.Comparison{
		Version: hed.Version, Old: p.Old.Folder, New: p.New.Folder, Documents: p.New.Record.Documents,
		Gate: gate, Failures: failures, How: p.How(found), Warnings: append(p.Notes(), p.Warnings(found)...),
	}
	var failing []string
	for _, s := range found {
		c.Systems = append(c.Systems, page.ComparedSystem{
			Name: s.New, Summary: s.Summary(), Changes: s.Changes, Required: s.Required, Worse: s.Worse, Better: s.Better,
		})
		unmet := slices.ContainsFunc(s.Required, func(r analysis.Required) bool { return !r.Kept() })
		if unmet || len(p.gating(p.LostColumns())) > 0 || s.number((*analysis.Change).Fails) > 0 {
			failing = append(failing, s.New)
		}
	}
	failing = append(failing, p.LostSystems()...)
	all := count.Of(len(found)+len(p.LostSystems()), "system")
	switch {
	case len(found) == 1:
		c.Finding = found[0].Summary()
	case len(failing) == 0:
		c.Finding = fmt.Sprintf("Each of %s passes", all)
	case len(failing) == 1:
		c.Finding = fmt.Sprintf("1 of %s does not pass: %s", all, failing[0])
	default:
		c.Finding = fmt.Sprintf("%d of %s do not pass: %s", len(failing), all, Few(failing))
	}
	return c
}

// listed writes names after what they are.
func listed(what string, names []string) string {
	return count.Noun(len(names), what) + " " + strings.Join(names, ", ")
}

// Warnings are why the numbers may not be comparable: documents that have a value in one
// evaluation only, since a system that has none where it was bad would look better. They
// are also of measures that gate and have too few resamples to be tested.
func (p *Pair) Warnings(found []Comparison) (all []string) {
	for _, s := range found {
		type lack struct{ old, new int }
		lacks, names := grouped(s.Changes, func(ch *analysis.Change) lack { return lack{ch.OnlyOld, ch.OnlyNew} })
		for _, l := range lacks {
			all = append(all, fmt.Sprintf("%s, %s: left out %s with a value only in %s and %d with one only in %s",
				s.New, strings.Join(names[l], ", "), count.Of(l.old, "document"), p.Old.Folder, l.new, p.New.Folder))
		}
		_, few := grouped(s.Changes, func(ch *analysis.Change) bool { return ch.Gated && ch.FewResamples })
		if names := few[true]; len(names) > 0 {
			all = append(all, fmt.Sprintf("%s, %s: not tested, since no difference can be significant with so few resamples; use more with %s",
				s.New, strings.Join(names, ", "), option.Name("bootstrap")))
		}
	}
	return all
}

// OtherVersion warns of evaluations by different versions; empty if they are not.
func (p *Pair) OtherVersion() string {
	a, b := p.Old.Record.Version, p.New.Record.Version
	if a == b {
		return ""
	}
	return fmt.Sprintf("%s is from hed %s and %s from hed %s, which may be why they differ", p.Old.Folder, a, p.New.Folder, b)
}

// grouped puts the measures together that lack the same, to tell of them once;
// those that lack nothing, which is the zero key, are left out.
func grouped[Key comparable](changes []analysis.Change, key func(*analysis.Change) Key) (keys []Key, names map[Key][]string) {
	var nothing Key
	names = map[Key][]string{}
	for i := range changes {
		k := key(&changes[i])
		if k == nothing {
			continue
		}
		if names[k] == nil {
			keys = append(keys, k)
		}
		names[k] = append(names[k], changes[i].Column.Name)
	}
	return keys, names
}
