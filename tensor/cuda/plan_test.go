//go:build cuda && linux && (amd64 || arm64)

package cuda

import "testing"

// TestPlan: LSTMs of usual sizes have a way to run at once, on cards of several years. Tests of what they compute take it that there may be none.
func TestPlan(t *testing.T) {
	for _, card := range []struct {
		name               string
		processors, shared int
		most               int // units that there is a way for, in both directions, both ways
	}{{"H200", 132, 232448, 512}, {"A100", 108, 166912, 512}, {"V100", 80, 98304, 256}, {"T4", 40, 65536, 128}, {"none", 0, 232448, 0}} {
		d := &Device{processors: card.processors, shared: card.shared}
		for _, n := range []int{64, 128, 256, 512} {
			for _, rows := range []int{1, 16, 256, 1000} {
				for _, back := range []bool{false, true} {
					p, ok := d.plan(n, rows, 2, back)
					if want := n <= card.most; ok != want {
						t.Errorf("%s, %d units, %d rows, back %t: a way %t, want %t", card.name, n, rows, back, ok, want)
					}
					if ok && (p.shared > card.shared || p.blocks*p.tiles*2 > p.each*card.processors || p.blocks*p.units < n) {
						t.Errorf("%s, %d units, %d rows, back %t: %+v", card.name, n, rows, back, p)
					}
				}
			}
		}
	}
}
