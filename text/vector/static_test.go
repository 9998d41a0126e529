package vector_test

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/text/vector"
)

// static writes a folder with a tensor in a safetensors file.
func static(t testing.TB, tokenizer, header, data string) string {
	t.Helper()
	dir := t.TempDir()
	head := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	for name, content := range map[string]string{"tokenizer.json": tokenizer, "model.safetensors": string(head) + header + data} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const (
	wordPiece = `{"version":"1.0","model":{"type":"WordPiece","continuing_subword_prefix":"##","vocab":{"[PAD]":0,"the":1,"##ing":2,"king":3}}}`
	f32       = `{"__metadata__":{"format":"pt"},"scale":{"dtype":"F32","shape":[1],"data_offsets":[32,36]},"embeddings":{"dtype":"F32","shape":[4,2],"data_offsets":[0,32]}}`
)

func TestStatic(t *testing.T) {
	values := floats(0, 0, 1, 2, 3, 4, 5, 6, 7)
	dir := static(t, wordPiece, f32, values)
	for _, path := range []string{dir, filepath.Join(dir, "model.safetensors")} {
		cache := t.TempDir()
		for range 2 {
			if got := rows(open(t, path, cache)); got != "[PAD]:0,0 the:1,2 king:5,6" {
				t.Errorf("got %s", got)
			}
		}
	}
	// Halves: 1, -2, the least number, 65504, 1/3.
	dir = static(t, `{"model":{"type":"BPE","vocab":{"Ġa":0,"b":1,"Ġ":2,"Ġc":3}}}`,
		`{"w":{"dtype":"F16","shape":[5,1],"data_offsets":[0,10]}}`, "\x00\x3c\x00\xc0\x01\x00\xff\x7b\x55\x35")
	if got := rows(open(t, dir, "")); got != "a:1 c:65504" {
		t.Errorf("got %s", got)
	}
	dir = static(t, `{"model":{"vocab":{"a":0,"b":1,"c":2,"d":4}}}`,
		`{"w":{"dtype":"F16","shape":[5,1],"data_offsets":[0,10]}}`, "\x00\x3c\x00\xc0\x01\x00\xff\x7b\x55\x35")
	if got := rows(open(t, dir, "")); got != "a:1 b:-2 c:5.9604645e-08 d:0.33325195" {
		t.Errorf("got %s", got)
	}
	// The upper half of float32.
	dir = static(t, `{"model":{"vocab":{"a":0,"b":1}}}`, `{"w":{"dtype":"BF16","shape":[2,1],"data_offsets":[0,4]}}`, "\x80\x3f\x20\xc0")
	if got := rows(open(t, dir, "")); got != "a:1 b:-2.5" {
		t.Errorf("got %s", got)
	}
}

func TestStaticErrors(t *testing.T) {
	values := floats(0, 0, 1, 2, 3, 4, 5, 6, 7)
	for _, test := range []struct{ tokenizer, header, data, want string }{
		{`{"model":{"type":"Unigram","vocab":[["a",0.5]]}}`, f32, values, `type "Unigram" cannot be used`},
		{`{`, f32, values, "tokenizer.json: unexpected end"},
		{`{"model":{"vocab":{"a":0,"b":0}}}`, f32, values, "share the number 0"},
		{`{"model":{"vocab":{"a":7}}}`, f32, values, `4 rows, but token "a" of tokenizer.json has number 7`},
		{wordPiece, f32, values[:20], `it ends within tensor "embeddings"`},
		{wordPiece, `{"a":{"dtype":"I64","shape":[1,1],"data_offsets":[0,8]}}`, values[:8], "type I64; expected F32, F16, BF16 or F64"},
		{wordPiece, `{}`, "", "no tensor with two dimensions"},
		{wordPiece, `[]`, values, "does not begin with {"},
		{wordPiece, `{"a":{"dtype":"F32","shape":[1,1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1,1],"data_offsets":[4,8]}}`, values[:8], "a and b both have two dimensions"},
		{wordPiece, `{"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,0]}}`, values, "has a shape [4611686018427387904 4] that no file can hold"},
		{wordPiece, `{"a":{"dtype":"F32","shape":[0,4],"data_offsets":[0,0]}}`, "", "a has the shape [0 4]; expected words"},
		{wordPiece, `{"a":{"dtype":"F32","shape":[1,65537],"data_offsets":[0,262148]}}`, strings.Repeat("\x00", 262148), "a has the shape [1 65537]"},
		{wordPiece, `{"a":{"dtype":"F32","shape":[4,2],"data_offsets":[0,32]},"a":{"dtype":"F32","shape":[1],"data_offsets":[32,36]}}`, values, `has "a" twice`},
		{wordPiece, `{"a":{"dtype":"F32","shape":[4,2],"data_offsets":[0,32]},"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`, values, `overlaps`},
		{wordPiece, f32, floats(0, 0, 1, float32(math.Inf(1)), 3, 4, 5, 6, 7), `row 1, of "the": value 2 is +Inf; expected a finite number`},
	} {
		_, err := vector.Open(static(t, test.tokenizer, test.header, test.data), "")
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

func FuzzStatic(f *testing.F) {
	f.Add(wordPiece, f32, "12345678123456781234567812345678")
	f.Add(`{"model":{"vocab":{"▁a":0}}}`, `{"w":{"dtype":"F16","shape":[1,1],"data_offsets":[0,2]}}`, "\x00\x3c")
	f.Fuzz(func(t *testing.T, tokenizer, header, data string) {
		if table, err := vector.Open(static(t, tokenizer, header, data), ""); err == nil && table.Len() == 0 {
			t.Error("no words and no error")
		}
	})
}
