package recurrent_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"hed/internal/race"
	"hed/neural/recurrent"
	"hed/tensor"
	"hed/tensor/grad"
)

// TestAlone: what is found for an article is the same alone and among others, whatever the number
// of workers.
func TestAlone(t *testing.T) {
	race.Skip(t, "networks run some fifty times as slowly")
	for name, d := range devices(t) {
		for kind, config := range configs {
			t.Run(kind+" "+name, func(t *testing.T) {
				rng := rand.New(rand.NewPCG(3, 5))
				n, err := recurrent.New(d, config, rng)
				if err != nil {
					t.Fatal(err)
				}
				var articles [][]int32
				for range 20 {
					a := make([]int32, rng.IntN(90))
					for i := range a {
						a[i] = int32(recurrent.FirstWord + rng.IntN(config.Vocabulary))
					}
					articles = append(articles, a)
				}
				s := recurrent.Search{Beams: 3, Min: 2, Max: 9, NoRepeat: 2, Penalty: 0.5, Coverage: 0.1}
				tape := &grad.Tape{Device: d, Fixed: true}
				all, err := n.Find(t.Context(), tape, articles, s)
				if err != nil {
					t.Fatal(err)
				}
				for _, size := range []int{1, 7, 32} {
					var again [][]recurrent.Found
					for part := range slices.Chunk(articles, size) {
						found, err := n.Find(t.Context(), tape, part, s)
						if err != nil {
							t.Fatal(err)
						}
						again = append(again, found...)
					}
					if diff := cmp.Diff(all, again); diff != "" {
						t.Fatalf("in batches of %d: %s", size, diff)
					}
				}
				for i, found := range all {
					check(t, articles[i], found, s, config.Vocabulary)
				}
			})
		}
	}
}

// tight is a device that gets shapes that are always the same, as a card does, and once has no room.
type tight struct {
	*tensor.CPU
	calls, bad atomic.Int64 // of New, and which of them fails
}

func (d *tight) New(rows, cols int) tensor.Matrix {
	if d.calls.Add(1) == d.bad.Load() {
		panic(&tensor.Failure{Memory: true, Err: errors.New("no room")})
	}
	return d.CPU.New(rows, cols)
}

