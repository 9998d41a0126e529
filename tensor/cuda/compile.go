//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	_ "embed"
	"fmt"
	"runtime"
	"slices"
	"unsafe"

	"hed/tensor"
)

//go:embed common.cu
var common string

//go:embed kernel.cu
var forward string

//go:embed learn.cu
var learning string

//go:embed look.cu
var attending string

//go:embed choose.cu
var choosingWords string

//go:embed recur.cu
var recurrent string

//go:embed transform.cu
var transforming string

//go:embed decode.cu
var decoding string

// programs are compiled when the first of their kernels is needed, since all together take seconds: what stands before their kernels, and
// the first of these. The first program is there when the device is open.
var programs = [...]struct {
	source string
	first  int
}{{forward, apply}, {learning + attending + choosingWords, combine}, {recurrent, recur}, {transforming, attendBack}, {decoding, attendKept}}

// kernelNames are in the order of the constants, program by program.
var kernelNames = [...]string{
	apply: "apply", softmax: "softmax", layernorm: "layernorm", attend32: "attend32", attend64: "attend64",
	combine: "combine", multiply: "multiply", activateGrad: "activateGrad", dropout: "dropout", fold: "fold", cell: "cell", cellGrad: "cellGrad", additive: "additive", additiveGrad: "additiveGrad", additiveCover: "additiveCover",
	logSum: "logSum", logSumGrad: "logSumGrad", match: "match", matchGrad: "matchGrad", mix: "mix", cover: "cover", squares: "squares", squaresEnd: "squaresEnd", adam: "adam", adagrad: "adagrad", mixture: "mixture", put: "put", top: "top",
	additiveGrads: "additiveGrads", choose: "choose", squaresAll: "squaresAll", adamAll: "adamAll", adagradAll: "adagradAll",
	recur: "recur", recurFew: "recurFew", recurBack: "recurBack", recurBackFew: "recurBackFew",
	attendBack: "attendBack", attendBackKeys: "attendBackKeys", normGrad: "normGrad", softmaxGrad: "softmaxGrad", maxRows: "maxRows", maxRowsGrad: "maxRowsGrad",
	attendKept: "attendKept", recall: "recall", shorten: "shorten",
}

const (
	apply = iota
	softmax
	layernorm
	attend32
	attend64

	combine
	multiply
	activateGrad
	dropout
	fold
	cell
	cellGrad
	additive
	additiveGrad
	additiveCover
	logSum
	logSumGrad
	match
	matchGrad
	mix
	cover
	squares
	squaresEnd
	adam
	adagrad
	mixture
	put
	top

	additiveGrads
	choose
	squaresAll
	adamAll
	adagradAll

	recur
	recurFew
	recurBack
	recurBackFew

	attendBack
	attendBackKeys
	normGrad
	softmaxGrad
	maxRows
	maxRowsGrad

	attendKept
	recall
	shorten
)

// compile compiles a program for a capability such as 90: to machine code if the
// compiler knows the card, so that the driver need not be as new as the compiler,
// and otherwise to what the driver can compile for a newer card.
func (a *api) compile(source string, capability int) ([]byte, error) {
	option, getSize, get, err := a.target(capability)
	if err != nil {
		return nil, err
	}
	text, name, options := append([]byte(common+source), 0), []byte("kernel.cu\x00"), []*byte{&option[0]}
	var program uintptr
	if status := call(a.nvrtcCreateProgram, uintptr(unsafe.Pointer(&program)), uintptr(unsafe.Pointer(&text[0])), uintptr(unsafe.Pointer(&name[0])), 0, 0, 0); status != 0 {
		return nil, fmt.Errorf("compile kernels: NVRTC answers with status %d", status)
	}
	defer func() { call(a.nvrtcDestroyProgram, uintptr(unsafe.Pointer(&program))) }()
	status := call(a.nvrtcCompileProgram, program, uintptr(len(options)), uintptr(unsafe.Pointer(&options[0])))
	runtime.KeepAlive(option)
	if status != 0 {
		log := output(program, a.nvrtcGetProgramLogSize, a.nvrtcGetProgramLog)
		return nil, fmt.Errorf("compile kernels: NVRTC answers with status %d: %s", status, log)
	}
	return append(output(program, getSize, get), 0), nil
}

// load takes the code of a program to the card.
func (d *Device) load(program int, code []byte) {
	first, end := programs[program].first, len(kernelNames)
	if program+1 < len(programs) {
		end = programs[program+1].first
	}
	module := &d.modules[program]
	d.must("load kernels", call(d.api.cuModuleLoadData, uintptr(unsafe.Pointer(module)), uintptr(unsafe.Pointer(&code[0]))))
	for i, name := range kernelNames[first:end] {
		c := append([]byte(name), 0)
		d.must("find the kernel "+name, call(d.api.cuModuleGetFunction, uintptr(unsafe.Pointer(&d.kernels[first+i])), *module, uintptr(unsafe.Pointer(&c[0]))))
	}
}

// kernel is one to launch.
func (d *Device) kernel(i int) uintptr {
	if d.kernels[i] == 0 {
		program := len(programs) - 1
		for programs[program].first > i {
			program--
		}
		code, err := d.api.compile(programs[program].source, d.capability)
		if err != nil {
			panic(&tensor.Failure{Err: fmt.Errorf("%w%s", err, instead)})
		}
		d.load(program, code)
	}
	return d.kernels[i]
}

// target is the compiler's option for a capability, and the functions that give
// the code. The option ends with 0.
func (a *api) target(capability int) (option []byte, getSize, get uintptr, err error) {
	var n int32
	call(a.nvrtcGetNumSupportedArchs, uintptr(unsafe.Pointer(&n)))
	known := make([]int32, max(n, 1))
	call(a.nvrtcGetSupportedArchs, uintptr(unsafe.Pointer(&known[0])))
	slices.Sort(known)
	i, ok := slices.BinarySearch(known, int32(capability))
	switch {
	case ok:
		return fmt.Appendf(nil, "--gpu-architecture=sm_%d\x00", capability), a.nvrtcGetCUBINSize, a.nvrtcGetCUBIN, nil
	case i > 0 && known[i-1] > 0:
		return fmt.Appendf(nil, "--gpu-architecture=compute_%d\x00", known[i-1]), a.nvrtcGetPTXSize, a.nvrtcGetPTX, nil
	}
	return nil, 0, 0, fmt.Errorf("the card has capability %d.%d, which this NVRTC does not know any more; install CUDA 12%s", capability/10, capability%10, instead)
}

// output is what a program gives under two functions, for its size and its bytes.
func output(program, getSize, get uintptr) []byte {
	var size uintptr
	if call(getSize, program, uintptr(unsafe.Pointer(&size))) != 0 || size == 0 {
		return nil
	}
	b := make([]byte, size)
	call(get, program, uintptr(unsafe.Pointer(&b[0])))
	return b
}
