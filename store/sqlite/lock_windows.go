package sqlite

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// beyond is where a byte is locked: the system keeps others from reading what is locked.
var beyond = windows.Overlapped{Offset: 1 << 30}

// lockFile locks a file for this handle alone, and tells whether it is locked: if it need not
// wait another may have it.
func lockFile(f *os.File, wait bool) (bool, error) {
	how := uint32(windows.LOCKFILE_EXCLUSIVE_LOCK)
	if !wait {
		how |= windows.LOCKFILE_FAIL_IMMEDIATELY
	}
	at := beyond
	err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

func unlockFile(f *os.File) {
	at := beyond
	windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &at)
}

// fileNumber tells a file from its copies.
func fileNumber(f *os.File) (uint64, error) {
	var d windows.ByHandleFileInformation
	err := windows.GetFileInformationByHandle(windows.Handle(f.Fd()), &d)
	return uint64(d.FileIndexHigh)<<32 | uint64(d.FileIndexLow), err
}

// links is how many names a file has.
func links(name string, _ fs.FileInfo) uint64 {
	f, err := os.Open(name)
	if err != nil {
		return 1
	}
	defer f.Close()
	var d windows.ByHandleFileInformation
	if windows.GetFileInformationByHandle(windows.Handle(f.Fd()), &d) != nil {
		return 1
	}
	return uint64(d.NumberOfLinks)
}
