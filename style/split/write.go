package split

import (
	"context"
	"errors"
	"io"

	"hed/corpus"
	"hed/corpus/jsonl"
	"hed/internal/staging"
	"hed/internal/whole"
)

// File says how a split was made. A folder that has it is complete.
const File = "manifest.json"

// Write reads the articles again and writes each to its part, as JSON lines with everything that is known of them; source is
// the newspaper. They appear together when all are complete; what manifest writes comes last. read, if not nil, is
// called with the number of articles that were read.
func (s *Split) Write(ctx context.Context, out string, manifest func(io.Writer) error, read func(articles int)) error {
	dir, err := staging.Open(out)
	if err != nil {
		return err
	}
	defer dir.Close()
	failed := func(err error) error { return whole.Failed("the parts to", out, err) }
	var open [parts]*staging.Part
	var files [parts]*jsonl.Writer
	for p := Test; p < parts; p++ {
		if open[p], err = dir.Create(p.File()); err != nil {
			return failed(err)
		}
		defer open[p].Close()
		files[p] = jsonl.NewWriter(open[p])
	}
	i := 0
	for side, paper := range s.papers {
		end := i + s.Newspapers[side].Articles
		for d, err := range paper.Reader.Documents(ctx) {
			if err != nil {
				return err
			}
			if i == end {
				return &corpus.SyntaxError{File: paper.File, Msg: "has become longer while it was being split"}
			}
			if p := s.part[i]; p != None {
				named := *d
				if named.Source = s.Newspapers[side].Source; s.rename {
					named.ID = [...]string{"a/", "b/"}[side] + d.ID
				}
				if err := files[p].Write(&named); err != nil {
					return failed(err)
				}
			}
			if i++; read != nil {
				read(i)
			}
		}
		if i < end {
			return &corpus.SyntaxError{File: paper.File, Msg: "has become shorter while it was being split"}
		}
	}
	var errs []error
	for p := Test; p < parts; p++ {
		errs = append(errs, open[p].Close())
	}
	if err := errors.Join(errs...); err != nil {
		return failed(err)
	}
	if err := dir.Add(File, manifest); err != nil {
		return failed(err)
	}
	if err := dir.Appear(nil); err != nil {
		return failed(err)
	}
	return nil
}
