package pull

import (
	"errors"
	"testing"
)

func TestBatched(t *testing.T) {
	bad := errors.New("bad")
	for _, n := range []int{0, 1, batchSize - 1, batchSize, 2*batchSize + 1} {
		next, stop := Batched(func(yield func(int, error) bool) {
			for i := range n {
				var err error
				if i%7 == 3 {
					err = bad
				}
				if !yield(i, err) {
					return
				}
			}
		}, func(int) int { return 0 })
		for i := range n {
			if v, err, ok := next(); v != i || !ok || (err == bad) != (i%7 == 3) {
				t.Fatalf("step %d of %d: got %d, %v, %v", i, n, v, err, ok)
			}
		}
		for range 2 {
			if _, _, ok := next(); ok {
				t.Errorf("something comes after %d values", n)
			}
		}
		stop()
	}
}

// Stopping early runs what the sequence has deferred.
func TestStop(t *testing.T) {
	closed := false
	next, stop := Batched(func(yield func(int, error) bool) {
		defer func() { closed = true }()
		for i := 0; yield(i, nil); i++ {
		}
	}, func(int) int { return 0 })
	next()
	stop()
	if !closed {
		t.Error("the sequence was not ended")
	}
}

// Long values are not read far ahead.
func TestLongValues(t *testing.T) {
	read := 0
	next, stop := Batched(func(yield func(int, error) bool) {
		for i := 0; yield(i, nil); i++ {
			read++
		}
	}, func(int) int { return batchBytes })
	defer stop()
	for range 10 {
		next()
	}
	if read > 30 {
		t.Errorf("read %d values for 10", read)
	}
}
