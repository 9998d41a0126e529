package site

import (
	"fmt"
	"testing"
	"time"
)

// TestLimiter shows the burst, the rate and the bound.
func TestLimiter(t *testing.T) {
	now := time.Unix(0, 0)
	l := NewLimiter(func() time.Time { return now }, 2, 3)
	taken := func(key string) int {
		n := 0
		for l.Take(key) == 0 {
			n++
		}
		return n
	}
	if wait := l.Wait("a"); wait != 0 {
		t.Errorf("wait %v before the first", wait) // and it takes none
	}
	if n := taken("a"); n != 3 {
		t.Errorf("%d at once, want 3", n)
	}
	if wait := l.Take("a"); wait != time.Second/2 {
		t.Errorf("wait %v, want half a second", wait)
	}
	now = now.Add(time.Second)
	if n := taken("a"); n != 2 {
		t.Errorf("%d a second later, want 2", n)
	}
	now = now.Add(-time.Hour) // a clock that goes back gives nothing and takes nothing
	if n := taken("a"); n != 0 {
		t.Errorf("%d an hour before, want 0", n)
	}
	for i := range 3 * keys {
		l.Take(fmt.Sprint(i))
	}
	if len(l.buckets) != keys || l.late.Len() != keys {
		t.Errorf("it remembers %d keys, want %d", len(l.buckets), keys)
	}
}
