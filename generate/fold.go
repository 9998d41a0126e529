package generate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"hed/corpus"
	"hed/corpus/split"
)

// PerFold is the set for the documents of a split's folds: where an option has split.FoldMark, there is a generator for
// each fold, which writes for the documents of that fold alone, such as one that was trained on all others. Without folds
// such an option is refused.
func (s *Set) PerFold(folds []string) *Set {
	infos := s.Infos()
	for i, in := range infos {
		infos[i].New = func(options map[string]string, seed uint64) (Generator, error) {
			for name, value := range options {
				switch {
				case !strings.Contains(value, split.FoldMark):
				case len(folds) == 0:
					return nil, fmt.Errorf("%s=%s: there are no folds to replace %s", name, value, split.FoldMark)
				default:
					return newFolded(in, folds, options, seed)
				}
			}
			return in.New(options, seed)
		}
	}
	return NewSet(infos)
}

// folded is a generator for each fold.
type folded struct {
	order []string // of folds
	each  map[string]Generator
}

func newFolded(in Info, folds []string, options map[string]string, seed uint64) (_ Generator, err error) {
	f := &folded{each: map[string]Generator{}}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	for _, fold := range folds {
		own := maps.Clone(options)
		for name, value := range own {
			own[name] = strings.ReplaceAll(value, split.FoldMark, fold)
		}
		g, err := in.New(own, seed)
		if err != nil {
			return nil, err
		}
		f.order = append(f.order, fold)
		f.each[fold] = g
		if _, learns := g.(Fitter); learns {
			return nil, fmt.Errorf("it learns from the documents that it writes for, so %s has no meaning here", split.FoldMark)
		}
	}
	return f, nil
}

// Signature is that of all of them: a part that they do not share has the value of each fold, in the order of folds.
func (f *folded) Signature() string {
	var whole []string
	var all [][]string
	for _, fold := range f.order {
		s := f.each[fold].Signature()
		whole, all = append(whole, s), append(all, strings.Split(s, "|"))
	}
	if slices.ContainsFunc(all, func(of []string) bool { return len(of) != len(all[0]) }) {
		return strings.Join(whole, "/")
	}
	sum := slices.Clone(all[0])
	for i, first := range all[0] {
		if !slices.ContainsFunc(all, func(of []string) bool { return of[i] != first }) {
			continue
		}
		key, _, _ := strings.Cut(first, ":")
		for _, of := range all[1:] {
			sum[i] += "/" + strings.TrimPrefix(of[i], key+":")
		}
	}
	return strings.Join(sum, "|")
}

// Generate implements Generator.
func (f *folded) Generate(ctx context.Context, d *corpus.Document) (string, error) {
	g, err := f.of(d)
	if err != nil {
		return "", err
	}
	return g.Generate(ctx, d)
}

// of is the generator of a document.
func (f *folded) of(d *corpus.Document) (Generator, error) {
	g, ok := f.each[d.Meta[split.FoldField]]
	if !ok {
		return nil, fmt.Errorf("document %s is of the fold %q, for which there is no generator", d.ID, d.Meta[split.FoldField])
	}
	return g, nil
}

// GenerateBatch implements Batcher. The documents of a fold come together.
func (f *folded) GenerateBatch(ctx context.Context, docs []*corpus.Document, n int) (all [][]Candidate, err error) {
	for len(docs) > 0 {
		g, err := f.of(docs[0])
		if err != nil {
			return nil, err
		}
		end := slices.IndexFunc(docs, func(d *corpus.Document) bool { return d.Meta[split.FoldField] != docs[0].Meta[split.FoldField] })
		if end < 0 {
			end = len(docs)
		}
		part, err := Candidates(ctx, g, docs[:end], n)
		if err != nil {
			return nil, err
		}
		all, docs = append(all, part...), docs[end:]
	}
	return all, nil
}

// Count implements Spender, for those that are.
func (f *folded) Count(d *corpus.Document) {
	if g, err := f.of(d); err == nil {
		if s, ok := g.(Spender); ok {
			s.Count(d)
		}
	}
}

// Close closes all of them.
func (f *folded) Close() error {
	var errs []error
	for _, g := range f.each {
		if c, ok := g.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}
