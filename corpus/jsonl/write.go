package jsonl

import (
	"io"
	"maps"
	"slices"

	"hed/corpus"
)

// A Writer writes documents and cases with everything that is known of them, one
// JSON object per line. The question of a document is in meta, in the columns of
// NumHG. A dateline is in the text again, and beside it in meta, so that reading sets
// it apart.
type Writer struct {
	to   io.Writer
	line []byte // whose memory serves all lines
}

// NewWriter writes to w, which is not closed.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// begin begins a line, with what a document and a case have in the same form.
func (w *Writer) begin(d *corpus.Document, meta map[string]string, references func()) {
	w.line = AppendString(append(w.line[:0], `{"id":`...), d.ID)
	w.field("text", d.Text())
	references()
	w.field("source", d.Source)
	w.field("date", d.Date)
	w.field("lang", d.Lang)
	for i, key := range slices.Sorted(maps.Keys(meta)) {
		w.pair(i, `,"meta":{`, key, meta[key])
	}
	if len(meta) > 0 {
		w.line = append(w.line, '}')
	}
}

// field adds a text that is not empty.
func (w *Writer) field(key, text string) {
	if text != "" {
		w.line = AppendString(append(append(append(w.line, `,"`...), key...), `":`...), text)
	}
}

// pair adds one of an object's keys, with its value.
func (w *Writer) pair(i int, open, key, text string) {
	if i > 0 {
		open = ","
	}
	w.line = AppendString(append(w.line, open...), key)
	w.line = AppendString(append(w.line, ':'), text)
}

func (w *Writer) end() error {
	w.line = append(w.line, "}\n"...)
	_, err := w.to.Write(w.line)
	return err
}

func (w *Writer) references(all []string) {
	for i, r := range all {
		open := `,"references":[`
		if i > 0 {
			open = ","
		}
		w.line = AppendString(append(w.line, open...), r)
	}
	if len(all) > 0 {
		w.line = append(w.line, ']')
	}
}

// metaOf has what no key of its own is for.
func metaOf(d *corpus.Document) map[string]string {
	if d.Cloze == nil && d.Dateline == "" {
		return d.Meta
	}
	meta := map[string]string{}
	maps.Copy(meta, d.Meta)
	if d.Dateline != "" {
		meta[dateline] = d.Dateline
	}
	if d.Cloze == nil {
		return meta
	}
	for _, field := range d.Cloze.Fields() {
		if field[1] != "" {
			meta[field[0]] = field[1]
		}
	}
	return meta
}

// Write adds a document as users write theirs: a single reference is its headline.
// Reading it gives the same document, but for the question.
func (w *Writer) Write(d *corpus.Document) error {
	w.begin(d, metaOf(d), func() {
		if len(d.References) == 1 { // which may be empty
			w.line = AppendString(append(w.line, `,"headline":`...), d.References[0])
		} else {
			w.references(d.References)
		}
	})
	return w.end()
}

// WriteCase adds a case, as ParseCase reads it. Outputs keep their order. What meta calls a dateline, and was not set apart where the document
// was read, is left out, since ParseCase would set it apart and the article would be another.
func (w *Writer) WriteCase(c *corpus.Case) error {
	meta := metaOf(c.Doc)
	if c.Doc.Dateline == "" && meta[dateline] != "" {
		meta = maps.Clone(meta)
		delete(meta, dateline)
	}
	w.begin(c.Doc, meta, func() { w.references(c.Doc.References) })
	for i, o := range c.Outputs {
		w.pair(i, `,"outputs":{`, o.System, o.Text)
	}
	if len(c.Outputs) > 0 {
		w.line = append(w.line, '}')
	}
	return w.end()
}
