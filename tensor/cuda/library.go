//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ebitengine/purego"

	"hed/internal/option"
)

// instead is what users can do when there is no card.
var instead = ", or use " + option.Name("device") + " cpu"

// An api is the functions that are called, by address.
type api struct {
	cuInit, cuDriverGetVersion, cuDeviceGet, cuDeviceGetName, cuDeviceGetAttribute          uintptr
	cuDevicePrimaryCtxRetain, cuDevicePrimaryCtxRelease, cuCtxSetCurrent                    uintptr
	cuStreamCreate, cuStreamDestroy, cuStreamSynchronize                                    uintptr
	cuEventCreate, cuEventDestroy, cuEventRecord, cuEventSynchronize                        uintptr
	cuMemAlloc, cuMemFree, cuMemGetInfo, cuMemAllocHost, cuMemFreeHost                      uintptr
	cuMemcpyHtoDAsync, cuMemcpyDtoHAsync, cuMemsetD8Async                                   uintptr
	cuModuleLoadData, cuModuleUnload, cuModuleGetFunction, cuLaunchKernel, cuGetErrorString uintptr
	cuFuncSetAttribute, cuLaunchCooperativeKernel                                           uintptr

	nvrtcCreateProgram, nvrtcDestroyProgram, nvrtcCompileProgram, nvrtcGetNumSupportedArchs, nvrtcGetSupportedArchs uintptr
	nvrtcGetCUBINSize, nvrtcGetCUBIN, nvrtcGetPTXSize, nvrtcGetPTX, nvrtcGetProgramLogSize, nvrtcGetProgramLog      uintptr

	cublasCreate, cublasDestroy, cublasSetStream, cublasSetMathMode, cublasSgemm, cublasSgemmBatched, cublasGemmEx uintptr
}

// A symbol is a function and where its address goes.
type symbol struct {
	address *uintptr
	name    string
}

