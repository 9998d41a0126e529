package lint

import (
	"unicode/utf8"

	"hed/numeral/check"
	"hed/numeral/derive"
)

// A Finding is a number of a headline that is wrong or in doubt, or the first that
// was not looked at because so many stand before it.
type Finding struct {
	ID      string        `json:"id"`
	System  string        `json:"system"`
	Text    string        `json:"numeral"` // the number, as the headline has it
	Level   check.Level   `json:"level"`
	Verdict check.Verdict `json:"verdict"`
	Kind    string        `json:"kind"`
	Message string        `json:"message"`
	// Evidence is the sentence of the article, "" where there is none.
	Evidence string `json:"evidence"`
	// Suggestion is what could be written instead, "" where nothing is likely.
	Suggestion string `json:"suggestion,omitempty"`
	Headline   string `json:"headline"`
	derive.Span
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column *int   `json:"column"` // in characters from 1, nil where the line is a record
	// Derivations are there where Explain looked for them.
	Derivations []derive.Derivation `json:"derivations,omitempty"`
}

// Columns are where the number begins and ends in its line, counted in
// characters from 1, and 0 where the line is a record.
func (f *Finding) Columns() (start, end int) {
	if f.Column == nil {
		return 0, 0
	}
	return *f.Column, column(f.Headline, f.End)
}

// column is where byte i of a headline stands in its line.
func column(headline string, i int) int { return utf8.RuneCountInString(headline[:i]) + 1 }

// Findings are the numbers of a headline that are wrong or in doubt and not allowed, and
// the first that was not looked at, which counts as an error.
// file is where the headlines of its system stand.
func (h *Headline) Findings(file string, allowed Allowed) (all []Finding) {
	for i := range h.Numerals {
		n := &h.Numerals[i]
		level := n.Level
		if n.Kind == check.Limit {
			level = check.Error
		}
		if level == check.Fine || allowed.Has(h.Text, n.Span) {
			continue
		}
		f := Finding{ID: h.ID, System: h.System, Text: n.Text, Level: level, Verdict: n.Verdict, Kind: n.Kind, Message: n.Message,
			Evidence: n.Evidence, Suggestion: n.Suggestion, Headline: h.Text, Span: n.Span, File: file, Line: h.Line, Derivations: n.Derivations}
		if h.Plain {
			f.Column = new(column(h.Text, n.Start))
		}
		all = append(all, f)
	}
	return all
}
