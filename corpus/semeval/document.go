package semeval

import (
	"errors"
	"fmt"
	"strings"

	"hed/corpus"
	"hed/corpus/internal/object"
	"hed/corpus/internal/record"
)

// document makes a document of the keys the task defines.
func document(fields []object.Field) (*corpus.Document, error) {
	doc := new(corpus.Document)
	var cloze corpus.Cloze
	for _, field := range fields {
		if object.IsNull(field.Raw) {
			continue
		}
		var err error
		switch field.Key {
		case "id":
			doc.ID, err = object.ID(field.Raw)
		case "news":
			doc.Body, err = object.Text(field.Raw)
			record.CutDateline(doc)
		case "headline":
			doc.References = make([]string, 1)
			doc.References[0], err = object.Text(field.Raw)
		case "masked headline":
			cloze.Question, err = object.Text(field.Raw)
		case "calculation":
			cloze.Derivation, err = object.Text(field.Raw)
		case "ans":
			cloze.Answer, err = object.Scalar(field.Raw)
		default:
			err = setMeta(doc, field)
		}
		if err != nil {
			return nil, fmt.Errorf("key %q: %w", field.Key, err)
		}
	}
	return doc, ask(doc, cloze)
}

func setMeta(doc *corpus.Document, field object.Field) (err error) {
	if doc.Meta == nil {
		doc.Meta = map[string]string{}
	}
	doc.Meta[field.Key], err = object.Meta(field.Raw)
	return err
}

// ask puts the question in the document, and the headline that its answer
// makes.
func ask(doc *corpus.Document, cloze corpus.Cloze) error {
	switch {
	case cloze.Question == "" && doc.References == nil:
		return errors.New(`the item has neither "masked headline" nor "headline"; expected one of them`)
	case cloze.Question == "" && (cloze.Answer != "" || cloze.Derivation != ""):
		return errors.New(`the item has "ans" or "calculation" but no "masked headline" that they answer`)
	case cloze.Question == "":
		return nil
	case !strings.Contains(cloze.Question, corpus.Blank):
		return fmt.Errorf("the masked headline %q has no blank; write it as %s", cloze.Question, corpus.Blank)
	}
	doc.Cloze = &cloze
	if doc.References == nil && cloze.Answer != "" {
		doc.References = []string{strings.Replace(cloze.Question, corpus.Blank, cloze.Answer, 1)}
	}
	return nil
}
