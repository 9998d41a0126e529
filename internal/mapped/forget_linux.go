package mapped

import (
	"os"
	"syscall"
	"unsafe"
)

// Forget lets go of the memory that holds what was read of data, a part of what Open gave. It is read from the
// file again when it is used. Elsewhere than on Linux it does nothing.
func Forget(data []byte) {
	page := os.Getpagesize()
	skip := 0
	if len(data) > 0 {
		skip = -int(uintptr(unsafe.Pointer(&data[0]))) & (page - 1)
	}
	if whole := (len(data) - skip) &^ (page - 1); whole > 0 {
		// It is advice: where it is not taken, memory stays as it was.
		_ = syscall.Madvise(data[skip:skip+whole], syscall.MADV_DONTNEED)
	}
}
