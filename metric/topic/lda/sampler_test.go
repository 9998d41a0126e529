package lda

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// On a corpus of seven tokens every assignment can be weighed, so it is known how
// often the sampler must come to each.
func TestSamplerIsExact(t *testing.T) {
	docs := [][]int32{{0, 0, 1, 2}, {1, 2, 2}}
	const words, topics, tokens, sweeps = 3, 3, 7, 300_000
	s, err := newState(docs, words, Options{Topics: topics, Iterations: 1, Alpha: 1, Beta: 0.3, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	s.alpha = []float64{0.2, 0.7, 0.4}
	want, all := map[int]float64{}, 0.0
	code := func(z []uint16) (n int) {
		for _, t := range z {
			n = n*topics + int(t)
		}
		return n
	}
	for n := range int(math.Pow(topics, tokens)) {
		z := make([]uint16, tokens)
		for i, x := tokens-1, n; i >= 0; i, x = i-1, x/topics {
			z[i] = uint16(x % topics)
		}
		p := weighAssignment([][]int32{s.tokens[:4], s.tokens[4:]}, z, s.alpha, s.beta, words)
		want[code(z)] = p
		all += p
	}
	got := map[int]float64{}
	c := newCrew(s, 1)
	for i := range sweeps {
		if err := c.sweep(context.Background(), uint64(i)); err != nil {
			t.Fatal(err)
		}
		got[code(s.topics)]++
	}
	distance := 0.0
	for n, p := range want {
		distance += math.Abs(p/all-got[n]/sweeps) / 2
	}
	// Independent draws would be at 0.02 or so.
	if distance > 0.03 {
		t.Errorf("the share of assignments that is not where it should be: %.4f", distance)
	}
	t.Logf("distance %.4f", distance)
}

// weighAssignment is the probability of topics and words, but for a factor, one
// token after another.
func weighAssignment(docs [][]int32, z []uint16, alpha []float64, beta float64, words int) float64 {
	k := len(alpha)
	byTopic, byWord := make([]float64, k), make([]float64, k*words)
	p, i := 1.0, 0
	for _, d := range docs {
		local := make([]float64, k)
		for _, w := range d {
			t := int(z[i])
			i++
			p *= (alpha[t] + local[t]) * (beta + byWord[t*words+int(w)]) / (beta*float64(words) + byTopic[t])
			local[t]++
			byWord[t*words+int(w)]++
			byTopic[t]++
		}
	}
	return p
}

func TestMoveCount(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		k := 1 + rng.IntN(8)
		counts := make([]uint32, k)
		for range 1 + rng.IntN(20) {
			counts[rng.IntN(k)]++
		}
		slots := make([]uint32, k)
		n := pack(slots, counts)
		for range 20 {
			from, to := rng.IntN(k), rng.IntN(k)
			if counts[from] == 0 || from == to {
				continue
			}
			counts[from]--
			counts[to]++
			n = give(slots, take(slots, n, uint16(from)), uint16(to))
			want := make([]uint32, k)
			if m := pack(want, counts); m != n || !slices.Equal(want[:m], slots[:n]) {
				t.Fatalf("%v, want %v", slots[:n], want[:m])
			}
		}
	}
}

func pack(slots, counts []uint32) int32 {
	all := []uint32{}
	for t, n := range counts {
		if n > 0 {
			all = append(all, n<<topicBits|uint32(t))
		}
	}
	slices.Sort(all)
	slices.Reverse(all)
	return int32(copy(slots, all))
}

// The counts that a sweep followed are those of the topics, in several groups
// too.
func TestCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var docs [][]int32
	for range 900 {
		var d []int32
		for range rng.IntN(60) {
			d = append(d, int32(rng.IntN(rng.IntN(50)+1)))
		}
		docs = append(docs, d)
	}
	s, err := newState(docs, 50, Options{Topics: 7, Iterations: 1, Alpha: 1, Beta: 0.1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if s.groups != maxGroups {
		t.Fatalf("%d groups", s.groups)
	}
	c := newCrew(s, 2)
	for i := range 5 {
		if err := c.sweep(context.Background(), uint64(i)); err != nil {
			t.Fatal(err)
		}
		totals, counts := make([]int32, 7), make([]uint32, 7*s.words)
		for i, w := range s.tokens {
			totals[s.topics[i]]++
			counts[int(w)*7+int(s.topics[i])]++
		}
		if !slices.Equal(totals, s.totals) {
			t.Fatalf("totals %v, want %v", s.totals, totals)
		}
		for w := range s.words {
			want := make([]uint32, 7)
			n := pack(want, counts[w*7:(w+1)*7])
			if got := s.counts[s.slots[w] : s.slots[w]+s.lens[w]]; !slices.Equal(got, want[:n]) {
				t.Fatalf("word %d: %v, want %v", w, got, want[:n])
			}
		}
	}
}

func TestClimb(t *testing.T) {
	for _, x := range []float64{1e-6, 0.01, 0.5, 3, 17, 571.3} {
		for _, n := range []int{0, 1, 2, 15, 40, 5000} {
			want := 0.0
			for i := range n {
				want += 1 / (x + float64(i))
			}
			if got := climb(x, n); math.Abs(got-want) > 1e-11*max(1, want) {
				t.Errorf("ψ(%v+%d)-ψ(%v) is %v, want %v", x, n, x, got, want)
			}
		}
	}
}
