//go:build linux

package main

import (
	"errors"
	"os"
	"path/filepath"
)

// links opens a store that is served under other names. A symbolic link leads to the one
// file, with its log; a hard link has a log of its own and must be refused.
func links(a *arena, r *row) error {
	for range a.times(4) {
		f, err := a.study(a.fresh("link"), "", 30, 10)
		if err != nil {
			return err
		}
		soft, hard := filepath.Join(f.dir, "soft.db"), filepath.Join(f.dir, "hard.db")
		if err := os.Symlink(f.store, soft); err != nil {
			return err
		}
		s, err := f.again()
		if err != nil {
			return err
		}
		port, err := free()
		if err != nil {
			return err
		}
		second, err := f.serve(soft, port)
		if err != nil {
			second = s // it is refused, with words
		}
		one, other := f.work(s.base, f.links[:15]), f.work(second.base, f.links[15:])
		one.until(500)
		if err := f.invite(soft); err != nil {
			r.trouble(err)
		}
		if err := os.Link(f.store, hard); err != nil {
			return err
		}
		if err := f.invite(hard); err == nil {
			r.trouble(errors.New("a hard link to a store was opened"))
		}
		if err := os.Remove(hard); err != nil {
			return err
		}
		one.finish(r)
		other.finish(r)
		s.end()
		second.end()
		if err := f.settle(r, nil); err != nil {
			r.trouble(err)
		}
	}
	return nil
}
