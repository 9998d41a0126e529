package align

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPile sorts more pairs than fit into memory as it would sort those that do.
func TestPile(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	r := rand.New(rand.NewPCG(1, 0))
	for _, n := range []int{0, 1, 9, 10, 11, 20, 137} {
		p := &pile{limit: 10}
		var want []pair
		for len(want) < n {
			some := make([]pair, min(r.IntN(25), n-len(want)))
			for i := range some {
				some[i] = pair{r.Int32N(50), r.Int32N(50), float64(r.IntN(8)) / 8} // many are equal
			}
			want = append(want, some...)
			if err := p.add(some); err != nil {
				t.Fatal(err)
			}
		}
		slices.SortFunc(want, before)
		var got []pair
		for q, err := range p.ranked() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, q)
		}
		if !slices.Equal(got, want) || len(p.files) != n/10 {
			t.Errorf("%d pairs: %d come back from %d files", n, len(got), len(p.files))
		}
		p.remove()
	}
}
