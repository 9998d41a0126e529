//go:build linux

package main

import (
	"context"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"hed/store"
	"hed/study"
	"hed/web/judge"
)

// clock lets the clock of a server jump by up to two years, ahead and back, while judges
// answer, and sets it right at last. The server is a part of this program, which is how its
// clock can be set.
func clock(a *arena, r *row) error {
	f, err := a.study(a.fresh("clock"), "", 60, a.times(10))
	if err != nil {
		return err
	}
	st, err := store.Open(a.ctx, f.store)
	if err != nil {
		return err
	}
	var ahead atomic.Int64
	now := func() time.Time { return time.Now().Round(0).Add(time.Duration(ahead.Load())) }
	h, err := judge.New(judge.Options{Store: st, Desk: study.NewDesk(st, now), Now: now})
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(a.ctx)
	served := make(chan error, 1)
	go func() { served <- judge.Serve(ctx, l, h) }()
	judges := f.work("http://"+l.Addr().String(), f.links)
	n := 0
	for judges.until(100) && n < a.times(40) {
		ahead.Store(int64(a.moment(4*365*24*time.Hour)) - int64(2*365*24*time.Hour))
		n++
	}
	ahead.Store(0)
	judges.finish(r)
	stop()
	if err := <-served; err != nil {
		return err
	}
	if err := st.Close(); err != nil {
		return err
	}
	r.remark("%d jumps", n)
	return f.settle(r, nil)
}

// jumping is a clock that is somewhere else each time it is looked at, by up to two years.
func (a *arena) jumping() func() time.Time {
	var mu sync.Mutex
	rng := rand.New(rand.NewPCG(a.rng.Uint64(), 0))
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		const year = 365 * 24 * time.Hour
		return time.Now().UTC().Round(0).Add(time.Duration(rng.Int64N(int64(4*year))) - 2*year)
	}
}
