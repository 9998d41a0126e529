package jsonl

import (
	"errors"
	"fmt"
	"strings"

	"hed/corpus"
	"hed/corpus/internal/object"
	"hed/corpus/internal/record"
)

// fields is one line taken apart; its memory serves all lines.
type fields struct {
	list      []object.Field
	roles     map[string]string // by key
	unchecked *corpus.Options   // until the first record has been seen
}

// check compares the mapped keys with those of the first record.
func (f *fields) check() error {
	if f.unchecked == nil {
		return nil
	}
	var keys []string
	for _, field := range f.list {
		keys = append(keys, field.Key)
	}
	if err := f.unchecked.Check(keys); err != nil {
		return err
	}
	f.unchecked = nil
	return nil
}

func (f *fields) document() (*corpus.Document, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	doc := new(corpus.Document)
	var headline *string
	for _, field := range f.list {
		if object.IsNull(field.Raw) {
			continue
		}
		role, err := f.roles[field.Key], error(nil)
		switch role {
		case "id":
			doc.ID, err = object.ID(field.Raw)
		case "text":
			doc.Body, err = object.Text(field.Raw)
		case "headline":
			headline = new(string)
			*headline, err = object.Text(field.Raw)
		case "references":
			doc.References, err = object.Texts(field.Raw)
		case "source":
			doc.Source, err = object.Text(field.Raw)
		case "date":
			doc.Date, err = object.Text(field.Raw)
		case "lang":
			doc.Lang, err = object.Text(field.Raw)
		default:
			err = addMeta(doc, field)
		}
		if err != nil {
			return nil, fmt.Errorf("key %q: %w", field.Key, err)
		}
	}
	if headline != nil {
		doc.References = record.References(*headline, doc.References)
	}
	setApart(doc)
	return doc, nil
}

// dateline is the key of meta that says what the text has before the article.
const dateline = "dateline"

// setApart takes off the text what meta says is its dateline.
func setApart(doc *corpus.Document) {
	body, ok := strings.CutPrefix(doc.Body, doc.Meta[dateline])
	if doc.Meta[dateline] == "" || !ok {
		return
	}
	doc.Dateline, doc.Body = doc.Meta[dateline], body
	if delete(doc.Meta, dateline); len(doc.Meta) == 0 {
		doc.Meta = nil
	}
}

func (f *fields) output() (out corpus.Output, err error) {
	if err := f.check(); err != nil {
		return out, err
	}
	found := false
	for _, field := range f.list {
		switch f.roles[field.Key] {
		case "id":
			if !object.IsNull(field.Raw) {
				out.Doc, err = object.ID(field.Raw)
			}
		case "headline":
			found = true
			out.Text, err = object.Text(field.Raw)
		}
		if err != nil {
			return out, fmt.Errorf("key %q: %w", field.Key, err)
		}
	}
	if !found {
		return out, errors.New(`the record has no headline; expected {"id": …, "headline": …}; rename the key that has it`)
	}
	return out, nil
}

// addMeta keeps a field without a role. The object meta is laid open: its
// keys stand beside the others.
func addMeta(doc *corpus.Document, field object.Field) error {
	if field.Key != "meta" {
		return setMeta(doc, field)
	}
	if field.Raw[0] != '{' {
		return fmt.Errorf("expected an object, found %s", object.Kind(field.Raw))
	}
	inner, err := object.Split(nil, field.Raw)
	if err != nil {
		return err
	}
	for _, field := range inner {
		if object.IsNull(field.Raw) {
			continue
		}
		if err := setMeta(doc, field); err != nil {
			return err
		}
	}
	return nil
}

func setMeta(doc *corpus.Document, field object.Field) error {
	if _, taken := doc.Meta[field.Key]; taken {
		return fmt.Errorf("%q is both in meta and beside it; keep one", field.Key)
	}
	text, err := object.Meta(field.Raw)
	if err != nil {
		return err
	}
	if doc.Meta == nil {
		doc.Meta = map[string]string{}
	}
	doc.Meta[field.Key] = text
	return nil
}