// TestTight: a device finds what the processor does, two groups of articles at a time where it has room for them, and one where it has not. The
// search ended there. Groups that were found are not found again, and the next search begins with one at a time.
func TestTight(t *testing.T) {
	race.Skip(t, "networks run some fifty times as slowly")
	rng := rand.New(rand.NewPCG(3, 5))
	cpu := tensor.New(2)
	defer cpu.Close()
	n, err := recurrent.New(cpu, configs["pnc"], rng)
	if err != nil {
		t.Fatal(err)
	}
	var articles [][]int32
	for range 20 {
		a := make([]int32, 1+rng.IntN(150))
		for i := range a {
			a[i] = int32(recurrent.FirstWord + rng.IntN(n.Vocabulary))
		}
		articles = append(articles, a)
	}
	s := recurrent.Search{Beams: 3, Min: 2, Max: 5, NoRepeat: 2, Penalty: 0.5}
	want, err := n.Find(t.Context(), &grad.Tape{Device: cpu, Fixed: true}, articles, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []int64{0, 3} {
		d := &tight{CPU: cpu}
		d.bad.Store(bad)
		found, err := n.Find(t.Context(), &grad.Tape{Device: d, Fixed: true}, articles, s)
		if err != nil || d.calls.Load() < 3 {
			t.Fatalf("after %d calls: %v", d.calls.Load(), err)
		}
		if diff := cmp.Diff(want, found, cmpopts.EquateApprox(0, 1e-6)); diff != "" {
			t.Errorf("where call %d fails: %s", bad, diff)
		}
	}
	d := &tight{CPU: cpu}
	d.bad.Store(3)
	if _, err := n.Find(t.Context(), &grad.Tape{Device: d, Fixed: true}, articles, s); err == nil {
		t.Error("two groups at a time again")
	}
}

// TestDamaged: weights that are not numbers are an error, not a headline. Such a network wrote empty headlines.
func TestDamaged(t *testing.T) {
	for name, d := range devices(t) {
		t.Run(name, func(t *testing.T) {
			n, err := recurrent.New(d, configs["pn"], rand.New(rand.NewPCG(1, 1)))
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range n.Params() {
				if p.Name == "out.bias" {
					d.Write(p.Value, slices.Repeat([]float32{float32(math.NaN())}, p.Value.Cols))
				}
			}
			_, err = n.Find(t.Context(), &grad.Tape{Device: d, Fixed: true}, [][]int32{{3, 4, 5}}, recurrent.Search{Beams: 2, Max: 5})
			if err == nil || !strings.Contains(err.Error(), "its weights are damaged") {
				t.Errorf("error %v", err)
			}
		})
	}
}

// TestNoChance: the end of a headline that is so likely that all words have a chance of 0 in float32 is an error where a search wants words,
// not an empty headline.
func TestNoChance(t *testing.T) {
	for name, d := range devices(t) {
		t.Run(name, func(t *testing.T) {
			n, err := recurrent.New(d, configs["s2s"], rand.New(rand.NewPCG(1, 1)))
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range n.Params() {
				if p.Name == "vocabulary.bias" {
					x := make([]float32, p.Value.Cols)
					x[recurrent.End] = 200
					d.Write(p.Value, x)
				}
			}
			tape := &grad.Tape{Device: d, Fixed: true}
			found, err := n.Find(t.Context(), tape, [][]int32{{3, 4, 5}}, recurrent.Search{Beams: 2, Min: 2, Max: 5})
			if err == nil || !strings.Contains(err.Error(), "no probability to any word that the search allows") {
				t.Errorf("%v, error %v", found, err)
			}
			if found, err = n.Find(t.Context(), tape, [][]int32{{3, 4, 5}}, recurrent.Search{Beams: 2, Max: 5}); err != nil || len(found[0]) == 0 {
				t.Errorf("without a least length %v, error %v", found, err)
			}
		})
	}
}

// check looks at what a search promises.
func check(t *testing.T, article []int32, found []recurrent.Found, s recurrent.Search, vocabulary int) {
	t.Helper()
	if len(article) == 0 {
		if len(found) > 0 {
			t.Errorf("%d headlines of an empty article", len(found))
		}
		return
	}
	if len(found) == 0 || len(found) > s.Beams {
		t.Fatalf("%d headlines", len(found))
	}
	for i, f := range found {
		if i > 0 && f.Score > found[i-1].Score {
			t.Errorf("score %g behind %g", f.Score, found[i-1].Score)
		}
		if len(f.Words) < s.Min || len(f.Words) > s.Max || len(f.Seen) != len(f.Words) {
			t.Errorf("%d words, %d places", len(f.Words), len(f.Seen))
		}
		pairs := map[[2]int32]bool{}
		for k, w := range f.Words {
			if w == recurrent.Begin || w == recurrent.End || int(w) >= vocabulary && !slices.Contains(article, w) {
				t.Errorf("word %d", w)
			}
			if k > 0 {
				pair := [2]int32{f.Words[k-1], w}
				if pairs[pair] {
					t.Errorf("%v comes twice in %v", pair, f.Words)
				}
				pairs[pair] = true
			}
		}
	}
}

// TestBeams: with many beams the search finds the likeliest of all, and its scores are the
// losses.
func TestBeams(t *testing.T) {
	race.Skip(t, "networks run some fifty times as slowly")
	d := tensor.New(1)
	defer d.Close()
	c := recurrent.Config{Vocabulary: 5, Embedding: 3, Hidden: 2, Bridge: true, Copy: true, Coverage: true, Tied: true}
	n, err := recurrent.New(d, c, rand.New(rand.NewPCG(1, 8)))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(2, 2))
	for _, p := range n.Params() { // far from even chances
		x := make([]float32, p.Value.Rows*p.Value.Cols)
		for i := range x {
			x[i] = float32(rng.NormFloat64())
		}
		d.Write(p.Value, x)
	}
	article := []int32{3, 5, 4, 6, 3}
	score := func(words []int32) float64 {
		b, err := recurrent.NewBatch([]recurrent.Pair{{Article: article, Headline: words}}, c.Vocabulary)
		if err != nil {
			t.Fatal(err)
		}
		sums := d.New(1, 2)
		n.Loss(&grad.Tape{Device: d, Fixed: true}, b, recurrent.Lesson{}, sums)
		return -float64(read(d, sums)[0])
	}
	var best []int32
	most := math.Inf(-1)
	words := []int32{0, 3, 4, 5, 6}
	var try func(prefix []int32)
	try = func(prefix []int32) {
		if len(prefix) > 0 {
			if s := score(prefix); s > most {
				best, most = slices.Clone(prefix), s
			}
		}
		if len(prefix) < 3 {
			for _, w := range words {
				try(append(slices.Clip(prefix), w))
			}
		}
	}
	try(nil)
	// Max has room for the end behind three words.
	found, err := n.Find(t.Context(), &grad.Tape{Device: d, Fixed: true}, [][]int32{article}, recurrent.Search{Beams: 60, Min: 1, Max: 4})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found[0] {
		if len(f.Words) > 3 {
			continue // without its end
		}
		if !slices.Equal(f.Words, best) || math.Abs(f.Score-most) > 1e-4 {
			t.Errorf("%v with %g, want %v with %g", f.Words, f.Score, best, most)
		}
		break
	}
}
