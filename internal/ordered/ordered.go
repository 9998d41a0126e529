// Package ordered works on the items of a sequence, several at a time, and
// hands the results on in the order of the items. It is the one pool of
// workers behind evaluations and checks: what comes out does not depend on how many
// there are.
package ordered

import (
	"context"
	"iter"

	"hed/internal/crash"
	"hed/internal/option"
)

// Map yields what do makes of every item, in the order of the items.
//
// Not more than a few items for each worker are read ahead, so memory does not
// grow with the sequence. The first error, of the sequence or of do, is yielded
// in the place of its result, after all results before it, and ends everything;
// so does ctx, whose cause is then the error. A panic of either is an error too. When the loop over Map has ended,
// all its goroutines have too.
func Map[In, Out any](ctx context.Context, workers int, in iter.Seq2[In, error], do func(context.Context, In) (Out, error)) iter.Seq2[Out, error] {
	return func(yield func(Out, error) bool) {
		var none Out
		outer := ctx
		ctx, stop := context.WithCancel(ctx)
		var running crash.Group
		defer running.Wait()
		defer stop()

		workers = min(max(workers, 1), option.Max("workers"))
		// A little slack, so that one slow item does not stop the others.
		todo := make(chan *job[In, Out], 2*workers)
		order := make(chan *job[In, Out], 2*workers)
		running.Go(func() {
			defer close(order)
			defer close(todo)
			for item, err := range guarded(in) {
				j := &job[In, Out]{item: item, err: err, done: make(chan struct{})}
				if err != nil {
					close(j.done)
				}
				// First in the queue for the caller: a job that no worker took
				// ends with ctx, one that nobody waits for would be lost.
				if !send(ctx, order, j) || err != nil || !send(ctx, todo, j) {
					return
				}
			}
		})
		for range workers {
			running.Go(func() {
				for j := range todo {
					if ctx.Err() == nil {
						j.err = crash.Call(func() (err error) {
							j.out, err = do(ctx, j.item)
							return err
						})
					}
					close(j.done)
				}
			})
		}
		for j := range order {
			select {
			case <-j.done:
			case <-outer.Done():
			}
			if outer.Err() != nil {
				yield(none, context.Cause(outer))
				return
			}
			if !yield(j.out, j.err) || j.err != nil {
				return
			}
		}
		if outer.Err() != nil {
			yield(none, context.Cause(outer))
		}
	}
}

// A job is an item on its way.
type job[In, Out any] struct {
	item In
	out  Out
	err  error
	done chan struct{} // closed when out or err is there
}

// guarded yields an error where a sequence panics.
func guarded[T any](in iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		stopped := false
		err := crash.Call(func() error {
			in(func(item T, err error) bool {
				stopped = !yield(item, err)
				return !stopped
			})
			return nil
		})
		if err != nil && !stopped {
			var none T
			yield(none, err)
		}
	}
}

// send reports whether j could be handed over before the end.
func send[T any](ctx context.Context, to chan<- T, j T) bool {
	select {
	case to <- j:
		return true
	case <-ctx.Done():
		return false
	}
}
