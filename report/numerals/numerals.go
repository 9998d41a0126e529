// Package numerals shows what hed finds of the numerals of headlines: headlines with
// their numbers marked, as text, JSON or a page; findings of lint in the formats of
// editors and CI systems; tables of accuracy and of statistics. report has the
// formats themselves.
package numerals

import (
	"encoding/json"
	"io"

	"hed"
	"hed/numeral/lint"
	"hed/report"
)

// Formats of explained headlines: for terminals, an object a line, and a page.
var Formats = []string{"text", "json", "html"}

// A Writer writes headlines one by one. Close ends what it writes; it does not
// close what is below.
type Writer interface {
	Add(*lint.Headline) error
	Close() error
}

// NewWriter returns a writer of one of the Formats. Color is for text alone.
func NewWriter(w io.Writer, format string, color bool) Writer {
	switch format {
	case "json":
		return objects{lines(w)}
	case "html":
		return NewPage(w)
	}
	return &Text{W: w, Color: color}
}

type objects struct{ encode func(any) error }

func (o objects) Add(h *lint.Headline) error { return o.encode(h) }
func (o objects) Close() error               { return nil }

// lines returns what writes values as JSON, each on a line of its own.
func lines(w io.Writer) func(any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode
}

// unsupported is the one rule of lint.
var unsupported = report.Rule{
	ID: "unsupported-number", Title: "unsupported number", Doc: "The article does not support a number of the headline.",
}

// FindingFormats are those of findings: lines as compilers have them, an object a line,
// SARIF for code scanning, and commands of GitHub Actions.
var FindingFormats = []string{"text", "json", "sarif", "github"}

// Findings writes findings one by one, in one of the FindingFormats.
type Findings struct {
	encode func(any) error // for JSON
	other  *report.Problems
}

// NewFindings begins to write.
func NewFindings(w io.Writer, format string) *Findings {
	if format == "json" {
		return &Findings{encode: lines(w)}
	}
	return &Findings{other: report.NewProblems(w, format, report.Tool{Name: "hed", Version: hed.Version, Rules: []report.Rule{unsupported}})}
}

// Add writes a finding.
func (s *Findings) Add(f *lint.Finding) error {
	if s.encode != nil {
		return s.encode(f)
	}
	start, end := f.Columns()
	return s.other.Add(report.Problem{
		Rule: unsupported, File: f.File, Line: f.Line, Column: start, End: end, Message: f.Message,
		Properties: properties{f.ID, f.System, f.Kind},
	})
}

// properties are what SARIF has of a finding besides its place.
type properties struct {
	Document string `json:"document"`
	System   string `json:"system"`
	Kind     string `json:"kind"`
}

// Close ends what is written.
func (s *Findings) Close() error {
	if s.other == nil {
		return nil
	}
	return s.other.Close()
}
