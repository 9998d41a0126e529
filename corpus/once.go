package corpus

import (
	"fmt"
	"iter"

	"hed/corpus/internal/idset"
)

// Once sees that no id comes twice in a corpus of several files, in memory that does not grow with
// them. Documents are counted from 1, whatever file they are in.
type Once struct {
	name  string // of the corpus, for messages
	given *idset.Unique
	n     int
}

// NewOnce has seen no document. It is closed in the end.
func NewOnce(corpus string) *Once { return &Once{name: corpus, given: idset.NewUnique()} }

// Add takes the next document.
func (o *Once) Add(id string) error {
	o.n++
	before, again, err := o.given.Add(id, o.n)
	if err == nil && again {
		err = o.twice(o.n, before)
	}
	return err
}

// End yields what shows when all have come.
func (o *Once) End() iter.Seq[error] {
	return func(yield func(error) bool) {
		twice, err := o.given.Late()
		if err != nil {
			yield(err)
			return
		}
		for _, t := range twice {
			if !yield(o.twice(t.Line, t.Before)) {
				return
			}
		}
	}
}

// Close gives back what is on disk.
func (o *Once) Close() { o.given.Close() }

func (o *Once) twice(n, before int) error {
	return &SyntaxError{File: o.name, Msg: fmt.Sprintf("document %d in the order of its files has the id of document %d; every document needs its own", n, before)}
}
