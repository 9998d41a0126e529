package transport_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"hed/internal/race"
	"hed/metric/internal/transport"
)

// split is splitmix64, as in testdata/oracle.py.
type split uint64

func (s *split) next() uint64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

func (s *split) unit() float64         { return float64(s.next()>>11) / (1 << 53) }
func (s *split) below(n int) int       { return int(s.next() % uint64(n)) }
func (s *split) units(n int) []float64 { return fill(n, s.unit) }

func fill(n int, f func() float64) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = f()
	}
	return list
}

// problem is that of testdata/oracle.py.
func problem(kind string, n, m int, seed uint64) (a, b, cost []float64) {
	r := split(seed)
	switch kind {
	case "plane":
		p := fill(2*n, r.unit)
		var q []float64
		for range m {
			if r.below(3) == 0 {
				k := r.below(n)
				q = append(q, p[2*k], p[2*k+1])
			} else {
				q = append(q, r.units(2)...)
			}
		}
		for i := range n {
			for j := range m {
				cost = append(cost, math.Hypot(p[2*i]-q[2*j], p[2*i+1]-q[2*j+1]))
			}
		}
	case "integers":
		cost = fill(n*m, func() float64 { return float64(r.below(4)) })
	case "rows":
		cost = slices.Repeat(r.units(m), n)
	default:
		cost = r.units(n * m)
	}
	side := func(k int) []float64 {
		switch kind {
		case "uniform", "rows":
			return slices.Repeat([]float64{1}, k)
		case "integers":
			return fill(k, func() float64 { return float64(1 + r.below(3)) })
		case "zeros":
			w := fill(k, func() float64 {
				if r.below(2) == 0 {
					return 0
				}
				return r.unit()
			})
			w[r.below(k)] = 1
			return w
		case "skewed":
			return fill(k, func() float64 { return math.Pow(r.unit(), 16) })
		}
		return r.units(k)
	}
	a = side(n)
	return a, side(m), cost
}

// check tells whether the last answer of s is a transport, and the best one.
func check(t testing.TB, s *transport.Solver, a, b []float64) {
	t.Helper()
	rest := [2][]float64{normal(a), normal(b)}
	for at, f := range s.Flows() {
		rest[0][at[0]] -= f
		rest[1][at[1]] -= f
	}
	for side := range rest {
		for i, r := range rest[side] {
			if math.Abs(r) > 1e-12 {
				t.Errorf("side %d: %g of weight %d was not moved", side, r, i)
			}
		}
	}
	if lowest, tree := s.Certificate(); lowest != 0 || tree != 0 {
		t.Errorf("not the least cost: a reduced cost is %d, one of the tree %d", lowest, tree)
	}
	if !s.Full() {
		t.Error("the tree is degenerate")
	}
}

func normal(w []float64) []float64 {
	sum := 0.0
	for _, x := range w {
		sum += x
	}
	w = slices.Clone(w)
	for i := range w {
		w[i] /= sum
	}
	return w
}

// TestGolden compares with POT, see testdata/oracle.py, to 1e-12.
func TestGolden(t *testing.T) {
	data, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Problems []struct {
			Kind string
			N, M int
			Seed uint64
			Cost float64
		}
	}
	if err := json.Unmarshal(data, &golden); err != nil {
		t.Fatal(err)
	}
	var s transport.Solver
	worst := 0.0
	for _, p := range golden.Problems {
		a, b, cost := problem(p.Kind, p.N, p.M, p.Seed)
		got := s.Cost(a, b, cost)
		if d := math.Abs(got - p.Cost); !(d < 1e-12) {
			t.Errorf("%+v: got %v", p, got)
		} else {
			worst = max(worst, d)
		}
		check(t, &s, a, b)
	}
	t.Logf("%d problems, at most %.2g off", len(golden.Problems), worst)
}

// By hand.
func TestCost(t *testing.T) {
	for _, c := range []struct {
		a, b, cost []float64
		want       float64
	}{
		{[]float64{3}, []float64{5}, []float64{0.25}, 0.25},
		{[]float64{1, 1}, []float64{1, 1}, []float64{0, 1, 1, 0}, 0},
		{[]float64{1, 1}, []float64{7, 7}, []float64{1, 0, 0, 1}, 0},
		{[]float64{1, 0}, []float64{0, 1}, []float64{9, 2, 9, 9}, 2},
		{[]float64{1, 3}, []float64{3, 1}, []float64{0, 1, 1, 0}, 0.5},
		{[]float64{1, 1}, []float64{1}, []float64{-1, -3}, -2},
		{[]float64{1, 1}, []float64{1, 1}, []float64{0, 0, 0, 0}, 0},
		{[]float64{1, 1e-300}, []float64{1}, []float64{1, 1e300}, 1},
		{[]float64{1e-300}, []float64{1e300}, []float64{1e-300}, 1e-300},
		{[]float64{1, 2}, []float64{1}, []float64{1e300, -1e300}, -1e300 / 3},
		{nil, []float64{1}, nil, math.NaN()},
		{[]float64{0}, []float64{1}, []float64{1}, math.NaN()},
		{[]float64{1}, []float64{0, 0}, []float64{1, 1}, math.NaN()},
		{[]float64{math.Inf(1)}, []float64{1}, []float64{1}, math.NaN()},
		{[]float64{math.NaN()}, []float64{1}, []float64{1}, math.NaN()},
		{[]float64{1}, []float64{1}, []float64{math.NaN()}, math.NaN()},
		{[]float64{1}, []float64{1}, []float64{math.Inf(1)}, math.NaN()},
	} {
		var s transport.Solver
		got := s.Cost(c.a, c.b, c.cost)
		if !(math.Abs(got-c.want) <= 1e-15*math.Abs(c.want)+1e-16) && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%v: got %v", c, got)
		}
	}
}

