package tensor_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"hed/tensor"
)

// The layer of testdata/oracle.py.
const hidden, heads, inner, reach = 48, 4, 100, 21

var bounds = []int{0, 5, 26}

// made is matrix n of the oracle, times by.
func made(n uint32, rows, cols int, by float32) tensor.Matrix {
	data := make([]float32, rows*cols)
	for i := range data {
		x := (uint32(i)+1)*2654435761 + n*2246822519
		x = (x ^ x>>15) * 2246822519
		x ^= x >> 13
		data[i] = by * (float32(x>>8)/(1<<24) - 0.5)
	}
	return tensor.Of(rows, cols, data)
}

// dense is a layer of weights and bias, as a device has them.
type dense struct {
	w    *tensor.Weights
	bias tensor.Matrix
}

func newDense(d tensor.Device, n uint32, in, out int) dense {
	return dense{d.Pack(put(d, made(n, out, in, 0.5)).T()), put(d, made(n+1, 1, out, 1))}
}

func put(d tensor.Device, m tensor.Matrix) tensor.Matrix {
	on := d.New(m.Rows, m.Cols)
	d.Write(on, m.Data)
	return on
}

// encode is a layer of BERT: attention, then two dense layers, each added to what
// it came from and normalised. It uses the device and nothing else.
func encode(d tensor.Device, input, bias tensor.Matrix) []float32 {
	rows := input.Rows
	x := put(d, input)
	q, k, v, y := d.New(rows, hidden), d.New(rows, hidden), d.New(rows, hidden), d.New(rows, hidden)
	wide := d.New(rows, inner)
	linear := func(y, x tensor.Matrix, n uint32, f tensor.Activation) {
		l := newDense(d, n, x.Cols, y.Cols)
		d.Linear(y, x, l.w, l.bias, f)
	}
	norm := func(n uint32) {
		d.Add(x, x, y)
		d.LayerNorm(x, x, put(d, made(n, 1, hidden, 1)), put(d, made(n+1, 1, hidden, 1)), 1e-12)
	}
	linear(q, x, 10, tensor.Identity)
	linear(k, x, 12, tensor.Identity)
	linear(v, x, 14, tensor.Identity)
	scale := float32(1 / math.Sqrt(hidden/heads))
	d.Attention(y, q, k, v, tensor.Heads{Count: heads, Scale: scale, Queries: bounds, Keys: bounds, Bias: bias})
	linear(q, y, 16, tensor.Identity)
	y = q
	norm(18)
	linear(wide, x, 20, tensor.GELU)
	linear(y, wide, 22, tensor.Identity)
	norm(24)
	out := make([]float32, rows*hidden)
	d.Read(out, x)
	return out
}

// exactly is the same layer in float64, as plain as it can be.
func exactly(input, bias tensor.Matrix) []float64 {
	linear := func(x [][]float64, n uint32, out int) [][]float64 {
		in := len(x[0])
		w, b := made(n, out, in, 0.5), made(n+1, 1, out, 1)
		y := grid(len(x), out)
		for i := range y {
			for j := range y[i] {
				y[i][j] = float64(b.Data[j])
				for l := range in {
					y[i][j] += x[i][l] * float64(w.Data[j*in+l])
				}
			}
		}
		return y
	}
	norm := func(x, y [][]float64, n uint32) {
		g, b := made(n, 1, hidden, 1), made(n+1, 1, hidden, 1)
		for i := range x {
			mean, variance := 0.0, 0.0
			for j := range hidden {
				x[i][j] += y[i][j]
				mean += x[i][j] / hidden
			}
			for j := range hidden {
				variance += (x[i][j] - mean) * (x[i][j] - mean) / hidden
			}
			for j := range hidden {
				x[i][j] = (x[i][j]-mean)/math.Sqrt(variance+1e-12)*float64(g.Data[j]) + float64(b.Data[j])
			}
		}
	}
	x := grid(input.Rows, hidden)
	for i, v := range input.Data {
		x[i/hidden][i%hidden] = float64(v)
	}
	q, k, v, y := linear(x, 10, hidden), linear(x, 12, hidden), linear(x, 14, hidden), grid(len(x), hidden)
	const width = hidden / heads
	for s := range len(bounds) - 1 {
		for h := range heads {
			for i := bounds[s]; i < bounds[s+1]; i++ {
				total := 0.0
				for j := bounds[s]; j < bounds[s+1]; j++ {
					score := 0.0
					for c := h * width; c < (h+1)*width; c++ {
						score += q[i][c] * k[j][c] / math.Sqrt(width)
					}
					if bias.Rows > 0 {
						score += float64(bias.Row(h)[reach-1+j-i])
					}
					p := math.Exp(score)
					total += p
					for c := h * width; c < (h+1)*width; c++ {
						y[i][c] += p * v[j][c]
					}
				}
				for c := h * width; c < (h+1)*width; c++ {
					y[i][c] /= total
				}
			}
		}
	}
	norm(x, linear(y, 16, hidden), 18)
	wide := linear(x, 20, inner)
	for _, row := range wide {
		for j, v := range row {
			row[j] = v * normalTail(v)
		}
	}
	norm(x, linear(wide, 22, hidden), 24)
	var flat []float64
	for _, row := range x {
		flat = append(flat, row...)
	}
	return flat
}

func grid(rows, cols int) [][]float64 {
	g := make([][]float64, rows)
	for i := range g {
		g[i] = make([]float64, cols)
	}
	return g
}

// An encoder layer against float64 and against torch, both within 1e-5.
func TestEncoderLayer(t *testing.T) {
	var golden map[string]any
	data, err := os.ReadFile("testdata/layer.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &golden); err != nil {
		t.Fatal(err)
	}
	d := tensor.New(2)
	defer d.Close()
	input := made(1, bounds[len(bounds)-1], hidden, 4)
	for name, bias := range map[string]tensor.Matrix{"plain": {}, "bias": made(2, heads, 2*reach-1, 1)} {
		got := encode(d, input, bias)
		exact, torch := exactly(input, bias), golden[name].([]any)
		if len(got) != len(exact) || len(got) != len(torch) {
			t.Fatalf("%s: %d numbers, exactly %d, torch %d", name, len(got), len(exact), len(torch))
		}
		var fromExact, fromTorch float64
		for i, v := range got {
			fromExact = max(fromExact, math.Abs(float64(v)-exact[i]))
			fromTorch = max(fromTorch, math.Abs(float64(v)-torch[i].(float64)))
		}
		if !(fromExact < 1e-5) || !(fromTorch < 1e-5) {
			t.Errorf("%s: %.2g from float64, %.2g from torch %v", name, fromExact, fromTorch, golden["torch"])
		}
		t.Logf("%s: %.2g from float64, %.2g from torch", name, fromExact, fromTorch)
	}
}

func ExampleCPU() {
	d := tensor.New(2)
	defer d.Close()
	x := d.New(1, 2)
	d.Write(x, []float32{1, 2})
	w := d.New(2, 3)
	d.Write(w, []float32{
		1, 0, -1,
		0, 1, -1,
	})
	bias := d.New(1, 3)
	d.Write(bias, []float32{10, 20, 0})
	y := d.New(1, 3)
	d.Linear(y, x, d.Pack(w), bias, tensor.ReLU)
	out := make([]float32, 3)
	d.Read(out, y)
	fmt.Println(out)
	// Output: [11 22 0]
}

func normalTail(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
