package safetensors_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"hed/tensor/safetensors"
)

// TestWrite: what is written is read again, in half precision as the nearest.
func TestWrite(t *testing.T) {
	numbers := []float32{0, 1, -1.5, 65504, 65519, 65520, 1e-8, 6e-8, 5.96e-8, 2.98e-8, 2.9802322e-8, 6.1e-5, 6.097e-5, 0.1, 1.0004883, 1.0014648,
		float32(math.Inf(-1)), float32(math.NaN()), 3.14159, 1e30}
	read := func(x []float32) { copy(x, numbers) }
	tensors := []safetensors.Out{
		{Name: "b", Shape: []int{4, 5}, Type: safetensors.F32, Read: read},
		{Name: "a", Shape: []int{len(numbers)}, Type: safetensors.F16, Read: read},
		{Name: "empty", Shape: []int{0, 3}, Type: safetensors.F32, Read: read},
	}
	var first, second bytes.Buffer
	for _, w := range []*bytes.Buffer{&first, &second} {
		if err := safetensors.Write(w, tensors, map[string]string{"step": "7", "of": "a"}); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("written twice, other bytes")
	}
	file := filepath.Join(t.TempDir(), "x.safetensors")
	if err := os.WriteFile(file, first.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	a, err := safetensors.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if a.Metadata("step") != "7" || a.Metadata("none") != "" {
		t.Errorf("metadata %q", a.Metadata("step"))
	}
	for name, bits := range map[string]float64{"a": 11, "b": 24} {
		x, _ := a.Tensor(name)
		got, err := x.Float32s(nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range numbers {
			near := nearest(float64(want), bits)
			if g := float64(got[i]); g != near && !(math.IsNaN(g) && math.IsNaN(near)) {
				t.Errorf("%s: %g is read as %g, want %g", name, want, g, near)
			}
		}
	}
	if err := safetensors.Write(&first, append(tensors, tensors[0]), nil); err == nil {
		t.Error("a name was written twice")
	}
}

// nearest is the number of so many binary digits that is nearest to x; those of 11 have the range of half precision.
func nearest(x, bits float64) float64 {
	if bits == 24 || x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	_, e := math.Frexp(x)
	step := math.Ldexp(1, max(e-11, -24))
	if y := math.RoundToEven(x/step) * step; math.Abs(y) <= 65504 {
		return y
	}
	return math.Inf(int(math.Copysign(1, x)))
}
