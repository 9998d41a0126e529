// Package numerals shows what hed finds of the numerals of headlines: headlines with
// their numbers marked, as text, JSON or a page; findings of lint in the formats of
// editors and CI systems; tables of accuracy and of statistics. report has the
// formats themselves.
package numerals

import (
	"encoding/json"
	"io"

	"hed/numeral/lint"
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
