package tensor

import (
	"errors"
	"sync"
	"testing"

	"hed/internal/crash"
)

// A broken task lets its caller do one part, and panics in the first that another takes.
type broken struct {
	once  sync.Once
	taken chan struct{}
	mine  *scratch
}

func (b *broken) part(s *scratch, _ int) {
	if s == b.mine {
		<-b.taken
		return
	}
	b.once.Do(func() { close(b.taken) })
	panic("boom")
}

// A panic in a worker of the pool ended the process with exit code 2, or left the caller
// waiting for ever. It is the caller's, and the pool can be closed.
func TestPanic(t *testing.T) {
	c := New(3)
	defer c.Close()
	b := &broken{taken: make(chan struct{}), mine: &c.pool.caller}
	err := crash.Call(func() error {
		c.pool.run(b, 100)
		return nil
	})
	if e, ok := errors.AsType[*crash.Error](err); !ok || e.Value != "boom" {
		t.Errorf("got %v", err)
	}
}
