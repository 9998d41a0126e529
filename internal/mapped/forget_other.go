//go:build !linux

package mapped

// Forget lets go of the memory that holds what was read of data, a part of what Open gave. It is read from the
// file again when it is used. Elsewhere than on Linux it does nothing.
func Forget([]byte) {}
