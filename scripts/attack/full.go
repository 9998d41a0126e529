//go:build linux

package main

import (
	"net/http"
	"time"
)

// full fills the disk of a store again and again while judges answer, and makes room again.
func full(a *arena, r *row) error {
	d, err := a.memory("48m")
	if err != nil {
		return err
	}
	defer d.away()
	f, s, judges, err := a.begin(d.dir, "", 60, a.times(10))
	if err != nil {
		return err
	}
	n, sick := 0, 0
	for judges.until(300 + a.rng.IntN(600)) {
		empty, err := d.fill()
		if err != nil {
			return err
		}
		// The log has room of its own, so it can take a while until an answer does not fit.
		for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
			if s.health() != http.StatusOK {
				sick++
				break
			}
		}
		if n%3 == 2 {
			s.kill()
		}
		if err := empty(); err != nil {
			return err
		}
		if n%3 == 2 {
			if s, err = f.again(); err != nil {
				return err
			}
		}
		n++
	}
	judges.finish(r)
	s.end()
	r.remark("filled %d times, /healthz saw it %d times", n, sick)
	return f.settle(r, nil)
}
