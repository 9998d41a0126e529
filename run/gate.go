package run

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hed/analysis"
	"hed/internal/count"
	"hed/internal/near"
	"hed/internal/option"
	"hed/score"
)

// A Gate is what a new evaluation must keep to, beside the old one. The zero Gate is that
// no measure is significantly worse and nothing was lost.
type Gate struct {
	Margins []string            // X or COLUMN=X: what the mean of columns may lose; of a column wins over of all
	Mode    analysis.MarginMode // "" is analysis.MarginWithin
	Columns []string            // the measures that gate; empty for all
	Missing float64             // share of the old values that a measure may lose
	Require []string            // COLUMN>=X, also with <=, > or <: bounds of the new values
}

// A gate is a Gate that was understood.
type gate struct {
	margins  []float64 // by column of the pair
	mode     analysis.MarginMode
	gated    []bool   // by column of the pair; nil for all
	names    []string // of the measures that gate; nil for all
	missing  float64
	required []analysis.Requirement
}

// SetGate says what the new evaluation must keep to, before Compare. The error names the
// option that is wrong.
func (p *Pair) SetGate(g Gate) error {
	var err error
	p.gate = gate{mode: g.Mode, missing: g.Missing}
	switch g.Mode {
	case "":
		p.gate.mode = analysis.MarginWithin
	case analysis.MarginWithin, analysis.MarginBeyond:
	default:
		return option.Errorf("margin-mode", " %s: want %s or %s", g.Mode, analysis.MarginWithin, analysis.MarginBeyond)
	}
	if !(0 <= g.Missing && g.Missing <= 1) {
		return option.Errorf("missing", " %g: want a share from 0 to 1", g.Missing)
	}
	if p.gate.margins, err = parseMargins(g.Margins, p.Columns); err != nil {
		return err
	}
	for entry := range entries(g.Columns) {
		if err := p.gateOn(entry); err != nil {
			return err
		}
	}
	for entry := range entries(g.Require) {
		r, err := parseRequirement(entry)
		if err != nil {
			return err
		}
		if p.New.column(r.Column) < 0 && p.Old.column(r.Column) < 0 {
			return option.Errorf("require", " %s: no measure %q; %s has %s", entry, r.Column, p.New.Folder, strings.Join(p.New.columnNames(), ", "))
		}
		p.gate.required = append(p.gate.required, r)
	}
	return nil
}

// entries are the parts of a list between commas.
func entries(list []string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for entry := range strings.SplitSeq(strings.Join(list, ","), ",") {
			if entry = strings.TrimSpace(entry); entry != "" && !yield(entry) {
				return
			}
		}
	}
}

// gateOn adds a measure to those that gate. One that only the old run has is lost, and the
// gate will say so; one that only the new run has cannot have become worse.
func (p *Pair) gateOn(name string) error {
	c := slices.IndexFunc(p.Columns, func(c score.Column) bool { return c.Name == name })
	switch {
	case c < 0 && p.New.column(name) >= 0:
		return option.Errorf("columns", " %s: only %s has it, so it cannot be compared; a bound of its value can be set by %s", name, p.New.Folder, option.Name("require"))
	case c < 0 && p.Old.column(name) < 0:
		return option.Errorf("columns", " %s: no measure %q in both runs; %s", name, name, near.Hint(name, score.Names(p.Columns)))
	case c >= 0 && p.Columns[c].Better == score.Unknown:
		return option.Errorf("columns", " %s: neither higher nor lower values are better, so it cannot become worse", name)
	}
	if p.gate.gated == nil {
		p.gate.gated = make([]bool, len(p.Columns))
	}
	if c >= 0 {
		p.gate.gated[c] = true
	}
	p.gate.names = append(p.gate.names, name)
	return nil
}

// parseMargins reads X or COLUMN=X.
func parseMargins(list []string, columns []score.Column) ([]float64, error) {
	margins := make([]float64, len(columns))
	set := make([]bool, len(columns))
	names := score.Names(columns)
	for entry := range entries(list) {
		at := strings.LastIndexByte(entry, '=') // names may have one too
		x, err := strconv.ParseFloat(entry[at+1:], 64)
		if err != nil || !(x >= 0) || math.IsInf(x, 0) {
			return nil, option.Errorf("margin", " %s: want a number of at least 0, or COLUMN=NUMBER", entry)
		}
		if at < 0 {
			for i := range margins {
				if !set[i] {
					margins[i] = x
				}
			}
			continue
		}
		i := slices.Index(names, entry[:at])
		if i < 0 {
			return nil, option.Errorf("margin", " %s: no measure %q in both runs; %s", entry, entry[:at], near.Hint(entry[:at], names))
		}
		margins[i], set[i] = x, true
	}
	return margins, nil
}

