package main

import (
	"context"
	"errors"
	"iter"
	"slices"
	"testing"
	"time"
)

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

func TestInOrder(t *testing.T) {
	slow := func(i int) int {
		time.Sleep(time.Duration(i%3) * 100 * time.Microsecond)
		return i
	}
	for _, workers := range []int{1, 2, 7} {
		var got []int
		err := inOrder(t.Context(), workers, upTo(200, nil), slow, func(i int) error { got = append(got, i); return nil })
		if err != nil || len(got) != 200 || !slices.IsSorted(got) {
			t.Errorf("%d workers: %v, %v", workers, got, err)
		}
	}
}

// Errors come after what was before them, and nothing comes after them.
func TestInOrderErrors(t *testing.T) {
	boom := errors.New("boom")
	n := 0
	count := func(int) error { n++; return nil }
	same := func(i int) int { return i }
	if err := inOrder(t.Context(), 3, upTo(50, boom), same, count); err != boom || n != 50 {
		t.Errorf("of the sequence: %v after %d", err, n)
	}
	n = 0
	err := inOrder(t.Context(), 3, upTo(1<<30, nil), same, func(int) error {
		if n++; n == 10 {
			return boom
		}
		return nil
	})
	if err != boom || n != 10 {
		t.Errorf("of emit: %v after %d", err, n)
	}
	ctx, stop := context.WithCancel(t.Context())
	err = inOrder(ctx, 3, upTo(1<<30, nil), same, func(i int) error {
		if i == 100 {
			stop()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if err := inOrder(t.Context(), 3, upTo(0, nil), same, count); err != nil {
		t.Errorf("nothing: %v", err)
	}
}
