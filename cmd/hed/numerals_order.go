package main

import (
	"context"
	"iter"
	"sync"
)

// inOrder works on the items of a sequence, several at a time, and emits the
// results in the order of the items. It ends with the first error of the
// sequence, after what comes before it, or of emit.
func inOrder[T, R any](ctx context.Context, workers int, items iter.Seq2[T, error], work func(T) R, emit func(R) error) error {
	type job struct {
		item T
		done chan R
		err  error
	}
	ctx, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	todo := make(chan job, workers)
	order := make(chan job, 4*workers)
	all.Go(func() {
		defer close(order)
		defer close(todo)
		for item, err := range items {
			j := job{item, make(chan R, 1), err}
			select {
			case order <- j:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
			select {
			case todo <- j:
			case <-ctx.Done():
				return
			}
		}
	})
	for range workers {
		all.Go(func() {
			for j := range todo {
				j.done <- work(j.item)
			}
		})
	}
	for j := range order {
		if j.err != nil {
			return j.err
		}
		select {
		case r := <-j.done:
			if err := emit(r); err != nil {
				return err
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return context.Cause(ctx)
}