// parseRequirement reads COLUMN>=X.
func parseRequirement(entry string) (r analysis.Requirement, err error) {
	at := strings.LastIndexAny(entry, "<>")
	if at < 0 {
		return r, option.Errorf("require", " %s: want COLUMN>=NUMBER, or with <=, > or <", entry)
	}
	sign, limit := entry[at:at+1], entry[at+1:]
	if rest, ok := strings.CutPrefix(limit, "="); ok {
		sign, limit = sign+"=", rest
	}
	r = analysis.Requirement{Column: strings.TrimSpace(entry[:at]), Sign: sign}
	r.Limit, err = strconv.ParseFloat(strings.TrimSpace(limit), 64)
	if err != nil || r.Column == "" || math.IsNaN(r.Limit) || math.IsInf(r.Limit, 0) {
		return r, option.Errorf("require", " %s: want COLUMN>=NUMBER, or with <=, > or <", entry)
	}
	return r, nil
}

// gating are the measures among some that gate.
func (p *Pair) gating(names []string) []string {
	if p.gate.names == nil {
		return names
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !slices.Contains(p.gate.names, name) })
}

// required are the requirements with the values of a system in the new run, over all
// documents that have one there, as in the summary of that run.
func (p *Pair) required(system string) (all []analysis.Required) {
	samples := p.New.Table.Samples(slices.Index(p.New.Record.Systems, system))
	for _, r := range p.gate.required {
		one := analysis.Required{Requirement: r, Value: score.Absent}
		if c := p.New.column(r.Column); c >= 0 {
			one.Value, _ = samples[c].Value()
		}
		all = append(all, one)
	}
	return all
}

// Required reports whether there are bounds of the new values.
func (p *Pair) Required() bool { return len(p.gate.required) > 0 }

// Regressions are what a gate says no to: where the new evaluation is worse, or not
// shown to be within a margin, or loses what cannot be tested, and what it lost, since what has no value cannot be
// found to be worse. Empty is well.
func (p *Pair) Regressions(found []Comparison) []string {
	var all []string
	say := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	for _, s := range found {
		for _, no := range []struct {
			verdict analysis.Verdict
			margin  bool
			text    string
		}{
			{analysis.Worse, false, "is significantly worse on"},
			{analysis.Worse, true, "loses more than the margin on"},
			{analysis.NotShown, true, "is not shown to be within the margin on"},
		} {
			var names []string
			for _, ch := range s.Changes {
				if ch.Gated && ch.Verdict == no.verdict && (ch.Margin > 0) == no.margin {
					names = append(names, ch.Column.Name)
				}
			}
			if len(names) > 0 {
				say("%s %s %s", s.New, no.text, strings.Join(names, ", "))
			}
		}
		_, few := grouped(s.Changes, func(ch *analysis.Change) bool { return ch.Gated && ch.UntestedLoss() })
		if names := few[true]; len(names) > 0 {
			say("%s loses on %s, and there are too few resamples to test that: use more", s.New, strings.Join(names, ", "))
		}
		lost, names := grouped(s.Changes, func(ch *analysis.Change) int {
			if !ch.Gated || !ch.TooManyLost {
				return 0
			}
			return ch.OnlyOld
		})
		for _, n := range lost {
			say("%s lost the values of %s on %s", s.New, count.Of(n, "document"), Few(names[n]))
		}
	}
	if lost := p.LostSystems(); len(lost) > 0 {
		say("%s lacks the %s", p.New.Folder, listed("system", lost))
	}
	if lost := p.gating(p.LostColumns()); len(lost) > 0 {
		say("%s lacks the %s", p.New.Folder, listed("measure", lost))
	}
	return all
}

// Unmet are the requirements that systems do not meet. Empty is well.
func (p *Pair) Unmet(found []Comparison) (all []string) {
	for _, s := range found {
		for _, r := range s.Required {
			if !r.Kept() {
				all = append(all, fmt.Sprintf("%s does not keep %s: %s", s.New, r, valueOf(r.Value)))
			}
		}
	}
	return all
}

func valueOf(v float64) string {
	if score.IsAbsent(v) {
		return "it has no value"
	}
	return "its value is " + strconv.FormatFloat(v, 'f', 4, 64)
}
