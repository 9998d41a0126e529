package transformer

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"hed/internal/journal"
	"hed/internal/whole"
)

// candidatesFile has what a model wrote for the pairs of a lesson, in the folder of what is unfinished.
const candidatesFile = "candidates"

// candidatesRecord is the kind of its records.
const candidatesRecord = 'c'

// candidates are headlines for pairs, the best first: those of pairs that are learnt from, then those for validation. They are in a journal with a
// record for each pair, of the tokens of its candidates.
type candidates struct {
	name   string
	file   *journal.File
	places []int64 // where each record begins, and the end
}

// openCandidates opens the file, which may be new.
func openCandidates(name string) (*candidates, error) {
	c := &candidates{name: name}
	var err error
	switch c.file, err = journal.Open(name, "candidates"); { // the folder knows of what
	case errors.Is(err, journal.ErrOther):
		return nil, fmt.Errorf("%s is damaged; start again", name)
	case err != nil:
		return nil, whole.Failed("candidates to", name, err)
	}
	all := c.file.Cursor()
	c.places = []int64{all.End}
	for all.Next() == nil {
		if _, ok := parseCandidates(all); !ok {
			break
		}
		c.places = append(c.places, all.End)
	}
	if err := c.file.Cut(c.len(), c.places[c.len()]); err != nil {
		c.file.Close()
		return nil, whole.Failed("candidates to", name, err)
	}
	return c, nil
}

// len is for how many pairs there are candidates.
func (c *candidates) len() int { return len(c.places) - 1 }

// add adds the candidates of the next pairs.
func (c *candidates) add(all [][][]int32) error {
	places := c.places
	for _, one := range all {
		tokens, err := json.Marshal(one)
		if err == nil {
			err = c.file.Append(candidatesRecord, tokens)
		}
		if err != nil {
			return whole.Failed("candidates to", c.name, err)
		}
		places = append(places, c.file.End())
	}
	if err := c.file.Flush(); err != nil {
		return whole.Failed("candidates to", c.name, err)
	}
	c.places = places
	return nil
}

// at are the candidates of a pair.
func (c *candidates) at(i int) ([][]int32, error) {
	record, err := c.file.At(c.places[i])
	if err == nil {
		if all, ok := parseCandidates(record); ok {
			return all, nil
		}
	}
	return nil, fmt.Errorf("%s has changed while it was in use; start again", c.name)
}

// parseCandidates reads a record; ok is false for one that is something else.
func parseCandidates(record *journal.Cursor) (all [][]int32, ok bool) {
	return all, record.Kind == candidatesRecord && json.Unmarshal(record.Payload, &all) == nil
}

// close lets go of the file, which is on disk then, or gone if there is nothing in it.
func (c *candidates) close() error {
	if c.len() == 0 {
		return errors.Join(c.file.Close(), os.Remove(c.name))
	}
	return errors.Join(c.file.Force(), c.file.Close())
}
