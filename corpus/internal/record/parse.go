package record

import (
	"errors"
	"io"
	"iter"

	"hed/corpus"
)

// Parse yields what next returns, from the beginning of src until io.EOF, for
// formats whose names are fixed. After an error it goes on only if that
// is a *corpus.SyntaxError.
func Parse(src *corpus.Source, opt corpus.Options, begin func(io.Reader) (next func() (*corpus.Document, error), err error)) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		if _, err := opt.Resolve(nil); err != nil {
			yield(nil, err)
			return
		}
		f, err := src.Open()
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		next, err := begin(f)
		if err != nil {
			yield(nil, err)
			return
		}
		for {
			doc, err := next()
			if err == io.EOF {
				return
			}
			_, syntax := errors.AsType[*corpus.SyntaxError](err)
			if !yield(doc, err) || err != nil && !syntax {
				return
			}
		}
	}
}
