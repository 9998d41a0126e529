//go:build !cuda || !linux || !(amd64 || arm64)

package cuda

import (
	"fmt"
	"runtime"

	"hed/internal/option"
	"hed/tensor"
)

// A Device is a card. There is none in this build.
type Device struct{ tensor.Memory }

// Open says that there is no card.
func Open() (*Device, error) {
	why := ErrStatic
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		why = fmt.Errorf("hed does not use one on %s and %s; use %s cpu", runtime.GOOS, runtime.GOARCH, option.Name("device"))
	}
	return nil, &option.Error{Option: "device", Err: fmt.Errorf("no CUDA device: %w", why)}
}

// Name is the card's.
func (d *Device) Name() string { return "" }
