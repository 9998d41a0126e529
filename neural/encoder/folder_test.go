package encoder_test

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/tensor/safetensors"
)

// rewrite makes a model folder of another type, or of other names, than that of
// dir. A tensor whose name becomes empty is left out.
func rewrite(t *testing.T, dir string, kind safetensors.Type, rename func(string) string) string {
	t.Helper()
	a, err := safetensors.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	header, data := map[string]any{}, []byte(nil)
	for _, name := range a.Names() {
		x, _ := a.Tensor(name)
		numbers, err := x.Float32s(nil)
		if err != nil {
			t.Fatal(err)
		}
		begin := len(data)
		for _, n := range numbers {
			switch kind {
			case safetensors.F32:
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(n))
			case safetensors.F64:
				data = binary.LittleEndian.AppendUint64(data, math.Float64bits(float64(n)))
			case safetensors.F16:
				data = binary.LittleEndian.AppendUint16(data, half(t, n))
			}
		}
		if name = rename(name); name == "" {
			data = data[:begin]
			continue
		}
		header[name] = map[string]any{"dtype": kind, "shape": append([]int{}, x.Shape...), "data_offsets": []int{begin, len(data)}}
	}
	text, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	file := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
	to := t.TempDir()
	config, err := os.ReadFile(filepath.Join(dir, "config.json"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(to, "config.json"), config)
	write(t, filepath.Join(to, "model.safetensors"), append(append(file, text...), data...))
	return to
}

// half is a number in half precision, which must hold it exactly.
func half(t *testing.T, x float32) uint16 {
	bits := math.Float32bits(x)
	sign, exponent := uint16(bits>>16)&0x8000, int(bits>>23&0xff)-127+15
	if x == 0 {
		return sign
	}
	if exponent < 1 || exponent > 30 || bits&0x1fff != 0 {
		t.Fatalf("%g is not exact in half precision", x)
	}
	return sign | uint16(exponent)<<10 | uint16(bits>>13&0x3ff)
}

func write(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// edit replaces a part of a file, which must be there.
func edit(t *testing.T, file, from, to string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), from) {
		t.Fatalf("%s has no %s", file, from)
	}
	write(t, file, []byte(strings.Replace(string(data), from, to, 1)))
}
