//go:build !amd64 && !arm64

package tensor

// processor gives the kernels of this processor, the widest first.
func processor() []kernels { return plainKernels }
