package jsonl

import (
	"bytes"
	"errors"
	"fmt"
	"iter"

	"hed/corpus"
	"hed/corpus/internal/line"
	"hed/corpus/internal/object"
)

// Cases reads one case per line. A line that is not a case is yielded as a
// *corpus.SyntaxError in its place, and reading continues; any other error ends it.
// Every case has an id, or nobody could tell what came of it. A blank line is nil: whoever
// sends it asks for an answer to what came before.
func Cases(src *corpus.Source, opt corpus.Options) iter.Seq2[*corpus.Case, error] {
	return func(yield func(*corpus.Case, error) bool) {
		roles, err := opt.Resolve(corpus.TableRoles)
		if err != nil {
			yield(nil, err)
			return
		}
		for l, err := range line.All(src) {
			var c *corpus.Case
			if err == nil && len(bytes.TrimSpace(l.Data)) > 0 {
				if c, err = parseCase(l.Data, roles); err == nil && c.Doc.ID == "" {
					c, err = nil, errors.New(`the case has no "id"`)
				}
				if err != nil {
					err = corpus.At(src.Name(), l.N, err)
				} else {
					c.Doc.Line = l.N
				}
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

// ParseCase reads a case: the object of a document, which also has the headlines of
// systems as {"outputs": {SYSTEM: HEADLINE}}. It is how a case is sent from one
// program to another.
func ParseCase(text []byte) (*corpus.Case, error) {
	roles, err := corpus.Options{}.Resolve(corpus.TableRoles)
	if err != nil {
		return nil, err
	}
	return parseCase(text, roles)
}

func parseCase(text []byte, roles map[string]string) (*corpus.Case, error) {
	list, err := object.Split(nil, text)
	if err != nil {
		return nil, err
	}
	f := &fields{roles: roles}
	var outputs []object.Field
	for _, field := range list {
		if field.Key != corpus.OutputsField || object.IsNull(field.Raw) {
			f.list = append(f.list, field)
			continue
		}
		if field.Raw[0] != '{' {
			return nil, fmt.Errorf(`key "outputs": expected an object, found %s`, object.Kind(field.Raw))
		}
		if outputs, err = object.Split(nil, field.Raw); err != nil {
			return nil, err
		}
	}
	c := new(corpus.Case)
	if c.Doc, err = f.document(); err != nil {
		return nil, err
	}
	for _, o := range outputs {
		text, err := object.Text(o.Raw)
		if err != nil {
			return nil, fmt.Errorf(`key "outputs": %q: %w`, o.Key, err)
		}
		c.Outputs = append(c.Outputs, corpus.Output{System: o.Key, Doc: c.Doc.ID, Text: text})
	}
	return c, nil
}
