//go:build !linux || !(amd64 || arm64)

package cuda

import (
	"errors"
	"runtime"

	"hed/tensor"
)

// A Device is a card. There is none on this system.
type Device struct{ tensor.Memory }

// Open says that there is no card.
func Open() (*Device, error) {
	return nil, errors.New("no CUDA device: hed does not use one on " + runtime.GOOS + " and " + runtime.GOARCH + "; use --device cpu")
}

// Name is the card's.
func (d *Device) Name() string { return "" }
