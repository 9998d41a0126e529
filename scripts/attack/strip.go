//go:build linux

package main

import (
	"fmt"
	"os"
	"time"
)

// strip removes and replaces the files that SQLite keeps beside a store, and lets another
// process open the store then. Without its -shm nothing may be lost. The latest answers are
// in -wal alone: who deletes it destroys them, but nothing may be acknowledged after that.
func strip(a *arena, r *row) error {
	refusals := 0
	for i := range a.times(12) {
		f, s, judges, err := a.begin(a.fresh("strip"), "", 30, 10)
		if err != nil {
			return err
		}
		judges.until(100 + a.rng.IntN(900))
		var c *cut
		end := "-shm"
		if i%4 >= 2 {
			end = "-wal"
			c = &cut{} // all that is only there
		}
		if i%2 == 0 {
			err = os.Remove(f.store + end)
		} else {
			err = replace(f.store + end)
		}
		if err != nil {
			return err
		}
		if c != nil {
			c.over = time.Now()
		}
		// Another process comes, which would make these files again.
		refused := f.invite(f.store)
		time.Sleep(a.moment(time.Second))
		s.kill()
		judges.stop()
		if _, _, err := f.history(); err != nil && c != nil {
			// The log that is there is not the store's; hed says what to do.
			if err := f.aside(); err != nil {
				return err
			}
		}
		if err := f.settle(r, c); err != nil {
			r.trouble(fmt.Errorf("%s: %w", end, err))
		}
		if refused != nil {
			refusals++
		}
	}
	r.remark("another process was refused %d times", refusals)
	return nil
}

// replace puts a copy in the place of a file, under its name.
func replace(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file+".new", data, 0o600); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}
