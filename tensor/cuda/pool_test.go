package cuda

import (
	"math/rand/v2"
	"testing"
)

// a store is what a pool takes memory from.
type store struct {
	left, next, calls int
	out               map[uintptr]int
}

func newPool(bytes int) (*pool, *store) {
	s := &store{left: bytes, next: 1, out: map[uintptr]int{}}
	p := &pool{live: map[uintptr]int{}, spare: map[int][]uintptr{}}
	p.get = func(n int) (uintptr, bool) {
		s.calls++
		if n > s.left {
			return 0, false
		}
		a := uintptr(s.next)
		s.next += n
		s.left -= n
		s.out[a] = n
		return a, true
	}
	p.put = func(a uintptr) {
		s.left += s.out[a]
		delete(s.out, a)
	}
	return p, s
}

func TestSize(t *testing.T) {
	for n := 1; n < 1<<24; n += 1 + n/97 {
		got := size(n)
		if got < n || got%512 != 0 || size(got) != got {
			t.Fatalf("%d bytes take %d", n, got)
		}
		if n > 4096 && float64(got) > 1.13*float64(n) {
			t.Errorf("%d bytes take %d", n, got)
		}
	}
}

func TestPool(t *testing.T) {
	p, s := newPool(1 << 20)
	a, ok := p.take(100_000)
	if !ok {
		t.Fatal("no memory")
	}
	if !p.give(a) || p.give(a) {
		t.Error("memory can be given back once")
	}
	if p.give(a + 4) {
		t.Error("a part was taken back")
	}
	if b, _ := p.take(99_000); b != a || s.calls != 1 {
		t.Error("memory that came back was not used")
	}
	p.give(a)
	// The whole store: what is spare must go back first.
	if _, ok := p.take(1 << 20); !ok {
		t.Error("spare memory was not given back for a large matrix")
	}
	if _, ok := p.take(1); ok {
		t.Error("there is memory where none is left")
	}
	p.close()
	if s.left != 1<<20 || len(s.out) != 0 {
		t.Errorf("%d of %d bytes came back", s.left, 1<<20)
	}
}

func TestPoolOverlap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	p, s := newPool(1 << 22)
	held := map[uintptr]int{}
	for range 20_000 {
		if r.IntN(2) == 0 {
			n := 1 + r.IntN(1<<(1+r.IntN(19)))
			if a, ok := p.take(n); ok {
				if held[a] != 0 || s.out[a] < n {
					t.Fatalf("address %d for %d bytes, held %d, has %d", a, n, held[a], s.out[a])
				}
				held[a] = n
			}
			continue
		}
		for a := range held {
			p.give(a)
			delete(held, a)
			break
		}
	}
}
