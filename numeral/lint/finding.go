package lint

import (
	"fmt"
	"unicode/utf8"

	"hed/numeral/derive"
)

// A Finding is a number of a headline that the article does not support, or one
// that was not looked at because so many stand before it.
type Finding struct {
	ID       string `json:"id"`
	System   string `json:"system"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   *int   `json:"column"` // in characters from 1, nil where the line is a record
	Headline string `json:"headline"`
	Text     string `json:"text"` // of the number
	derive.Span
	Support float64 `json:"support"`
	// Limits says that the number was not looked at, and why; "" where it was.
	Limits string `json:"limits,omitempty"`
	// Alternative is the likeliest number that the article does support, nil
	// if there is none.
	Alternative *derive.Answer `json:"alternative"`
}

// Message says it in a sentence.
func (f *Finding) Message() string {
	if f.Limits != "" {
		return f.Text + " is " + f.Limits
	}
	m := fmt.Sprintf("the article does not support %s", f.Text)
	if a := f.Alternative; a != nil {
		m += fmt.Sprintf("; it has %s, %s", a.Text, a.Expr)
	}
	return m
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

// Findings are the numbers of a headline that are neither supported nor allowed, and
// the first that was not looked at.
// file is where the headlines of its system stand.
func (h *Headline) Findings(file string, allowed Allowed) (all []Finding) {
	for i := range h.Numerals {
		n := &h.Numerals[i]
		if n.Supported() || allowed.Has(h.Text, n.Span) {
			continue
		}
		f := Finding{ID: h.ID, System: h.System, File: file, Line: h.Line, Headline: h.Text, Text: n.Text, Span: n.Span, Support: n.Support, Limits: n.Limits()}
		if h.Plain {
			f.Column = new(column(h.Text, n.Start))
		}
		if len(n.Alternatives) > 0 {
			f.Alternative = &n.Alternatives[0]
		}
		all = append(all, f)
	}
	return all
}
