package tensor

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"hed/internal/crash"
	"hed/tensor/vec"
)

// A task is work in numbered parts that may be done in any order by any worker.
// Parts are chosen so that what a part writes does not depend on who does it.
type task interface {
	part(s *scratch, i int)
}

// linger is how long a worker that has nothing to do looks out for work before
// it sleeps: as long as waking a sleeping core may take. A network is a train of
// short operations, so the next one mostly comes within it.
const linger = 50 * time.Microsecond

// A pool has the workers of a CPU: the caller of run, and others that sleep until
// there is a task. The caller never waits for another to wake up: parts are taken
// one at a time, and who comes late finds none left.
type pool struct {
	wake    chan struct{}
	others  crash.Group
	caller  scratch
	lingers bool

	tasks  atomic.Int64 // how many there have been
	next   atomic.Int64 // the first part that nobody has taken
	inside atomic.Int64 // others at work on the task; goes up under mu

	mu    sync.Mutex
	left  sync.Cond // signalled when the last of the others has left the task
	task  task      // nil when there is nothing to do
	parts int64
	lost  error // a panic of one of the others
}

func (p *pool) start(workers int) {
	p.left.L = &p.mu
	p.wake = make(chan struct{}, workers-1)
	p.caller.init()
	// A worker that looks out must not keep another from working.
	p.lingers = workers <= runtime.GOMAXPROCS(0)
	for range workers - 1 {
		p.others.Go(p.serve)
	}
}

func (p *pool) stop() {
	close(p.wake)
	p.others.Wait()
}

func (p *pool) serve() {
	var s scratch
	s.init()
	for range p.wake {
		for seen := p.tasks.Load(); ; seen = p.tasks.Load() {
			p.join(&s)
			if !p.look(func() bool { return p.tasks.Load() != seen }) {
				break
			}
		}
	}
}

// look tells whether something comes true before long.
func (p *pool) look(out func() bool) bool {
	if out() {
		return true
	}
	if p.lingers {
		for start := time.Now(); time.Since(start) < linger; {
			if vec.Pause(); out() {
				return true
			}
		}
	}
	return false
}

// join takes part in the task, if there is one.
func (p *pool) join(s *scratch) {
	p.mu.Lock()
	t, parts := p.task, p.parts
	if t == nil {
		p.mu.Unlock()
		return
	}
	p.inside.Add(1)
	p.mu.Unlock()
	err := p.help(t, parts, s)
	p.mu.Lock()
	if err != nil {
		p.lost = err
	}
	if p.inside.Add(-1) == 0 {
		p.left.Signal()
	}
	p.mu.Unlock()
}

// help is take for a worker whom nobody called: the caller of run panics in its place.
func (p *pool) help(t task, parts int64, s *scratch) (err error) {
	defer crash.Recover(&err)
	p.take(t, parts, s)
	return nil
}

func (p *pool) take(t task, parts int64, s *scratch) {
	for i := p.next.Add(1) - 1; i < parts; i = p.next.Add(1) - 1 {
		t.part(s, int(i))
	}
}

// run does the parts of t and returns when all are done. One run at a time.
func (p *pool) run(t task, parts int) {
	others := min(cap(p.wake), parts-1)
	if others <= 0 {
		for i := range parts {
			t.part(&p.caller, i)
		}
		return
	}
	p.next.Store(0)
	p.mu.Lock()
	p.task, p.parts = t, int64(parts)
	p.mu.Unlock()
	p.tasks.Add(1)
	for range others {
		select {
		case p.wake <- struct{}{}:
		default: // as many calls are waiting as there are others
		}
	}
	p.take(t, int64(parts), &p.caller)
	p.look(func() bool { return p.inside.Load() == 0 })
	p.mu.Lock()
	for p.inside.Load() > 0 {
		p.left.Wait()
	}
	lost := p.lost
	p.task, p.lost = nil, nil
	p.mu.Unlock()
	if lost != nil {
		panic(lost)
	}
}
