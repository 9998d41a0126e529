// Package vec has the loops that take hed's time: sums, products and functions of
// slices of numbers, with all of hed's assembly.
//
// The stance: a kernel is a function on plain slices that the caller owns. It has a
// portable twin in Go, beside the call of the assembly, and the processor's features
// choose between them once, when the program starts (AVX-512, AVX2 with FMA and F16C,
// NEON for matrix products on arm64). Lengths that do not fit panic, where a comment
// does not say that they are not looked at.
//
// There are two kinds of kernels, and the comment of each says which it is:
//
//   - Exact kernels round every product before they add it, and sum in one order.
//     They give the same bits on every processor, so that whatever is learnt or scored
//     with them can be compared bit for bit: word vectors, singular values, statistics,
//     the derivations of numerals. The assembly has the same lanes as the twin.
//   - Fused kernels are for neural networks, which need speed more than equal bits:
//     they fuse products and sums where the processor can. What they give depends on
//     the arguments and the kind of processor alone. AVX2 and AVX-512 agree bit for
//     bit; the twin agrees within rounding. A number does not depend on where it
//     stands in a slice, but for sums, whose order is that of the slice.
//
// So there are two scalar products of float32, Dot and DotFused: to make them one
// would either change trained vectors in their last digits or slow networks down.
//
// Packages tensor, stat, numeral/derive and text/vector, and the singular value
// decomposition of metric/lsi, are built on it. It knows nothing of hed.
package vec

// lengths is what kernels panic with, which is the caller's mistake.
const lengths = "vec: slices of different lengths"
