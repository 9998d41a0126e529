//go:build !cuda || !linux || !(amd64 || arm64)

package cuda

import (
	"errors"
	"runtime"

	"hed/tensor"
)

// A Device is a card. There is none in this build.
type Device struct{ tensor.Memory }

// Open says that there is no card.
func Open() (*Device, error) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		return nil, errors.New("no CUDA device: hed does not use one on " + runtime.GOOS + " and " + runtime.GOARCH + "; use --device cpu")
	}
	return nil, errors.New("no CUDA device: this is the static build of hed, which cannot open the card's libraries; " +
		"take hed-cuda, which 'make build' makes beside it, or use --device cpu")
}

// Name is the card's.
func (d *Device) Name() string { return "" }
