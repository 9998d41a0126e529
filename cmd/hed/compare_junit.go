package main

import (
	"fmt"
	"io"

	"hed/analysis"
	"hed/cmd/hed/internal/cli"
	"hed/report"
)

// writeJUnit writes --junit.
func (c *comparison) writeJUnit(p *pairing, found []comparedSystem) error {
	if c.junit == "" {
		return nil
	}
	var suites []report.Suite
	for _, s := range found {
		suites = append(suites, s.suite(p))
	}
	for _, name := range p.lostSystems() {
		suites = append(suites, report.Suite{Name: name, Cases: lostCases(p, columnNames(p.old.columns), "system")})
	}
	write := func(w io.Writer) error { return report.JUnit(w, "hed-compare", suites) }
	return c.WriteOut("--junit", c.junit, write)
}

// suite fails on what the gate says no to.
func (s *comparedSystem) suite(p *pairing) report.Suite {
	out := report.Suite{Name: s.new}
	for _, ch := range s.changes {
		check := report.Check{Name: ch.Column.Name}
		switch text := sentence(&ch); {
		case ch.OnlyOld > 0:
			check.Failure = fmt.Sprintf("lost the values of %s; %s", cli.Count(ch.OnlyOld, "document"), text)
		case ch.Verdict == analysis.Worse:
			check.Failure = text
		case ch.Verdict == analysis.Untested:
			check.Skipped = text
		default:
			check.Output = text
		}
		out.Cases = append(out.Cases, check)
	}
	out.Cases = append(out.Cases, lostCases(p, p.lostColumns(), "measure")...)
	return out
}

// lostCases are measures that cannot be compared any more, since the new run
// lacks what.
func lostCases(p *pairing, columns []string, what string) (cases []report.Check) {
	for _, name := range columns {
		cases = append(cases, report.Check{Name: name, Failure: fmt.Sprintf("%s lacks the %s, which %s has", p.new.folder, what, p.old.folder)})
	}
	return cases
}
