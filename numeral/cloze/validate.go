package cloze

import (
	"encoding/json"
	"io"
	"iter"
	"strconv"

	"hed/corpus"
	"hed/score"
)

// A Check is what [numeral.Article.Validate] says of the annotation of a document.
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
	if err := articleOf(d).Validate(q.Answer, q.Derivation); err != nil {
		c.Reason = err.Error()
	}
}

// WriteRefused writes the annotations of a sequence that are refused, as JSON with
// an object a line or as CSV, and says how many were checked and refused; see
// score.AppendText for raw. progress hears how many documents are done.
func WriteRefused(w io.Writer, asCSV, raw bool, checks iter.Seq2[Check, error], progress func(done int)) (checked, refused int, err error) {
	encode, line := objects(w), []byte("i,annotation,reason\n")
	for c, err := range checks {
		if err != nil {
			return checked, refused, err
		}
		progress(c.I + 1)
		if c.Asked {
			checked++
		}
		if c.Reason == "" {
			continue
		}
		refused++
		if asCSV {
			_, err = w.Write(c.appendCSV(line, raw))
			line = line[:0]
		} else {
			err = encode(c)
		}
		if err != nil {
			return checked, refused, err
		}
	}
	return checked, refused, nil
}

func (c *Check) appendCSV(b []byte, raw bool) []byte {
	b = strconv.AppendInt(b, int64(c.I), 10)
	b = score.AppendText(append(b, ','), c.Annotation, raw)
	b = score.AppendField(append(b, ','), c.Reason)
	return append(b, '\n')
}

// objects returns what writes values as JSON, each on a line of its own.
func objects(w io.Writer) func(any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode
}
