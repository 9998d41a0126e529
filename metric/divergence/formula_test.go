package divergence

import (
	"math"
	"testing"
)

// TestBound looks for the largest share of a term in D, per weight, on a grid
// that is finer than what matters: the bound that klLow is made of.
func TestBound(t *testing.T) {
	most, at := 0.0, 0.0
	const steps = 200_000
	for i := 1; i < steps; i++ {
		r := float64(i) / steps
		f := klTerm(r, 1-r)
		if f < -1e-16 {
			t.Fatalf("a term with %v and %v adds %v", r, 1-r, f)
		}
		if f > most {
			most, at = f, r
		}
	}
	if math.Abs(most-0.0592047) > 1e-7 || math.Abs(min(at, 1-at)-0.148616) > 1e-5 {
		t.Errorf("the most is %v at %v", most, at)
	}
	if low := 1 - 2*most; low < klLow || low > klLow+1e-4 {
		t.Errorf("1 - D goes down to %v, klLow is %v", low, klLow)
	}
}

// FuzzTerm takes any weights, however small, and checks both formulas
// with the definitions that they were simplified from.
func FuzzTerm(f *testing.F) {
	f.Add(0.5, 0.25)
	f.Add(1e-9, 1.0)
	f.Fuzz(func(t *testing.T, a, b float64) {
		if !(a > 1e-12 && a <= 1 && b > 1e-12 && b <= 1) {
			t.Skip()
		}
		s := a + b
		// It is Jensen's difference of x·ln x.
		w := (a*a + b*b) / s
		if got, want := klTerm(a, b), (a*a*math.Log(a)+b*b*math.Log(b))/s-w*math.Log(w); math.Abs(got-want) > 1e-13 {
			t.Errorf("kl of %v and %v: %v, want %v", a, b, got, want)
		}
		if got := klTerm(a, b); got < -1e-15*s || got > s*(1-klLow)/2 {
			t.Errorf("kl of %v and %v: %v", a, b, got)
		}
		// JSD of the smoothed weights, from its definition.
		m := s / 2
		x, y := (1-jsSmooth)*a+jsSmooth*m, (1-jsSmooth)*b+jsSmooth*m
		jsd := x/2*math.Log2(x/m) + y/2*math.Log2(y/m)
		if got, want := jsTerm(a, b), m*(1-jsBase)-jsd; math.Abs(got-want) > 1e-13 || got < 0 {
			t.Errorf("js of %v and %v: %v, want %v", a, b, got, want)
		}
	})
}
