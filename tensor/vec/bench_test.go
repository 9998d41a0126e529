package vec

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkKernels has the sizes at which hed calls them: word vectors of 100 numbers,
// a net of 96 and 48, blocks of 4,096 scores, panels of 128 rows, networks of 384.
func BenchmarkKernels(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	x100, y100, z100 := numbers(r, 100), numbers(r, 100), numbers(r, 100)
	x384, y384, gain, bias := numbers(r, 384), numbers(r, 384), numbers(r, 384), numbers(r, 384)
	x96, w, h := numbers(r, 96), numbers(r, 96*48), numbers(r, 48)
	var vectors [][]float64
	for range 12 {
		vectors = append(vectors, doubles(r, 4096))
	}
	counts, out := doubles(r, 4096), make([]float64, len(vectors))
	p, q, t := doubles(r, 128*Width), doubles(r, 128*Width), tile(r)
	start, column := []int{0}, []int32(nil)
	for range 128 {
		for range r.IntN(12) {
			column = append(column, r.Int32N(128))
		}
		start = append(start, len(column))
	}
	value := doubles(r, len(column))
	for _, c := range []struct {
		name string
		do   func()
	}{
		{"Dot", func() { Dot(x100, y100) }},
		{"AxpyChain", func() { AxpyChain(x100, y100, z100, 1e-6) }},
		{"Add", func() { Add(x100, x100, y100) }},
		{"Axpy", func() { Axpy(x96, 1e-6, w[:96]) }},
		{"AxpyRows", func() { AxpyRows(h, x96, w) }},
		{"Dot64", func() { Dot64(vectors[0], counts) }},
		{"Dots64", func() { Dots64(out, vectors, counts) }},
		{"AddPanel", func() { AddPanel(p, q, t) }},
		{"AddTile", func() { AddTile(t, p, q) }},
		{"SparsePanel", func() { SparsePanel(p, q, start, column, value) }},
		{"DotFused", func() { DotFused(x384, y384) }},
		{"Norm", func() { Norm(y384, gain, bias, 0.1, 1.7, x384) }},
		{"ExpSum", func() { ExpSum(y384, 1, 0.5, x384) }},
		{"GELU", func() { GELU(y384, x384) }},
		{"GELU of 5", func() { GELU(y384[:5], x384[:5]) }},
		{"Tanh", func() { Tanh(y384, x384) }},
		{"Sum", func() { Sum(x384) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.do()
			}
		})
	}
}
