package vec

//go:noescape
func kernel6x16(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32)

//go:noescape
func kernel4x16(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32)

// vectorKernels are for all arm64 processors, which all have vectors.
var vectorKernels = []Kernels{{1, []Kernel{{6, kernel6x16}, {4, kernel4x16}}}}

// Products are the kernels of this processor for matrix products, the widest first.
func Products() []Kernels { return vectorKernels }
