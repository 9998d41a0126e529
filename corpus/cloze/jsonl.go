package cloze

import (
	"encoding/json"
	"io"
	"maps"

	"hed/corpus"
)

// NewJSONL writes the jsonl format with everything that is known of the
// documents: reading them gives the same documents, but that questions are
// in Meta, where [Of] finds them. The question may be nil here.
func NewJSONL(w io.Writer) Writer {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return jsonlWriter{enc}
}

type jsonlWriter struct{ enc *json.Encoder }

type jsonlItem struct {
	ID         string            `json:"id"`
	Text       string            `json:"text,omitempty"`
	Headline   *string           `json:"headline,omitempty"` // which may be empty
	References []string          `json:"references,omitempty"`
	Source     string            `json:"source,omitempty"`
	Date       string            `json:"date,omitempty"`
	Lang       string            `json:"lang,omitempty"`
	Meta       map[string]string `json:"meta,omitempty"`
}

func (j jsonlWriter) Write(d *corpus.Document, c *corpus.Cloze) error {
	item := jsonlItem{ID: d.ID, Text: d.Body, Source: d.Source, Date: d.Date, Lang: d.Lang, Meta: d.Meta}
	if len(d.References) == 1 {
		item.Headline = &d.References[0]
	} else {
		item.References = d.References
	}
	if c != nil {
		item.Meta = maps.Clone(d.Meta)
		if item.Meta == nil {
			item.Meta = map[string]string{}
		}
		for _, field := range fields(c) {
			if field[1] != "" {
				item.Meta[field[0]] = field[1]
			}
		}
	}
	return j.enc.Encode(item)
}

func (j jsonlWriter) Close() error { return nil }
