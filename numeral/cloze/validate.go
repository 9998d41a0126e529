package cloze

import (
	"iter"

	"hed/corpus"
	"hed/numeral"
)

// A Check is what [numeral.Validate] says of the annotation of a document.
type Check struct {
	I          int    `json:"i"` // counts the documents from 0
	Annotation string `json:"annotation"`
	Reason     string `json:"reason"` // why it is refused; "" where it is not
	Asked      bool   `json:"-"`      // the document has a question
}

// Validate checks the annotations of all documents, in their order.
func Validate(docs iter.Seq2[*corpus.Document, error]) iter.Seq2[Check, error] {
	return func(yield func(Check, error) bool) {
		i := 0
		for d, err := range docs {
			c := Check{I: i}
			i++
			if err == nil {
				c.validate(d)
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

func (c *Check) validate(d *corpus.Document) {
	q := Of(d)
	if q == nil {
		return
	}
	c.Asked, c.Annotation = true, q.Derivation
	if err := numeral.Validate(d.Body, q.Answer, q.Derivation); err != nil {
		c.Reason = err.Error()
	}
}
