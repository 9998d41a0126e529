package cuda_test

import (
	"testing"

	"hed/tensor"
	"hed/tensor/tensortest"
)

// TestContract: the card keeps the contract of devices.
func TestContract(t *testing.T) {
	tensortest.Run(t, func(t testing.TB) tensor.Device { return card(t) })
}
