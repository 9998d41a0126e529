package whole

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"hed/internal/crash"
)

// atOnce is how many files are forced to disk at a time: a disk does many together in
// little more time than one.
const atOnce = 16

// Sync forces files to disk and returns when all of them are there.
func Sync(files ...string) error {
	return each(files, func(name string) error {
		f, err := os.OpenFile(name, os.O_RDWR, 0) // Windows wants a file that can be written
		if err != nil {
			return err
		}
		return errors.Join(f.Sync(), f.Close())
	})
}

// SyncFolders forces the names in folders to disk. Some file systems cannot do that,
// which is forgiven: there is nothing else to be done. A disk that fails is not.
func SyncFolders(folders ...string) error {
	return each(folders, func(name string) error {
		f, err := os.Open(name)
		if err != nil {
			return nil
		}
		err = f.Sync()
		f.Close()
		if !errors.Is(err, syscall.EIO) && !errors.Is(err, syscall.ENOSPC) {
			err = nil
		}
		return err
	})
}

func each[T any](names []T, do func(T) error) error {
	errs := make([]error, len(names))
	var all crash.Group
	turn := make(chan struct{}, atOnce)
	for i, name := range names {
		turn <- struct{}{}
		all.Go(func() {
			defer func() { <-turn }()
			errs[i] = do(name)
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err // the first is enough: the others mostly say the same
		}
	}
	return nil
}

// MakeFolder makes a folder and those above it that are missing, and forces their names
// to disk.
func MakeFolder(path string) error {
	var above []string
	for p := filepath.Clean(path); p != filepath.Dir(p); p = filepath.Dir(p) {
		if _, err := os.Stat(p); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		above = append(above, filepath.Dir(p))
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return err
	}
	return SyncFolders(above...)
}

// Place gives a complete file its name, in place of one that was there, and returns when
// that is on disk.
func Place(file, name string) error {
	if err := Sync(file); err != nil {
		return err
	}
	return rename(file, name)
}

// rename is for a file that is on disk.
func rename(file, name string) error {
	if err := os.Rename(file, name); err != nil {
		return err
	}
	return SyncFolders(filepath.Dir(name))
}
