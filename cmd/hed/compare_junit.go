package main

import (
	"errors"
	"io"
	"os"

	"hed/analysis"
	"hed/internal/whole"
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
	info, err := os.Stat(c.junit)
	switch {
	case isStdout(c.junit):
		return write(c.stdout)
	case err == nil && info.IsDir():
		err = errors.New("it is a folder; name a file")
	case isDevice(c.junit):
		var f *os.File
		if f, err = os.OpenFile(c.junit, os.O_WRONLY|os.O_APPEND, 0); err == nil {
			err = errors.Join(write(f), f.Close())
		}
	default:
		err = whole.Write(c.junit, write)
	}
	if err != nil {
		return notWritten("--junit", c.junit, err)
	}
	return nil
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
