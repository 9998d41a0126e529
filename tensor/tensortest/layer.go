package tensortest

import (
	_ "embed"
	"encoding/json"
	"math"
	"testing"

	"hed/tensor"
)

// golden is what torch gives for the layer; testdata/oracle.py made it.
//
//go:embed testdata/layer.json
var golden []byte

// The layer of testdata/oracle.py.
const hidden, headCount, inner, reach = 48, 4, 100, 21

var bounds = []int{0, 5, 26}

// made is matrix n of the oracle, times by: numbers that are made of integers, so that
// none need be in a file.
func made(d tensor.Device, n uint32, rows, cols int, by float32) tensor.Matrix {
	data := make([]float32, rows*cols)
	for i := range data {
		x := (uint32(i)+1)*2654435761 + n*2246822519
		x = (x ^ x>>15) * 2246822519
		x ^= x >> 13
		data[i] = by * (float32(x>>8)/(1<<24) - 0.5)
	}
	return put(d, rows, cols, data)
}

// encode is a layer of BERT: attention, then two dense layers, each added to what
// it came from and normalised. It uses the device and nothing else.
func encode(d tensor.Device, bias tensor.Matrix) []float32 {
	rows := bounds[len(bounds)-1]
	x := made(d, 1, rows, hidden, 4)
	q, k, v, y := d.New(rows, hidden), d.New(rows, hidden), d.New(rows, hidden), d.New(rows, hidden)
	wide := d.New(rows, inner)
	linear := func(y, x tensor.Matrix, n uint32, f tensor.Activation) {
		d.Linear(y, x, d.Pack(made(d, n, y.Cols, x.Cols, 0.5).T()), made(d, n+1, 1, y.Cols, 1), f)
	}
	norm := func(n uint32) {
		d.Add(x, x, y)
		d.LayerNorm(x, x, made(d, n, 1, hidden, 1), made(d, n+1, 1, hidden, 1), 1e-12)
	}
	linear(q, x, 10, tensor.Identity)
	linear(k, x, 12, tensor.Identity)
	linear(v, x, 14, tensor.Identity)
	scale := float32(1 / math.Sqrt(hidden/headCount))
	d.Attention(y, q, k, v, tensor.Heads{Count: headCount, Scale: scale, Queries: bounds, Keys: bounds, Bias: bias})
	linear(q, y, 16, tensor.Identity)
	y = q
	norm(18)
	linear(wide, x, 20, tensor.GELU)
	linear(y, wide, 22, tensor.Identity)
	norm(24)
	return read(d, x)
}

// layer: an encoder layer is that of float64 and that of torch, both within 1e-5.
func layer(t *testing.T, d tensor.Device) {
	var torch map[string]any // beside the numbers it has torch's version
	if err := json.Unmarshal(golden, &torch); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		bias func(d tensor.Device) tensor.Matrix
	}{
		{"plain", func(tensor.Device) tensor.Matrix { return tensor.Matrix{} }},
		{"bias", func(d tensor.Device) tensor.Matrix { return made(d, 2, headCount, 2*reach-1, 1) }},
	} {
		got, plain, want := encode(d, c.bias(d)), encode(exact{}, c.bias(exact{})), torch[c.name].([]any)
		if len(got) != len(plain) || len(got) != len(want) {
			t.Fatalf("%s: %d numbers, exactly %d, torch %d", c.name, len(got), len(plain), len(want))
		}
		var fromExact, fromTorch float64
		for i, v := range got {
			fromExact = max(fromExact, math.Abs(float64(v)-float64(plain[i])))
			fromTorch = max(fromTorch, math.Abs(float64(v)-want[i].(float64)))
		}
		t.Logf("%s: %.2g from float64, %.2g from torch", c.name, fromExact, fromTorch)
		if !(fromExact < 1e-5) || !(fromTorch < 1e-5) {
			t.Errorf("%s: %.2g from float64, %.2g from torch", c.name, fromExact, fromTorch)
		}
	}
}
