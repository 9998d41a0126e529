package input

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"hed/corpus"
	"hed/corpus/all"
	"hed/corpus/split"
	"hed/internal/option"
	"hed/internal/staging"
)

// A Fold is a test part of a split.
type Fold struct{ Name, File string }

// FindFolds are the test parts in the folder of a split.
func FindFolds(folder string) (folds []Fold, err error) {
	if err := staging.Recover(folder); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(folder, split.File)); errors.Is(err, fs.ErrNotExist) {
		return nil, &NoSplitError{folder}
	}
	test := split.Test.String() + ".jsonl"
	marked := filepath.Join(folder, "fold"+split.FoldMark, test)
	n, err := split.Count(marked)
	if err != nil {
		return nil, err
	}
	for i := range n {
		folds = append(folds, Fold{fmt.Sprint(i + 1), split.InFold(marked, i+1)})
	}
	if len(folds) == 0 {
		folds = []Fold{{"1", filepath.Join(folder, test)}}
	}
	return folds, nil
}

// A NoSplitError is a folder that should have been that of a split.
type NoSplitError struct{ Folder string }

func (e *NoSplitError) Error() string {
	return fmt.Sprintf("%s %s: there is no %s in it; name the folder of a split", option.Name("folds"), e.Folder, split.File)
}

// openFolds are the documents of all test parts, one after the other. Each is
// in one of them, which its meta field fold names.
func (p *Paths) openFolds(ctx context.Context) (*Documents, error) {
	opt, err := p.Options()
	if err != nil {
		return nil, err
	}
	d := &Documents{File: filepath.Join(filepath.Dir(filepath.Dir(p.Folds[0].File)), "*", filepath.Base(p.Folds[0].File)), Format: "jsonl"}
	var readers []corpus.Reader
	for _, f := range p.Folds {
		src, err := p.Source(ctx, f.File)
		if err != nil {
			return nil, err
		}
		r, err := all.Documents(src, d.Format, opt)
		if err != nil {
			return nil, err
		}
		readers = append(readers, marked{r, f.Name})
		d.Sources = append(d.Sources, src)
	}
	d.Reader = corpus.Chain(readers...)
	return d, nil
}

// marked says of documents which fold they are of.
type marked struct {
	corpus.Reader
	fold string
}

// Documents implements corpus.Reader.
func (m marked) Documents(ctx context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for d, err := range m.Reader.Documents(ctx) {
			if err == nil {
				if d.Meta == nil {
					d.Meta = map[string]string{}
				}
				d.Meta[split.FoldField] = m.fold
			}
			if !yield(d, err) {
				return
			}
		}
	}
}

// PerFold are the files that a system's file name stands for: one, or one
// per fold.
func (p *Paths) PerFold(file string) []string {
	if !p.IsPerFold(file) {
		return []string{file}
	}
	var files []string
	for _, f := range p.Folds {
		files = append(files, strings.ReplaceAll(file, split.FoldMark, f.Name))
	}
	return files
}

// IsPerFold reports whether a system has a file a fold.
func (p *Paths) IsPerFold(file string) bool {
	return len(p.Folds) > 0 && strings.Contains(file, split.FoldMark)
}

// sinceFold is a file name that has a mark, less the folders before it, the same
// on all systems.
func sinceFold(file string) string {
	before, _, _ := strings.Cut(file, split.FoldMark)
	folder, _ := filepath.Split(before)
	return filepath.ToSlash(strings.TrimPrefix(file, folder))
}
