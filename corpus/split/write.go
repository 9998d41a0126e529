package split

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"hed/corpus"
	"hed/corpus/jsonl"
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

// Foreign is something in a folder that Write would replace though no split is there,
// so that another program may have made it; "" where there is nothing.
func Foreign(out string) string {
	if _, err := os.Stat(filepath.Join(out, File)); err == nil {
		return ""
	}
	for _, name := range names() {
		if _, err := os.Stat(filepath.Join(out, name)); err == nil {
			return name
		}
	}
	return ""
}

// Write reads the documents again and writes each to its parts, as JSON lines with
// everything that is known of them. Files are made in the folder aside and renamed
// to out when all are complete, in place of an older split; what record writes comes
// last, so that a folder with File in it is complete. file is what messages call the
// documents, and wrote, if not nil, is told how many were written.
func (s *Split) Write(ctx context.Context, docs corpus.Reader, file, aside, out string, record func(io.Writer) error, wrote func(documents int)) error {
	parts, err := create(aside, s.Folds())
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
			return &corpus.SyntaxError{File: file, Msg: "has grown while it was being split"}
		}
		for f := range s.Folds() {
			if err := parts[f][s.Part(f, i)].Write(d); err != nil {
				return whole.Failed("the parts to", out, err)
			}
		}
		if i++; wrote != nil {
			wrote(i)
		}
	}
	if i < s.documents() {
		return &corpus.SyntaxError{File: file, Msg: "has shrunk while it was being split"}
	}
	err = parts.flush()
	if err == nil {
		err = replace(aside, out, s.Folds())
	}
	if err == nil {
		err = whole.Write(filepath.Join(out, File), record)
	}
	if err != nil {
		return whole.Failed("the parts to", out, err)
	}
	return nil
}

// replace puts the new parts in the place of old ones, of which there may be
// more. File goes first: what is there without it is not complete.
func replace(aside, out string, folds int) error {
	if err := os.Remove(filepath.Join(out, File)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	old := names()
	for f := 1; ; f++ {
		name := Folder(f, f+1)
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			break
		}
		old = append(old, name)
	}
	for _, name := range old {
		if err := os.RemoveAll(filepath.Join(out, name)); err != nil {
			return err
		}
	}
	made := names()[1:]
	if folds > 1 {
		made = nil
		for f := range folds {
			made = append(made, Folder(f, folds))
		}
	}
	for _, name := range made {
		if err := os.Rename(filepath.Join(aside, name), filepath.Join(out, name)); err != nil {
			return err
		}
	}
	return nil
}

// files are the open parts of all folds.
type files [][Parts]*partFile

type partFile struct {
	*jsonl.Writer
	buffer *bufio.Writer
	file   *os.File
}

func create(folder string, folds int) (files, error) {
	all := make(files, folds)
	for f := range all {
		sub := filepath.Join(folder, Folder(f, folds))
		if err := os.MkdirAll(sub, 0o777); err != nil {
			return all, err
		}
		for p := range Parts {
			file, err := os.Create(filepath.Join(sub, p.file()))
			if err != nil {
				return all, err
			}
			buffer := bufio.NewWriterSize(file, 1<<16)
			all[f][p] = &partFile{jsonl.NewWriter(buffer), buffer, file}
		}
	}
	return all, nil
}

func (all files) flush() error {
	for f := range all {
		for _, p := range all[f] {
			if err := p.buffer.Flush(); err != nil {
				return err
			}
			if err := p.file.Close(); err != nil {
				return err
			}
		}
	}
	return nil
}

// close closes what is still open.
func (all files) close() {
	for f := range all {
		for _, p := range all[f] {
			if p != nil {
				p.file.Close()
			}
		}
	}
}
