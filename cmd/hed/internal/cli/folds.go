package cli

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

// SplitFile says how a split was made.
const SplitFile = "split.json"

// FoldFolder is the folder of a fold below --out; one fold needs none.
func FoldFolder(fold, folds int) string {
	if folds == 1 {
		return ""
	}
	return fmt.Sprintf("fold%d", fold+1)
}

// A Fold is a test part that 'hed split' made.
type Fold struct{ Name, File string }

// FindFolds are the test parts in a folder of 'hed split'.
func FindFolds(folder string) (folds []Fold, err error) {
	if _, err := os.Stat(filepath.Join(folder, SplitFile)); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--folds %s: there is no %s in it; name a folder that 'hed split' wrote", folder, SplitFile)
	}
	test := split.Test.String() + ".jsonl"
	for i := 0; ; i++ {
		file := filepath.Join(folder, FoldFolder(i, 2), test)
		if _, err := os.Stat(file); err != nil {
			break
		}
		folds = append(folds, Fold{fmt.Sprint(i + 1), file})
	}
	if len(folds) == 0 {
		folds = []Fold{{"1", filepath.Join(folder, test)}}
	}
	return folds, nil
}

// openFolds are the documents of all test parts, one after the other. Each is
// in one of them, which its meta field fold names.
func (in *Inputs) openFolds() (*Documents, error) {
	opt, err := in.Options()
	if err != nil {
		return nil, err
	}
	d := &Documents{File: filepath.Join(filepath.Dir(filepath.Dir(in.Folds[0].File)), "*", filepath.Base(in.Folds[0].File)), Format: "jsonl"}
	var readers []corpus.Reader
	for _, f := range in.Folds {
		src := corpus.File(f.File)
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

// FoldField is the meta field of a document that names its fold.
const FoldField = "fold"

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
				d.Meta[FoldField] = m.fold
			}
			if !yield(d, err) {
				return
			}
		}
	}
}

// PerFold are the files that a system's file name stands for: one, or one a
// fold.
func (in *Inputs) PerFold(file string) []string {
	if !in.IsPerFold(file) {
		return []string{file}
	}
	var files []string
	for _, f := range in.Folds {
		files = append(files, strings.ReplaceAll(file, foldMark, f.Name))
	}
	return files
}

// IsPerFold reports whether a system has a file a fold.
func (in *Inputs) IsPerFold(file string) bool {
	return len(in.Folds) > 0 && strings.Contains(file, foldMark)
}

// SinceFold is a file name that has a mark, less the folders before it, the same
// on all systems.
func SinceFold(file string) string {
	before, _, _ := strings.Cut(file, foldMark)
	folder, _ := filepath.Split(before)
	return filepath.ToSlash(strings.TrimPrefix(file, folder))
}
