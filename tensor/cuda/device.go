//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"hed/internal/crash"
	"hed/internal/option"
	"hed/tensor"
)

// A Device is a card. Operations may be called from several goroutines; they run
// one after another.
type Device struct {
	mu  sync.Mutex
	api api

	name       string
	ordinal    uintptr
	capability int
	context    uintptr
	stream     uintptr // what is queued there runs in order
	products   uintptr // cuBLAS
	modules    [len(programs)]uintptr
	kernels    [len(kernelNames)]uintptr

	pool    pool
	staging staging
	lists   []known

	// What a kernel whose blocks wait for each other may have: blocks, none where the card does not run such, and
	// bytes that a block shares.
	processors, shared int

	// What calls point to, kept here so that none is allocated.
	task        task
	params      [1]unsafe.Pointer
	alpha, beta float32
	ints        []int32
	addresses   []uintptr
}

var _ tensor.Memory = (*Device)(nil)

// Open gives the first card, which CUDA_VISIBLE_DEVICES can choose. The error says
// what is missing and what to do. It takes about a second.
func Open() (*Device, error) {
	d := &Device{pool: pool{live: map[uintptr]int{}, spare: map[int][]uintptr{}}}
	d.pool.get, d.pool.put = d.allocate, d.release
	d.params[0] = unsafe.Pointer(&d.task)
	if err := d.open(); err != nil {
		d.Close()
		return nil, &option.Error{Option: "device", Err: fmt.Errorf("no CUDA device: %w", err)}
	}
	return d, nil
}

func (d *Device) open() (err error) {
	defer tensor.Recover(&err)
	defer d.leave()
	d.mu.Lock()
	runtime.LockOSThread()
	a := &d.api
	if err := a.openDriver(); err != nil {
		return err
	}
	if status := call(a.cuInit, 0); status != 0 {
		return fmt.Errorf("the NVIDIA driver does not start: %s; check `nvidia-smi`%s", d.reason(status), instead)
	}
	major, minor, version, err := d.card()
	if err != nil {
		return err
	}
	if err := open("nvrtc", version/1000, os.Getenv, a.compiler()); err != nil {
		return err
	}
	d.capability = 10*major + minor
	if d.capability < 70 { // which do not know the instructions of recur.cu
		d.processors = 0
	}
	// The compiler needs no card, so it runs while that and cuBLAS start.
	type result struct {
		code []byte
		err  error
	}
	compiled := make(chan result, 1)
	go func() {
		var r result
		r.err = crash.Call(func() (err error) {
			r.code, err = a.compile(programs[0].source, d.capability)
			return err
		})
		compiled <- r
	}()
	err = d.start(version / 1000)
	r := <-compiled
	if err = cmp.Or(err, r.err); err != nil {
		return err
	}
	d.load(0, r.code)
	return nil
}

// card asks the driver for the card's name, what it can compute, and the CUDA
// version that the driver knows.
func (d *Device) card() (major, minor, version int, err error) {
	const capabilityMajor, capabilityMinor = 75, 76
	a := &d.api
	var ordinal, v, x, y int32
	if status := call(a.cuDeviceGet, uintptr(unsafe.Pointer(&ordinal)), 0); status != 0 {
		return 0, 0, 0, fmt.Errorf("the NVIDIA driver has none: %s; check CUDA_VISIBLE_DEVICES%s", d.reason(status), instead)
	}
	d.ordinal = uintptr(ordinal)
	name := make([]byte, 100)
	d.must("name the card", call(a.cuDeviceGetName, uintptr(unsafe.Pointer(&name[0])), uintptr(len(name)-1), d.ordinal))
	d.name, _, _ = strings.Cut(string(name), "\x00")
	d.must("ask for the version", call(a.cuDriverGetVersion, uintptr(unsafe.Pointer(&v))))
	d.must("ask for the capability", call(a.cuDeviceGetAttribute, uintptr(unsafe.Pointer(&x)), capabilityMajor, d.ordinal))
	d.must("ask for the capability", call(a.cuDeviceGetAttribute, uintptr(unsafe.Pointer(&y)), capabilityMinor, d.ordinal))
	d.abilities()
	if v < 12000 {
		return 0, 0, 0, fmt.Errorf("the NVIDIA driver is of CUDA %d.%d; install one of CUDA 12 or newer%s", v/1000, v%1000/10, instead)
	}
	return int(x), int(y), int(v), nil
}

// abilities asks for what kernels may use.
func (d *Device) abilities() {
	const processors, cooperative, sharedMost = 16, 95, 97
	var counts [3]int32
	for i, attribute := range [...]uintptr{processors, cooperative, sharedMost} {
		d.must("ask for the capability", call(d.api.cuDeviceGetAttribute, uintptr(unsafe.Pointer(&counts[i])), attribute, d.ordinal))
	}
	if d.shared = int(counts[2]); counts[1] != 0 {
		d.processors = int(counts[0])
	}
}

