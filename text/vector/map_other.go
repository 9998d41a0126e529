//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package vector

import (
	"io"
	"os"
	"unsafe"
)

// mapFile reads the file. Memory of words of 8 bytes is aligned for all parts.
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
	words := make([]uint64, info.Size()/8+1)
	data = unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), info.Size())
	if _, err := io.ReadFull(f, data); err != nil {
		return nil, nil, err
	}
	return data, func() error { return nil }, nil
}
