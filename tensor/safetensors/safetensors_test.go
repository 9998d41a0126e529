package safetensors_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"hed/tensor/safetensors"
)

// The numbers of testdata/golden.py after rounding: x is exact in float64.
var rounded = map[string]func(x float64) float32{
	"f32": func(x float64) float32 { return float32(x) },
	"f64": func(x float64) float32 { return float32(x) },
	"f16": func(x float64) float32 {
		switch x {
		case 0.1:
			return 1638.0 / 16384
		case 6e-8:
			return 1.0 / (1 << 24)
		case 1e-30:
			return 0
		}
		return float32(x)
	},
	"bf16": func(x float64) float32 {
		bits := math.Float32bits(float32(x))
		return math.Float32frombits((bits + 0x7fff + bits>>16&1) &^ 0xffff)
	},
}

func TestTypes(t *testing.T) {
	a, err := safetensors.Open("testdata/types.safetensors")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	want := []string{"bf16", "bool", "empty", "f16", "f32", "f64", "i64", "scalar"}
	if diff := cmp.Diff(want, a.Names()); diff != "" {
		t.Fatal(diff)
	}
	numbers := []float64{0, math.Copysign(0, -1), 1, -2.5, 0.1, 65504, 6e-8, 1e-30, math.Inf(1), math.Inf(-1)}
	for name, round := range rounded {
		x, _ := a.Tensor(name)
		if x.Type != safetensors.Type(strings.ToUpper(name)) || !cmp.Equal(x.Shape, []int{2, 5}) || x.Len() != 10 {
			t.Errorf("%s: type %s, shape %v, %d numbers", name, x.Type, x.Shape, x.Len())
		}
		got, err := x.Float32s(nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range numbers {
			if math.Float32bits(got[i]) != math.Float32bits(round(n)) {
				t.Errorf("%s: %g is %g, want %g", name, n, got[i], round(n))
			}
		}
	}
	scalar, _ := a.Tensor("scalar")
	if got, err := scalar.Float32s(nil); err != nil || !cmp.Equal(got, []float32{4}) || len(scalar.Shape) != 0 {
		t.Errorf("scalar: %v, %v", got, err)
	}
	empty, _ := a.Tensor("empty")
	if got, err := empty.Float32s(nil); err != nil || len(got) != 0 || !cmp.Equal(empty.Shape, []int{0, 7}) {
		t.Errorf("empty: %v, %v", got, err)
	}
	ints, _ := a.Tensor("i64")
	if _, err := ints.Float32s(nil); err == nil || !strings.Contains(err.Error(), `tensor "i64" is of type I64`) {
		t.Errorf("i64: %v", err)
	}
	if _, ok := a.Tensor("none"); ok {
		t.Error("there is a tensor none")
	}
}

// file is the bytes of a file with so many bytes of numbers.
func file(header string, data int) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	b = append(b, header...)
	for i := range data {
		b = append(b, byte(i))
	}
	return b
}

