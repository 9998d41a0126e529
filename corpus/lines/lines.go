// Package lines reads plain text with one article or headline a line.
//
// Line N of one file belongs to line N of another, so nothing is skipped:
// a blank line is an empty headline. Documents are numbered "1", "2", ….
package lines

import (
	"context"
	"io"
	"iter"
	"unicode/utf8"

	"hed/corpus"
	"hed/corpus/internal/line"
	"hed/internal/option"
)

// Format is one article or headline a line. References come from files of
// their own, which Parallel joins to the articles.
var Format = corpus.Format{
	Name:      "parallel",
	Doc:       "plain text: " + option.Name("docs") + " ARTICLES.txt " + option.Name("ref") + " HEADLINES.txt, one per line",
	Endings:   []string{".txt"},
	Sniff:     func([]byte) bool { return false }, // any text is lines
	Documents: func(src *corpus.Source, opt corpus.Options) corpus.Reader { return parallel{opt: opt, articles: src} },
	Outputs:   func(src *corpus.Source, opt corpus.Options) corpus.OutputReader { return outputs{src, opt} },
}

// Outputs reads one headline a line.
func Outputs(src *corpus.Source) corpus.OutputReader { return outputs{src: src} }

type outputs struct {
	src *corpus.Source
	opt corpus.Options
}

// Outputs implements corpus.OutputReader.
func (o outputs) Outputs(ctx context.Context) iter.Seq2[corpus.Output, error] {
	return func(yield func(corpus.Output, error) bool) {
		if _, err := o.opt.Resolve(nil); err != nil {
			yield(corpus.Output{}, err)
			return
		}
		f, err := o.src.Open()
		if err != nil {
			yield(corpus.Output{}, err)
			return
		}
		defer f.Close()
		r := line.NewReader(f)
		for n := 1; ; {
			block, err := r.Block()
			if err == line.ErrTooLong {
				if !yield(corpus.Output{Line: n}, line.TooLong(o.src.Name(), n)) {
					return
				}
				n++
				continue
			}
			if err != nil {
				if err != io.EOF {
					yield(corpus.Output{Line: n}, err)
				}
				return
			}
			if n = o.cut(ctx, n, block, yield); n == 0 {
				return
			}
		}
	}
}

// cut yields the lines of a block, whose first has the number n, and
// returns the number of the line after it, or 0 to stop. The lines share
// the memory of one string.
func (o outputs) cut(ctx context.Context, n int, block []byte, yield func(corpus.Output, error) bool) int {
	text := string(block)
	valid := utf8.Valid(block)
	for at := 0; at < len(block); n++ {
		if err := ctx.Err(); err != nil {
			yield(corpus.Output{Line: n}, err)
			return 0
		}
		end, next := line.Next(block[at:])
		out := corpus.Output{Text: text[at : at+end], Line: n}
		var err error
		if !valid {
			err = line.Check(o.src.Name(), n, block[at:at+end])
		}
		if !yield(out, err) {
			return 0
		}
		at += next
	}
	return n
}
