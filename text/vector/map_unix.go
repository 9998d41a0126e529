//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package vector

import (
	"errors"
	"os"
	"syscall"
)

// mapFile returns the bytes of a file, which are read when they are used.
// Cache files are replaced, never written to, so they stay as they are.
func mapFile(name string) (data []byte, unmap func() error, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if size := info.Size(); size <= 0 || size != int64(int(size)) {
		return nil, nil, errors.New("the file cannot be mapped")
	}
	data, err = syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, err
	}
	return data, func() error { return syscall.Munmap(data) }, nil
}
