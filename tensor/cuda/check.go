//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"fmt"

	"hed/tensor"
)

// The checks are those of tensor.CPU: a shape that does not fit is the caller's
// mistake on every device.

func plain(what string, m *tensor.Matrix) {
	if m.Transposed() {
		panic("cuda: " + what + " of a transposed matrix; only products take one")
	}
}

func same(what string, m, o *tensor.Matrix) {
	plain(what, m)
	plain(what, o)
	if m.Rows != o.Rows || m.Cols != o.Cols {
		panic(fmt.Sprintf("cuda: %s of %d by %d and %d by %d", what, m.Rows, m.Cols, o.Rows, o.Cols))
	}
}

func count(what string, m *tensor.Matrix, n int) {
	plain(what, m)
	if n != m.Rows*m.Cols {
		panic(fmt.Sprintf("cuda: %s of %d numbers, the matrix has %d by %d", what, n, m.Rows, m.Cols))
	}
}

func vector(what string, m *tensor.Matrix, n int) {
	plain(what, m)
	if m.Rows != 1 || m.Cols != n {
		panic(fmt.Sprintf("cuda: %s of %d by %d, not 1 by %d", what, m.Rows, m.Cols, n))
	}
}

func known(f tensor.Activation) {
	if f < tensor.Identity || f > tensor.Tanh {
		panic(fmt.Sprintf("cuda: unknown activation %d", f))
	}
}

// fit checks that y can be a·b.
func fit(y, a, b *tensor.Matrix) {
	plain("result", y)
	if a.Cols != b.Rows || y.Rows != a.Rows || y.Cols != b.Cols {
		panic(fmt.Sprintf("cuda: product of %d by %d and %d by %d for a result of %d by %d",
			a.Rows, a.Cols, b.Rows, b.Cols, y.Rows, y.Cols))
	}
}

func heads(y, q, k, v *tensor.Matrix, h *tensor.Heads) {
	same("attention", y, q)
	same("attention", k, v)
	n := len(h.Queries)
	if h.Count < 1 || q.Cols%h.Count != 0 || k.Cols != q.Cols {
		panic(fmt.Sprintf("cuda: attention of %d heads with %d and %d columns", h.Count, q.Cols, k.Cols))
	}
	if n == 0 || len(h.Keys) != n || !within(h.Queries, q.Rows) || !within(h.Keys, k.Rows) {
		panic(fmt.Sprintf("cuda: attention to sequences that are not rows of %d queries and %d keys", q.Rows, k.Rows))
	}
	if h.Bias.Rows == 0 {
		return
	}
	plain("bias", &h.Bias)
	reach := 0
	for s := range n - 1 {
		reach = max(reach, h.Queries[s+1]-h.Queries[s], h.Keys[s+1]-h.Keys[s])
	}
	if h.Bias.Rows != h.Count || h.Bias.Cols%2 == 0 || h.Bias.Cols/2+1 < reach {
		panic(fmt.Sprintf("cuda: bias of %d by %d for %d heads and sequences of %d", h.Bias.Rows, h.Bias.Cols, h.Count, reach))
	}
}

// within tells whether the bounds rise and the rows have them.
func within(bounds []int, rows int) bool {
	last := 0
	for _, b := range bounds {
		if b < last || b > rows {
			return false
		}
		last = b
	}
	return true
}
