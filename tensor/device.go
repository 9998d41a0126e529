package tensor

// A Device computes on matrices in its memory. Operations have finished, or
// behave as if they had, when they return. They panic when shapes do not fit,
// which is the caller's mistake, and with a Failure when the device is at fault;
// see Recover. The result comes first; it may be an argument
// too where the comment says so, and must not overlap arguments otherwise.
//
// The same calls give the same bits. Those of a row of a result depend on that row of
// the arguments, on what all rows share and, on some devices, on the shapes; not on what
// the other rows are, nor on the place among them. Attention does not depend on other
// sequences at all. So a text has the same numbers in any company, as long as a batch
// has the same number of rows.
//
// Package tensortest checks all this for a device.
//
// Parameters such as biases are matrices of one row.
type Device interface {
	// New gives a matrix of zeros.
	New(rows, cols int) Matrix
	// Write sets m to the numbers of x, row after row.
	Write(m Matrix, x []float32)
	// Read sets x to the numbers of m, row after row.
	Read(x []float32, m Matrix)
	// Pack lays out b, which may be transposed, as weights for Linear.
	Pack(b Matrix) *Weights

	// Linear sets y to f(x·w + bias). bias may be the zero Matrix.
	Linear(y, x Matrix, w *Weights, bias Matrix, f Activation)
	// MatMul sets c to alpha·a·b + beta·c; with beta 0, whatever c was. a and b
	// may be transposed.
	MatMul(c Matrix, alpha float32, a, b Matrix, beta float32)
	// MatMuls does MatMul for c[i], a[i] and b[i] of every i. Shapes may differ.
	// It is for many small products; for a few large ones call MatMul.
	MatMuls(c []Matrix, alpha float32, a, b []Matrix, beta float32)
	// Attention sets y to the attention of queries q to keys k and values v; see
	// Heads.
	Attention(y, q, k, v Matrix, h Heads)

	// Add sets z to x + y. z may be x or y.
	Add(z, x, y Matrix)
	// AddBias adds bias to every row of y.
	AddBias(y, bias Matrix)
	// Activate sets y to f of every number of x. y may be x.
	Activate(y, x Matrix, f Activation)
	// Softmax sets row i of y to exp(scale·x) divided by its sum, over the first
	// valid[i] columns, and to 0 in the others; a row without valid columns is all
	// 0. With valid nil all columns count. scale must be above 0. y may be x.
	Softmax(y, x Matrix, scale float32, valid []int)
	// LayerNorm sets every row of y to (x − mean)/√(variance + epsilon)·gain +
	// bias, with the mean and the variance (divided by the number of columns) of
	// that row of x. y may be x.
	LayerNorm(y, x, gain, bias Matrix, epsilon float32)
	// RMSNorm sets every row of y to x/√(mean of x² + epsilon)·gain. y may be x.
	RMSNorm(y, x, gain Matrix, epsilon float32)
	// Gather sets row i of y to row rows[i] of table, and to 0 where rows[i] is −1.
	Gather(y, table Matrix, rows []int32)

	// Close ends the device's workers and frees its memory. It is not to be used
	// afterwards.
	Close()
}

// A Memory is a Device whose memory is its own, and scarcer than the processor's.
type Memory interface {
	Device
	// Free takes back the memory of m, which New gave, and panics if it did not. No
	// view of m is to be used afterwards.
	Free(m Matrix)
	// Available is about how many more numbers New has memory for.
	Available() int
}

// A Shortener is a Device whose products can be quicker and less exact: with weights in bfloat16, which has seven binary digits
// behind the point.
type Shortener interface {
	Device
	// PackShort is Pack in bfloat16. Products with such weights round the other factor too; sums are those of Pack.
	PackShort(b Matrix) *Weights
}

// Free takes back the memory of matrices that the device's New gave, if the device is a Memory.
func Free(d Device, list ...Matrix) {
	if memory, ok := d.(Memory); ok {
		for _, m := range list {
			memory.Free(m)
		}
	}
}

// A Failure is what operations of a Device panic with when the device cannot do
// what was asked: its memory is too small, or it has broken down. Errors are rare
// and end all work, so that operations without results are worth the panic.
type Failure struct {
	Err    error // says which device, what happened, and what to do
	Memory bool  // whether its memory is too small
}

func (f *Failure) Error() string { return f.Err.Error() }

func (f *Failure) Unwrap() error { return f.Err }

// Recover sets err to the Failure that a device panicked with, if it did. It is to
// be deferred by functions that drive devices and return errors.
func Recover(err *error) {
	switch p := recover().(type) {
	case nil:
	case *Failure:
		*err = p
	default:
		panic(p)
	}
}

// Heads say how rows attend to rows. Row i of a sequence's queries gets, for each
// head and in that head's columns,
//
//	Σ p(j)·v(j), p = softmax over j of Scale·q(i)·k(j) + Bias(j−i)
//
// where j runs over the rows of the same sequence's keys. Sequences lie one after
// another without padding, so no mask is needed. A query without keys gets 0.
type Heads struct {
	// Count is the number of heads. Head h has columns h·w up to (h+1)·w of q, k,
	// v and y, where w is the number of columns divided by Count.
	Count int
	Scale float32
	// Queries and Keys: sequence s has rows Queries[s] up to Queries[s+1] of q and
	// y, and rows Keys[s] up to Keys[s+1] of k and v.
	Queries, Keys []int
	// Bias has a row for each head and an odd number of columns: the one in the
	// middle is for j = i, those right of it for j > i. It must reach as far as any
	// sequence. The zero Matrix is no bias.
	Bias Matrix
	// Causal queries see no later keys. A sequence may have more keys than queries, which are then its
	// last rows: the last query sees all keys, the one before it all but one.
	Causal bool
}

// Sees is how many keys, from the first on, query i of a sequence sees, which has so many queries and keys.
func (h *Heads) Sees(i, queries, keys int) int {
	if !h.Causal {
		return keys
	}
	return max(0, min(keys, i+1+keys-queries))
}
