package whole

import (
	"errors"
	"io/fs"
	"os"
	"runtime"

	"github.com/gofrs/flock"
)

// A Lock is a file that this process has locked. It dies with the process, however that
// ends; what is left of the file then locks nothing.
type Lock struct{ *flock.Flock }

// TryLock locks a file, which it makes. It returns nil where another process has it.
func TryLock(file string) (*Lock, error) {
	for {
		l := flock.New(file)
		mine, err := l.TryLock()
		if err != nil || !mine {
			return nil, err
		}
		// Who had it before may have removed it meanwhile: then this one locks nothing.
		if isAt(l, file) {
			return &Lock{l}, nil
		}
		l.Close()
	}
}

// Release removes the file and unlocks it, in this order, so that nobody locks what is
// about to be removed.
func (l *Lock) Release() {
	os.Remove(l.Path())
	l.Close()
	if runtime.GOOS == "windows" { // it has not removed what was open
		os.Remove(l.Path())
	}
}

func isAt(l *flock.Flock, file string) bool {
	locked, err := l.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(file)
	return err == nil && os.SameFile(locked, there)
}

// own locks a file that this process has made just now. It is false where another has
// taken it for one that was left behind. Where files cannot be locked, it locks nothing.
func own(file string) (*flock.Flock, bool) {
	l := flock.New(file, flock.SetFlag(os.O_RDWR))
	mine, err := l.TryLock()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, true
	}
	if !mine || !isAt(l, file) {
		l.Close()
		return nil, false
	}
	return l, true
}

// removeLeft removes a file that own has locked for a process which has ended.
func removeLeft(file string) bool {
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() {
		return false
	}
	l := flock.New(file, flock.SetFlag(os.O_RDWR))
	if mine, err := l.TryLock(); err != nil || !mine {
		return false
	}
	defer l.Close()
	return isAt(l, file) && os.Remove(file) == nil
}
