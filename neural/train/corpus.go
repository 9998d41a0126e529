package train

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"hed/corpus"
)

// A Corpus is documents to be learnt from, which become files of pairs.
type Corpus struct {
	// Docs are articles with headlines. Valid are others, which are not learnt from; where it is nil, every fiftieth of Docs is.
	Docs, Valid corpus.Reader
	Folder      string
	// Pair makes a pair of a document, with nothing in it if it has no headline or no text.
	Pair func(d *corpus.Document) (Pair, error)
	// Tell is called for each document that is read, with how many came before it.
	Tell func(i int)
}

// Read is what became of documents.
type Read struct {
	Pairs   int `json:"pairs"`   // that are learnt from
	Valid   int `json:"valid"`   // that are not
	Empty   int `json:"empty"`   // left out for want of a headline or of a text
	Words   int `json:"words"`   // of headlines, or tokens
	Longest int `json:"longest"` // headline
}

// ErrNoPairs is a corpus without documents to learn from.
var ErrNoPairs = errors.New("no document has both a text and a headline to learn from")

// Held tells whether a document is for validation where there are no others.
func (c *Corpus) Held(i int) bool { return c.Valid == nil && i%50 == 49 }

// The files of pairs in Folder.
const (
	learnFile = "learn.pairs"
	validFile = "valid.pairs"
)

// Forget removes the files of pairs.
func (c *Corpus) Forget() {
	for _, name := range []string{learnFile, validFile} {
		os.Remove(filepath.Join(c.Folder, name))
	}
}

// Read writes the pairs of all documents into files, and opens them.
func (c *Corpus) Read(ctx context.Context) (read Read, learn, valid *Pairs, err error) {
	names := [2]string{filepath.Join(c.Folder, learnFile), filepath.Join(c.Folder, validFile)}
	var files [2]*pairWriter
	for i, name := range names {
		if files[i], err = createPairs(name); err != nil {
			return read, nil, nil, err
		}
		defer files[i].file.Discard()
	}
	all := 0
	add := func(docs corpus.Reader, held func(i int) bool) error {
		i := 0
		for d, err := range docs.Documents(ctx) {
			if err != nil {
				return err
			}
			c.Tell(i)
			to, n := files[0], &read.Pairs
			if held(i) {
				to, n = files[1], &read.Valid
			}
			i++
			all++
			p, err := c.Pair(d)
			if err != nil {
				return err
			}
			if len(p.Article) == 0 || len(p.Headline) == 0 {
				read.Empty++
				continue
			}
			*n++
			read.Words += len(p.Headline)
			read.Longest = max(read.Longest, len(p.Headline))
			if err := to.add(p.Article, p.Headline); err != nil {
				return err
			}
		}
		return nil
	}
	err = add(c.Docs, c.Held)
	if err == nil && c.Valid != nil {
		err = add(c.Valid, func(int) bool { return true })
	}
	for _, f := range files {
		if err == nil {
			err = f.close()
		}
	}
	switch {
	case err != nil:
	case read.Pairs == 0:
		err = ErrNoPairs
	case read.Valid == 0 && c.Valid != nil:
		err = errors.New("no document for validation has both a text and a headline")
	case read.Valid == 0 && all >= 50:
		err = errors.New("every fiftieth document is kept for validation, and none of these has both a text and a headline; name a file of others for it")
	case read.Valid == 0:
		err = errors.New("fewer than 50 documents, of which none is left for validation; name a file of others for it")
	}
	if err != nil {
		return read, nil, nil, err
	}
	if learn, err = openPairs(names[0]); err != nil {
		return read, nil, nil, err
	}
	if valid, err = openPairs(names[1]); err != nil {
		learn.Close()
		return read, nil, nil, err
	}
	return read, learn, valid, nil
}