// tensors is a header of tensors, in threes: name, shape, offsets.
func tensors(parts ...string) string {
	var b strings.Builder
	for i := 0; i < len(parts); i += 3 {
		fmt.Fprintf(&b, `,%q:{"dtype":"F32","shape":[%s],"data_offsets":[%s]}`, parts[i], parts[i+1], parts[i+2])
	}
	return "{" + strings.TrimPrefix(b.String(), ",") + "}"
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

var refused = []struct {
	what, want string
	file       []byte
}{
	{"empty", "ends after 0 bytes", nil},
	{"short", "ends after 3 bytes", []byte("abc")},
	{"LFS pointer", "git lfs pull", []byte("version https://git-lfs.github.com/spec/v1\noid sha256:0\n")},
	{"huge header", "not a safetensors file", binary.LittleEndian.AppendUint64(nil, math.MaxUint64)},
	{"header over the limit", "not a safetensors file", binary.LittleEndian.AppendUint64(nil, 100_000_001)},
	{"header cut off", "ends within its header", file("{}", 0)[:9]},
	{"no header", "does not begin with {", file("", 4)},
	{"list", "does not begin with {", file("[]", 0)},
	{"not UTF-8", "not UTF-8", file("{\"a\xff\":1}", 0)},
	{"open", "not the JSON", file(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}`, 4)},
	{"number for a tensor", "not the JSON", file(`{"a":1}`, 0)},
	{"unknown field", "not the JSON", file(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"x":1}}`, 4)},
	{"more JSON", "continues after its end", file("{}{}", 0)},
	{"negative", "not the JSON", file(tensors("a", "-1", "0,4"), 4)},
	{"fraction", "not the JSON", file(tensors("a", "1.5", "0,4"), 4)},
	{"no type", `the type "", which is not known`, file(`{"a":{"shape":[1],"data_offsets":[0,4]}}`, 4)},
	{"unknown type", `the type "F3", which is not known`, file(strings.Replace(tensors("a", "1", "0,4"), "F32", "F3", 1), 4)},
	{"twice", `has "a" twice`, file(tensors("a", "1", "0,4", "a", "1", "4,8"), 8)},
	{"metadata twice", `has "__metadata__" twice`, file(`{"__metadata__":{},"__metadata__":{}}`, 0)},
	{"metadata of numbers", "not the JSON", file(`{"__metadata__":{"a":1}}`, 0)},
	{"one offset", "not where it begins and ends", file(tensors("a", "1", "0"), 4)},
	{"three offsets", "not where it begins and ends", file(tensors("a", "1", "0,4,8"), 8)},
	{"backwards", "not where it begins and ends", file(tensors("a", "1", "4,0"), 4)},
	{"size", `"a" has 4 bytes, but F32 of shape [2] takes 8`, file(tensors("a", "2", "0,4"), 4)},
	{"overflow to 4", "that no file can hold", file(tensors("a", "4294967296,4294967297", "0,4"), 4)},
	{"overflow beside 0", "that no file can hold", file(tensors("a", "0,18446744073709551615", "0,0"), 0)},
	{"overlap", `"b" overlaps "a"`, file(tensors("a", "2", "0,8", "b", "1", "4,8"), 8)},
	{"same place", `overlaps`, file(tensors("a", "1", "0,4", "b", "1", "0,4"), 4)},
	{"gap", `4 bytes before tensor "b" belong to none`, file(tensors("a", "1", "0,4", "b", "1", "8,12"), 12)},
	{"gap at the start", `4 bytes before tensor "a" belong to none`, file(tensors("a", "1", "4,8"), 8)},
	{"rest", "1 bytes after the last tensor", file(tensors("a", "1", "0,4"), 5)},
	{"cut off", `ends within tensor "b", after 6 bytes`, file(tensors("a", "1", "0,4", "b", "1", "4,8"), 6)},
	{"too many lengths", `tensor "a" has a shape of 9 lengths; expected 8 at most`, file(tensors("a", "1,1,1,1,1,1,1,1,1", "0,4"), 4)},
	{"beyond", `ends within tensor "a"`, file(tensors("a", "1000000000000", "0,4000000000000"), 4)},
}

func TestRefused(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.safetensors")
	for _, c := range refused {
		write(t, name, c.file)
		_, err := safetensors.Open(name)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "x.safetensors") {
			t.Errorf("%s: got %v, want %q", c.what, err, c.want)
		}
	}
}

// What is wrong is said in a line, however much of it there is.
func TestLongErrors(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.safetensors")
	ones := strings.Repeat("1,", 100_000) + "1"
	for want, header := range map[string]string{
		"has a shape of 100001 lengths": tensors("a", ones, "0,4"),
		"has data_offsets [1 1":         tensors("a", "1", ones),
		`tensor "ééé`:                   tensors(strings.Repeat("é", 100_000), "2", "0,4"),
		"unknown field \"xxx":           `{"a":{"` + strings.Repeat("x", 100_000) + `":1}}`,
	} {
		write(t, name, file(header, 4))
		_, err := safetensors.Open(name)
		if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 1000 || !utf8.ValidString(err.Error()) {
			t.Errorf("got %.200v, want %s in a line", err, want)
		}
	}
}

