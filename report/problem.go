package report

import (
	"fmt"
	"io"
	"strings"

	"hed/internal/plain"
)

// A Rule is what a check looks for.
type Rule struct {
	ID    string // for tools, as "unsupported-number"
	Title string // for people, as "unsupported number"
	Doc   string // what is wrong where it is broken, in a sentence
}

// A Problem is something wrong at a place of a file. Editors, [GitHub] and
// whatever reads [SARIF] show it beside the line.
type Problem struct {
	Rule Rule
	File string
	Line int // from 1
	// Column and End are where it begins and ends in the line, counted in
	// characters from 1, End the one behind it; both 0 where the line as a
	// whole is meant.
	Column, End int
	Message     string
	// Properties is what else is known of it, as a value that JSON takes.
	// Only SARIF has room for it.
	Properties any
}

// String is the problem as compilers write theirs, FILE:LINE:COLUMN: message,
// where editors find the place.
func (p *Problem) String() string {
	if p.Column == 0 {
		return fmt.Sprintf("%s:%d: %s", plain.Line(p.File), p.Line, plain.Line(p.Message))
	}
	return fmt.Sprintf("%s:%d:%d: %s", plain.Line(p.File), p.Line, p.Column, plain.Line(p.Message))
}

// ProblemFormats are what [NewProblems] takes: lines as compilers write them, SARIF
// 2.1.0 for code scanning, and commands that GitHub Actions show beside the line.
var ProblemFormats = []string{"text", "sarif", "github"}

// Problems writes problems in one of the formats.
type Problems struct {
	w      io.Writer
	format string
	tool   Tool
	all    []Problem // that wait for the end, since SARIF has them as a list
}

// NewProblems begins to write what a tool finds.
func NewProblems(w io.Writer, format string, tool Tool) *Problems {
	return &Problems{w: w, format: format, tool: tool}
}

// Add writes a problem.
func (s *Problems) Add(p Problem) error {
	switch s.format {
	case "sarif":
		s.all = append(s.all, p)
		return nil
	case "github":
		return GitHub(s.w, &p)
	}
	_, err := fmt.Fprintln(s.w, &p)
	return err
}

// Close writes what waits for the end.
func (s *Problems) Close() error {
	if s.format == "sarif" {
		return SARIF(s.w, s.tool, s.all)
	}
	return nil
}

// GitHub writes the problem as a workflow command, a line that GitHub Actions
// turn into a note beside the line of the file.
func GitHub(w io.Writer, p *Problem) error {
	at := fmt.Sprintf("file=%s,line=%d", plain.Line(githubProperty(p.File)), p.Line)
	if p.Column > 0 {
		at += fmt.Sprintf(",col=%d", p.Column)
	}
	_, err := fmt.Fprintf(w, "::error %s,title=%s::%s\n", at, githubProperty(p.Rule.Title), githubText(plain.Line(p.Message)))
	return err
}

// What workflow commands cannot have as it is. A property ends at a comma, and
// all of them at two colons.
var (
	githubText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace
)
