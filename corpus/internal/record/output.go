package record

import (
	"context"
	"iter"

	"hed/corpus"
)

// Outputs checks raw, whose Doc is empty where the record has no id. Ids
// that come twice are left to corpus.Join, which knows the documents.
func Outputs(ctx context.Context, file string, raw iter.Seq2[corpus.Output, error]) iter.Seq2[corpus.Output, error] {
	return func(yield func(corpus.Output, error) bool) {
		decided, used := false, false
		for out, err := range raw {
			if ctx.Err() != nil {
				yield(corpus.Output{}, ctx.Err())
				return
			}
			if err == nil {
				has := out.Doc != ""
				if !decided {
					decided, used = true, has
				}
				if has != used {
					err = locate(file, out.Line, mixed(has))
				}
			}
			if !yield(out, err) {
				return
			}
		}
	}
}
