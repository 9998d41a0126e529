package tokenizer_test

import (
	"testing"

	"hed/internal/shared"
	"hed/neural/tokenizer"
)

// BenchmarkNumHG encodes the NumHG articles, one in ten.
func BenchmarkNumHG(b *testing.B) {
	var texts []string
	size := 0
	for i, a := range shared.NumHG(b) {
		if i%10 == 0 {
			texts = append(texts, a.Text)
			size += len(a.Text)
		}
	}
	for _, name := range []string{"bert", "roberta", "gpt4", "t5", "llama"} {
		b.Run(name, func(b *testing.B) {
			w := open(b, name).Worker()
			var e tokenizer.Encoding
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, s := range texts {
					if err := w.Encode(&e, s); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
