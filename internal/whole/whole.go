// Package whole writes files that appear whole or not at all: they are
// written under another name, forced to disk, and renamed when they are complete,
// so that a power cut after that leaves them whole. A link stays
// one, to the new file; a device or a pipe is written to as it is, since a
// file in its place would be no use to anybody.
//
// It and package staging are the only ways in which hed makes files appear.
package whole

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/gofrs/flock"
)

// A File is being written. Commit makes it appear, Discard forgets it;
// Discard after Commit does nothing, so it can be deferred.
type File struct {
	*os.File
	path string       // "" for what is written in place
	lock *flock.Flock // of the file until complete; nil without one
}

// Create begins a file that will appear at path. Its folder must exist.
func Create(path string) (*File, error) {
	if InPlace(path) {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return nil, err
		}
		return &File{File: f}, nil
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	f, lock, err := temporary(path)
	if err != nil {
		return nil, err
	}
	return &File{f, path, lock}, nil
}

// mostLeft is how many files of other processes are looked at for a name.
const mostLeft = 100

// temporary makes the file that stands for path until it is complete, beside it. A
// process that was killed leaves one behind, which the next to write path removes: it
// is locked while its process lives.
func temporary(path string) (*os.File, *flock.Flock, error) {
	for i := 0; ; i++ {
		number := strconv.Itoa(i)
		if i >= mostLeft || runtime.GOOS == "windows" { // which cannot rename what is locked
			number = rand.Text()[:12]
		}
		tmp := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.tmp-%s", filepath.Base(path), number))
		// Not os.CreateTemp, which makes files that only their owner can read.
		f, err := os.OpenFile(tmp, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) && removeLeft(tmp) {
			f, err = os.OpenFile(tmp, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		}
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil || runtime.GOOS == "windows" {
			return f, nil, err
		}
		if lock, mine := own(tmp); mine {
			return f, lock, nil
		}
		f.Close()
	}
}

// InPlace reports whether Create writes to path as it is: a device, a pipe, or
// one of the names of the streams that the process has. Those may lead to a plain
// file, but who reads it would not see one that takes its place.
func InPlace(path string) bool {
	for _, stream := range []string{"/dev/std", "/dev/fd/", "/proc/"} {
		if strings.HasPrefix(path, stream) {
			return true
		}
	}
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// Remove removes a file that may not be there.
func Remove(file string) error {
	if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Failed says of a file that could not be written which it is, by what it is for and
// the name that it was to have: the error has the name until complete.
func Failed(what, file string, err error) error {
	folder := filepath.Dir(file)
	if _, missing := os.Stat(folder); errors.Is(missing, fs.ErrNotExist) {
		return fmt.Errorf("write %s %s: there is no folder %s; make it first", what, file, folder)
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		err = e.Err
	}
	return fmt.Errorf("write %s %s: %w", what, file, err)
}

// Commit makes the file appear, in place of one that was there, and returns when it is
// on disk.
func (f *File) Commit() error {
	var err error
	if f.path != "" {
		err = f.Sync()
	}
	err = cmp.Or(err, f.Close())
	if err == nil && f.path != "" {
		err = rename(f.Name(), f.path)
	}
	if err != nil {
		f.remove()
	}
	f.unlock()
	return err
}

// Discard removes what was written.
func (f *File) Discard() {
	if f == nil || f.File == nil {
		return
	}
	f.Close()
	f.remove()
	f.unlock()
}

func (f *File) unlock() {
	if f.lock != nil {
		f.lock.Close()
	}
	f.File = nil
}

func (f *File) remove() {
	if f.path != "" {
		os.Remove(f.Name())
	}
}

// Write writes a file in one go.
func Write(path string, write func(io.Writer) error) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}
