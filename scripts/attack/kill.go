//go:build linux

package main

import "time"

func killed(a *arena, r *row) error         { return kills(a, r, "") }
func killedPostgres(a *arena, r *row) error { return kills(a, r, a.database()) }

// kills ends the server with kill -9 again and again, at random moments. All judges must
// come to the end of their work.
func kills(a *arena, r *row, name string) error {
	f, s, judges, err := a.begin(a.fresh("kill"), name, 60, a.times(12))
	if err != nil {
		return err
	}
	n := 0
	for judges.until(500 + a.rng.IntN(500)) {
		time.Sleep(a.moment(20 * time.Millisecond))
		s.kill()
		n++
		if s, err = f.again(); err != nil {
			return err
		}
	}
	judges.finish(r)
	s.kill()
	r.remark("killed %d times", n+1)
	return f.settle(r, nil)
}

// stopped stops the server for a while with SIGSTOP, again and again. Meanwhile a command
// waits for it, or does its work.
func stopped(a *arena, r *row) error {
	f, s, judges, err := a.begin(a.fresh("stop"), "", 60, a.times(10))
	if err != nil {
		return err
	}
	n := 0
	for judges.until(300 + a.rng.IntN(500)) {
		time.Sleep(a.moment(20 * time.Millisecond))
		if err := s.pause(); err != nil {
			return err
		}
		n++
		invited := make(chan error, 1)
		go func() { invited <- f.invite(f.store) }()
		time.Sleep(a.moment(time.Second))
		if err := s.resume(); err != nil {
			return err
		}
		if err := <-invited; err != nil {
			r.trouble(err)
		}
	}
	judges.finish(r)
	s.end()
	r.remark("stopped %d times", n)
	return f.settle(r, nil)
}
