package ordered_test

import (
	"context"
	"errors"
	"iter"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"hed/internal/crash"
	"hed/internal/ordered"
)

var errBoom = errors.New("boom")

// upTo yields 0 to n-1, then the error if there is one.
func upTo(n int, end error) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i := range n {
			if !yield(i, nil) {
				return
			}
		}
		if end != nil {
			yield(0, end)
		}
	}
}

// collect gathers the results, at most that many, and the error.
func collect(all iter.Seq2[int, error], most int) (got []int, err error) {
	for v, e := range all {
		if e != nil {
			return got, e
		}
		if got = append(got, v); len(got) == most {
			break
		}
	}
	return got, nil
}

func same(_ context.Context, i int) (int, error) { return i, nil }

// Items that end in another order than they began come out in theirs.
func TestOrder(t *testing.T) {
	uneven := func(_ context.Context, i int) (int, error) {
		for range i % 3 * 50 {
			runtime.Gosched()
		}
		return i, nil
	}
	for _, workers := range []int{0, 1, 2, 7} {
		got, err := collect(ordered.Map(t.Context(), workers, upTo(200, nil), uneven), 0)
		if err != nil || len(got) != 200 || !slices.IsSorted(got) {
			t.Errorf("%d workers: %v, %v", workers, got, err)
		}
	}
	if got, err := collect(ordered.Map(t.Context(), 3, upTo(0, nil), same), 0); len(got) != 0 || err != nil {
		t.Errorf("of nothing: %v, %v", got, err)
	}
}

// Errors come after what was before them, and nothing comes after them.
func TestErrors(t *testing.T) {
	if got, err := collect(ordered.Map(t.Context(), 3, upTo(50, errBoom), same), 0); err != errBoom || len(got) != 50 {
		t.Errorf("of the sequence: %v after %d", err, len(got))
	}
	bad := func(_ context.Context, i int) (int, error) {
		if i == 40 {
			return 0, errBoom
		}
		return i, nil
	}
	if got, err := collect(ordered.Map(t.Context(), 3, upTo(1<<40, nil), bad), 0); err != errBoom || len(got) != 40 {
		t.Errorf("of the work: %v after %d", err, len(got))
	}
}

// A panic of a worker or of the sequence, which ended the process with exit code 2, is an
// error after what was before it.
func TestPanic(t *testing.T) {
	bad := func(_ context.Context, i int) (int, error) {
		if i == 40 {
			panic("boom")
		}
		return i, nil
	}
	got, err := collect(ordered.Map(t.Context(), 3, upTo(1<<40, nil), bad), 0)
	if _, ok := errors.AsType[*crash.Error](err); !ok || len(got) != 40 {
		t.Errorf("of the work: %v after %d", err, len(got))
	}
	torn := func(yield func(int, error) bool) {
		for i := range 50 {
			yield(i, nil)
		}
		panic("boom")
	}
	got, err = collect(ordered.Map(t.Context(), 3, torn, same), 0)
	if _, ok := errors.AsType[*crash.Error](err); !ok || len(got) != 50 {
		t.Errorf("of the sequence: %v after %d", err, len(got))
	}
}

// Whoever leaves early leaves nothing running and nothing read far ahead.
func TestLeave(t *testing.T) {
	var read, working atomic.Int64
	endless := func(yield func(int, error) bool) {
		for i := 0; yield(i, nil); i++ {
			read.Add(1)
		}
	}
	busy := func(_ context.Context, i int) (int, error) {
		working.Add(1)
		defer working.Add(-1)
		return i, nil
	}
	got, err := collect(ordered.Map(t.Context(), 3, endless, busy), 10)
	if len(got) != 10 || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	if n := working.Load(); n != 0 {
		t.Errorf("%d are still at work", n)
	}
	if n := read.Load(); n > 10+5*3 {
		t.Errorf("%d items were read for 10 results", n)
	}
}

// A cancelled context ends the loop with its cause, also while an item takes long.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	wait := func(ctx context.Context, i int) (int, error) {
		if i == 20 {
			cancel(errBoom)
			<-ctx.Done()
		}
		return i, ctx.Err()
	}
	if got, err := collect(ordered.Map(ctx, 2, upTo(1<<40, nil), wait), 0); err != errBoom || len(got) > 20 {
		t.Errorf("%v after %d", err, len(got))
	}
}
