package record

import (
	"time"

	"hed/corpus"
	"hed/internal/dateline"
)

// CutDateline sets the dateline of a text apart, if it begins with one, and takes the date of the document from it.
func CutDateline(doc *corpus.Document) {
	line, day := dateline.Cut(doc.Body)
	if line == "" {
		return
	}
	doc.Date = ""
	if !day.IsZero() {
		doc.Date = day.Format(time.DateOnly)
	}
	doc.Dateline, doc.Body = line, doc.Body[len(line):]
}
