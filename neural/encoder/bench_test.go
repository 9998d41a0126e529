package encoder_test

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"hed/neural/encoder"
	"hed/neural/tokenizer"
	"hed/tensor"
)

// BenchmarkMiniLM encodes 64 articles of 256 tokens, and 64 texts as long as
// headlines.
func BenchmarkMiniLM(b *testing.B) {
	dir := minilm(b)
	d := tensor.New(runtime.GOMAXPROCS(0))
	defer d.Close()
	e, err := encoder.Open(dir, d)
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close()
	words := strings.Fields(strings.Join(sample(b), " "))
	for _, c := range []struct {
		name  string
		words int
	}{{"articles", 300}, {"headlines", 12}} {
		var list []string
		for i := range 64 {
			from := i * 61
			list = append(list, strings.Join(words[from:from+c.words+i%5], " "))
		}
		texts := encodings(b, e, dir, list)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			tokens := 0
			for b.Loop() {
				tokens += encode(b, e, texts)
			}
			b.ReportMetric(float64(tokens)/b.Elapsed().Seconds(), "tokens/s")
		})
	}
}

// encode runs all layers and gives the number of tokens.
func encode(t testing.TB, e *encoder.Encoder, texts []*tokenizer.Encoding) (tokens int) {
	layers := []int{e.Config.Layers}
	err := e.Encode(context.Background(), texts, layers, func(_, _ int, states tensor.Matrix) error {
		tokens += states.Rows
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}
