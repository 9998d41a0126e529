package crash_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"hed/internal/crash"
)

// broken panics as mistakes do.
func broken() error {
	var none []int
	none[3]++
	return nil
}

func TestCall(t *testing.T) {
	want := errors.New("want")
	if err := crash.Call(func() error { return want }); err != want {
		t.Errorf("an error became %v", err)
	}
	err := crash.Call(broken)
	e, ok := errors.AsType[*crash.Error](err)
	if !ok || !strings.HasPrefix(err.Error(), "internal error: runtime error: index out of range [3]") {
		t.Fatalf("got %v", err)
	}
	if !strings.Contains(string(e.Stack), "crash_test.broken") {
		t.Errorf("the stack does not name where it was:\n%s", e.Stack)
	}
	if err := crash.Call(func() error { panic(want) }); !errors.Is(err, want) {
		t.Errorf("an error that was panicked with is lost: %v", err)
	}
}

// A panic in a goroutine ended the process with exit code 2. It reaches whoever waits,
// after all others have ended, and with the stack of its own goroutine.
func TestGroup(t *testing.T) {
	var ended atomic.Int64
	err := crash.Call(func() error {
		var g crash.Group
		for range 8 {
			g.Go(func() {
				defer ended.Add(1)
				broken()
			})
		}
		g.Wait()
		return nil
	})
	e, ok := errors.AsType[*crash.Error](err)
	if !ok || ended.Load() != 8 {
		t.Fatalf("got %v after %d of 8", err, ended.Load())
	}
	if !strings.Contains(string(e.Stack), "crash_test.broken") {
		t.Errorf("the stack is of another goroutine:\n%s", e.Stack)
	}
	var quiet crash.Group
	quiet.Go(func() {})
	quiet.Wait()
}
