//go:build unix

package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// lockFile locks a file for this handle alone, and tells whether it is locked: if it need not
// wait another may have it.
func lockFile(f *os.File, wait bool) (bool, error) {
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	for {
		err := syscall.Flock(int(f.Fd()), how)
		switch {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		default:
			return err == nil, err
		}
	}
}

func unlockFile(f *os.File) { syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }

// fileNumber tells a file from its copies.
func fileNumber(f *os.File) (uint64, error) {
	i, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if s, ok := i.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Ino), nil
	}
	return 0, nil
}

// links is how many names a file has.
func links(_ string, i fs.FileInfo) uint64 {
	if s, ok := i.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 1
}
