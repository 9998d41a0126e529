//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"fmt"
	"unsafe"

	"hed/tensor"
)

// New gives a matrix of zeros. It panics with a tensor.Failure if the card has no
// memory for it.
func (d *Device) New(rows, cols int) tensor.Matrix {
	tensor.Check{}.New(rows, cols)
	if rows == 0 || cols == 0 {
		return tensor.Of(rows, cols, nil)
	}
	defer d.leave()
	d.enter()
	return d.zeros(rows, cols)
}

// Free takes back the memory of m, which New gave or Pack keeps. When the device is
// closed, nothing is left to take back.
func (d *Device) Free(m tensor.Matrix) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(m.Data) == 0 || d.context == 0 {
		return
	}
	// What is queued may still use it, but runs before what will be queued next.
	if !d.pool.give(address(&m)) {
		panic("cuda: free of a matrix that is not in use or a part of one")
	}
}

// Available is about how many more numbers New has memory for.
func (d *Device) Available() int {
	defer d.leave()
	d.enter()
	free, _ := d.memory()
	return (free + d.pool.kept) / 4
}

// memory is the card's in bytes, for all programs.
func (d *Device) memory() (free, all int) {
	var f, a uintptr
	d.must("ask for free memory", call(d.api.cuMemGetInfo, uintptr(unsafe.Pointer(&f)), uintptr(unsafe.Pointer(&a))))
	return int(f), int(a)
}

// matrix is a new matrix that is not cleared.
func (d *Device) matrix(rows, cols int) tensor.Matrix {
	a := d.take(4 * rows * cols)
	return tensor.Of(rows, cols, unsafe.Slice((*float32)(pointer(a)), rows*cols))
}

// zeros is a new matrix of zeros.
func (d *Device) zeros(rows, cols int) tensor.Matrix {
	m := d.matrix(rows, cols)
	d.must("clear memory", call(d.api.cuMemsetD8Async, address(&m), 0, uintptr(4*rows*cols), d.stream))
	return m
}

func (d *Device) take(bytes int) uintptr {
	a, ok := d.pool.take(bytes)
	if !ok {
		const giga = 1e9
		free, all := d.memory()
		panic(&tensor.Failure{Memory: true, Err: fmt.Errorf("the GPU %s has no memory for %.1f GB (%.1f of %.1f GB are free); end other programs on it%s",
			d.name, float64(bytes)/giga, float64(free)/giga, float64(all)/giga, instead)})
	}
	return a
}

// allocate and release are the pool's.
func (d *Device) allocate(bytes int) (uintptr, bool) {
	var a uintptr
	switch status := call(d.api.cuMemAlloc, uintptr(unsafe.Pointer(&a)), uintptr(bytes)); status {
	case 0:
		return a, true
	case outOfMemory:
		return 0, false
	default:
		d.must("give memory", status)
		return 0, false
	}
}

func (d *Device) release(a uintptr) { call(d.api.cuMemFree, a) }

func address(m *tensor.Matrix) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(m.Data))) }
