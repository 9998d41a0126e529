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
	Rule  Rule
	Level string // "error" or "warning"
	File  string
	Line  int // from 1
	// Column and End are where it begins and ends in the line, counted in
	// characters from 1, End the one behind it; both 0 where the line as a
	// whole is meant.
	Column, End int
	Message     string
	Detail      []string // what else is worth reading, each on a line of its own where there are lines
	// Properties is what else is known of it, as a value that JSON takes.
	// Only SARIF has room for it.
	Properties any
}

// String is the problem as compilers write theirs, FILE:LINE:COLUMN: level: message,
// where editors find the place. Details follow on indented lines.
func (p *Problem) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:", plain.Line(p.File), p.Line)
	if p.Column > 0 {
		fmt.Fprintf(&b, "%d:", p.Column)
	}
	fmt.Fprintf(&b, " %s: %s", p.Level, plain.Line(p.Message))
	for _, d := range p.Detail {
		b.WriteString("\n    " + plain.Line(d))
	}
	return b.String()
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
	text := githubText(plain.Line(p.Message))
	for _, d := range p.Detail {
		text += "%0A" + githubText(plain.Line(d)) // the end of a line
	}
	_, err := fmt.Fprintf(w, "::%s %s,title=%s::%s\n", p.Level, at, githubProperty(p.Rule.Title), text)
	return err
}

// What workflow commands cannot have as it is. A property ends at a comma, and
// all of them at two colons.
var (
	githubText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace
)
