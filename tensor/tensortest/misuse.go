package tensortest

import (
	"math"
	"strings"
	"testing"

	"hed/tensor"
)

// misuse: arguments that do not fit panic before anything is written, with a text that
// names the operation and the shapes, and the device goes on.
func misuse(t *testing.T, d tensor.Device) {
	before := []float32{1, 2, 3, 4, 5, 6}
	m, n := put(d, 2, 3, before), put(d, 3, 2, before)
	w, row := d.Pack(m), d.New(1, 3)
	two := []int{0, 2}
	headed := func(count int, queries, keys []int) tensor.Heads {
		return tensor.Heads{Count: count, Scale: 1, Queries: queries, Keys: keys}
	}
	biased := func(rows, cols int) tensor.Heads {
		h := headed(1, two, two)
		h.Bias = d.New(rows, cols)
		return h
	}
	one := func(m tensor.Matrix) []tensor.Matrix { return []tensor.Matrix{m} }
	for _, c := range []struct {
		want string
		do   func()
	}{
		{"a matrix of -1 by 3", func() { d.New(-1, 3) }},
		{"a matrix of 3 by -1", func() { d.New(3, -1) }},
		{"write of 5 numbers, the matrix has 2 by 3", func() { d.Write(m, make([]float32, 5)) }},
		{"write of a transposed matrix", func() { d.Write(m.T(), make([]float32, 6)) }},
		{"read of 7 numbers, the matrix has 2 by 3", func() { d.Read(make([]float32, 7), m) }},
		{"read of a transposed matrix", func() { d.Read(make([]float32, 6), m.T()) }},
		{"product of 3 by 3 and 2 by 3 for a result of 2 by 3", func() { d.Linear(m, d.New(3, 3), w, tensor.Matrix{}, tensor.Identity) }},
		{"product of 2 by 2 and 2 by 3 for a result of 3 by 2", func() { d.Linear(n, d.New(2, 2), w, tensor.Matrix{}, tensor.Identity) }},
		{"bias of 1 by 2, not 1 by 3", func() { d.Linear(m, d.New(2, 2), w, d.New(1, 2), tensor.Identity) }},
		{"bias of 2 by 3, not 1 by 3", func() { d.Linear(m, d.New(2, 2), w, m, tensor.Identity) }},
		{"unknown activation 6", func() { d.Linear(m, d.New(2, 2), w, row, 6) }},
		{"result of a transposed matrix", func() { d.Linear(n.T(), d.New(2, 2), w, row, tensor.Identity) }},
		{"product of 2 by 3 and 2 by 3", func() { d.MatMul(m, 1, m, m, 0) }},
		{"result of a transposed matrix", func() { d.MatMul(n.T(), 1, d.New(2, 2), m, 0) }},
		{"products of 1 and 2 matrices for 1 results", func() { d.MatMuls(one(m), 1, one(m), []tensor.Matrix{n, n}, 0) }},
		{"products of 2 and 1 matrices for 1 results", func() { d.MatMuls(one(m), 1, []tensor.Matrix{m, m}, one(n), 0) }},
		{"product of 2 by 3 and 2 by 3", func() { d.MatMuls(one(m), 1, one(m), one(m), 0) }},
		{"attention of 2 by 3 and 3 by 2", func() { d.Attention(m, n, m, m, headed(1, two, two)) }},
		{"attention of 2 by 3 and 3 by 2", func() { d.Attention(m, m, m, n, headed(1, two, two)) }},
		{"attention of a transposed matrix", func() { d.Attention(m, n.T(), m, m, headed(1, two, two)) }},
		{"attention of 2 heads with 3 and 3 columns", func() { d.Attention(m, m, m, m, headed(2, two, two)) }},
		{"attention of 0 heads", func() { d.Attention(m, m, m, m, headed(0, two, two)) }},
		{"attention of 1 heads with 3 and 2 columns", func() { d.Attention(m, m, n, n, headed(1, two, two)) }},
		{"attention to sequences that are not rows", func() { d.Attention(m, m, m, m, headed(1, nil, nil)) }},
		{"attention to sequences that are not rows", func() { d.Attention(m, m, m, m, headed(1, two, []int{0, 1, 2})) }},
		{"attention to sequences that are not rows", func() { d.Attention(m, m, m, m, headed(1, []int{0, 3}, two)) }},
		{"attention to sequences that are not rows", func() { d.Attention(m, m, m, m, headed(1, []int{2, 0}, two)) }},
		{"attention to sequences that are not rows", func() { d.Attention(m, m, m, m, headed(1, two, []int{-1, 2})) }},
		{"bias of 2 by 5 for 1 heads", func() { d.Attention(m, m, m, m, biased(2, 5)) }},
		{"bias of 1 by 4 for 1 heads", func() { d.Attention(m, m, m, m, biased(1, 4)) }},
		{"bias of 1 by 1 for 1 heads and sequences of 2", func() { d.Attention(m, m, m, m, biased(1, 1)) }},
		{"sum of 2 by 3 and 3 by 2", func() { d.Add(m, n, m) }},
		{"sum of 2 by 3 and 3 by 2", func() { d.Add(m, m, n) }},
		{"sum of a transposed matrix", func() { d.Add(m, n.T(), m) }},
		{"bias of 3 by 2", func() { d.AddBias(m, n) }},
		{"sum of a transposed matrix", func() { d.AddBias(n.T(), row) }},
		{"activation of 2 by 3 and 3 by 2", func() { d.Activate(m, n, tensor.Tanh) }},
		{"unknown activation 99", func() { d.Activate(m, m, 99) }},
		{"unknown activation -1", func() { d.Activate(m, m, -1) }},
		{"softmax of 2 by 3 and 3 by 2", func() { d.Softmax(m, n, 1, nil) }},
		{"softmax of 2 rows with 1 lengths", func() { d.Softmax(m, m, 1, []int{1}) }},
		{"softmax over 4 of 3 columns", func() { d.Softmax(m, m, 1, []int{1, 4}) }},
		{"softmax over -1 of 3 columns", func() { d.Softmax(m, m, 1, []int{-1, 1}) }},
		{"softmax with a scale of -1", func() { d.Softmax(m, m, -1, nil) }},
		{"softmax with a scale of NaN", func() { d.Softmax(m, m, float32(math.NaN()), nil) }},
		{"norm of 2 by 3 and 3 by 2", func() { d.LayerNorm(m, n, row, row, 1) }},
		{"gain of 2 by 3, not 1 by 3", func() { d.LayerNorm(m, m, m, row, 1) }},
		{"bias of 1 by 2, not 1 by 3", func() { d.LayerNorm(m, m, row, d.New(1, 2), 1) }},
		{"norm of 2 by 3 and 3 by 2", func() { d.RMSNorm(m, n, row, 1) }},
		{"gain of 2 by 3, not 1 by 3", func() { d.RMSNorm(m, m, m, 1) }},
		{"row 3 of a table of 3", func() { d.Gather(d.New(1, 2), n, []int32{3}) }},
		{"row -2 of a table of 3", func() { d.Gather(d.New(1, 2), n, []int32{-2}) }},
		{"gather of 1 rows of 2 columns for 2 by 3", func() { d.Gather(m, n, []int32{0}) }},
		{"gather of a transposed matrix", func() { d.Gather(n.T(), row, []int32{0, 0}) }},
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.HasPrefix(got, "tensor: "+c.want) {
					t.Errorf("panic %q, want %q", got, c.want)
				}
			}()
			c.do()
		}()
	}
	if !same(read(d, m), before) || !same(read(d, n), before) {
		t.Error("an operation that panicked has written")
	}
}
