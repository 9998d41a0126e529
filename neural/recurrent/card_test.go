//go:build cuda

package recurrent_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"hed/neural/recurrent"
	"hed/tensor"
	"hed/tensor/cuda"
	"hed/tensor/grad"
)

func card(t *testing.T) tensor.Learner {
	d, err := cuda.Open()
	if err != nil {
		t.Logf("no card: %v", err)
		return nil
	}
	return d
}

// counted is a card that counts how often it read whole sequences at once, and how often it had no room for that.
type counted struct {
	tensor.Sequencer
	at, apart int
}

func (c *counted) Recur(p tensor.Packing, runs []tensor.Recurrence) bool {
	return c.count(c.Sequencer.Recur(p, runs))
}

func (c *counted) RecurGrad(p tensor.Packing, runs []tensor.Recurrence) bool {
	return c.count(c.Sequencer.RecurGrad(p, runs))
}

func (c *counted) count(ok bool) bool {
	if ok {
		c.at++
	} else {
		c.apart++
	}
	return ok
}

// TestWhole: on a card a network of the default sizes reads whole articles at once, in learning (there and back) and in writing. Walking
// from word to word gives the same numbers, so that no other test would notice.
func TestWhole(t *testing.T) {
	if os.Getenv("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE") != "" {
		t.Skip("skipped: others have a part of the card")
	}
	d, ok := card(t).(tensor.Sequencer)
	if !ok {
		t.Skip("skipped: no card")
	}
	t.Cleanup(d.Close)
	for _, size := range []struct{ hidden, rows, words int }{{256, 16, 500}, {256, 256, 120}, {128, 32, 120}} {
		c := &counted{Sequencer: d}
		n, err := recurrent.New(c, recurrent.Config{Vocabulary: 1000, Embedding: 128, Hidden: size.hidden, Bridge: true, Copy: true, Tied: true}, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, 2))
		var all []recurrent.Pair
		var articles [][]int32
		for range size.rows {
			p := recurrent.Pair{Article: make([]int32, 1+rng.IntN(size.words)), Headline: make([]int32, 1+rng.IntN(10))}
			for _, list := range [][]int32{p.Article, p.Headline} {
				for i := range list {
					list[i] = int32(recurrent.FirstWord + rng.IntN(1000-recurrent.FirstWord))
				}
			}
			all, articles = append(all, p), append(articles, p.Article)
		}
		b, err := recurrent.NewBatch(all, n.Vocabulary)
		if err != nil {
			t.Fatal(err)
		}
		check := func(doing string, least int) {
			if c.at < least || c.apart != 0 {
				t.Errorf("states of %d, %d articles of up to %d words, %s: %d times at once where at least %d are needed, %d word by word", size.hidden, size.rows, size.words, doing, c.at, least, c.apart)
			}
			c.at, c.apart = 0, 0
		}
		n.Loss(&grad.Tape{Device: c}, b, recurrent.Lesson{}, c.New(1, 2))
		check("learning", 2)
		if _, err := n.Find(t.Context(), &grad.Tape{Device: c, Fixed: true}, articles, recurrent.Search{Beams: 2, Max: 3}); err != nil {
			t.Fatal(err)
		}
		check("writing", 1) // once for each bucket of lengths
	}
}
