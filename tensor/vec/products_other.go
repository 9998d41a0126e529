//go:build !amd64 && !arm64

package vec

// Products are the kernels of this processor for matrix products, the widest first.
func Products() []Kernels { return plainKernels }
