package main

import (
	"io"

	"hed/analysis"
	"hed/report"
)

// writeJUnit writes --junit.
func (c *comparison) writeJUnit(found []comparedSystem) error {
	if c.junit == "" {
		return nil
	}
	suites := make([]report.Suite, len(found))
	for i, s := range found {
		suites[i] = s.suite()
	}
	write := func(w io.Writer) error { return report.JUnit(w, "hed-compare", suites) }
	return c.writeOut("--junit", c.junit, write)
}

func (s *comparedSystem) suite() report.Suite {
	out := report.Suite{Name: s.new}
	for _, ch := range s.changes {
		check := report.Check{Name: ch.Column.Name}
		switch text := sentence(&ch); ch.Verdict {
		case analysis.Worse:
			check.Failure = text
		case analysis.Untested:
			check.Skipped = text
		default:
			check.Output = text
		}
		out.Cases = append(out.Cases, check)
	}
	return out
}
