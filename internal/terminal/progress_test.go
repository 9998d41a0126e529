package terminal

import (
	"bytes"
	"testing"
	"time"
)

// Where nobody knew how far something was, a line was drawn at every call.
func TestDrawnSeldom(t *testing.T) {
	for _, share := range []float64{0, 0.5} {
		var out bytes.Buffer
		begun := time.Now()
		p := &Progress{w: &out, start: begun.Add(-time.Minute)}
		for range 1000 {
			p.At("reading", share)
		}
		most := 1 + int(time.Since(begun)/(100*time.Millisecond))
		if n := bytes.Count(out.Bytes(), []byte("reading")); n < 1 || n > most {
			t.Errorf("a share of %g: drawn %d times, want 1 to %d", share, n, most)
		}
	}
}
