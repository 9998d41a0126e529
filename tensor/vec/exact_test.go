package vec

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"
)

// A digest is of the bits of numbers.
type digest struct{ bytes.Buffer }

func (d *digest) add(x any) { _ = binary.Write(d, binary.LittleEndian, x) }

func (d *digest) String() string { return fmt.Sprintf("%.8x", sha256.Sum256(d.Bytes())) }

// numbers are n of them between −1 and 1, some of them small. They are made without
// rounding, so that they are the same everywhere.
func numbers(r *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = (2*r.Float32() - 1) / float32(int(1)<<r.IntN(12))
	}
	return x
}

func doubles(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = (2*r.Float64() - 1) / float64(int(1)<<r.IntN(30))
	}
	return x
}

// TestExact: the exact kernels give one and the same bits in every way and on every
// processor. If a digest changes, so do word vectors, singular values, bootstraps and
// derivations: do not replace it without saying what moved.
func TestExact(t *testing.T) {
	for _, c := range []struct {
		name, want string
		do         func(d *digest, r *rand.Rand, n int)
	}{
		{"Dot", "fc7b2478813e1b17", func(d *digest, r *rand.Rand, n int) {
			d.add(Dot(numbers(r, n), numbers(r, n)))
		}},
		{"Dot64", "0bd6fa1676342446", func(d *digest, r *rand.Rand, n int) {
			d.add(Dot64(doubles(r, n), doubles(r, n)))
		}},
		{"Dots64", "079042ecebde9486", func(d *digest, r *rand.Rand, n int) {
			out, vectors := make([]float64, r.IntN(10)), [][]float64(nil)
			for i := range out {
				vectors = append(vectors, doubles(r, n+i)) // longer ones count as far as y goes
			}
			Dots64(out, vectors, doubles(r, n))
			d.add(out)
		}},
		{"TanhSlope", "acdbac7ad9fb0f91", func(d *digest, r *rand.Rand, n int) {
			x := numbers(r, n)
			TanhSlope(x, 0.3, numbers(r, n))
			d.add(x)
		}},
		{"CellGrad", "3b0796d0a4cd45ec", func(d *digest, r *rand.Rand, n int) {
			gates := numbers(r, 4*n)
			c := Cell{Grad: gates, Gates: gates, DH: numbers(r, n), DC: numbers(r, n), Tanh: numbers(r, n), Before: numbers(r, n), Back: numbers(r, n)}
			CellGrad(&c)
			d.add(c.Grad)
			d.add(c.Back)
		}},
		{"Add", "e8aff3060733b0ec", func(d *digest, r *rand.Rand, n int) {
			x, y := numbers(r, n), numbers(r, n)
			Add(x, x, y)
			Add(y, x, y)
			d.add(x)
			d.add(y)
		}},
		{"Scale", "fed288b746476b03", func(d *digest, r *rand.Rand, n int) {
			x := numbers(r, n)
			Scale(r.Float32(), x)
			d.add(x)
		}},
		{"Axpy", "2216f5bd7dc3ab99", func(d *digest, r *rand.Rand, n int) {
			y := numbers(r, n)
			Axpy(y, r.Float32(), numbers(r, n))
			d.add(y)
		}},
		{"AxpyRows", "9e2ea261f7ece7c2", func(d *digest, r *rand.Rand, n int) {
			y, a := numbers(r, n), numbers(r, 1+r.IntN(9))
			a[len(a)/2] = 0
			AxpyRows(y, a, numbers(r, n*len(a)))
			AxpyRows(y, nil, nil)
			d.add(y)
		}},
		{"AxpyChain", "5ed3d93f79ffbd9d", func(d *digest, r *rand.Rand, n int) {
			z, y := numbers(r, n), numbers(r, n)
			AxpyChain(z, y, numbers(r, n), r.Float32())
			d.add(z)
			d.add(y)
		}},
		{"AddPanel", "d43cce41c735a06f", func(d *digest, r *rand.Rand, n int) {
			y := doubles(r, n*Width)
			AddPanel(y, doubles(r, n*Width), tile(r))
			d.add(y)
		}},
		{"AddTile", "664052f2372f4870", func(d *digest, r *rand.Rand, n int) {
			t := tile(r)
			AddTile(t, doubles(r, n*Width), doubles(r, n*Width))
			d.add(t)
		}},
		{"SparsePanel", "6e5d4142e6c95797", func(d *digest, r *rand.Rand, n int) {
			start, column := []int{0}, []int32(nil)
			for range n {
				for range r.IntN(9) {
					column = append(column, r.Int32N(5))
				}
				start = append(start, len(column))
			}
			y := doubles(r, n*Width) // what was there must not matter
			SparsePanel(y, doubles(r, 5*Width), start, column, doubles(r, len(column)))
			d.add(y)
		}},
	} {
		ways(t, func(t *testing.T) {
			d, r := new(digest), rand.New(rand.NewPCG(1, 2))
			for n := range 140 {
				c.do(d, r, n)
			}
			if got := d.String(); got != c.want {
				t.Errorf("%s: the digest is %s, want %s", c.name, got, c.want)
			}
		})
	}
}

func tile(r *rand.Rand) *Tile {
	t := new(Tile)
	for i := range t {
		copy(t[i][:], doubles(r, Width))
	}
	return t
}

// Lengths that do not fit are noticed before the assembly could read too far.
func TestLengths(t *testing.T) {
	x, y := make([]float32, 40), make([]float32, 39)
	u, v := make([]float64, 40), make([]float64, 32)
	ways(t, func(t *testing.T) {
		for name, f := range map[string]func(){
			"Dot":           func() { Dot(x, y) },
			"DotFused":      func() { DotFused(x, y) },
			"Dot64":         func() { Dot64(u, v) },
			"Dots64":        func() { Dots64(make([]float64, 4), [][]float64{u, u, v, u}, u) },
			"Dots64 of one": func() { Dots64(make([]float64, 1), [][]float64{v}, u) },
			"Dots64 to few": func() { Dots64(make([]float64, 3), [][]float64{u, u, u, u}, v) },
			"Add to":        func() { Add(y, x, x) },
			"Add x":         func() { Add(x, y, x) },
			"Add y":         func() { Add(x, x, y) },
			"Axpy":          func() { Axpy(x, 1, y) },
			"AxpyRows":      func() { AxpyRows(x, x[:2], y) },
			"AxpyChain":     func() { AxpyChain(x, x, y, 1) },
			"AddPanel":      func() { AddPanel(u, v, new(Tile)) },
			"AddPanel rows": func() { AddPanel(u[:12], u[:12], new(Tile)) },
			"AddTile":       func() { AddTile(new(Tile), v, u) },
			"SparsePanel":   func() { SparsePanel(u, v, []int{0, 0}, nil, nil) },
			"Norm":          func() { Norm(x, x, y, 0, 1, x) },
			"ReLU":          func() { ReLU(y, x) },
			"ExpSum":        func() { ExpSum(y, 1, 0, x) },
			"Float16":       func() { Float16(x, make([]byte, 79)) },
			"BFloat16":      func() { BFloat16(x, make([]byte, 81)) },
			"Transpose":     func() { Transpose(y, 5, x, 8, 5, 8) },
			"CopyBlocks":    func() { CopyBlocks(y, 16, 16, x, 16, 1, 3) },
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s takes lengths that do not fit", name)
					}
				}()
				f()
			}()
		}
	})
}
