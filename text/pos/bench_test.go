package pos_test

import (
	"os"
	"testing"

	"hed/text/pos"
)

func BenchmarkHeadlines(b *testing.B) { benchmark(b, headlines(b)) }

func BenchmarkEWT(b *testing.B) { benchmark(b, ewt(b)) }

// benchmark tags all sentences over and over, on one core.
func benchmark(b *testing.B, sentences []pos.Sentence) {
	all := forms(sentences)
	words := 0
	for _, s := range all {
		words += len(s)
	}
	tagger := pos.English()
	var dst []pos.Tag
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range all {
			dst = tagger.Tag(dst[:0], s)
		}
	}
	b.ReportMetric(float64(words)*float64(b.N)/b.Elapsed().Seconds(), "tokens/s")
}

// BenchmarkOpen is what the first headline costs.
func BenchmarkOpen(b *testing.B) {
	if _, err := os.Stat("english.model"); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := pos.Open("english.model"); err != nil {
			b.Fatal(err)
		}
	}
}