func TestShards(t *testing.T) {
	const index = `{"metadata":{"total_size":12},"weight_map":{"a":"1.safetensors","b":"2.safetensors"}}`
	one, two := file(tensors("a", "1", "0,4"), 4), file(tensors("a", "1", "0,4", "b", "1", "4,8"), 8)
	for _, c := range []struct {
		what, want string
		files      map[string][]byte
	}{
		{"all", "", map[string][]byte{"1.safetensors": one, "2.safetensors": two}},
		{"missing", "2.safetensors is missing, one of 2 files", map[string][]byte{"1.safetensors": one}},
		{"another", `2.safetensors has no tensor "b"`, map[string][]byte{"1.safetensors": one, "2.safetensors": one}},
		{"cut off", "2.safetensors: it ends within tensor", map[string][]byte{"1.safetensors": one, "2.safetensors": two[:len(two)-1]}},
		{"outside", "not one of weights in its folder", map[string][]byte{"model.safetensors.index.json": []byte(`{"weight_map":{"a":"../1.safetensors"}}`)}},
		{"outside on Windows", "not one of weights in its folder", map[string][]byte{"model.safetensors.index.json": []byte(`{"weight_map":{"a":"..\\1.safetensors"}}`)}},
		{"no weights", "not one of weights in its folder", map[string][]byte{"model.safetensors.index.json": []byte(`{"weight_map":{"a":"1.py"}}`)}},
		{"no map", "names no tensors", map[string][]byte{"model.safetensors.index.json": []byte(`{}`)}},
		{"no JSON", "index.json: ", map[string][]byte{"model.safetensors.index.json": []byte(`{`)}},
		{"whole file first", "", map[string][]byte{"model.safetensors": two}},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "model.safetensors.index.json"), []byte(index))
		for name, data := range c.files {
			write(t, filepath.Join(dir, name), data)
		}
		a, err := safetensors.Open(dir)
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: got %v, want %q", c.what, err, c.want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		if x, _ := a.Tensor("a"); c.what == "all" && filepath.Base(x.File) != "1.safetensors" {
			t.Errorf("a is taken from %s", x.File)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestNoWeights(t *testing.T) {
	dir := t.TempDir()
	if _, err := safetensors.Open(dir); err == nil || !strings.Contains(err.Error(), "neither model.safetensors nor") {
		t.Error(err)
	}
	write(t, filepath.Join(dir, "pytorch_model.bin"), nil)
	if _, err := safetensors.Open(dir); err == nil || !strings.Contains(err.Error(), "save_pretrained") {
		t.Error(err)
	}
	if _, err := safetensors.Open(filepath.Join(dir, "none")); err == nil {
		t.Error("no error for a folder that is not there")
	}
}

// A header of any length leaves the numbers unaligned; they are copied then.
func TestUnaligned(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.safetensors")
	for pad := range 8 {
		write(t, name, file(tensors("a", "2", "0,8")+strings.Repeat(" ", pad), 8))
		a, err := safetensors.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		x, _ := a.Tensor("a")
		got, err := x.Float32s(nil)
		want := []float32{math.Float32frombits(0x03020100), math.Float32frombits(0x07060504)}
		if err != nil || !cmp.Equal(got, want) {
			t.Errorf("%d: %v, %v", pad, got, err)
		}
		a.Close()
	}
}

// FuzzIndex: an index is refused, or names files of weights in its folder.
func FuzzIndex(f *testing.F) {
	f.Add([]byte(`{"metadata":{"total_size":12},"weight_map":{"a":"1.safetensors","b":"2.safetensors"}}`))
	f.Add([]byte(`{"weight_map":{"a":"../1.safetensors"}}`))
	f.Add([]byte(`{"weight_map":{}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		index, err := safetensors.ParseIndex(data)
		if err == nil && len(index.Files()) == 0 {
			t.Error("no files and no error")
		}
		for _, name := range index.Files() {
			if strings.ContainsAny(name, `/\`) || !strings.HasSuffix(name, ".safetensors") {
				t.Errorf("it names %q", name)
			}
		}
	})
}

// FuzzOpen: a file is refused, or every number of it can be read.
func FuzzOpen(f *testing.F) {
	for _, c := range refused {
		f.Add(c.file)
	}
	types, err := os.ReadFile("testdata/types.safetensors")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(types)
	f.Add(file(tensors("a", "1", "0,4", "b", "2,1", "4,12"), 12))
	name := filepath.Join(f.TempDir(), "x.safetensors")
	f.Fuzz(func(t *testing.T, data []byte) {
		write(t, name, data)
		a, err := safetensors.Open(name)
		if err != nil {
			return
		}
		defer a.Close()
		for _, n := range a.Names() {
			x, _ := a.Tensor(n)
			product := 1
			for _, d := range x.Shape {
				product *= d
			}
			numbers, err := x.Float32s(nil)
			if product != x.Len() || err == nil && len(numbers) != product {
				t.Errorf("%s: shape %v, %d numbers, %d read", n, x.Shape, x.Len(), len(numbers))
			}
			var sum float32
			for _, v := range numbers {
				sum += v
			}
			_ = sum
		}
	})
}
