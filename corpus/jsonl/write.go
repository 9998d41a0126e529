package jsonl

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"

	"hed/corpus"
)

// A Writer writes documents and cases with everything that is known of them, one
// JSON object per line. The question of a document is in meta, in the columns of
// NumHG. A dateline is in the text again, and beside it in meta, so that reading sets
// it apart.
type Writer struct{ enc *json.Encoder }

// NewWriter writes to w, which is not closed.
func NewWriter(w io.Writer) *Writer {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return &Writer{enc}
}

// item is the form of a document and of a case.
type item struct {
	ID         string            `json:"id"`
	Text       string            `json:"text,omitempty"`
	Headline   *string           `json:"headline,omitempty"` // which may be empty
	References []string          `json:"references,omitempty"`
	Source     string            `json:"source,omitempty"`
	Date       string            `json:"date,omitempty"`
	Lang       string            `json:"lang,omitempty"`
	Meta       map[string]string `json:"meta,omitempty"`
	Outputs    json.RawMessage   `json:"outputs,omitempty"` // {SYSTEM: HEADLINE}
}

func itemOf(d *corpus.Document) item {
	it := item{ID: d.ID, Text: d.Text(), References: d.References, Source: d.Source, Date: d.Date, Lang: d.Lang, Meta: d.Meta}
	if d.Cloze == nil && d.Dateline == "" {
		return it
	}
	it.Meta = map[string]string{}
	maps.Copy(it.Meta, d.Meta)
	if d.Dateline != "" {
		it.Meta[dateline] = d.Dateline
	}
	if d.Cloze == nil {
		return it
	}
	for _, field := range d.Cloze.Fields() {
		if field[1] != "" {
			it.Meta[field[0]] = field[1]
		}
	}
	return it
}

// Write adds a document as users write theirs: a single reference is its headline.
// Reading it gives the same document, but for the question.
func (w *Writer) Write(d *corpus.Document) error {
	it := itemOf(d)
	if len(d.References) == 1 {
		it.Headline, it.References = &d.References[0], nil
	}
	return w.enc.Encode(it)
}

// WriteCase adds a case, as ParseCase reads it. Outputs keep their order.
func (w *Writer) WriteCase(c *corpus.Case) error {
	it := itemOf(c.Doc)
	var b bytes.Buffer
	enc := json.NewEncoder(&b) // json.Marshal would escape <, > and &
	enc.SetEscapeHTML(false)
	for i, o := range c.Outputs {
		b.WriteByte("{,"[min(i, 1)])
		enc.Encode(o.System) // strings always can be, into memory
		b.WriteByte(':')
		enc.Encode(o.Text)
	}
	if len(c.Outputs) > 0 {
		b.WriteByte('}')
		it.Outputs = b.Bytes()
	}
	return w.enc.Encode(it)
}
