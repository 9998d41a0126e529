// Package pull lets a caller ask for the values of a sequence one by one,
// as iter.Pull2 does, but fetches them in batches: a switch between
// coroutines costs about as much as reading a hundred short lines.
package pull

import "iter"

const (
	batchSize  = 256
	batchBytes = 1 << 18 // fewer values than that if they are long
)

type item[T any] struct {
	value T
	err   error
}

// Batched is iter.Pull2 for sequences of values and errors. The sequence
// runs ahead of the caller by up to a batch; bytes says how much memory a
// value takes.
func Batched[T any](seq iter.Seq2[T, error], bytes func(T) int) (next func() (T, error, bool), stop func()) {
	more, stop := iter.Pull(batches(seq, bytes))
	var batch []item[T]
	next = func() (T, error, bool) {
		if len(batch) == 0 {
			var ok bool
			if batch, ok = more(); !ok {
				var none T
				return none, nil, false
			}
		}
		it := batch[0]
		batch = batch[1:]
		return it.value, it.err, true
	}
	return next, stop
}

// batches reuses one slice: the caller is done with a batch when it asks
// for the next.
func batches[T any](seq iter.Seq2[T, error], bytes func(T) int) iter.Seq[[]item[T]] {
	return func(yield func([]item[T]) bool) {
		batch := make([]item[T], 0, batchSize)
		held := 0
		for v, err := range seq {
			batch = append(batch, item[T]{v, err})
			held += bytes(v)
			if len(batch) == batchSize || held > batchBytes {
				if !yield(batch) {
					return
				}
				clear(batch) // its texts may be collected
				batch, held = batch[:0], 0
			}
		}
		if len(batch) > 0 {
			yield(batch)
		}
	}
}
