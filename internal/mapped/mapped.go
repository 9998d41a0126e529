// Package mapped maps files into memory where the system can, and reads them elsewhere.
package mapped

import (
	"errors"
	"os"
)

// Open gives the bytes of a file, which begin at a multiple of 8 and are not to be
// written to. Where the system can, they are read when they are used, so the file must
// not be changed before unmap, which gives them back. An empty file has none.
func Open(name string) (data []byte, unmap func() error, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, errors.New("it is not a file")
	}
	size := info.Size()
	if size == 0 {
		return nil, func() error { return nil }, nil
	}
	if size != int64(int(size)) {
		return nil, nil, errors.New("it is too large for the memory of this system")
	}
	return open(f, int(size))
}
