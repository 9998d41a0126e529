package ngram_test

import (
	"strings"
	"testing"

	"hed/internal/shared"
	"hed/text/ngram"
)

func BenchmarkTrain(b *testing.B) {
	text := lines(shared.Gunzip(b, "testdata/corpus.txt.gz"))
	b.ReportAllocs()
	for b.Loop() {
		train(3, text)
	}
	b.ReportMetric(float64(len(text))*float64(b.N)/b.Elapsed().Seconds(), "sentences/s")
}

func BenchmarkRead(b *testing.B) {
	text := shared.Gunzip(b, "testdata/corpus.5.arpa.gz")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := ngram.Read(strings.NewReader(text), "x"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLog10(b *testing.B) {
	m := train(3, lines(shared.Gunzip(b, "testdata/corpus.txt.gz")))
	context := []int32{ngram.Begin, m.ID("the")}
	words := []int32{m.ID("old"), m.ID("bridge"), ngram.Unknown, ngram.End}
	for i := 0; b.Loop(); i++ {
		m.Log10(context, words[i%len(words)])
	}
}
