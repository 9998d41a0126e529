//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package safetensors

import "os"

// mapFile reads the file.
func mapFile(name string) (data []byte, unmap func() error, err error) {
	data, err = os.ReadFile(name)
	return data, func() error { return nil }, err
}
