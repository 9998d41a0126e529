package sqlite

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"
)

// TestGivenUp gives up to wait for the lock. It must not get it then, when nobody would give it
// back.
func TestGivenUp(t *testing.T) {
	name := filepath.Join(t.TempDir(), "study.hed-lock")
	var locks [3]lock
	for i := range locks {
		locks[i] = lock{name: name, mode: 0o600}
	}
	if err := locks[0].take(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := locks[1].take(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want %v", err, context.DeadlineExceeded)
	}
	locks[0].release()
	for _, i := range []int{2, 0, 1} {
		if err := locks[i].take(t.Context()); err != nil {
			t.Fatal(err)
		}
		locks[i].release()
	}
	for i := range locks {
		locks[i].close()
	}
}
