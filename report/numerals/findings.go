package numerals

import (
	"fmt"
	"io"
	"strings"

	"hed"
	"hed/numeral/check"
	"hed/numeral/lint"
	"hed/report"
)

// The rules of lint, one for each verdict that is flagged.
var (
	contradicted = report.Rule{ID: "contradicted-number", Title: "contradicted number", Doc: "The article contradicts a number of the headline."}
	unsupported  = report.Rule{ID: "unsupported-number", Title: "unsupported number", Doc: "The article does not have a number of the headline."}
	doubtful     = report.Rule{ID: "doubtful-number", Title: "doubtful number", Doc: "The article has a number of the headline, but for something else."}
	unchecked    = report.Rule{ID: "unchecked-number", Title: "unchecked number", Doc: "The headline has more numbers than are checked."}
)

func ruleOf(v check.Verdict) report.Rule {
	switch v {
	case check.Contradicted:
		return contradicted
	case check.Doubtful:
		return doubtful
	case check.Unchecked:
		return unchecked
	}
	return unsupported
}

// FindingFormats are those of findings: lines as compilers have them, one object per line, SARIF
// for code scanning, commands of GitHub Actions, and JUnit for CI systems.
var FindingFormats = []string{"text", "json", "sarif", "github", "junit"}

// Findings writes the findings of headlines one by one, in one of the FindingFormats.
type Findings struct {
	w      io.Writer
	encode func(any) error  // for JSON
	other  *report.Problems // for lines, SARIF and GitHub
	level  check.Level
	suites []report.Suite // for JUnit, one for each system
}

// NewFindings begins to write. What is below the level is no failure in JUnit.
func NewFindings(w io.Writer, format string, level check.Level) *Findings {
	s := &Findings{w: w, level: level}
	switch format {
	case "json":
		s.encode = lines(w)
	case "junit":
	default:
		rules := []report.Rule{contradicted, unsupported, doubtful, unchecked}
		s.other = report.NewProblems(w, format, report.Tool{Name: "hed", Version: hed.Version, Rules: rules})
	}
	return s
}

// Add writes the findings of a headline.
func (s *Findings) Add(h *lint.Headline, found []lint.Finding) error {
	if s.encode == nil && s.other == nil {
		s.check(h, found)
		return nil
	}
	for i := range found {
		f := &found[i]
		var err error
		if s.encode != nil {
			err = s.encode(f)
		} else {
			err = s.other.Add(problem(f))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// check keeps a headline as a test case, if it has numbers.
func (s *Findings) check(h *lint.Headline, found []lint.Finding) {
	if len(h.Numerals) == 0 {
		return
	}
	at := 0
	for at < len(s.suites) && s.suites[at].Name != h.System {
		at++
	}
	if at == len(s.suites) {
		s.suites = append(s.suites, report.Suite{Name: h.System})
	}
	c := report.Check{Name: h.ID}
	for i := range found {
		p := problem(&found[i])
		if found[i].Level >= s.level {
			c.Failure = strings.TrimPrefix(c.Failure+"\n"+p.String(), "\n")
		} else {
			c.Output = strings.TrimPrefix(c.Output+"\n"+p.String(), "\n")
		}
	}
	s.suites[at].Cases = append(s.suites[at].Cases, c)
}

// Close ends what is written.
func (s *Findings) Close() error {
	switch {
	case s.encode != nil:
		return nil
	case s.other != nil:
		return s.other.Close()
	}
	return report.JUnit(s.w, "hed-lint", s.suites)
}

// problem is a finding at its place.
func problem(f *lint.Finding) report.Problem {
	p := report.Problem{
		Rule: ruleOf(f.Verdict), Level: f.Level.String(), File: f.File, Line: f.Line, Message: f.Message,
		Properties: properties{f.ID, f.System, f.Kind},
	}
	p.Column, p.End = f.Columns()
	if f.Suggestion != "" && !strings.Contains(f.Message, f.Suggestion) {
		p.Message += " Perhaps " + f.Suggestion + " is meant."
	}
	if f.Evidence != "" {
		p.Detail = append(p.Detail, "“"+f.Evidence+"”")
	}
	for _, d := range f.Derivations {
		p.Detail = append(p.Detail, fmt.Sprintf("%s (%.0f%%)", d.Expr, 100*d.Confidence))
	}
	return p
}

// properties are what SARIF has of a finding besides its place.
type properties struct {
	Document string `json:"document"`
	System   string `json:"system"`
	Kind     string `json:"kind"`
}
