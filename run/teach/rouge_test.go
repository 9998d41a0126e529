package teach

import (
	"math"
	"testing"
)

// TestRouges: the order of precision, recall and F is that of the metric, and texts without words have 0, since scores are sorted.
func TestRouges(t *testing.T) {
	f := rouges()
	for _, c := range []struct {
		text, reference string
		one, two, long  float64
	}{
		{"rain stops the trains", "rain stops trains", 6.0 / 7, 2.0 / 5, 6.0 / 7},
		{"rain", "rain stops trains today", 0.4, 0, 0.4},
		{"", "rain", 0, 0, 0}, {"rain", "", 0, 0, 0}, {"?!", "…", 0, 0, 0},
	} {
		one, two, long := f(c.text, c.reference)
		for _, x := range [][2]float64{{one, c.one}, {two, c.two}, {long, c.long}} {
			if !(math.Abs(x[0]-x[1]) < 1e-9) {
				t.Errorf("%q and %q: %g %g %g, want %g %g %g", c.text, c.reference, one, two, long, c.one, c.two, c.long)
				break
			}
		}
	}
}
