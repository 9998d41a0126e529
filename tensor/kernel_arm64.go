package tensor

//go:noescape
func kernel6x16(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32)

//go:noescape
func kernel4x16(k int, a, b, c []float32, ldc int, from []float32, ldf int, alpha float32)

// vectorKernels are for all arm64 processors, which all have vectors.
var vectorKernels = []kernels{{1, []kernel{{6, kernel6x16}, {4, kernel4x16}}}}

// processor gives the kernels of this processor, the widest first.
func processor() []kernels { return vectorKernels }
