package lines

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"hed/corpus"
	"hed/corpus/internal/pull"
)

// Parallel joins a file of articles, which may be nil, with files of
// reference headlines, of which there may be none, line by line. The
// files must have the same number of lines.
func Parallel(articles *corpus.Source, refs ...*corpus.Source) (corpus.Reader, error) {
	if articles == nil && len(refs) == 0 {
		return nil, errors.New("joining line files: there is neither a file of articles nor one of references; name at least one")
	}
	return parallel{articles: articles, refs: refs}, nil
}

type parallel struct {
	opt      corpus.Options
	articles *corpus.Source
	refs     []*corpus.Source
}

// sources lists the files, the articles first if there are any.
func (p parallel) sources() []*corpus.Source {
	if p.articles == nil {
		return p.refs
	}
	return append([]*corpus.Source{p.articles}, p.refs...)
}

// Documents implements corpus.Reader.
func (p parallel) Documents(ctx context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		var columns []*column
		for _, src := range p.sources() {
			c := &column{file: src.Name()}
			var stop func()
			c.next, stop = pull.Batched(outputs{src, p.opt}.Outputs(ctx), corpus.Output.Size)
			defer stop()
			columns = append(columns, c)
		}
		for n := 1; ; n++ {
			// The columns run ahead by a batch and notice late.
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			ended, errs := 0, []error(nil)
			for _, c := range columns {
				if err := c.advance(); err != nil {
					errs = append(errs, err)
				}
				if c.ended {
					ended++
				}
			}
			if ended == len(columns) {
				if msg := uneven(columns); msg != nil {
					yield(nil, msg)
				}
				return
			}
			if !p.yield(n, ended > 0, columns, errs, yield) {
				return
			}
		}
	}
}

// yield hands on the errors of line n, or the document if it has none.
// Past the end of the shortest file there are no documents any more, and
// the lines are read for their number only.
func (p parallel) yield(n int, past bool, columns []*column, errs []error, yield func(*corpus.Document, error) bool) bool {
	for _, err := range errs {
		if _, syntax := errors.AsType[*corpus.SyntaxError](err); !yield(nil, err) || !syntax {
			return false
		}
	}
	if past || errs != nil {
		return true
	}
	doc := &corpus.Document{ID: strconv.Itoa(n), Line: n}
	if p.articles != nil {
		doc.Body = columns[0].text
		columns = columns[1:]
	}
	if len(columns) > 0 {
		doc.References = make([]string, len(columns))
		for i, c := range columns {
			doc.References[i] = c.text
		}
	}
	return yield(doc, nil)
}

// A column is one of the files while it is read.
type column struct {
	file  string
	next  func() (corpus.Output, error, bool)
	text  string
	lines int
	ended bool
}

func (c *column) advance() error {
	if c.ended {
		return nil
	}
	out, err, ok := c.next()
	if !ok {
		c.ended = true
		return nil
	}
	c.text = out.Text
	c.lines++
	return err
}

// uneven refuses files of different lengths, and empty ones.
func uneven(columns []*column) error {
	short := slices.MinFunc(columns, func(a, b *column) int { return a.lines - b.lines })
	long := slices.MaxFunc(columns, func(a, b *column) int { return a.lines - b.lines })
	if long.lines == 0 {
		return &corpus.SyntaxError{File: short.file, Msg: "has no lines; expected one document per line"}
	}
	if short.lines == long.lines {
		return nil
	}
	var counts []string
	for _, c := range columns {
		counts = append(counts, fmt.Sprintf("%s %d", c.file, c.lines))
	}
	return &corpus.SyntaxError{File: short.file, Line: short.lines, Msg: fmt.Sprintf(
		"the file ends here, but %s has more (lines: %s); line N of each belongs to document N, so all need as many lines", long.file, strings.Join(counts, ", "))}
}
