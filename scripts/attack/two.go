//go:build linux

package main

import (
	"os"
	"path/filepath"
	"time"
)

// two serves one store by two processes, each with half of the judges, while commands read
// and write it; now and then one of the two is killed.
func two(a *arena, r *row) error {
	f, err := a.study(a.fresh("two"), "", 60, a.times(10))
	if err != nil {
		return err
	}
	port, err := free()
	if err != nil {
		return err
	}
	one, err := f.again()
	if err != nil {
		return err
	}
	other, err := f.serve(f.store, port)
	if err != nil {
		// To refuse it is as good, if it is done with words.
		r.remark("a second server is refused")
		port, other = f.port, one
	}
	first, second := f.work(one.base, f.links[:30]), f.work(other.base, f.links[30:])
	out := filepath.Join(f.dir, "export")
	n := 0
	for first.until(300) && second.until(300) {
		if err := f.invite(f.store); err != nil {
			r.trouble(err)
		}
		if _, err := a.command("study", "status", "--store", f.store); err != nil {
			r.trouble(err)
		}
		if _, err := a.command("study", "export", "-q", "--store", f.store, "--out", out); err != nil {
			r.trouble(err)
		}
		os.RemoveAll(out)
		time.Sleep(a.moment(100 * time.Millisecond))
		if port != f.port && n%2 == 1 {
			other.kill()
			if other, err = f.serve(f.store, port); err != nil {
				return err
			}
		}
		n++
	}
	first.finish(r)
	second.finish(r)
	one.end()
	other.end()
	r.remark("%d commands beside them", 3*n)
	return f.settle(r, nil)
}