func TestMisuse(t *testing.T) {
	for want, call := range map[string]func(s *transport.Solver){
		"transport: the costs are not sources times sinks": func(s *transport.Solver) { s.Cost([]float64{1}, []float64{1}, nil) },
		"transport: a negative weight":                     func(s *transport.Solver) { s.Cost([]float64{-1}, []float64{1}, []float64{1}) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("got %v, want %s", got, want)
				}
			}()
			call(new(transport.Solver))
		}()
	}
}

// Scaling, swapping and shuffling change nothing, adding to all costs adds to the
// cost, and a used Solver is as good as a new one.
func TestProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var s transport.Solver
	same := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) < 1e-12) {
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}
	kinds := []string{"plain", "uniform", "integers", "zeros", "rows", "plane", "skewed"}
	for seed := range uint64(300) {
		n, m := 1+rng.IntN(20), 1+rng.IntN(20)
		a, b, cost := problem(kinds[rng.IntN(len(kinds))], n, m, seed)
		want := new(transport.Solver).Cost(a, b, cost)
		if got := s.Cost(a, b, cost); math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("a used solver gives %v, a new one %v", got, want)
		}
		turned := make([]float64, n*m)
		shuffled := make([]float64, n*m)
		p := rng.Perm(n)
		c, more := make([]float64, n), make([]float64, n*m)
		for i := range n {
			c[i] = a[p[i]]
			for j := range m {
				turned[j*n+i] = cost[i*m+j]
				shuffled[i*m+j] = cost[p[i]*m+j]
				more[i*m+j] = cost[i*m+j] + 0.5
			}
		}
		same("swapped", s.Cost(b, a, turned), want)
		same("shuffled", s.Cost(c, b, shuffled), want)
		same("dearer", s.Cost(a, b, more), want+0.5)
		for i := range a {
			a[i] *= 1000
		}
		same("heavier", s.Cost(a, b, cost), want)
	}
}

func TestAllocations(t *testing.T) {
	race.Skip(t, "it allocates")
	var s transport.Solver
	a, b, cost := problem("plain", 40, 40, 1)
	c, d, less := problem("uniform", 15, 15, 1)
	s.Cost(a, b, cost)
	if n := testing.AllocsPerRun(20, func() { s.Cost(a, b, cost); s.Cost(c, d, less) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzCost makes weights and costs of bytes, so that ties and zeros abound.
func FuzzCost(f *testing.F) {
	f.Add(uint8(3), []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
	f.Add(uint8(1), []byte{0, 0, 0})
	f.Add(uint8(200), []byte{255, 0, 0, 1, 1, 1, 255, 255, 1})
	f.Fuzz(func(t *testing.T, rows uint8, data []byte) {
		n := 1 + int(rows)%12
		m := (len(data) - n) / (n + 1)
		if m < 1 {
			return
		}
		m = min(m, 30)
		a, b, cost := make([]float64, n), make([]float64, m), make([]float64, n*m)
		for k, list := range [][]float64{a, b, cost} {
			for i := range list {
				list[i] = float64(data[i])
				if k == 2 {
					list[i] -= 128
				}
			}
			data = data[len(list):]
		}
		var s transport.Solver
		if got := s.Cost(a, b, cost); !math.IsNaN(got) {
			check(t, &s, a, b)
			if lo, hi := slices.Min(cost), slices.Max(cost); got < lo-1e-9 || got > hi+1e-9 {
				t.Errorf("%v is outside [%v,%v]", got, lo, hi)
			}
		}
	})
}

func BenchmarkCost(b *testing.B) {
	for _, n := range []int{15, 50, 200} {
		for _, kind := range []string{"plain", "uniform", "plane"} {
			b.Run(fmt.Sprintf("%s/%dx%d", kind, n, n), func(b *testing.B) {
				var s transport.Solver
				p, q, cost := problem(kind, n, n, 1)
				for b.Loop() {
					s.Cost(p, q, cost)
				}
			})
		}
	}
}

// By hand: points on a line, and their own distance.
func TestDistance(t *testing.T) {
	line := func(at ...float64) *transport.Cloud {
		var c transport.Cloud
		c.Reset(5)
		for _, x := range at {
			c.Add(1)[4] = x
		}
		return &c
	}
	var s transport.Solver
	for _, c := range []struct {
		a, b *transport.Cloud
		want float64
	}{
		{line(1, 2, 3), line(3, 1, 2), 0},
		{line(0), line(3), 3},
		{line(0, 4), line(1), 2},
		{line(0, 1, 2), line(1, 2, 3), 1},
	} {
		if got := s.Distance(c.a, c.b); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("got %v, want %v", got, c.want)
		}
	}
	if got := s.Distance(line(), line(1)); !math.IsNaN(got) {
		t.Errorf("no points: got %v", got)
	}
}

func BenchmarkDistance(b *testing.B) {
	for _, dim := range []int{384, 768} {
		b.Run(fmt.Sprintf("15x15/%d", dim), func(b *testing.B) {
			var s transport.Solver
			r := split(1)
			var p, q transport.Cloud
			for _, c := range []*transport.Cloud{&p, &q} {
				c.Reset(dim)
				for range 15 {
					copy(c.Add(r.unit()), r.units(dim))
				}
			}
			for b.Loop() {
				s.Distance(&p, &q)
			}
		})
	}
}
