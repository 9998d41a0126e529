package run

import (
	"fmt"
	"strconv"
	"strings"

	"hed/analysis"
	"hed/internal/count"
	"hed/report"
	"hed/score"
	"hed/stat"
)

// Comparisons are what was found, for programs.
type Comparisons struct {
	Documents int              `json:"documents"`
	Test      string           `json:"test"`
	Level     float64          `json:"level"`
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
	Beyond     score.Value `json:"p_margin"`
	Verdict    string      `json:"verdict"`
}

// ComparisonTable is everything that was found, of all systems.
func ComparisonTable(found []Comparison) *report.Table {
	t := report.NewTable("system", "column", "n", "only_old", "only_new", "old", "new", "difference", "low", "high",
		"statistic", "p", "p_adjusted", "effect", "margin", "p_margin", "verdict")
	for _, s := range found {
		for _, ch := range s.Changes {
			d := ch.Difference
			t.Add(s.New, ch.Column.Name, d.N, ch.OnlyOld, ch.OnlyNew, ch.Old, ch.New, d.Mean, d.Low, d.High,
				ch.Statistic, report.P(ch.P), report.P(ch.Adjusted), ch.Effect, ch.Margin, report.P(ch.Beyond), string(ch.Verdict))
		}
	}
	return t
}

// Result is what was found, for programs.
func (p *Pair) Result(found []Comparison) Comparisons {
	out := Comparisons{
		Documents: p.New.Record.Documents, Test: string(stat.BySignedRank), Level: 0.05,
		LostSystems: p.LostSystems(), LostColumns: p.LostColumns(),
	}
	for _, s := range found {
		sys := ComparedSystem{System: s.New, Old: s.Old, Summary: s.Summary()}
		for _, ch := range s.Changes {
			d := ch.Difference
			sys.Columns = append(sys.Columns, ComparedColumn{
				ch.Column.Name, ch.Column.Better.String(), d.N, ch.OnlyOld, ch.OnlyNew, score.Value(ch.Old), score.Value(ch.New), score.Value(d.Mean), score.Value(d.Low), score.Value(d.High),
				ch.Test, score.Value(ch.Statistic), score.Value(ch.P), score.Value(ch.Adjusted), score.Value(ch.Effect), ch.Margin, score.Value(ch.Beyond), string(ch.Verdict),
			})
		}
		out.Systems = append(out.Systems, sys)
	}
	return out
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

// Summary says in a sentence what was found of a system, what is bad first.
func (s *Comparison) Summary() string {
	var parts []string
	for _, v := range []analysis.Verdict{analysis.Worse, analysis.Better, analysis.WithinMargin, analysis.Mixed, analysis.Different, analysis.Untested} {
		names := s.With(v)
		if len(names) == 0 {
			continue
		}
		verdict, n := string(v), strconv.Itoa(len(names))
		if len(parts) == 0 {
			n += " of " + count.Of(len(s.Changes), "measure")
			if v != analysis.Untested {
				verdict = "significantly " + verdict
			}
		}
		parts = append(parts, fmt.Sprintf("%s on %s (%s)", verdict, n, Few(names)))
	}
	if len(parts) == 0 {
		text := fmt.Sprintf("%s: no difference found on %s", s.New, count.Of(len(s.Changes), "measure"))
		if s.Same() {
			text += "; every score is the same"
		}
		return text
	}
	return s.New + " is " + strings.Join(parts, ", ")
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
	case ch.Verdict == analysis.Untested:
		return fmt.Sprintf("not tested: %s with a value in both runs", count.Of(d.N, "document"))
	case score.IsAbsent(ch.P):
		return fmt.Sprintf("%s: every score is the same, with a mean of %.4f", ch.Verdict, ch.New)
	}
	margin := ""
	if ch.Margin > 0 {
		margin = fmt.Sprintf(", p of losing more than %g %.4g", ch.Margin, ch.Beyond)
	}
	return fmt.Sprintf("%s: %.4f became %.4f (%+.4f, 95%% interval %.4f to %.4f), adjusted p %.4g%s; %s is better",
		ch.Verdict, ch.Old, ch.New, d.Mean, d.Low, d.High, ch.Adjusted, margin, ch.Column.Better)
}

// Suites are the comparisons as checks for CI systems. What fails is what a gate
// says no to: a measure that is worse, and what the new evaluation lost.
func (p *Pair) Suites(found []Comparison) []report.Suite {
	var suites []report.Suite
	for _, s := range found {
		suites = append(suites, s.suite(p))
	}
	for _, name := range p.LostSystems() {
		suites = append(suites, report.Suite{Name: name, Cases: lostCases(p, p.Old.columnNames(), "system")})
	}
	return suites
}

// suite fails on what the gate says no to.
func (s *Comparison) suite(p *Pair) report.Suite {
	out := report.Suite{Name: s.New}
	for _, ch := range s.Changes {
		check := report.Check{Name: ch.Column.Name}
		switch text := sentence(&ch); {
		case ch.OnlyOld > 0:
			check.Failure = fmt.Sprintf("lost the values of %s; %s", count.Of(ch.OnlyOld, "document"), text)
		case ch.Verdict == analysis.Worse:
			check.Failure = text
		case ch.Verdict == analysis.Untested:
			check.Skipped = text
		default:
			check.Output = text
		}
		out.Cases = append(out.Cases, check)
	}
	out.Cases = append(out.Cases, lostCases(p, p.LostColumns(), "measure")...)
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
	return all
}

// listed writes names after what they are.
func listed(what string, names []string) string {
	return count.Noun(len(names), what) + " " + strings.Join(names, ", ")
}

// Warnings are why the numbers may not be comparable: other versions, and documents
// that have a value in one evaluation only, since a system that has none where it was
// bad would look better.
func (p *Pair) Warnings(found []Comparison) (all []string) {
	for _, s := range found {
		type lack struct{ old, new int }
		lacks, names := grouped(s.Changes, func(ch *analysis.Change) lack { return lack{ch.OnlyOld, ch.OnlyNew} })
		for _, l := range lacks {
			all = append(all, fmt.Sprintf("%s, %s: left out are %s with a value only in %s and %d with one only in %s",
				s.New, strings.Join(names[l], ", "), count.Of(l.old, "document"), p.Old.Folder, l.new, p.New.Folder))
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
	return fmt.Sprintf("%s is of hed %s and %s of hed %s, which may be why they differ", p.Old.Folder, a, p.New.Folder, b)
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

// Regressions are where the new evaluation is significantly worse, and what it lost:
// what a gate says no to. It does where something was lost, since what has no value
// cannot be found to be worse. Empty is well.
func (p *Pair) Regressions(found []Comparison) []string {
	var all []string
	say := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	for _, s := range found {
		if worse := s.With(analysis.Worse); len(worse) > 0 {
			say("%s is significantly worse on %s", s.New, strings.Join(worse, ", "))
		}
		lost, names := grouped(s.Changes, func(ch *analysis.Change) int { return ch.OnlyOld })
		for _, n := range lost {
			say("%s lost the values of %s on %s", s.New, count.Of(n, "document"), Few(names[n]))
		}
	}
	if lost := p.LostSystems(); len(lost) > 0 {
		say("%s lacks the %s", p.New.Folder, listed("system", lost))
	}
	if lost := p.LostColumns(); len(lost) > 0 {
		say("%s lacks the %s", p.New.Folder, listed("measure", lost))
	}
	return all
}
