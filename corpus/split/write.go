package split

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"

	"hed/corpus"
	"hed/corpus/jsonl"
	"hed/internal/option"
	"hed/internal/staging"
	"hed/internal/whole"
)

// file is what a part is called in its folder.
func (p Part) file() string { return p.String() + ".jsonl" }

// names are what a split of one fold has, and the first of several.
func names() []string {
	all := []string{Folder(0, 2)}
	for p := range Parts {
		all = append(all, p.file())
	}
	return all
}

// A ForeignError is a folder with something that Write would replace though no split is there,
// so that another program may have made it.
type ForeignError struct{ Folder, Name string }

func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s %s: it has %s but no %s, so it is not a split; name another folder", option.Name("out"), e.Folder, e.Name, File)
}

// Check refuses a folder that Write must not write to, with a ForeignError.
func Check(out string) error {
	if _, err := os.Stat(filepath.Join(out, File)); err == nil {
		return nil
	}
	for _, name := range names() {
		if _, err := os.Stat(filepath.Join(out, name)); err == nil {
			return &ForeignError{out, name}
		}
	}
	return nil
}

// older are the files of a split that an earlier version wrote, which left no list of
// them.
func older(out string) (names []string) {
	if _, err := os.Stat(filepath.Join(out, File)); err != nil {
		return nil
	}
	folders := []string{""}
	for f := 0; ; f++ {
		if _, err := os.Stat(filepath.Join(out, Folder(f, f+2))); err != nil {
			break
		}
		folders = append(folders, Folder(f, f+2))
	}
	for _, folder := range folders {
		for p := range Parts {
			names = append(names, path.Join(folder, p.file()))
		}
	}
	return append(names, File)
}

// Write reads the documents again and writes each to its parts, as JSON lines with
// everything that is known of them. They appear together when all are complete, in
// place of an older split; what record writes comes last, so that a folder with File in
// it is complete. file is what messages call the documents, and read, if not nil, is
// called with the number that were read.
func (s *Split) Write(ctx context.Context, docs corpus.Reader, file, out string, record func(io.Writer) error, read func(documents int)) error {
	dir, err := staging.Open(out)
	if err != nil {
		return err
	}
	defer dir.Close()
	parts, err := create(dir, s.Folds())
	defer parts.close()
	if err != nil {
		return whole.Failed("the parts to", out, err)
	}
	i := 0
	for d, err := range docs.Documents(ctx) {
		if err != nil {
			return err
		}
		if i == s.documents() {
			return &corpus.SyntaxError{File: file, Msg: "has become longer while it was being split"}
		}
		for f := range s.Folds() {
			if s.Dropped(i) {
				break
			}
			if err := parts[f][s.Part(f, i)].Write(d); err != nil {
				return whole.Failed("the parts to", out, err)
			}
		}
		if i++; read != nil {
			read(i)
		}
	}
	if i < s.documents() {
		return &corpus.SyntaxError{File: file, Msg: "has become shorter while it was being split"}
	}
	err = parts.close()
	if err == nil {
		err = dir.Add(File, record)
	}
	if err == nil {
		err = dir.Appear(older(out))
	}
	if err != nil {
		return whole.Failed("the parts to", out, err)
	}
	return nil
}

// files are the open parts of all folds.
type files [][Parts]*partFile

type partFile struct {
	*jsonl.Writer
	*staging.Part
}

// Write writes a document.
func (p *partFile) Write(d *corpus.Document) error { return p.Writer.Write(d) }

func create(dir *staging.Folder, folds int) (files, error) {
	all := make(files, folds)
	for f := range all {
		for p := range Parts {
			part, err := dir.Create(path.Join(Folder(f, folds), p.file()))
			if err != nil {
				return all, err
			}
			all[f][p] = &partFile{jsonl.NewWriter(part), part}
		}
	}
	return all, nil
}

// close completes what is still open.
func (all files) close() error {
	var errs []error
	for f := range all {
		for _, p := range all[f] {
			if p != nil {
				errs = append(errs, p.Close())
			}
		}
	}
	return errors.Join(errs...)
}