// start makes the context, its queue and memory for transfers, and cuBLAS.
func (d *Device) start(version int) error {
	const nonBlocking = 1
	// Full float32. TF32 would be 3.
	const defaultMath = 0
	a := &d.api
	d.must("start the card", call(a.cuDevicePrimaryCtxRetain, uintptr(unsafe.Pointer(&d.context)), d.ordinal))
	d.must("start the card", call(a.cuCtxSetCurrent, d.context))
	d.must("make a queue", call(a.cuStreamCreate, uintptr(unsafe.Pointer(&d.stream)), nonBlocking))
	d.openStaging()
	if err := open("cublas", version, os.Getenv, a.products()); err != nil {
		return err
	}
	d.mustProduct("start", call(a.cublasCreate, uintptr(unsafe.Pointer(&d.products))))
	d.mustProduct("start", call(a.cublasSetStream, d.products, d.stream))
	d.mustProduct("start", call(a.cublasSetMathMode, d.products, defaultMath))
	return nil
}

// SetTF32 lets products round their factors to the ten binary digits behind the point of TF32, which is several times as
// fast; sums stay in float32.
func (d *Device) SetTF32(on bool) {
	const defaultMath, tf32 = 0, 3
	mode := uintptr(defaultMath)
	if on {
		mode = tf32
	}
	defer d.leave()
	d.enter()
	d.mustProduct("set the precision", call(d.api.cublasSetMathMode, d.products, mode))
}

// Name is the card's, such as NVIDIA H200.
func (d *Device) Name() string { return d.name }

// Close waits for the card, frees its memory and lets go of it.
func (d *Device) Close() {
	if d.context == 0 {
		return
	}
	d.mu.Lock()
	runtime.LockOSThread()
	defer d.leave()
	// Statuses are of no interest any more: what fails here had failed before.
	a := &d.api
	call(a.cuCtxSetCurrent, d.context)
	call(a.cuStreamSynchronize, d.stream)
	d.pool.close()
	d.closeStaging()
	if d.products != 0 {
		call(a.cublasDestroy, d.products)
	}
	for _, m := range d.modules {
		if m != 0 {
			call(a.cuModuleUnload, m)
		}
	}
	call(a.cuStreamDestroy, d.stream)
	call(a.cuDevicePrimaryCtxRelease, d.ordinal)
	d.context = 0
}

// enter begins an operation. The context belongs to a thread, so the goroutine
// stays on one, which is cheaper than handing the work to another. It is called
// after leave has been deferred.
func (d *Device) enter() {
	d.mu.Lock()
	runtime.LockOSThread()
	if d.context == 0 {
		panic("cuda: the device is closed")
	}
	d.must("turn to the card", call(d.api.cuCtxSetCurrent, d.context))
}

func (d *Device) leave() {
	runtime.UnlockOSThread()
	d.mu.Unlock()
}

// must panics with a Failure unless the driver's status is success.
func (d *Device) must(what string, status int32) {
	if status != 0 {
		d.fail(what, d.reason(status), status == outOfMemory)
	}
}

// mustProduct is must for cuBLAS.
func (d *Device) mustProduct(what string, status int32) {
	const allocFailed = 3
	switch {
	case status == allocFailed:
		d.fail(what, "cuBLAS has no memory", true)
	case status != 0:
		d.fail(what, fmt.Sprintf("cuBLAS answers with status %d", status), false)
	}
}

// outOfMemory is the driver's status.
const outOfMemory = 2

func (d *Device) fail(what, why string, memory bool) {
	panic(&tensor.Failure{Memory: memory, Err: fmt.Errorf("the GPU %s failed to %s: %s; try again%s", d.name, what, why, instead)})
}

// reason is what the driver says about a status.
func (d *Device) reason(status int32) string {
	var s uintptr
	if d.api.cuGetErrorString == 0 || call(d.api.cuGetErrorString, uintptr(status), uintptr(unsafe.Pointer(&s))) != 0 || s == 0 {
		return fmt.Sprintf("status %d", status)
	}
	return fmt.Sprintf("%s (status %d)", text(s), status)
}

// text is the C string at an address.
func text(address uintptr) string {
	var b []byte
	for p := (*byte)(pointer(address)); *p != 0; p = (*byte)(unsafe.Add(unsafe.Pointer(p), 1)) {
		b = append(b, *p)
	}
	return string(b)
}

// pointer is an address that C gave. It is not of Go's memory, so the collector
// has no part in it.
func pointer(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }
