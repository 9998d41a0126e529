// Package tensor computes with float32 matrices: the few operations that neural
// encoders need (Device), and those that networks learn and write with (Learner).
//
// The stance: a small, explicit set of operations on matrices that the caller
// owns, behind the interface Device. Nothing is recorded, fused behind the
// caller's back or, once the workers have seen the largest sizes, allocated. New
// gives the device that is the processor; its kernels, assembly with twins in plain
// Go, are those of package vec. Package cuda has the device that is an NVIDIA card.
// Package tensortest is the contract that both keep.
//
// Right factors that stay the same, as weights do, are packed once (Pack, Linear);
// others are packed for each product, which costs little unless the left factor
// has few rows. Sequences of different lengths lie one after another without
// padding, and Attention is told where they begin, so no work is done for padding.
// Projections of the same rows are quickest as one: pack their weights side by
// side and take parts of the result.
//
// # Numbers
//
// A product is within 1e-6·√k of the exact one, relative to Σ|a·b|, where k is
// the length of the sums; functions say how close they are. All assembly gives the
// same bits for a product. Plain Go does not: the compiler fuses products and sums
// for some processors, such as arm64, and not for others, such as amd64. So results
// of two kinds of processors may differ in the last bits. On a given one they depend
// on the arguments alone: not on the number of workers, nor on the rows beside a row.
//
// Package neural builds networks on it.
package tensor
