// Package record applies the rules that hold for every format to what one
// format has read: ids are given to all records or to none and never
// twice, dates are ISO, a corpus is not empty, and a cancelled context
// ends the reading. The formats are left with their own syntax.
package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"

	"hed/corpus"
	"hed/corpus/internal/idset"
)

// Documents checks raw, whose documents have an empty ID where the record
// has none, and numbers the documents of a file without ids.
func Documents(ctx context.Context, file string, raw iter.Seq2[*corpus.Document, error]) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		ids := ids{given: idset.NewUnique()}
		defer ids.given.Close()
		empty := true
		for doc, err := range raw {
			empty = false
			if ctx.Err() != nil {
				yield(nil, ctx.Err())
				return
			}
			ids.count++
			if err == nil {
				err = cmp.Or(locate(file, doc.Line, doc.Check()), ids.check(file, doc))
			}
			if err != nil {
				doc = nil
			}
			if !yield(doc, err) {
				return
			}
		}
		if empty {
			yield(nil, corpus.Empty(file))
		}
		twice, err := ids.given.Late()
		if err != nil {
			yield(nil, err)
			return
		}
		for _, t := range twice {
			if !yield(nil, &corpus.SyntaxError{File: file, Line: t.Line, Msg: fmt.Sprintf("the id of this line is taken by line %d; every document needs its own", t.Before)}) {
				return
			}
		}
	}
}

// locate makes a *corpus.SyntaxError of what is wrong on a line.
func locate(file string, line int, err error) error {
	if err == nil {
		return nil
	}
	return corpus.At(file, line, err)
}

// ids decides at the first good record whether the file has ids.
type ids struct {
	given   *idset.Unique
	count   int // records so far, broken ones too
	decided bool
	used    bool
}

// check looks at the document's id, or gives it a number.
func (s *ids) check(file string, doc *corpus.Document) error {
	has := doc.ID != ""
	if !s.decided {
		s.decided, s.used = true, has
	}
	switch {
	case has != s.used:
		return locate(file, doc.Line, mixed(has))
	case !has:
		doc.ID = strconv.Itoa(s.count)
		return nil
	}
	before, again, err := s.given.Add(doc.ID, doc.Line)
	if again {
		err = locate(file, doc.Line, fmt.Errorf("line %[2]d already has the id %[1]q; every document needs its own", doc.ID, before))
	}
	return err
}

func mixed(has bool) error {
	if has {
		return errors.New("the record has an id but the first has none; give ids to all records or to none")
	}
	return errors.New("the record has no id but the first has one; give ids to all records or to none")
}

// References joins a headline and a list of references: the headline comes
// first and is not repeated if the list holds it too.
func References(headline string, list []string) []string {
	refs := []string{headline}
	for _, ref := range list {
		if ref != headline {
			refs = append(refs, ref)
		}
	}
	return refs
}
