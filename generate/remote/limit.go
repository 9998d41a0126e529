package remote

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"
)

// longestSpread is over how long those who wait come back.
const longestSpread = 5 * time.Second

// limits hold requests back until they may be sent.
type limits struct {
	mu               sync.Mutex
	requests, tokens pace
	until            time.Time     // nothing is sent before, because the server said so
	spread           time.Duration // after until, in which those who wait come, so that they do not come all at once
}

// A pace is how long each of something takes of a minute, and when the next may come.
type pace struct {
	each time.Duration
	next time.Time
}

// rate is so many a minute, evenly; 0 does not limit.
func rate(perMinute int) pace {
	if perMinute == 0 {
		return pace{}
	}
	return pace{each: time.Minute / time.Duration(perMinute)}
}

// take is when n more may come.
func (p *pace) take(now time.Time, n int) time.Time {
	at := now
	if p.next.After(at) {
		at = p.next
	}
	p.next = at.Add(time.Duration(n) * p.each)
	return at
}

// wait returns when a request of so many tokens may be sent.
func (l *limits) wait(ctx context.Context, tokens int) error {
	l.mu.Lock()
	now := time.Now()
	at := l.requests.take(now, 1)
	if t := l.tokens.take(now, tokens); t.After(at) {
		at = t
	}
	l.mu.Unlock()
	for {
		l.mu.Lock()
		if l.until.After(at) {
			at = l.until.Add(rand.N(l.spread + 1))
		}
		l.mu.Unlock()
		if left := time.Until(at); left <= 0 {
			return nil
		} else if err := sleep(ctx, left); err != nil {
			return err
		}
	}
}

// correct says that a request took more or fewer tokens than were foreseen.
func (l *limits) correct(tokens int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tokens.next = l.tokens.next.Add(time.Duration(tokens) * l.tokens.each)
}

// hold lets nothing through for that long.
func (l *limits) hold(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if until := time.Now().Add(d); until.After(l.until) {
		l.until, l.spread = until, min(d/2, longestSpread)
	}
}

// sleep returns after that time, or with the cause of the context's end.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
