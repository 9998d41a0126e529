// Package tensortest is the contract of tensor.Device, for every device to prove
// itself with:
//
//	func TestContract(t *testing.T) {
//		tensortest.Run(t, func(t testing.TB) tensor.Device { return tensor.New(2) })
//	}
//
// Every operation is run on the device with random arguments (odd sizes, views into
// larger matrices, transposed factors, arguments that are the result too) and compared
// with plain loops in float64; nothing beside the result may change. Then come
// arguments without rows, columns or terms, numbers that are special, shapes that do
// not fit, several goroutines, gradients beside what really happens, and what a network relies on: the same calls give the
// same bits, and a row's do not depend on the rows beside it.
//
// What only one device promises (the processor: no allocations, the same bits for any
// number of workers; the card: memory that comes back) its own tests check.
package tensortest

import (
	"testing"

	"hed/tensor"
)

// Run checks that a device keeps the contract. open may skip the test where there is no
// such device. Run closes what it gives.
func Run(t *testing.T, open func(t testing.TB) tensor.Device) {
	d := open(t)
	t.Cleanup(d.Close)
	for _, part := range []struct {
		name string
		do   func(t *testing.T, d tensor.Device)
	}{
		{"operations", operations},
		{"products", products},
		{"functions", functions},
		{"special numbers", special},
		{"empty", empty},
		{"in place", inPlace},
		{"misuse", misuse},
		{"repeated", repeated},
		{"places", places},
		{"goroutines", goroutines},
		{"layer", layer},
	} {
		t.Run(part.name, func(t *testing.T) { part.do(t, d) })
	}
	if _, ok := d.(tensor.Learner); ok {
		t.Run("gradients", func(t *testing.T) { gradients(t, d) })
	}
	if d, ok := d.(tensor.Sequencer); ok {
		t.Run("sequences", func(t *testing.T) { atOnce(t, d) })
	}
	if d, ok := d.(tensor.Decoder); ok {
		t.Run("decoding", func(t *testing.T) { decoding(t, d) })
	}
	if d, ok := d.(tensor.Shortener); ok {
		t.Run("short", func(t *testing.T) { short(t, d) })
	}
}