func (a *api) driver() []symbol {
	return []symbol{
		{&a.cuInit, "cuInit"}, {&a.cuDriverGetVersion, "cuDriverGetVersion"}, {&a.cuDeviceGet, "cuDeviceGet"},
		{&a.cuDeviceGetName, "cuDeviceGetName"}, {&a.cuDeviceGetAttribute, "cuDeviceGetAttribute"},
		{&a.cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain"},
		{&a.cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2"}, {&a.cuCtxSetCurrent, "cuCtxSetCurrent"},
		{&a.cuStreamCreate, "cuStreamCreate"}, {&a.cuStreamDestroy, "cuStreamDestroy_v2"},
		{&a.cuStreamSynchronize, "cuStreamSynchronize"},
		{&a.cuEventCreate, "cuEventCreate"}, {&a.cuEventDestroy, "cuEventDestroy_v2"},
		{&a.cuEventRecord, "cuEventRecord"}, {&a.cuEventSynchronize, "cuEventSynchronize"},
		{&a.cuMemAlloc, "cuMemAlloc_v2"}, {&a.cuMemFree, "cuMemFree_v2"}, {&a.cuMemGetInfo, "cuMemGetInfo_v2"},
		{&a.cuMemAllocHost, "cuMemAllocHost_v2"}, {&a.cuMemFreeHost, "cuMemFreeHost"},
		{&a.cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2"}, {&a.cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2"},
		{&a.cuMemsetD8Async, "cuMemsetD8Async"},
		{&a.cuModuleLoadData, "cuModuleLoadData"}, {&a.cuModuleUnload, "cuModuleUnload"},
		{&a.cuModuleGetFunction, "cuModuleGetFunction"}, {&a.cuLaunchKernel, "cuLaunchKernel"},
		{&a.cuFuncSetAttribute, "cuFuncSetAttribute"}, {&a.cuLaunchCooperativeKernel, "cuLaunchCooperativeKernel"},
		{&a.cuGetErrorString, "cuGetErrorString"},
	}
}

func (a *api) compiler() []symbol {
	return []symbol{
		{&a.nvrtcCreateProgram, "nvrtcCreateProgram"}, {&a.nvrtcDestroyProgram, "nvrtcDestroyProgram"},
		{&a.nvrtcCompileProgram, "nvrtcCompileProgram"},
		{&a.nvrtcGetNumSupportedArchs, "nvrtcGetNumSupportedArchs"}, {&a.nvrtcGetSupportedArchs, "nvrtcGetSupportedArchs"},
		{&a.nvrtcGetCUBINSize, "nvrtcGetCUBINSize"}, {&a.nvrtcGetCUBIN, "nvrtcGetCUBIN"},
		{&a.nvrtcGetPTXSize, "nvrtcGetPTXSize"}, {&a.nvrtcGetPTX, "nvrtcGetPTX"},
		{&a.nvrtcGetProgramLogSize, "nvrtcGetProgramLogSize"}, {&a.nvrtcGetProgramLog, "nvrtcGetProgramLog"},
	}
}

func (a *api) products() []symbol {
	return []symbol{
		{&a.cublasCreate, "cublasCreate_v2"}, {&a.cublasDestroy, "cublasDestroy_v2"},
		{&a.cublasSetStream, "cublasSetStream_v2"}, {&a.cublasSetMathMode, "cublasSetMathMode"},
		{&a.cublasSgemm, "cublasSgemm_v2"}, {&a.cublasSgemmBatched, "cublasSgemmBatched"},
		{&a.cublasGemmEx, "cublasGemmEx"},
	}
}

// call calls a C function whose result is a status.
//
//go:uintptrescapes
func call(f uintptr, args ...uintptr) int32 {
	status, _, _ := purego.SyscallN(f, args...)
	return int32(status)
}

// openDriver opens libcuda.
func (a *api) openDriver() error {
	handle, err := purego.Dlopen("libcuda.so.1", purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return fmt.Errorf("libcuda.so.1 %s; install the NVIDIA driver%s", why(err), instead)
	}
	return resolve(handle, "libcuda.so.1", a.driver())
}

// open opens a library of the toolkit, the newest that the driver can run. getenv
// tells where installations are.
func open(name string, driver int, getenv func(string) string, symbols []symbol) error {
	var last error
	for version := min(driver, 13); version >= 12; version-- {
		file := fmt.Sprintf("lib%s.so.%d", name, version)
		for _, path := range candidates(file, getenv) {
			handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_GLOBAL)
			if err == nil {
				return resolve(handle, path, symbols)
			}
			if last == nil || why(last) == missing {
				last = err
			}
		}
	}
	return fmt.Errorf("lib%s.so of CUDA 12 or 13 %s; install the CUDA toolkit, or `pip install nvidia-cuda-nvrtc nvidia-cublas`,"+
		" and let CUDA_HOME or LD_LIBRARY_PATH name its folder%s", name, why(last), instead)
}

const missing = "is not there"

// why is what the loader said, in few words where the file is missing.
func why(err error) string {
	if err == nil || strings.Contains(err.Error(), "No such file") {
		return missing
	}
	return "cannot be opened (" + err.Error() + ")"
}

// candidates are the paths under which a library may be: as the loader knows it,
// in installations, and in the wheels of a Python environment, which have a folder
// for each library beside the one that LD_LIBRARY_PATH may name.
func candidates(file string, getenv func(string) string) []string {
	paths := []string{file}
	add := func(pattern string) {
		found, _ := filepath.Glob(filepath.Join(pattern, file))
		paths = append(paths, found...)
	}
	for _, name := range []string{"CUDA_HOME", "CUDA_PATH"} {
		if dir := getenv(name); dir != "" {
			add(filepath.Join(dir, "lib64"))
			add(filepath.Join(dir, "lib"))
		}
	}
	add("/usr/local/cuda/lib64")
	for _, dir := range filepath.SplitList(getenv("LD_LIBRARY_PATH")) {
		add(filepath.Join(dir, "../../*/lib"))
		add(filepath.Join(dir, "../../nvidia/*/lib"))
	}
	for _, name := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if dir := getenv(name); dir != "" {
			add(filepath.Join(dir, "lib"))
			add(filepath.Join(dir, "lib/python3*/site-packages/nvidia/*/lib"))
		}
	}
	return paths
}

// resolve finds the functions of an opened library, which stays open: CUDA does
// not bear to be unloaded.
func resolve(handle uintptr, path string, symbols []symbol) error {
	for _, s := range symbols {
		address, err := purego.Dlsym(handle, s.name)
		if err != nil {
			return fmt.Errorf("%s has no %s; install CUDA 12 or newer%s", path, s.name, instead)
		}
		*s.address = address
	}
	return nil
}
