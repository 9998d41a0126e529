package recurrent_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"hed/neural/recurrent"
	"hed/neural/train"
	"hed/tensor"
	"hed/tensor/grad"
)

// pointer is a pointer-generator with a vocabulary of 20,000 words.
func pointer(b *testing.B, d tensor.Learner, hidden int) *recurrent.Net {
	c := recurrent.Config{Vocabulary: 20_000, Embedding: 128, Hidden: hidden, Bridge: true, Copy: true, Tied: true}
	n, err := recurrent.New(d, c, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// texts are so many random lists of words, as long as the articles of Reuters that are read, or as its headlines.
func texts(rng *rand.Rand, n, least, most int) [][]int32 {
	lists := make([][]int32, n)
	for i := range lists {
		lists[i] = make([]int32, least+rng.IntN(most-least+1))
		for k := range lists[i] {
			lists[i][k] = int32(recurrent.FirstWord + rng.IntN(20_050-recurrent.FirstWord))
		}
	}
	return lists
}

// BenchmarkLearn takes steps of 32 pairs.
func BenchmarkLearn(b *testing.B) {
	for _, hidden := range []int{128, 256} {
		b.Run(fmt.Sprint(hidden), func(b *testing.B) {
			d := tensor.New(runtime.GOMAXPROCS(0))
			defer d.Close()
			n := pointer(b, d, hidden)
			rng := rand.New(rand.NewPCG(1, 2))
			articles, headlines := texts(rng, 32, 120, 160), texts(rng, 32, 7, 13)
			var all []recurrent.Pair
			for i := range articles {
				all = append(all, recurrent.Pair{Article: articles[i], Headline: headlines[i]})
			}
			batch, err := recurrent.NewBatch(all, n.Vocabulary)
			if err != nil {
				b.Fatal(err)
			}
			o, err := train.NewOptimiser(d, n.Params(), train.Method{Name: "adagrad", Rate: 0.15, Clip: 2, Initial: 0.1})
			if err != nil {
				b.Fatal(err)
			}
			tape, sums := &grad.Tape{Device: d}, d.New(1, 2)
			b.ReportAllocs()
			for b.Loop() {
				tape.Reset()
				n.Loss(tape, batch, recurrent.Lesson{}, sums)
				o.Step(0.01)
			}
			b.ReportMetric(float64(b.N*len(all))/b.Elapsed().Seconds(), "pairs/s")
		})
	}
}

// BenchmarkFind writes headlines of up to 15 words for 32 articles, as many as an evaluation gives at a time.
func BenchmarkFind(b *testing.B) {
	for _, hidden := range []int{128, 256} {
		b.Run(fmt.Sprint(hidden), func(b *testing.B) {
			d := tensor.New(runtime.GOMAXPROCS(0))
			defer d.Close()
			n := pointer(b, d, hidden)
			articles := texts(rand.New(rand.NewPCG(1, 2)), 32, 130, 160)
			tape := &grad.Tape{Device: d, Fixed: true}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := n.Find(b.Context(), tape, articles, recurrent.Search{Beams: 5, Max: 15, NoRepeat: 3, Penalty: 1}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*len(articles))/b.Elapsed().Seconds(), "articles/s")
		})
	}
}
