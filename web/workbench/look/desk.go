package look

import (
	"context"
	"errors"
	"sync"
	"time"

	"hed/internal/crash"
)

// longest is for how long something may be computed.
const longest = 10 * time.Minute

// errWorking says that something is still being computed.
var errWorking = errors.New("it is being computed")

// A desk computes what takes longer than a reader waits, one thing at a time, each once however many ask, and keeps the
// last ones.
type desk[V any] struct {
	done *cache[V]
	turn sync.Mutex // of what is computed
	mu   sync.Mutex
	work map[string]*task[V]
}

type task[V any] struct {
	ended chan struct{}
	value V
	err   error
}

func newDesk[V any](room int) *desk[V] {
	return &desk[V]{done: newCache[V](room), work: map[string]*task[V]{}}
}

// find gives what compute gives for a key. The error is errWorking where that takes longer than a reader waits.
func (d *desk[V]) find(ctx context.Context, key string, compute func(ctx context.Context) (V, error)) (v V, err error) {
	if v, ok := d.done.get(key); ok {
		return v, nil
	}
	t := d.task(key, compute)
	wait, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case <-t.ended:
		return t.value, t.err
	case <-wait.Done():
		return v, errWorking
	}
}

// task begins the work on a key, unless somebody has.
func (d *desk[V]) task(key string, compute func(ctx context.Context) (V, error)) *task[V] {
	d.mu.Lock()
	defer d.mu.Unlock()
	t, ok := d.work[key]
	if ok {
		return t
	}
	t = &task[V]{ended: make(chan struct{})}
	d.work[key] = t
	go func() {
		// Whoever asked may leave: the next one finds it done.
		ctx, cancel := context.WithTimeout(context.Background(), longest)
		defer cancel()
		defer close(t.ended)
		d.turn.Lock()
		defer d.turn.Unlock()
		t.err = crash.Call(func() (err error) {
			t.value, err = compute(ctx)
			return err
		})
		d.mu.Lock()
		defer d.mu.Unlock()
		if delete(d.work, key); t.err == nil {
			d.done.put(key, t.value, 1)
		}
	}()
	return t
}
