// Package cuda computes on an NVIDIA card: the tensor.Device beside the processor.
//
// The stance: no C compiler and no CUDA toolkit to build it, nothing to install
// but what the card's users have anyhow. The driver (libcuda), the compiler of
// kernels (NVRTC) and the matrix products (cuBLAS), of CUDA 12 or 13, are opened
// when the program runs; the kernels are source text, compiled for the card that is there: those of
// tensor.Device in some 0.4 s while cuBLAS starts, the others, in one or two seconds, when learning or writing
// begins. Where anything is missing, Open says what, and the processor does the work.
//
// The price is that a program which opens libraries is linked to the C library, so it
// is not static and does not start where there is none, as in a container from
// scratch. Therefore the device is built with the tag cuda alone: hed is static, and
// hed-cuda is the same program with the device.
//
// Matrices lie in the card's memory. Their Data is an address that Go does not
// follow, so views work as on the processor. Operations are queued and return at
// once; Read waits for them. What the card cannot do, for want of memory or since
// it broke down, panics with a tensor.Failure, at the latest in Read.
//
// # Numbers
//
// All is float32: products as cuBLAS sums them, without TF32 unless SetTF32 asks for it; in bfloat16 where weights were packed so. Hidden states of MiniLM
// are within 1.1e-5 of the processor's; with TF32 they would be off by 8e-3. Results
// are as close to the exact ones as those of the processor (see package tensor), but
// not the same bits; and a row of a product may change in its last bits with the number
// of rows beside it, as cuBLAS chooses how to sum by the shape, but not with what these
// rows are. The same calls on the same card give the same bits.
package cuda
