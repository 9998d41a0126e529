//go:build linux

package main

import "time"

func crowd(a *arena, r *row) error         { return crowds(a, r, "") }
func crowdPostgres(a *arena, r *row) error { return crowds(a, r, a.database()) }

// crowds lets 500 judges answer at once.
func crowds(a *arena, r *row, name string) error {
	f, s, judges, err := a.begin(a.fresh("crowd"), name, 500, a.times(2))
	if err != nil {
		return err
	}
	judges.finish(r)
	s.end()
	if judges.sum != nil {
		r.remark("an answer took %s (median), %s (99%%)", judges.sum.Took(0.5).Round(time.Millisecond), judges.sum.Took(0.99).Round(time.Millisecond))
	}
	return f.settle(r, nil)
}

// lostPostgres kills PostgreSQL under a server, again and again.
func lostPostgres(a *arena, r *row) error {
	f, s, judges, err := a.begin(a.fresh("lost"), a.database(), 60, a.times(8))
	if err != nil {
		return err
	}
	n := 0
	for judges.until(100 + a.rng.IntN(700)) {
		time.Sleep(a.moment(50 * time.Millisecond))
		a.pg.Kill(&a.host)
		time.Sleep(a.moment(time.Second))
		a.pg.Up(&a.host)
		n++
	}
	judges.finish(r)
	s.end()
	r.remark("PostgreSQL killed %d times", n)
	return f.settle(r, nil)
}
