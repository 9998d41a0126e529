package vector_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/text/vector"
)

// topics are texts of two kinds, whose words do not meet.
func topics(n int) *vector.Texts {
	rng := rand.New(rand.NewPCG(3, 4))
	kinds := [][]string{strings.Fields("senate vote bill mayor council law"), strings.Fields("goal match coach league team cup")}
	texts := vector.NewTexts()
	for i := range n {
		for range 20 {
			kind := kinds[i%2]
			texts.Add(kind[rng.IntN(len(kind))])
		}
		texts.End()
	}
	return texts
}

func train(t *testing.T, texts *vector.Texts, opt vector.Training) *vector.Table {
	t.Helper()
	table, err := vector.Train(t.Context(), texts, opt)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func cosine(t *testing.T, table *vector.Table, a, b string) float64 {
	t.Helper()
	i, ok := table.Find(a)
	j, ok2 := table.Find(b)
	if !ok || !ok2 {
		t.Fatalf("%s or %s has no vector", a, b)
	}
	var ab, aa, bb float64
	for k, x := range table.Row(i) {
		y := table.Row(j)[k]
		ab, aa, bb = ab+float64(x*y), aa+float64(x*x), bb+float64(y*y)
	}
	return ab / math.Sqrt(aa*bb)
}

func TestTrain(t *testing.T) {
	table := train(t, topics(100), vector.Training{Seed: 1, Dim: 20, Epochs: 15, Sample: 1})
	if table.Len() != 12 || table.Dim() != 20 || table.Cased() {
		t.Fatalf("%d words, %d dimensions", table.Len(), table.Dim())
	}
	near := min(cosine(t, table, "senate", "vote"), cosine(t, table, "goal", "coach"))
	far := max(cosine(t, table, "senate", "goal"), cosine(t, table, "vote", "coach"))
	if near < far+0.3 {
		t.Errorf("words of one kind have %v, of two kinds %v", near, far)
	}
}

// The texts are enough for several lanes.
func TestWorkersChangeNothing(t *testing.T) {
	texts := topics(800)
	opt := vector.Training{Seed: 1, Dim: 10, Epochs: 2, Sample: 1}
	want := train(t, texts, opt).Hash()
	for _, workers := range []int{2, 3, 16} {
		opt.Workers = workers
		if train(t, texts, opt).Hash() != want {
			t.Errorf("%d workers learn something else", workers)
		}
	}
	opt.Seed = 2
	if train(t, texts, opt).Hash() == want {
		t.Error("another seed learns the same")
	}
}

// However little there is, the numbers are finite.
func TestFewWords(t *testing.T) {
	for _, texts := range [][]string{{"a"}, {"a a a a a a a a"}, {"a b"}, {"", "a", ""}, {strings.Repeat("a b ", 5000)}} {
		all := vector.NewTexts()
		for _, s := range texts {
			for _, w := range strings.Fields(s) {
				all.Add(w)
			}
			all.End()
		}
		table := train(t, all, vector.Training{Seed: 1, Dim: 5, Epochs: 3})
		for i := range table.Len() {
			for _, v := range table.Row(i) {
				if v-v != 0 {
					t.Errorf("%q: %v", texts, v)
				}
			}
		}
	}
}

// Six words in 300 texts of 200 ended with "the numbers grew beyond bounds; try a lower rate",
// and with it every metric of the run. A lower rate is tried, which changes no vectors that
// could be learnt before; one that is far too high ends there too.
//
// Numbers of 24 words grew to 3e14, which is still a number, and were kept; so did those of 4,600 real articles, to 1e6.
func TestGrowing(t *testing.T) {
	for _, words := range []int{6, 24} {
		rng := rand.New(rand.NewPCG(1, 1))
		texts := vector.NewTexts()
		for range 300 {
			for range 200 {
				texts.Add(strings.Repeat("a", 1+rng.IntN(words)))
			}
			texts.End()
		}
		for _, rate := range []float64{0, 1e30} {
			table, err := vector.Train(t.Context(), texts, vector.Training{Rate: rate, Dim: 20, Epochs: 3})
			if err != nil || table.Len() != words {
				t.Fatalf("%d words at a rate of %g: got %v", words, rate, err)
			}
			for i := range table.Len() {
				for _, v := range table.Row(i) {
					if !(v > -100 && v < 100) {
						t.Fatalf("%d words at a rate of %g: %v", words, rate, v)
					}
				}
			}
		}
	}
}

func TestTrainErrors(t *testing.T) {
	one := vector.NewTexts()
	one.Add("a")
	for want, run := range map[string]func() error{
		"no word occurs 1 times in the 0 words": func() error { _, err := vector.Train(t.Context(), vector.NewTexts(), vector.Training{}); return err },
		"no word occurs 2 times in the 1 words": func() error { _, err := vector.Train(t.Context(), one, vector.Training{MinCount: 2}); return err },
		"-1 dimensions":                         func() error { _, err := vector.Train(t.Context(), one, vector.Training{Dim: -1}); return err },
	} {
		if err := run(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := 0
	_, err := vector.Train(ctx, topics(2000), vector.Training{Dim: 5, Progress: func(n, all int) {
		if done = n; n > 0 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || done == 0 {
		t.Errorf("got %v after %d words", err, done)
	}
}

// Training that was stopped and goes on gives the same vectors; another
// training, or half a file, counts as nothing.
func TestCheckpoint(t *testing.T) {
	opt := vector.Training{Seed: 1, Dim: 20, Epochs: 6}
	want := train(t, topics(100), opt).Hash()
	opt.Folder = t.TempDir()
	stop := func(after int) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		opt := opt
		opt.Progress = func(done, all int) {
			if done >= all*after/opt.Epochs {
				cancel()
			}
		}
		if _, err := vector.Train(ctx, topics(100), opt); !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v", err)
		}
	}
	stop(3)
	first := 0
	opt.Progress = func(done, all int) {
		if first == 0 {
			first = done * opt.Epochs / all
		}
	}
	if got := train(t, topics(100), opt).Hash(); got != want {
		t.Error("training that went on gave other vectors")
	}
	if first < 2 {
		t.Errorf("it went on in epoch %d", first)
	}
	other := opt
	other.Seed = 2
	plain := other
	plain.Folder = ""
	if train(t, topics(100), other).Hash() != train(t, topics(100), plain).Hash() {
		t.Error("training with another seed went on from what was there")
	}
	file := filepath.Join(opt.Folder, vector.CheckpointFile)
	if err := os.Truncate(file, 100); err != nil {
		t.Fatal(err)
	}
	if train(t, topics(100), opt).Hash() != want {
		t.Error("half a file changed the vectors")
	}
}
