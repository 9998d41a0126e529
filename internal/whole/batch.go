package whole

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// A Batch is files that appear in the order in which they were written, when all of them
// are complete and on disk.
type Batch struct {
	files []*File
}

// Write writes a file that appears with the others.
func (b *Batch) Write(path string, write func(io.Writer) error) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	b.files = append(b.files, f)
	return write(f)
}

// Commit makes the files appear, in place of those that were there.
func (b *Batch) Commit() error {
	defer b.Discard()
	err := each(b.files, func(f *File) error {
		if f.path == "" {
			return nil
		}
		return f.Sync()
	})
	if err != nil {
		return err
	}
	folders := map[string]bool{}
	for _, f := range b.files {
		if err := f.Close(); err != nil {
			return err
		}
		if f.path == "" {
			continue
		}
		if err := os.Rename(f.Name(), f.path); err != nil {
			return err
		}
		folders[filepath.Dir(f.path)] = true
		f.unlock() // its name until complete is free for others now
	}
	return SyncFolders(slices.Sorted(maps.Keys(folders))...)
}

// Discard removes what has not appeared.
func (b *Batch) Discard() {
	for _, f := range b.files {
		f.Discard()
	}
	b.files = nil
}
