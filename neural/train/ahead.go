package train

import "hed/internal/crash"

// Ahead makes the batches of the next steps while the device is at work.
type Ahead[B any] struct {
	// Make makes the batch of a step.
	Make func(step int) (B, error)

	next    int
	batches chan made[B]
	end     chan struct{}
	group   crash.Group
}

type made[B any] struct {
	batch B
	err   error
}

// Batch is that of a step. Steps come in order.
func (a *Ahead[B]) Batch(step int) (B, error) {
	if a.batches == nil || step != a.next {
		a.Stop()
		a.next, a.batches, a.end = step, make(chan made[B], 4), make(chan struct{})
		batches, end := a.batches, a.end
		a.group.Go(func() {
			defer close(batches) // also if it panics
			for at := step; ; at++ {
				b, err := a.Make(at)
				select {
				case batches <- made[B]{b, err}:
				case <-end:
					return
				}
				if err != nil {
					return
				}
			}
		})
	}
	a.next++
	m, ok := <-a.batches
	if !ok {
		a.group.Wait() // which panics with what ended it
	}
	return m.batch, m.err
}

// Stop ends the making of batches.
func (a *Ahead[B]) Stop() {
	if a.batches != nil {
		close(a.end)
		a.group.Wait()
		a.batches = nil
	}
}
