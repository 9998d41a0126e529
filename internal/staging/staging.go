// Package staging fills a folder with results that appear together. While they
// are made, they are in a subfolder .unfinished, with what work that continues after a
// stop needs, and a lock, so that two processes do not mix what they write. What is
// complete is forced to disk and renamed, in place of what the same work made there
// before and of nothing else: files.json lists what hed has written.
package staging

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"hed/internal/option"
	"hed/internal/whole"
)

// A Folder is being filled by this process.
type Folder struct {
	Path string
	// Keep leaves what is in Unfinished when the folder is closed.
	Keep bool

	made  []string // folders that were not there before, inner ones first
	lock  *whole.Lock
	parts List // what was begun since it was opened
}

const (
	unfinished = ".unfinished"
	lockFile   = "lock"
)

// Open makes the folder, if it is not there, and locks it. If a process ended while
// files were about to appear there, they do so now. Errors call the folder by the
// option out.
func Open(path string) (*Folder, error) {
	made, err := Missing(path)
	if err != nil {
		return nil, err
	}
	f := &Folder{Path: path, made: made}
	if info, err := os.Lstat(f.Unfinished()); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s %s: hed keeps unfinished results in %s, but here it is a link or a file; move it, or name another folder",
			option.Name("out"), path, f.Unfinished())
	}
	for f.lock == nil {
		if err := os.MkdirAll(f.Unfinished(), 0o777); err != nil {
			f.Close()
			return nil, fmt.Errorf("make %s: %w", option.Name("out"), err)
		}
		f.lock, err = whole.TryLock(filepath.Join(f.Unfinished(), lockFile))
		switch {
		case errors.Is(err, fs.ErrNotExist): // another process has just ended, and removed the folder
		case err != nil:
			return nil, fmt.Errorf("lock %s: %w", option.Name("out"), err)
		case f.lock == nil:
			return nil, fmt.Errorf("%s %s: another hed is writing there; wait for it, or name another folder", option.Name("out"), path)
		}
	}
	if err := f.recover(); err != nil {
		f.Keep = true
		f.Close()
		return nil, err
	}
	// What was made before and did not come to appear is made again.
	if err := os.RemoveAll(filepath.Join(f.Unfinished(), newFolder)); err != nil {
		f.Keep = true
		f.Close()
		return nil, fmt.Errorf("make %s: %w", option.Name("out"), err)
	}
	return f, nil
}

// Missing are the folders of a path that are not there yet, inner ones
// first. It refuses a path that cannot be a folder.
func Missing(path string) (missing []string, err error) {
	if path == "-" {
		return nil, option.Errorf("out", " -: what is written is a folder, which stdout cannot be; name one (./- if it is to be called so)")
	}
	for p := filepath.Clean(path); ; p = filepath.Dir(p) {
		info, err := os.Stat(p)
		if err == nil && !info.IsDir() {
			return nil, fmt.Errorf("%s %s: %s is a file; name a folder", option.Name("out"), path, p)
		}
		if err == nil || p == filepath.Dir(p) {
			return missing, nil
		}
		missing = append(missing, p)
	}
}

// UnfinishedIn is what Unfinished is for a folder that is not open.
func UnfinishedIn(path string) string { return filepath.Join(path, unfinished) }

// Unfinished is the folder for what is not complete.
func (f *Folder) Unfinished() string { return UnfinishedIn(f.Path) }

// Files are the files in Unfinished, but for the lock.
func (f *Folder) Files() (files []string) {
	all, _ := os.ReadDir(f.Unfinished()) // none if it cannot be read
	for _, file := range all {
		if file.Name() != lockFile {
			files = append(files, filepath.Join(f.Unfinished(), file.Name()))
		}
	}
	return files
}

// Close unlocks the folder and leaves nothing behind but what is to be kept.
func (f *Folder) Close() {
	// What is about to appear stays, whatever failed: the next to open the folder
	// completes it.
	_, err := os.Lstat(filepath.Join(f.Unfinished(), planFile))
	switch planned := err == nil; {
	case planned || f.lock == nil:
	case f.Keep:
		// What is damaged all the same is found by its checksum and made again.
		_ = whole.Sync(f.Files()...)
		_ = whole.SyncFolders(f.Unfinished(), f.Path)
	default: // all but the lock, which another process may wait for
		for _, file := range f.Files() {
			os.RemoveAll(file)
		}
	}
	if f.lock != nil {
		f.lock.Release()
	}
	os.Remove(f.Unfinished()) // does nothing unless it is empty
	for _, p := range f.made {
		os.Remove(p) // does nothing unless it is empty
	}
}
