//go:build linux

package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// overwrite puts a copy of the store over it while judges answer, as somebody does who
// restores a backup without stopping the server. From then on nothing may be acknowledged.
// What was saved before the copy was made must be in it.
func overwrite(a *arena, r *row) error {
	for i := range a.times(14) {
		f, s, judges, err := a.begin(a.fresh("overwrite"), "", 30, 10)
		if err != nil {
			return err
		}
		judges.until(100 + a.rng.IntN(900))
		time.Sleep(a.moment(300 * time.Millisecond))
		backup := filepath.Join(f.dir, "backup.db")
		c := &cut{copied: time.Now()}
		way := "VACUUM INTO"
		if i%2 == 0 {
			way = ".backup"
		}
		if _, err := a.output("sqlite3", f.store, ".timeout 20000", fmt.Sprintf("%s '%s'", way, backup)); err != nil {
			return err
		}
		time.Sleep(a.moment(time.Second))
		over := []string{`cp "$1" "$2"`, `cat "$1" > "$2"`, `dd if="$1" of="$2" conv=notrunc status=none`}[i%3]
		if _, err := a.output("sh", "-c", over, "sh", backup, f.store); err != nil {
			return err
		}
		c.over = time.Now()
		time.Sleep(1500 * time.Millisecond)
		if got := s.health(); got != http.StatusServiceUnavailable {
			r.trouble(fmt.Errorf("/healthz says %d of a store that was overwritten", got))
		}
		if i%2 == 0 {
			s.end()
		} else {
			s.kill()
		}
		judges.stop()
		if err := f.aside(); err != nil {
			return err
		}
		if err := f.settle(r, c); err != nil {
			r.trouble(err)
		}
	}
	return nil
}

// aside moves the log of a store away that does not belong to it, as the server says.
func (f *field) aside() error {
	for _, end := range []string{"-wal", "-shm"} {
		err := os.Rename(f.store+end, f.store+".aside"+end)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}
