// Package staging fills a folder with results that appear together. While they
// are made, all that the folder has is a subfolder .unfinished, with what work that
// goes on after a stop needs, and a lock, so that two processes do not mix what they
// write. What is complete is renamed.
package staging

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"hed/internal/option"
)

// A Folder is being filled by this process.
type Folder struct {
	Path string
	// Keep leaves what is in Unfinished when the folder is closed.
	Keep bool

	made []string // folders that were not there before, inner ones first
	lock *flock.Flock
}

const (
	unfinished = ".unfinished"
	lockFile   = "lock"
)

// Open makes the folder, if it is not there, and locks it. Errors call it by the
// option out.
func Open(path string) (*Folder, error) {
	made, err := Missing(path)
	if err != nil {
		return nil, err
	}
	f := &Folder{Path: path, made: made}
	if err := os.MkdirAll(f.Unfinished(), 0o777); err != nil {
		f.Close()
		return nil, fmt.Errorf("make %s: %w", option.Name("out"), err)
	}
	f.lock = flock.New(filepath.Join(f.Unfinished(), lockFile))
	switch mine, err := f.lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("lock %s: %w", option.Name("out"), err)
	case !mine:
		return nil, fmt.Errorf("%s %s: another hed is writing there; wait for it, or name another folder", option.Name("out"), path)
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

// IsUnfinished reports whether there is something unfinished in a folder, or
// something that is being written.
func IsUnfinished(path string) bool {
	_, err := os.Stat(filepath.Join(path, unfinished))
	return err == nil
}

// Unfinished is the folder for what is not complete.
func (f *Folder) Unfinished() string { return filepath.Join(f.Path, unfinished) }

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
	if !f.Keep { // all but the lock, which another process may wait for
		for _, file := range f.Files() {
			os.RemoveAll(file)
		}
	}
	if f.lock != nil {
		f.lock.Close()
		os.Remove(f.lock.Path())
	}
	os.Remove(f.Unfinished()) // does nothing unless it is empty
	for _, p := range f.made {
		os.Remove(p) // does nothing unless it is empty
	}
}
