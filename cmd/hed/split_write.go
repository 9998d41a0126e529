package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"hed/corpus/input"

	"hed/cmd/hed/internal/cli"
	"hed/corpus/cloze"
	"hed/corpus/split"
	"hed/internal/whole"
)

// ours refuses a folder with parts that another program may have made.
func ours(out string) error {
	if _, err := os.Stat(filepath.Join(out, split.File)); err == nil {
		return nil
	}
	for _, name := range splitNames() {
		if _, err := os.Stat(filepath.Join(out, name)); err == nil {
			return fmt.Errorf("--out %s: it has %s but no %s, so 'hed split' did not make it; name another folder", out, name, split.File)
		}
	}
	return nil
}

// splitNames are what a split of one fold has, and the first of several.
func splitNames() []string {
	names := []string{split.Folder(0, 2)}
	for p := range split.Parts {
		names = append(names, p.String()+".jsonl")
	}
	return names
}

// write reads the documents again and writes each to its parts. Files are
// made aside and renamed when all are complete.
func (s *splitting) write(ctx context.Context, dir *runDir, docs *input.Documents, dealt *split.Split, record *splitRecord) error {
	parts, err := createParts(dir.unfinished(), dealt.Folds())
	defer parts.close()
	if err != nil {
		return cli.NotWritten("the parts to", s.out, err)
	}
	bar := s.Progress("writing", docs.Sources...)
	defer bar.Clear()
	i := 0
	for d, err := range docs.Reader.Documents(ctx) {
		if err != nil {
			return err
		}
		if i == record.Documents {
			return cli.InputErrorf("%s: has grown while it was being split", docs.File)
		}
		q := cloze.Of(d)
		for f := range dealt.Folds() {
			if err := parts[f][dealt.Part(f, i)].Write(d, q); err != nil {
				return cli.NotWritten("the parts to", s.out, err)
			}
		}
		i++
		bar.Update(i)
	}
	if i < record.Documents {
		return cli.InputErrorf("%s: has shrunk while it was being split", docs.File)
	}
	if err := parts.flush(); err != nil {
		return cli.NotWritten("the parts to", s.out, err)
	}
	if err := s.rename(dir, dealt.Folds()); err != nil {
		return cli.NotWritten("the parts to", s.out, err)
	}
	err = whole.Write(filepath.Join(s.out, split.File), func(w io.Writer) error { return cli.WriteJSON(w, record) })
	if err != nil {
		return cli.NotWritten("the parts to", s.out, err)
	}
	return nil
}

// rename puts the new parts in the place of old ones, of which there may be
// more. split.json goes first: what is there without it is not complete.
func (s *splitting) rename(dir *runDir, folds int) error {
	if err := remove(filepath.Join(s.out, split.File)); err != nil {
		return err
	}
	old := splitNames()
	for f := 1; ; f++ {
		name := split.Folder(f, f+1)
		if _, err := os.Stat(filepath.Join(s.out, name)); err != nil {
			break
		}
		old = append(old, name)
	}
	for _, name := range old {
		if err := os.RemoveAll(filepath.Join(s.out, name)); err != nil {
			return err
		}
	}
	for f := range folds {
		names := []string{split.Folder(f, folds)}
		if folds == 1 {
			names = splitNames()[1:]
		}
		for _, name := range names {
			if err := os.Rename(filepath.Join(dir.unfinished(), name), filepath.Join(s.out, name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// splitParts are the open files of all folds.
type splitParts [][split.Parts]*partFile

type partFile struct {
	cloze.Writer
	buffer *bufio.Writer
	file   *os.File
}

func createParts(folder string, folds int) (splitParts, error) {
	all := make(splitParts, folds)
	for f := range all {
		sub := filepath.Join(folder, split.Folder(f, folds))
		if err := os.MkdirAll(sub, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return all, err
		}
		for p := range split.Parts {
			file, err := os.Create(filepath.Join(sub, p.String()+".jsonl"))
			if err != nil {
				return all, err
			}
			buffer := bufio.NewWriterSize(file, 1<<16)
			all[f][p] = &partFile{cloze.NewJSONL(buffer), buffer, file}
		}
	}
	return all, nil
}

func (s splitParts) flush() error {
	for f := range s {
		for _, p := range s[f] {
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
func (s splitParts) close() {
	for f := range s {
		for _, p := range s[f] {
			if p != nil {
				p.file.Close()
			}
		}
	}
}
