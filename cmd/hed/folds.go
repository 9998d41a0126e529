package main

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
)

// foldMark stands in the file name of a system for the number of a fold.
const foldMark = "{fold}"

// A fold is a test part that 'hed split' made.
type fold struct{ name, file string }

// findFolds are the test parts in a folder of 'hed split'.
func findFolds(folder string) (folds []fold, err error) {
	if _, err := os.Stat(filepath.Join(folder, splitFile)); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--folds %s: there is no %s in it; name a folder that 'hed split' wrote", folder, splitFile)
	}
	test := split.Test.String() + ".jsonl"
	for i := 0; ; i++ {
		file := filepath.Join(folder, foldFolder(i, 2), test)
		if _, err := os.Stat(file); err != nil {
			break
		}
		folds = append(folds, fold{fmt.Sprint(i + 1), file})
	}
	if len(folds) == 0 {
		folds = []fold{{"1", filepath.Join(folder, test)}}
	}
	return folds, nil
}

// openFolds are the documents of all test parts, one after the other. Each is
// in one of them, which its meta field fold names.
func (in *inputs) openFolds() (*documents, error) {
	opt, err := in.options()
	if err != nil {
		return nil, err
	}
	d := &documents{file: filepath.Join(filepath.Dir(filepath.Dir(in.folds[0].file)), "*", filepath.Base(in.folds[0].file)), format: "jsonl"}
	var readers []corpus.Reader
	for _, f := range in.folds {
		src := corpus.File(f.file)
		r, err := all.Documents(src, d.format, opt)
		if err != nil {
			return nil, err
		}
		readers = append(readers, marked{r, f.name})
		d.sources = append(d.sources, src)
	}
	d.reader = corpus.Chain(readers...)
	return d, nil
}

// foldField is the meta field of a document that names its fold.
const foldField = "fold"

// marked says of documents which fold they are of.
type marked struct {
	corpus.Reader
	fold string
}

func (m marked) Documents(ctx context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for d, err := range m.Reader.Documents(ctx) {
			if err == nil {
				if d.Meta == nil {
					d.Meta = map[string]string{}
				}
				d.Meta[foldField] = m.fold
			}
			if !yield(d, err) {
				return
			}
		}
	}
}

// perFold are the files that a system's file name stands for: one, or one a
// fold.
func (in *inputs) perFold(file string) []string {
	if !in.isPerFold(file) {
		return []string{file}
	}
	var files []string
	for _, f := range in.folds {
		files = append(files, strings.ReplaceAll(file, foldMark, f.name))
	}
	return files
}

func (in *inputs) isPerFold(file string) bool {
	return len(in.folds) > 0 && strings.Contains(file, foldMark)
}

// sinceFold is a file name that has a mark, less the folders before it, the same
// on all systems.
func sinceFold(file string) string {
	before, _, _ := strings.Cut(file, foldMark)
	folder, _ := filepath.Split(before)
	return filepath.ToSlash(strings.TrimPrefix(file, folder))
}
